/// The first 720 bytes of a vault. Spec: FORMAT.md, section 2.
struct VaultHeader {
  static let magic: [UInt8] = [0x8b, 0x53, 0x56, 0x4c, 0x54, 0x0d, 0x0a, 0x1a]  // not text: shows newline translation
  static let version: UInt8 = 1
  /// AES-256-CTR with HMAC-SHA-256 in chunks of 64 KiB.
  static let suite: UInt8 = 1
  static let slotCount = 8
  static let saltOffset = 16
  static let slotOffset = 48
  static let tagOffset = slotOffset + slotCount * VaultSlot.byteCount
  static let tagByteCount = 32
  static let byteCount = tagOffset + tagByteCount

  /// All but the tag, 688 bytes.
  let bytes: [UInt8]
  /// The tag, as it was read; of a new header none.
  private let tag: [UInt8]
  /// The slots in use.
  let slots: [VaultSlot]

  var salt: ArraySlice<UInt8> { bytes[Self.saltOffset..<Self.slotOffset] }

  /// A new header with a fresh salt.
  init(slots: [VaultSlot]) {
    self.slots = slots
    let unused = (Self.slotCount - slots.count) * VaultSlot.byteCount
    bytes =
      Self.magic + [Self.version, Self.suite, 0, 0, 0, 0, 0, 0] + SystemRandom.bytes(count: 32)
      + slots.flatMap(\.bytes) + [UInt8](repeating: 0, count: unused)
    tag = []
  }

  /// Reads the header of a vault, in the order of FORMAT.md, section 5.
  init(parsing vault: UnsafeRawBufferPointer) throws(VaultError) {
    guard unsafe vault.count >= Self.magic.count && vault.starts(with: Self.magic) else { throw .notAVault }
    guard vault.count > 8 else { throw .truncated }
    let version = unsafe vault[8]
    guard version == Self.version else { throw .unsupportedVersion(Int(version)) }
    guard vault.count >= Self.byteCount else { throw .truncated }
    bytes = unsafe Array(vault[..<Self.tagOffset])
    tag = unsafe Array(vault[Self.tagOffset..<Self.byteCount])
    guard bytes[9] == Self.suite, bytes[10..<16].allSatisfy({ $0 == 0 }) else { throw .invalidHeader }
    var slots: [VaultSlot] = []
    for start in stride(from: Self.slotOffset, to: Self.tagOffset, by: VaultSlot.byteCount) {
      let slot = bytes[start..<start + VaultSlot.byteCount]
      if slot.allSatisfy({ $0 == 0 }) { continue }
      slots.append(try VaultSlot(parsing: slot))
    }
    guard !slots.isEmpty else { throw .invalidHeader }
    self.slots = slots
  }

  func check(_ limits: Vault.Limits) throws(VaultError) {
    let rounds = slots.reduce(0 as UInt64) { $0 + UInt64($1.rounds) }
    guard rounds <= limits.maximumRounds else {
      throw .overLimit(rounds: Int(clamping: rounds), limit: limits.maximumRounds)
    }
  }

  /// The vault's keys, from the first slot the password opens, once the header and the context are authentic.
  func unlock(
    password: some Sequence<UInt8>, context: some Sequence<UInt8>
  ) throws(VaultError) -> VaultKeys {
    let password = SymmetricKey(data: password)
    for slot in slots {
      guard let dataKey = slot.unwrap(password: password) else { continue }
      let keys = VaultKeys(dataKey: dataKey, salt: salt)
      guard keys.authenticate(self, context: context) == tag else { break }
      return keys
    }
    throw .wrongPasswordOrContext
  }
}
