/// The slot of a password or a key: the data key wrapped under it. Spec: FORMAT.md, section 3.
struct VaultSlot: Sendable {
  static let byteCount = 80
  /// The number that marks the slot of a key, where that of a password has its stretching.
  static let keyMark: UInt8 = 3

  let kind: Vault.Slot
  private let salt: [UInt8]
  private let wrappedKey: [UInt8]

  /// Creates a slot with a new salt. The `stretching` is that of a password.
  init(
    wrapping dataKey: SymmetricKey, under secret: VaultSecret, stretching: PasswordStretching,
    _ work: BackgroundWork? = nil
  ) {
    let salt = SystemRandom.bytes(count: 32)
    let kek: SymmetricKey
    switch secret.kind {
    case .password(let password):
      let request = Self.request(stretching, password: password, salt: salt)
      kek = Self.keyEncryptionKey(PasswordStretching.keys([request], work)[0], of: request)
    case .key(let key):
      kek = Self.keyEncryptionKey(key, salt: salt)
    }
    do {
      wrappedKey = try AES.KeyWrap.wrap(dataKey, using: kek)
    } catch {
      preconditionFailure("two keys of 32 bytes fit key wrap: \(error)")
    }
    (kind, self.salt) = (secret.slot(stretching: stretching), salt)
  }

  /// Reads a slot. The result is nil if the slot is not in use.
  init?(parsing bytes: ArraySlice<UInt8>) throws(VaultError) {
    if bytes.allSatisfy({ $0 == 0 }) { return nil }
    let start = bytes.startIndex
    let mark = bytes[start]
    let rounds = bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | UInt32($1) }
    guard mark <= Self.keyMark else { throw .unsupportedStretching(Int(mark)) }
    guard bytes[start + 1..<start + 4].allSatisfy({ $0 == 0 }) else { throw .invalidHeader }
    if mark == Self.keyMark {
      guard rounds == 0 else { throw .invalidHeader }
      kind = .key
    } else {
      guard let function = PasswordStretching.Function(rawValue: mark),
        let stretching = try? PasswordStretching(function, rounds: .unchecked(Int(clamping: rounds)))
      else { throw .invalidHeader }
      kind = .password(stretching)
    }
    salt = Array(bytes[start + 8..<start + 40])
    wrappedKey = Array(bytes[start + 40..<start + 80])
  }

  var bytes: [UInt8] {
    let mark = kind.stretching?.function.rawValue ?? Self.keyMark
    return [mark, 0, 0, 0] + UInt32(kind.rounds).bigEndianBytes + salt + wrappedKey
  }

  /// The slots that the secret opens, and their data keys. A password is tried on all slots of passwords in parallel
  /// lanes, a key on all slots of keys.
  static func unwrap(
    _ slots: [VaultSlot?], _ secret: VaultSecret, _ work: BackgroundWork?
  ) -> [(slot: Int, dataKey: SymmetricKey)] {
    switch secret.kind {
    case .password(let password):
      let tried = slots.indices.compactMap { slot in slots[slot]?.kind.stretching.map { (slot, $0) } }
      let requests = tried.map { request($0.1, password: password, salt: slots[$0.0]!.salt) }
      return zip(zip(tried, PasswordStretching.keys(requests, work)), requests).compactMap { place, request in
        slots[place.0.0]!.dataKey(under: keyEncryptionKey(place.1, of: request)).map { (place.0.0, $0) }
      }
    case .key(let key):
      return slots.indices.compactMap { slot in
        guard let tried = slots[slot], tried.kind == .key else { return nil }
        return tried.dataKey(under: keyEncryptionKey(key, salt: tried.salt)).map { (slot, $0) }
      }
    }
  }

  private func dataKey(under kek: SymmetricKey) -> SymmetricKey? {
    try? AES.KeyWrap.unwrap(wrappedKey, using: kek)
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
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: "swift-vault v1 key slot".utf8, outputByteCount: 32)
  }
}
