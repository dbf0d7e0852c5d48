/// The header of a vault together with the keys that a password gave: the way to its content, and to its passwords.
///
/// Up to 8 passwords open a vault, each from a slot of its own. To add, change or remove one, or to raise its rounds,
/// touches the header alone: change it here, then store ``header`` over the vault's first 1,440 bytes. So that a power
/// cut cannot cost the vault, sync the file, write and sync the first 720 bytes, then the others; if ``copiesWereAlike``
/// is false, store it in this way once before changing it, since the other copy may be the damaged one.
///
/// *Not* protected: copies of the vault made before stay open to the passwords they had then, and whoever once had a
/// password may have kept the data key; `Vault.reseal` makes a new one.
public struct UnlockedVault: Sendable {
  /// The slot that the password opened, counted from 0.
  public private(set) var slot: Int
  /// Whether the two copies of the header were alike; else a change of the passwords was interrupted, or one copy is
  /// damaged, and storing ``header`` puts it right. An interrupted change is undone by that if the old password opened
  /// the vault, completed if the new one did.
  public let copiesWereAlike: Bool
  package let chunks: VaultChunks
  private var parsed: VaultHeader
  private let dataKey: SymmetricKey
  private let context: [UInt8]
  private let limits: Vault.Limits

  /// Unlocks a vault.
  ///
  /// - Parameters:
  ///   - header: the vault's first 1,440 bytes, or more of it.
  ///   - password: the bytes of any of its passwords; all slots are tried side by side.
  ///   - context: the context it was sealed with.
  ///   - limits: what the vault may cost to unlock.
  /// - Throws: ``VaultError``.
  public init(
    header: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    let copies = try unsafe header.withBytes { header throws(VaultError) in
      try unsafe VaultHeader.Copies(parsing: header)
    }
    try self.init(copies, password: password, context: context, limits: limits)
  }

  /// Unlocks the first copy of the header that can be.
  init(
    _ copies: VaultHeader.Copies, password: some Sequence<UInt8>, context: some Sequence<UInt8>, limits: Vault.Limits
  ) throws(VaultError) {
    let password = SymmetricKey(data: password)
    let context = Array(context)
    var failure: VaultError?
    for header in copies.headers {
      do throws(VaultError) {
        let (slot, dataKey) = try header.unlock(password: password, context: context, limits: limits)
        self.slot = slot
        copiesWereAlike = copies.areAlike
        chunks = VaultChunks(VaultKeys(dataKey: dataKey, salt: header.salt))
        parsed = header
        self.dataKey = dataKey
        self.context = context
        self.limits = limits
        return
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? .invalidHeader
  }

  /// The 1,440 bytes that the vault begins with: two copies, alike.
  public var header: [UInt8] {
    let keys = VaultKeys(dataKey: dataKey, salt: parsed.salt)
    let copy = parsed.bytes + keys.authenticate(parsed, context: context)
    return copy + copy
  }

  /// How the password of each slot is stretched; nil where a slot is not in use.
  public var slots: [PasswordStretching?] { parsed.stretchings }

  /// Gives the vault a further password.
  ///
  /// - Returns: its slot, counted from 0.
  /// - Throws: ``VaultError/noFreeSlot``, or ``VaultError/overLimit(_:found:limit:)`` when the vault would no longer open
  ///   within the limits that it was unlocked with.
  public mutating func addPassword(
    _ password: some Sequence<UInt8>, stretching: PasswordStretching = .recommended
  ) throws(VaultError) -> Int {
    guard let free = parsed.slots.firstIndex(where: { $0 == nil }) else { throw .noFreeSlot }
    try setPassword(password, inSlot: free, stretching: stretching)
    return free
  }

  /// Gives the slot that was opened another password, or the same one with more rounds.
  ///
  /// - Throws: ``VaultError/overLimit(_:found:limit:)`` when the vault would no longer open within the limits that it was
  ///   unlocked with; ``VaultError/noPassword(inSlot:)`` when the slot has been emptied since.
  public mutating func changePassword(
    to password: some Sequence<UInt8>, stretching: PasswordStretching = .recommended
  ) throws(VaultError) {
    guard parsed.slots[slot] != nil else { throw .noPassword(inSlot: slot) }
    try setPassword(password, inSlot: slot, stretching: stretching)
  }

  /// Removes a password.
  ///
  /// - Throws: ``VaultError/noPassword(inSlot:)`` when the slot is not one of those in use, ``VaultError/lastSlot`` when
  ///   it is the only one.
  public mutating func removePassword(inSlot slot: Int) throws(VaultError) {
    guard parsed.slots.indices ~= slot, parsed.slots[slot] != nil else { throw .noPassword(inSlot: slot) }
    guard parsed.slots.count(where: { $0 != nil }) > 1 else {
      throw .lastSlot
    }
    parsed.slots[slot] = nil
  }

  private mutating func setPassword(
    _ password: some Sequence<UInt8>, inSlot slot: Int, stretching: PasswordStretching
  ) throws(VaultError) {
    var stretchings = slots
    stretchings[slot] = stretching
    try limits.check(stretchings)
    parsed.slots[slot] = VaultSlot(
      wrapping: dataKey, password: SymmetricKey(data: password), stretching: stretching)
  }
}
