/// The header of a vault and the keys that a password or a key unlocked. It reads parts of the content, and changes the
/// passwords and keys. Spec: FORMAT.md, section 6.
///
/// Up to 8 passwords, keys and recipients open a vault, each with its own slot. Adding, changing or removing one, or
/// raising its rounds, changes only the header: change it here, then store ``header`` over the vault's first 1,440
/// bytes. A power cut must not destroy the vault, so sync the file, write and sync the first 720 bytes, then write and
/// sync the others. If ``headerCopiesMatched`` is false, first read some of the content with
/// ``read(at:count:ofVault:from:)``, which proves that the header belongs to this vault, and store the unchanged header
/// once in this way, because the other copy may be the damaged one.
///
/// *Not* protected: old copies of the vault stay open to their old passwords, and so does a vault in which an attacker
/// restores both old copies of the header. The holder of an old password may have kept the data key. `Vault.reseal`
/// makes a new data key.
public struct UnlockedVault: Sendable, Redacted {
  /// The first slot that the secret opened.
  let firstSlot: Int
  /// The slots that the secret opens, counted from 0. After ``replaceSecret(with:stretching:)`` it is the slot of the
  /// new one. There are several only if another program stored one secret twice. There are none once they are removed.
  public private(set) var openedSlots: [Int]
  /// Whether the two copies of the header were equal. If not, a change of the passwords was interrupted, or one copy is
  /// damaged or old. Storing ``header`` repairs this, and completes a change that had written a whole copy.
  public let headerCopiesMatched: Bool
  /// Whether both copies were of this vault. If not, the one that did not open is damaged or of another vault. It may
  /// have been the newer one: then passwords that were removed open the vault again.
  public let headerCopiesWereAuthentic: Bool
  let chunks: VaultChunks
  /// The keys of the second copy of the header, if the copies are from two vaults and the first chunk has not decided
  /// between them.
  let alternative: VaultKeys?
  private var parsed: VaultHeader
  private let dataKey: SymmetricKey
  private let context: VaultContext
  private let limits: Vault.Limits

  /// Unlocks a vault.
  ///
  /// - Parameters:
  ///   - header: the vault's first 1,440 bytes, or more. With ``Vault/beginningByteCount`` bytes, or the whole vault if
  ///     it is shorter, a copy of the header from another vault is set aside, even if the password opens it. With
  ///     fewer, the first copy that opens counts. If that copy is from another vault, the content appears damaged.
  ///   - secret: any of the vault's passwords and keys. A password is tried on all slots in parallel lanes.
  ///   - context: the context that the vault was sealed with.
  ///   - limits: the maximum cost of unlocking the vault.
  /// - Throws: ``VaultError`` when the bytes are not a vault of a known version, the cost exceeds the limits, or the
  ///   secret or the context is wrong; ``VaultError/keyByteCount(_:)``.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public init(
    header: some Sequence<UInt8>, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    try self.init(header, secret, context, limits: limits, nil)
  }

  package init(
    _ header: some Sequence<UInt8>, _ secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits,
    _ work: BackgroundWork?, followedBy laterSteps: Double = 0
  ) throws(VaultError) {
    try secret.checkOpens()
    let copies = try unsafe header.withBytes { header throws(VaultError) in
      try unsafe VaultHeader.Copies(parsing: header)
    }
    try self.init(copies, secret, context, limits: limits, work, followedBy: laterSteps)
  }

  /// `laterSteps` are the steps of the work that follows.
  init(
    _ copies: VaultHeader.Copies, _ secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits,
    _ work: BackgroundWork?, followedBy laterSteps: Double = 0
  ) throws(VaultError) {
    work?.expect(try copies.steps(secret) + laterSteps)
    let unlocked = try copies.unlock(secret, context, limits: limits, work)
    firstSlot = unlocked.slots[0]
    openedSlots = unlocked.slots
    headerCopiesMatched = copies.areAlike
    headerCopiesWereAuthentic = copies.areAuthentic(under: unlocked, context)
    chunks = VaultChunks(unlocked.keys)
    alternative = unlocked.alternative
    parsed = unlocked.header
    dataKey = unlocked.dataKey
    self.context = context
    self.limits = limits
  }

  /// The header to store in the vault's first 1,440 bytes: two equal copies of 720 bytes.
  public var header: [UInt8] { VaultKeys(dataKey: dataKey, salt: parsed.salt).copies(of: parsed, context) }

  /// The number of changes of the passwords since the vault was sealed. `Vault.reseal` begins with 0 again, and two
  /// lines of changes can have the same number. To detect that both copies of the header were replaced by old ones,
  /// record the header tag elsewhere: bytes 688 ..< 720 of ``header``.
  public var generation: UInt32 { parsed.generation }

  /// Each of the 8 slots; nil for a slot that is not in use.
  public var slots: [Vault.Slot?] { parsed.kinds }

  /// A key of 32 bytes for a purpose of the app, which whoever unlocks the vault can derive. It stays the same when the
  /// passwords change. `Vault.reseal` makes other keys. Spec: FORMAT.md, section 4.
  ///
  /// ```swift
  /// let keys = try UnlockedVault(header: keyring, with: .password(password.utf8))
  /// let note = try Vault.seal(notes, under: .key(keys.deriveKey(info: "note 17".utf8)))
  /// ```
  ///
  /// - Parameter info: the purpose, such as the name of a document. Each has an independent key.
  public func deriveKey(info: some Sequence<UInt8>) -> SymmetricKey {
    unsafe info.withBytes { info in
      unsafe HKDF<SHA256>.deriveKey(
        inputKeyMaterial: dataKey, salt: parsed.salt, info: Array("swift-vault v1 app key".utf8) + info,
        outputByteCount: 32)
    }
  }

  /// Adds a password, a key or a recipient. A password or a key is first tried on each slot, which takes as long as
  /// unlocking. A slot does not show its recipient, so a recipient that already has a slot gets a second one.
  ///
  /// - Parameters:
  ///   - secret: an additional secret that opens the vault.
  ///   - slot: its slot, 0 to 7; nil for the first that is not in use. An app that gives each of its secrets a fixed
  ///     slot can tell two keys apart.
  ///   - stretching: how a password is stretched. A key is not.
  /// - Returns: the slot of the new secret, counted from 0.
  /// - Throws: ``VaultError/keyByteCount(_:)``; ``VaultError/noFreeSlot``, also when `slot` is in use or does not
  ///   exist; ``VaultError/passwordInUse(slot:)`` when the secret already opens the vault;
  ///   ``VaultError/overLimit(_:found:limit:)`` when the vault would exceed the limits that it was unlocked with;
  ///   ``VaultError/noFurtherChange``.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  @discardableResult
  public mutating func add(
    _ secret: VaultSecret, slot: Int? = nil, stretching: PasswordStretching = .recommended
  ) throws(VaultError) -> Int {
    try add(secret, slot, stretching, nil)
  }

  /// Replaces the password or the key that opened the vault with another one, or with the same password and other
  /// rounds. The first of its slots gets the new secret, and the others become free. The new secret is first tried on
  /// the remaining slots.
  ///
  /// - Throws: ``VaultError/keyByteCount(_:)``; ``VaultError/passwordInUse(slot:)`` when the new secret already opens
  ///   another slot; ``VaultError/overLimit(_:found:limit:)`` when the vault would exceed the limits that it was
  ///   unlocked with; ``VaultError/noPassword(inSlot:)`` when the secret has been removed;
  ///   ``VaultError/noFurtherChange``.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public mutating func replaceSecret(
    with secret: VaultSecret, stretching: PasswordStretching = .recommended
  ) throws(VaultError) {
    try replaceSecret(with: secret, stretching, nil)
  }

  /// Removes what the given slots hold. With ``openedSlots``, this is the secret that opened the vault.
  ///
  /// - Parameter removed: the slots, counted from 0. None changes nothing.
  /// - Throws: ``VaultError/noPassword(inSlot:)`` when a slot is not in use or does not exist; ``VaultError/lastSlot``
  ///   when no other slot is in use; ``VaultError/noFurtherChange``. The vault is then unchanged.
  public mutating func remove(slots removed: [Int]) throws(VaultError) {
    try parsed.checkGeneration()
    var slots = parsed.slots
    for slot in removed {
      guard slots.indices ~= slot, parsed.slots[slot] != nil else { throw .noPassword(inSlot: slot) }
      slots[slot] = nil
    }
    if removed.isEmpty { return }
    guard slots.contains(where: { $0 != nil }) else { throw .lastSlot }
    parsed.change(to: slots)
    openedSlots.removeAll { removed.contains($0) }
  }

  mutating func add(
    _ secret: VaultSecret, _ slot: Int?, _ stretching: PasswordStretching, _ work: BackgroundWork?
  ) throws(VaultError) -> Int {
    try secret.check()
    try parsed.checkGeneration()
    let slots = parsed.slots
    guard let free = slots.indices.first(where: { slots[$0] == nil && $0 == slot ?? $0 }) else { throw .noFreeSlot }
    try fill(free, replacing: [], secret, stretching, work)
    return free
  }

  mutating func replaceSecret(
    with secret: VaultSecret, _ stretching: PasswordStretching, _ work: BackgroundWork?
  ) throws(VaultError) {
    try secret.check()
    try parsed.checkGeneration()
    guard let first = openedSlots.first else { throw .noPassword(inSlot: firstSlot) }
    try fill(first, replacing: openedSlots, secret, stretching, work)
    openedSlots = [first]
  }

  private mutating func fill(
    _ slot: Int, replacing replaced: [Int], _ secret: VaultSecret, _ stretching: PasswordStretching,
    _ work: BackgroundWork?
  ) throws(VaultError) {
    var slots = parsed.slots
    for slot in replaced { slots[slot] = nil }
    var kinds = slots.map { $0?.kind }
    kinds[slot] = secret.slotKind(stretching: stretching)
    try limits.check(kinds)
    try kinds[slot]?.checkRoom()
    work?.expect(secret.steps(on: slots.map { $0?.kind }) + secret.steps(on: [kinds[slot]]))
    let opened = try VaultSlot.unwrap(slots, secret, work).first { $0.dataKey == dataKey }
    if let opened { throw .passwordInUse(slot: opened.slot) }
    slots[slot] = try VaultSlot(wrapping: dataKey, under: secret, stretching: stretching, work)
    parsed.change(to: slots)
  }
}
