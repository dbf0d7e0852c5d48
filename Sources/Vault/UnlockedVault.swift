/// The header of a vault together with the keys that a password gave: the way to its content, and to its passwords.
/// Spec: FORMAT.md, section 6.
///
/// Up to 8 passwords open a vault, each from a slot of its own. To add, change or remove one, or to raise its rounds,
/// touches the header alone: change it here, then store ``header`` over the vault's first 1,440 bytes. So that a power
/// cut cannot cost the vault, sync the file, write and sync the first 720 bytes, then the others; if ``copiesWereAlike``
/// is false, read some of the content, which shows that the header is the vault's own, and store it in this way once
/// before changing it, since the other copy may be the damaged one.
///
/// *Not* protected: copies of the vault made before, and whoever puts back both copies of a header from before, stay
/// open to the passwords they had then; whoever once had a password may have kept the data key. `Vault.reseal` makes a
/// new one.
public struct UnlockedVault: Sendable {
  /// The first slot that the password opened, counted from 0.
  public let slot: Int
  /// All slots that the password opens, and after ``changePassword(to:stretching:)`` the one that the new one opens:
  /// several only in a vault that another program gave one password twice, none when they have been removed.
  public private(set) var openedSlots: [Int]
  /// Whether the two copies of the header were alike; else a change of the passwords was interrupted, or one copy is
  /// damaged or an old one. Storing ``header`` puts it right, and so completes a change that came as far as a whole copy.
  public let copiesWereAlike: Bool
  let chunks: VaultChunks
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
  /// - Throws: ``VaultError`` when it is no vault that this code knows, costs more than the limits, or does not open with
  ///   this password and context.
  public init(
    header: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) {
    let copies = try unsafe header.withBytes { header throws(VaultError) in
      try unsafe VaultHeader.Copies(parsing: header)
    }
    try self.init(copies, password: password, context: context, limits: limits)
  }

  init(
    _ copies: VaultHeader.Copies, password: some Sequence<UInt8>, context: some Sequence<UInt8>, limits: Vault.Limits
  ) throws(VaultError) {
    let context = Array(context)
    let unlocked = try copies.unlock(password: SymmetricKey(data: password), context: context, limits: limits)
    slot = unlocked.slots[0]
    openedSlots = unlocked.slots
    copiesWereAlike = copies.areAlike
    chunks = VaultChunks(unlocked.keys)
    parsed = unlocked.header
    dataKey = unlocked.dataKey
    self.context = context
    self.limits = limits
  }

  /// The 1,440 bytes that the vault begins with: two copies, alike.
  public var header: [UInt8] { VaultKeys(dataKey: dataKey, salt: parsed.salt).copies(of: parsed, context: context) }

  /// How often the passwords have been changed since the vault was sealed; noted down elsewhere, it shows whether an old
  /// header was put back in both places.
  public var generation: UInt32 { parsed.generation }

  /// How the password of each slot is stretched; nil where a slot is not in use.
  public var slots: [PasswordStretching?] { parsed.stretchings }

  /// Gives the vault a further password. Tries it on each slot first, which takes as long as unlocking.
  ///
  /// - Returns: its slot, counted from 0.
  /// - Throws: ``VaultError/noFreeSlot``; ``VaultError/passwordInUse(slot:)`` when the password opens the vault already;
  ///   ``VaultError/overLimit(_:found:limit:)`` when the vault would no longer open within the limits that it was
  ///   unlocked with; ``VaultError/noFurtherChange``.
  public mutating func addPassword(
    _ password: some Sequence<UInt8>, stretching: PasswordStretching = .recommended
  ) throws(VaultError) -> Int {
    try parsed.checkGeneration()
    guard let free = parsed.slots.firstIndex(where: { $0 == nil }) else { throw .noFreeSlot }
    try setPassword(password, inSlot: free, replacing: [], stretching: stretching)
    return free
  }

  /// Gives the slots that the password opened another one, or the same one with more rounds: the first of them is filled
  /// anew, and the others are emptied. Tries the new password on each slot that stays first.
  ///
  /// - Throws: ``VaultError/passwordInUse(slot:)`` when the new password opens another slot already;
  ///   ``VaultError/overLimit(_:found:limit:)`` when the vault would no longer open within the limits that it was
  ///   unlocked with; ``VaultError/noPassword(inSlot:)`` when the slots have been emptied since;
  ///   ``VaultError/noFurtherChange``.
  public mutating func changePassword(
    to password: some Sequence<UInt8>, stretching: PasswordStretching = .recommended
  ) throws(VaultError) {
    try parsed.checkGeneration()
    guard let first = openedSlots.first else { throw .noPassword(inSlot: slot) }
    try setPassword(password, inSlot: first, replacing: openedSlots, stretching: stretching)
    openedSlots = [first]
  }

  /// Removes the password that opened the vault, from every slot that it opens.
  ///
  /// - Throws: ``VaultError/noPassword(inSlot:)`` when the slots have been emptied since, ``VaultError/lastSlot`` when no
  ///   other password would be left; ``VaultError/noFurtherChange``.
  public mutating func removePassword() throws(VaultError) {
    try parsed.checkGeneration()
    guard !openedSlots.isEmpty else { throw .noPassword(inSlot: slot) }
    try empty(openedSlots)
  }

  /// Removes the password of one slot.
  ///
  /// - Throws: ``VaultError/noPassword(inSlot:)`` when the slot is not one of those in use, ``VaultError/lastSlot`` when
  ///   it is the only one; ``VaultError/noFurtherChange``.
  public mutating func removePassword(inSlot slot: Int) throws(VaultError) {
    try parsed.checkGeneration()
    guard parsed.slots.indices ~= slot, parsed.slots[slot] != nil else { throw .noPassword(inSlot: slot) }
    try empty([slot])
  }

  private mutating func empty(_ emptied: [Int]) throws(VaultError) {
    var slots = parsed.slots
    for slot in emptied { slots[slot] = nil }
    guard slots.contains(where: { $0 != nil }) else { throw .lastSlot }
    parsed.change(to: slots)
    openedSlots.removeAll { emptied.contains($0) }
  }

  private mutating func setPassword(
    _ password: some Sequence<UInt8>, inSlot slot: Int, replacing replaced: [Int], stretching: PasswordStretching
  ) throws(VaultError) {
    var slots = parsed.slots
    for slot in replaced { slots[slot] = nil }
    var stretchings = slots.map { $0?.stretching }
    stretchings[slot] = stretching
    try limits.check(stretchings)
    let password = SymmetricKey(data: password)
    let opened = VaultSlot.unwrap(slots, password: password).first { $0.dataKey == dataKey }
    if let opened { throw .passwordInUse(slot: opened.slot) }
    slots[slot] = VaultSlot(wrapping: dataKey, password: password, stretching: stretching)
    parsed.change(to: slots)
  }
}
