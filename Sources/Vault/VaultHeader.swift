/// One of the two copies of the header at the start of a vault. Spec: FORMAT.md, section 2.
struct VaultHeader: Sendable {
  static let magic: [UInt8] = [0x8b, 0x53, 0x56, 0x4c, 0x54, 0x0d, 0x0a, 0x1a]  // not text; reveals changed line ends
  static let version: UInt8 = 1
  /// AES-256-CTR with HMAC-SHA-256 in chunks of 64 KiB.
  static let suite: UInt8 = 1
  static let slotCount = 8
  static let generationOffset = 12
  static let saltOffset = 16
  static let slotOffset = 48
  static let tagOffset = slotOffset + slotCount * VaultSlot.byteCount
  static let byteCount = tagOffset + 32

  let salt: [UInt8]
  /// The number of changes of the slots since the vault was made.
  private(set) var generation: UInt32
  private(set) var slots: [VaultSlot?]

  /// Creates the header of a new vault with 1 to 8 slots. The salt is new and random, 32 bytes.
  init(_ slots: [VaultSlot], salt: [UInt8]) {
    self.salt = salt
    generation = 0
    self.slots = (0..<Self.slotCount).map { $0 < slots.count ? slots[$0] : nil }
  }

  /// Reads one copy, with the checks in the order of FORMAT.md, section 5.
  init(parsing bytes: [UInt8]) throws(VaultError) {
    guard bytes.starts(with: Self.magic) else { throw .notAVault }
    guard bytes.count > 8 else { throw .truncated }
    guard bytes[8] == Self.version else { throw .unsupportedVersion(Int(bytes[8])) }
    guard bytes.count == Self.byteCount else { throw .truncated }
    guard bytes[9] == Self.suite else { throw .unsupportedSuite(Int(bytes[9])) }
    guard bytes[10] == 0, bytes[11] == 0 else { throw .invalidHeader }
    generation = Self.generation(of: bytes)
    salt = Array(bytes[Self.saltOffset..<Self.slotOffset])
    var slots: [VaultSlot?] = []
    for start in stride(from: Self.slotOffset, to: Self.tagOffset, by: VaultSlot.byteCount) {
      slots.append(try VaultSlot(parsing: bytes[start..<start + VaultSlot.byteCount]))
    }
    guard slots.contains(where: { $0 != nil }) else { throw .invalidHeader }
    self.slots = slots
  }

  /// The generation in the 720 bytes of a copy.
  static func generation(of copy: [UInt8]) -> UInt32 {
    copy[generationOffset..<saltOffset].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The kind of each slot; nil for a slot that is not in use.
  var kinds: [Vault.Slot?] { slots.map { $0?.kind } }

  /// The header without its tag, 688 bytes.
  var bytes: [UInt8] {
    let empty = [UInt8](repeating: 0, count: VaultSlot.byteCount)
    return Self.magic + [Self.version, Self.suite, 0, 0] + generation.bigEndianBytes + salt
      + slots.flatMap { $0?.bytes ?? empty }
  }

  /// Refuses a header whose generation is the maximum.
  func checkGeneration() throws(VaultError) {
    guard generation < .max else { throw .noFurtherChange }
  }

  /// Replaces the slots and advances to the next generation. The generation must not be the maximum.
  mutating func change(to slots: [VaultSlot?]) {
    self.slots = slots
    generation += 1
  }
}

extension Vault.Limits {
  /// Refuses slots that exceed the limits.
  func check(_ slots: [Vault.Slot?]) throws(VaultError) {
    let slots = slots.compactMap { $0 }
    try checkCount(slots)
    try checkMemory(slots)
    let rounds = slots.reduce(0 as UInt64) { $0 + UInt64($1.rounds) }
    guard rounds <= maximumRounds else { throw .overLimit(.rounds, found: Int(clamping: rounds), limit: maximumRounds) }
  }

  func checkCount(_ slots: [Vault.Slot]) throws(VaultError) {
    guard slots.count <= maximumSlots else { throw .overLimit(.slots, found: slots.count, limit: maximumSlots) }
  }

  func checkMemory(_ slots: [Vault.Slot]) throws(VaultError) {
    let memory = slots.reduce(0) { max($0, $1.stretching?.argon2id?.memoryByteCount ?? 0) }
    guard memory <= maximumMemoryByteCount else {
      throw .overLimit(.memoryByteCount, found: memory, limit: maximumMemoryByteCount)
    }
  }

  func check(contentByteCount: UInt64) throws(VaultError) {
    guard contentByteCount <= maximumContentByteCount else {
      throw .overLimit(.contentByteCount, found: Int(clamping: contentByteCount), limit: maximumContentByteCount)
    }
  }
}
