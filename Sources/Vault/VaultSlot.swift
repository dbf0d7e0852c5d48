/// The slot of a password: its stretching, and the data key wrapped under it. Spec: FORMAT.md, section 3.
struct VaultSlot: Sendable {
  static let byteCount = 80

  let stretching: PasswordStretching
  private let salt: [UInt8]
  private let wrappedKey: [UInt8]

  /// Creates a slot with a new salt.
  init(wrapping dataKey: SymmetricKey, password: SymmetricKey, stretching: PasswordStretching) {
    self.stretching = stretching
    salt = SystemRandom.bytes(count: 32)
    let request = Self.request(stretching, password: password, salt: salt)
    let kek = Self.keyEncryptionKey(PasswordStretching.keys([request])[0], of: request)
    do {
      wrappedKey = try AES.KeyWrap.wrap(dataKey, using: kek)
    } catch {
      preconditionFailure("two keys of 32 bytes fit key wrap: \(error)")
    }
  }

  /// Reads a slot. The result is nil if the slot is not in use.
  init?(parsing bytes: ArraySlice<UInt8>) throws(VaultError) {
    if bytes.allSatisfy({ $0 == 0 }) { return nil }
    let start = bytes.startIndex
    let rounds = bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | UInt32($1) }
    guard let function = PasswordStretching.Function(rawValue: bytes[start]) else {
      throw bytes[start] == 0 ? .invalidHeader : .unsupportedStretching(Int(bytes[start]))
    }
    guard bytes[start + 1..<start + 4].allSatisfy({ $0 == 0 }),
      let stretching = try? PasswordStretching(function, unsafeUncheckedRounds: Int(clamping: rounds))
    else { throw .invalidHeader }
    self.stretching = stretching
    salt = Array(bytes[start + 8..<start + 40])
    wrappedKey = Array(bytes[start + 40..<start + 80])
  }

  var bytes: [UInt8] {
    [stretching.function.rawValue, 0, 0, 0] + UInt32(stretching.rounds).bigEndianBytes + salt + wrappedKey
  }

  /// The slots that the password opens, and their data keys. All slots are tried in parallel lanes.
  static func unwrap(_ slots: [VaultSlot?], password: SymmetricKey) -> [(slot: Int, dataKey: SymmetricKey)] {
    let inUse = slots.indices.filter { slots[$0] != nil }
    let requests = inUse.map { request(slots[$0]!.stretching, password: password, salt: slots[$0]!.salt) }
    return zip(zip(inUse, PasswordStretching.keys(requests)), requests).compactMap { place, request in
      let kek = keyEncryptionKey(place.1, of: request)
      guard let dataKey = try? AES.KeyWrap.unwrap(slots[place.0]!.wrappedKey, using: kek) else { return nil }
      return (place.0, dataKey)
    }
  }

  private static func request(
    _ stretching: PasswordStretching, password: SymmetricKey, salt: [UInt8]
  ) -> PasswordStretching.Request {
    PasswordStretching.Request(
      stretching: stretching, password: password, salt: salt, outputByteCount: stretching.function.digestByteCount)
  }

  /// The key that wraps the data key. The length of the password separates passwords that are equal as HMAC keys: `pw`
  /// and `pw‖00`, or a long password and its digest.
  private static func keyEncryptionKey(
    _ stretched: SymmetricKey, of request: PasswordStretching.Request
  ) -> SymmetricKey {
    let passwordByteCount = UInt64(request.password.bitCount / 8)
    return request.stretching.function.expand(
      stretched, info: Array("swift-vault v1 slot".utf8) + passwordByteCount.bigEndianBytes, outputByteCount: 32)
  }
}
