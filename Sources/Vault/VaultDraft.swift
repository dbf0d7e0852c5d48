/// A new vault without its header. The data key is random, so the content can be sealed while the password is
/// stretched. Only the header needs the stretched password.
package struct VaultDraft: Sendable, Redacted {
  let units: VaultUnits
  private let secret: VaultSecret?
  private let recipients: [VaultRecipient]
  private let context: VaultContext
  private let stretching: PasswordStretching
  private let dataKey = SymmetricKey(size: .bits256)
  private let salt = SystemRandom.bytes(count: 32)
  private let keys: VaultKeys

  /// Makes the keys of the content. A recipient that is given twice gets one slot.
  ///
  /// - Throws: ``VaultError/noSecret``; ``VaultError/slotCount(_:)``; ``VaultError/rounds(_:allowed:)`` or
  ///   ``VaultError/overLimit(_:found:limit:)`` when a reader with these limits would refuse the vault;
  ///   ``VaultError/passes(_:lanes:)``; ``VaultError/keyByteCount(_:)``.
  package init(
    _ secret: VaultSecret?, for recipients: [VaultRecipient], _ context: VaultContext, stretching: PasswordStretching,
    limits: Vault.Limits
  ) throws(VaultError) {
    try secret?.check()
    let own = secret?.recipient.map { [$0] } ?? []
    self.recipients = (own + recipients).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.secret = own.isEmpty ? secret : nil
    let slot = self.secret?.slot(stretching: stretching)
    let slots = (slot.map { [$0] } ?? []) + self.recipients.map { _ in .recipient }
    if slots.isEmpty { throw .noSecret }
    guard slots.count <= VaultHeader.slotCount else { throw .slotCount(slots.count) }
    try limits.checkCount(slots)
    if let slot {
      let allowed = 1...max(1, limits.maximumRounds)
      guard slot.rounds <= allowed.upperBound else { throw .rounds(stretching.rounds, allowed: allowed) }
      try limits.checkMemory([slot])
      try slot.checkRoom()
    }
    self.context = context
    self.stretching = stretching
    keys = VaultKeys(dataKey: dataKey, salt: salt)
    units = VaultUnits(keys)
  }

  /// Whether making the header includes stretching a password.
  package var isStretched: Bool { secret?.slot(stretching: stretching).stretching != nil }

  /// Stretches the password, and makes the first 1,440 bytes of the vault. Call it once: each call makes new slots.
  ///
  /// - Throws: ``VaultError/memoryUnavailable(byteCount:)``.
  package func header(_ work: BackgroundWork? = nil) throws(VaultError) -> [UInt8] {
    work?.expect(secret?.steps(stretching: stretching) ?? 0)
    var slots: [VaultSlot] = []
    if let secret {
      slots.append(try VaultSlot(wrapping: dataKey, under: secret, stretching: stretching, work))
    }
    slots += recipients.map { VaultSlot(wrapping: dataKey, for: $0) }
    return keys.copies(of: VaultHeader(slots, salt: salt), context)
  }

  /// Seals a unit, as `VaultSealer.seal` does.
  package func seal(
    _ content: UnsafeRawBufferPointer, unit: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
  ) throws(VaultError) -> Int {
    try unsafe units.seal(content, unit: unit, isLast: isLast, into: output)
  }
}
