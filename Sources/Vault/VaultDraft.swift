/// A new vault whose header is not made yet. Its data key is random, so its content can be sealed while the password is
/// stretched, which the header alone needs.
package struct VaultDraft: Sendable, Redacted {
  let units: VaultUnits
  private let secret: VaultSecret
  private let context: VaultContext
  private let stretching: PasswordStretching
  private let dataKey = SymmetricKey(size: .bits256)
  private let salt = SystemRandom.bytes(count: 32)
  private let keys: VaultKeys

  /// Makes the keys of the content.
  ///
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when a reader with these limits would refuse the vault;
  ///   ``VaultError/keyByteCount(_:)``.
  package init(
    _ secret: VaultSecret, _ context: VaultContext, stretching: PasswordStretching, limits: Vault.Limits
  ) throws(VaultError) {
    try secret.check()
    let allowed = 1...max(1, limits.maximumRounds)
    guard secret.slot(stretching: stretching).rounds <= allowed.upperBound else {
      throw .rounds(stretching.rounds, allowed: allowed)
    }
    self.secret = secret
    self.context = context
    self.stretching = stretching
    keys = VaultKeys(dataKey: dataKey, salt: salt)
    units = VaultUnits(keys)
  }

  /// Whether the header takes the time of a derivation.
  package var isStretched: Bool { secret.slot(stretching: stretching) != .key }

  /// Stretches the password, and makes the first 1,440 bytes of the vault. Call it once: each header has a slot of its own.
  package func header(_ work: BackgroundWork? = nil) -> [UInt8] {
    work?.expect(secret.steps(on: [secret.slot(stretching: stretching)]))
    let slot = VaultSlot(wrapping: dataKey, under: secret, stretching: stretching, work)
    return keys.copies(of: VaultHeader(slot, salt: salt), context)
  }

  /// Seals a unit, as `VaultSealer.seal` does.
  package func seal(
    _ content: UnsafeRawBufferPointer, unit: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    try unsafe units.seal(content, unit: unit, isLast: isLast, into: output)
  }
}
