/// A password's slot: how it is stretched, and the data key wrapped under it. Spec: FORMAT.md, section 3.
package struct VaultSlot {
  /// The function that makes a key of the password.
  package enum Stretching: UInt8 {
    /// PBKDF2-HMAC-SHA512, the default.
    case pbkdf2SHA512 = 1
    /// PBKDF2-HMAC-SHA256.
    case pbkdf2SHA256 = 2
  }

  static let byteCount = 80
  static let maximumRounds = Int(clamping: UInt32.max)

  let stretching: Stretching
  let rounds: UInt32
  private let salt: [UInt8]
  private let wrappedKey: [UInt8]

  /// A slot with a fresh salt.
  init(wrapping dataKey: SymmetricKey, password: some Sequence<UInt8>, rounds: Int, stretching: Stretching) {
    self.stretching = stretching
    self.rounds = UInt32(rounds)
    salt = SystemRandom.bytes(count: 32)
    let kek = Self.keyEncryptionKey(
      password: SymmetricKey(data: password), salt: salt, rounds: rounds, stretching: stretching)
    do {
      wrappedKey = try AES.KeyWrap.wrap(dataKey, using: kek)
    } catch {
      preconditionFailure("two keys of 32 bytes fit key wrap: \(error)")
    }
  }

  init(parsing bytes: ArraySlice<UInt8>) throws(VaultError) {
    let start = bytes.startIndex
    let rounds = bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | UInt32($1) }
    guard let stretching = Stretching(rawValue: bytes[start]), bytes[start + 1..<start + 4].allSatisfy({ $0 == 0 }),
      rounds >= 1
    else { throw .invalidHeader }
    self.stretching = stretching
    self.rounds = rounds
    salt = Array(bytes[start + 8..<start + 40])
    wrappedKey = Array(bytes[start + 40..<start + 80])
  }

  var bytes: [UInt8] {
    [stretching.rawValue, 0, 0, 0] + rounds.bigEndianBytes + salt + wrappedKey
  }

  /// The data key, if the password is the slot's.
  func unwrap(password: SymmetricKey) -> SymmetricKey? {
    // The reader's limit, an `Int`, has been checked.
    let kek = Self.keyEncryptionKey(password: password, salt: salt, rounds: Int(rounds), stretching: stretching)
    return try? AES.KeyWrap.unwrap(wrappedKey, using: kek)
  }

  private static func keyEncryptionKey(
    password: SymmetricKey, salt: [UInt8], rounds: Int, stretching: Stretching
  ) -> SymmetricKey {
    switch stretching {
    case .pbkdf2SHA512: keyEncryptionKey(SHA512.self, password: password, salt: salt, rounds: rounds)
    case .pbkdf2SHA256: keyEncryptionKey(SHA256.self, password: password, salt: salt, rounds: rounds)
    }
  }

  /// The password's length keeps apart the passwords HMAC takes for equal: `pw`, `pw‖00`, and a long one's digest.
  private static func keyEncryptionKey<H: PBKDF2HashFunction>(
    _ hash: H.Type, password: SymmetricKey, salt: [UInt8], rounds: Int
  ) -> SymmetricKey {
    let stretched = unsafe password.withUnsafeBytes { password in
      do throws(PBKDF2Error) {
        return try unsafe PBKDF2<H>.deriveKey(
          password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: H.Digest.byteCount)
      } catch {
        preconditionFailure("a slot has at least 1 round: \(error)")
      }
    }
    let passwordByteCount = UInt64(password.bitCount / 8)
    return HKDF<H>.deriveKey(
      inputKeyMaterial: stretched, info: Array("swift-vault v1 slot".utf8) + passwordByteCount.bigEndianBytes,
      outputByteCount: 32)
  }
}
