/// One of the two copies of the header that a vault begins with. Spec: FORMAT.md, section 2.
struct VaultHeader: Sendable {
  static let magic: [UInt8] = [0x8b, 0x53, 0x56, 0x4c, 0x54, 0x0d, 0x0a, 0x1a]  // not text: shows newline translation
  static let version: UInt8 = 1
  /// AES-256-CTR with HMAC-SHA-256 in chunks of 64 KiB.
  static let suite: UInt8 = 1
  static let slotCount = 8
  static let saltOffset = 16
  static let slotOffset = 48
  static let tagOffset = slotOffset + slotCount * VaultSlot.byteCount
  static let byteCount = tagOffset + 32

  let salt: [UInt8]
  var slots: [VaultSlot?]
  /// The tag, as it was read; of a new header none.
  private let tag: [UInt8]

  /// A new header with a fresh salt.
  init(_ slot: VaultSlot) {
    salt = SystemRandom.bytes(count: 32)
    slots = [slot] + Array(repeating: nil, count: Self.slotCount - 1)
    tag = []
  }

  /// Reads one copy, in the order of FORMAT.md, section 5.
  private init(parsing copy: ArraySlice<UInt8>) throws(VaultError) {
    let bytes = Array(copy)
    guard bytes.starts(with: Self.magic) else { throw .notAVault }
    guard bytes.count > 8 else { throw .truncated }
    guard bytes[8] == Self.version else { throw .unsupportedVersion(Int(bytes[8])) }
    guard bytes.count == Self.byteCount else { throw .truncated }
    guard bytes[9] == Self.suite, bytes[10..<16].allSatisfy({ $0 == 0 }) else { throw .invalidHeader }
    salt = Array(bytes[Self.saltOffset..<Self.slotOffset])
    var slots: [VaultSlot?] = []
    for start in stride(from: Self.slotOffset, to: Self.tagOffset, by: VaultSlot.byteCount) {
      slots.append(try VaultSlot(parsing: bytes[start..<start + VaultSlot.byteCount]))
    }
    guard slots.contains(where: { $0 != nil }) else { throw .invalidHeader }
    self.slots = slots
    tag = Array(bytes[Self.tagOffset...])
  }

  /// How the password of each slot is stretched; nil where a slot is not in use.
  var stretchings: [PasswordStretching?] { slots.map { $0?.stretching } }

  /// All but the tag, 688 bytes.
  var bytes: [UInt8] {
    let empty = [UInt8](repeating: 0, count: VaultSlot.byteCount)
    return Self.magic + [Self.version, Self.suite, 0, 0, 0, 0, 0, 0] + salt + slots.flatMap { $0?.bytes ?? empty }
  }

  /// The keys behind the first slot that the password opens, once the header and the context are authentic.
  func unlock(
    password: SymmetricKey, context: [UInt8], limits: Vault.Limits
  ) throws(VaultError) -> (slot: Int, dataKey: SymmetricKey) {
    try limits.check(stretchings)
    guard let (slot, dataKey) = VaultSlot.unwrap(slots, password: password) else { throw .wrongPasswordOrContext }
    guard VaultKeys(dataKey: dataKey, salt: salt).authenticate(self, context: context) == tag else {
      throw .wrongPasswordOrContext
    }
    return (slot, dataKey)
  }
}

extension VaultHeader {
  /// The copies that follow the rules, the first one first: two that are alike, unless a change of the slots was
  /// interrupted or one of them is damaged.
  struct Copies {
    private(set) var headers: [VaultHeader] = []
    let areAlike: Bool

    /// Reads the first 1,440 bytes of a vault; throws the first copy's error if both break the rules.
    init(parsing vault: UnsafeRawBufferPointer) throws(VaultError) {
      let bytes = unsafe Array(vault.prefix(Vault.headerByteCount))
      let first = bytes.prefix(VaultHeader.byteCount)
      let second = bytes.dropFirst(VaultHeader.byteCount)
      areAlike = first.elementsEqual(second)
      var failure: VaultError?
      for copy in areAlike ? [first] : [first, second] {
        do throws(VaultError) {
          headers.append(try VaultHeader(parsing: copy))
        } catch {
          failure = failure ?? error
        }
      }
      if bytes.count < Vault.headerByteCount, !headers.isEmpty { throw .truncated }
      if headers.isEmpty { throw failure ?? .invalidHeader }
    }
  }
}

extension Vault.Limits {
  /// Refuses slots that ask for more than the limits.
  func check(_ slots: [PasswordStretching?]) throws(VaultError) {
    let slots = slots.compactMap { $0 }
    guard slots.count <= maximumSlots else { throw .overLimit(.slots, found: slots.count, limit: maximumSlots) }
    let rounds = slots.reduce(0 as UInt64) { $0 + UInt64($1.rounds) }
    guard rounds <= maximumRounds else {
      throw .overLimit(.rounds, found: Int(clamping: rounds), limit: maximumRounds)
    }
  }

  func check(contentByteCount: UInt64) throws(VaultError) {
    guard contentByteCount <= maximumContentByteCount else {
      throw .overLimit(.contentByteCount, found: Int(clamping: contentByteCount), limit: maximumContentByteCount)
    }
  }
}
