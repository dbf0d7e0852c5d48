/// The slot of a password, a key or a recipient: the data key wrapped under it. Spec: FORMAT.md, section 3.
struct VaultSlot: Sendable {
  static let byteCount = 80
  /// The value of the stretching byte in a slot for a key.
  static let keyMark: UInt8 = 3
  /// The value of the stretching byte in a slot for a recipient.
  static let recipientMark: UInt8 = 5
  /// The largest number of passes and of lanes that a slot has room for.
  static let (maximumPasses, maximumLanes) = (Int(UInt16.max), Int(UInt8.max))

  let kind: Vault.Slot
  /// 32 bytes, new for each slot: a salt, or the ephemeral public key of a recipient's slot.
  private let salt: [UInt8]
  private let wrappedKey: [UInt8]

  /// Creates a slot with a new salt. `stretching` applies to a password.
  init(
    wrapping dataKey: SymmetricKey, under secret: VaultSecret, stretching: PasswordStretching,
    _ work: BackgroundWork? = nil
  ) throws(VaultError) {
    let salt = SystemRandom.bytes(count: 32)
    switch secret.kind {
    case .password(let password):
      let request = Self.request(stretching, password: password, salt: salt)
      let kek = Self.keyEncryptionKey(try Self.stretched([request], work)[0], of: request)
      self.init(.password(stretching), salt: salt, dataKey, under: kek)
    case .key(let key): self.init(.key, salt: salt, dataKey, under: Self.keyEncryptionKey(key, salt: salt))
    case .recipientKey(let key): self.init(wrapping: dataKey, for: key.recipient)
    case .recipient(let recipient): self.init(wrapping: dataKey, for: recipient)
    }
  }

  /// Creates a slot with a new ephemeral key.
  private init(wrapping dataKey: SymmetricKey, for recipient: VaultRecipient) {
    let (ephemeralKey, kek) = RecipientSlot.keyEncryptionKey(for: recipient)
    self.init(.recipient, salt: ephemeralKey, dataKey, under: kek)
  }

  private init(_ kind: Vault.Slot, salt: [UInt8], _ dataKey: SymmetricKey, under kek: SymmetricKey) {
    // Two keys of 32 bytes fit key wrap.
    wrappedKey = try! AES.KeyWrap.wrap(dataKey, using: kek)
    (self.kind, self.salt) = (kind, salt)
  }

  /// Reads a slot. The result is nil if the slot is not in use.
  init?(parsing bytes: ArraySlice<UInt8>) throws(VaultError) {
    if bytes.allSatisfy({ $0 == 0 }) { return nil }
    let start = bytes.startIndex
    let mark = bytes[start]
    guard let kind = try Self.kind(mark, bytes[start + 1..<start + 8]) else { throw .invalidHeader }
    self.kind = kind
    salt = Array(bytes[start + 8..<start + 40])
    wrappedKey = Array(bytes[start + 40..<start + 80])
  }

  /// The kind of a slot, from its first 8 bytes: the stretching byte and its parameters. Nil if they are invalid.
  private static func kind(_ mark: UInt8, _ parameters: ArraySlice<UInt8>) throws(VaultError) -> Vault.Slot? {
    let (small, number) = (parameters.prefix(3), parameters.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
    if mark == PasswordStretching.Function.argon2id.rawValue {
      let (lanes, passes) = (Int(small.first!), small.dropFirst().reduce(0) { $0 << 8 | Int($1) })
      let argon2id = try? Argon2id(statedBlockCount: number, passes: passes, lanes: lanes)
      return argon2id.map { .password(PasswordStretching(argon2id: $0)) }
    }
    guard mark <= recipientMark else { throw .unsupportedStretching(Int(mark)) }
    guard small.allSatisfy({ $0 == 0 }) else { return nil }
    if mark == keyMark { return number == 0 ? .key : nil }
    if mark == recipientMark { return number == 0 ? .recipient : nil }
    guard let function = PasswordStretching.Function(rawValue: mark) else { return nil }
    let stretching = try? PasswordStretching(function, rounds: .exactly(Int(clamping: number)))
    return stretching.map { .password($0) }
  }

  var bytes: [UInt8] {
    let mark =
      switch kind {
      case .password(let stretching): stretching.function.rawValue
      case .key: Self.keyMark
      case .recipient: Self.recipientMark
      }
    var parameters = [0, 0, 0] + UInt32(kind.rounds).bigEndianBytes
    if let argon2id = kind.stretching?.argon2id {
      parameters =
        [UInt8(argon2id.lanes)] + UInt16(argon2id.passes).bigEndianBytes
        + UInt32(argon2id.memoryByteCount / 1024).bigEndianBytes
    }
    return [mark] + parameters + salt + wrappedKey
  }

  /// The slots that the secret opens, and their data keys. A password is tried on all slots of passwords in parallel
  /// lanes, a key on all slots of keys, and the private key of a recipient on all slots of recipients.
  static func unwrap(
    _ slots: [VaultSlot?], _ secret: VaultSecret, _ work: BackgroundWork?
  ) throws(VaultError) -> [(slot: Int, dataKey: SymmetricKey)] {
    switch secret.kind {
    case .password(let password):
      let tried = slots.indices.filter { slots[$0]?.kind.stretching != nil }
      let requests = tried.map { number in
        let slot = slots[number]!
        return request(slot.kind.stretching!, password: password, salt: slot.salt)
      }
      let keys = zip(try stretched(requests, work), requests).map { keyEncryptionKey($0, of: $1) }
      return zip(tried, keys).compactMap { number, key in slots[number]!.dataKey(under: key).map { (number, $0) } }
    case .key(let key): return opened(slots, .key) { keyEncryptionKey(key, salt: $0) }
    case .recipientKey(let key):
      return opened(slots, .recipient) { RecipientSlot.keyEncryptionKey(key, ephemeralKey: $0) }
    case .recipient: return []
    }
  }

  /// The slots of a kind that open, and their data keys. `kek` makes the key that wraps one from the slot's 32 bytes.
  private static func opened(
    _ slots: [VaultSlot?], _ kind: Vault.Slot, kek: (_ salt: [UInt8]) -> SymmetricKey?
  ) -> [(slot: Int, dataKey: SymmetricKey)] {
    slots.indices.compactMap { slot in
      guard let tried = slots[slot], tried.kind == kind, let kek = kek(tried.salt) else { return nil }
      return tried.dataKey(under: kek).map { (slot, $0) }
    }
  }

  private func dataKey(under kek: SymmetricKey) -> SymmetricKey? { try? AES.KeyWrap.unwrap(wrappedKey, using: kek) }

  private static func stretched(
    _ requests: [PasswordStretching.Request], _ work: BackgroundWork?
  ) throws(VaultError) -> [SymmetricKey] {
    guard let results = try? PasswordStretching.results(of: requests, work) else { throw .cancelled }
    return try results.map { result throws(VaultError) in
      switch result {
      case .success(let key): return key
      case .failure(.memoryUnavailable(let byteCount)): throw .memoryUnavailable(byteCount: byteCount)
      case .failure(let error): preconditionFailure("parameters of Argon2id that were checked: \(error)")
      }
    }
  }

  private static func request(
    _ stretching: PasswordStretching, password: SymmetricKey, salt: [UInt8]
  ) -> PasswordStretching.Request {
    PasswordStretching.Request(
      stretching: stretching, password: password, salt: salt, outputByteCount: stretching.function.digestByteCount)
  }

  /// The key that wraps the data key under a password. The length of the password separates passwords that are equal as
  /// HMAC keys: `pw` and `pw‖00`, or a long password and its digest.
  private static func keyEncryptionKey(
    _ stretched: SymmetricKey, of request: PasswordStretching.Request
  ) -> SymmetricKey {
    let passwordByteCount = UInt64(request.password.bitCount / 8)
    return request.stretching.function.expand(
      stretched, info: Array("swift-vault v1 slot".utf8) + passwordByteCount.bigEndianBytes, outputByteCount: 32)
  }

  /// The key that wraps the data key under a key.
  private static func keyEncryptionKey(_ key: SymmetricKey, salt: [UInt8]) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: "swift-vault v1 key slot".utf8, outputByteCount: 32)
  }
}
