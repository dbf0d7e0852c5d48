/// A new vault whose header is pending. The data key is random, so the content can be sealed while passwords are
/// stretched. Only the header needs the stretched passwords.
package struct PendingVault: Sendable, Redacted {
  package let chunks: VaultChunks
  private let secrets: [VaultSecret]
  private let context: VaultContext
  private let stretching: PasswordStretching
  private let dataKey = SymmetricKey(size: .bits256)
  private let salt = SystemRandom.bytes(count: 32)
  private let keys: VaultKeys

  /// Makes the keys of the content. A secret that is given twice gets one slot.
  ///
  /// - Throws: ``VaultError/slotCount(_:)``; ``VaultError/rounds(_:allowed:)`` or
  ///   ``VaultError/overLimit(_:found:limit:)`` when a reader with these limits would refuse the vault;
  ///   ``VaultError/passes(_:lanes:)``; ``VaultError/keyByteCount(_:)``.
  package init(
    _ secret: VaultSecret, and others: [VaultSecret], _ context: VaultContext, stretching: PasswordStretching,
    limits: Vault.Limits
  ) throws(VaultError) {
    var secrets = [secret]
    for other in others where !secrets.contains(where: { $0.isSame(as: other) }) { secrets.append(other) }
    for secret in secrets { try secret.check() }
    let slots = secrets.map { $0.slotKind(stretching: stretching) }
    guard slots.count <= VaultHeader.slotCount else { throw .slotCount(slots.count) }
    try limits.checkCount(slots)
    let passwords = slots.filter { $0.stretching != nil }
    if let slot = passwords.first {
      let allowed = 1...max(1, limits.maximumRounds / passwords.count)
      guard slot.rounds <= allowed.upperBound else { throw .rounds(stretching.rounds, allowed: allowed) }
      try limits.checkMemory([slot])
      try slot.checkRoom()
    }
    self.secrets = secrets
    self.context = context
    self.stretching = stretching
    keys = VaultKeys(dataKey: dataKey, salt: salt)
    chunks = VaultChunks(keys)
  }

  /// Whether making the header includes stretching a password.
  package var isStretched: Bool { secrets.contains { $0.slotKind(stretching: stretching).stretching != nil } }

  /// The steps of background work for the header.
  package var steps: Double { secrets.reduce(0) { $0 + $1.steps(stretching: stretching) } }

  /// Stretches the passwords, and makes the first 1,440 bytes of the vault. Call it once: each call makes new slots.
  ///
  /// - Throws: ``VaultError/memoryUnavailable(byteCount:)``.
  package func header(_ work: BackgroundWork? = nil) throws(VaultError) -> [UInt8] {
    work?.expect(steps)
    var slots: [VaultSlot] = []
    for secret in secrets {
      slots.append(try VaultSlot(wrapping: dataKey, under: secret, stretching: stretching, work))
    }
    return keys.copies(of: VaultHeader(slots, salt: salt), context)
  }
}
