import Vault

/// The header of an RNCryptor file, which precedes the ciphertext.
package struct RNCryptorHeader: Sendable {
  /// All bytes: 34 with salts, 18 without.
  let bytes: [UInt8]

  var version: UInt8 { bytes[0] }
  var encryptionSalt: PasswordSalt { PasswordSalt(unchecked: bytes[2..<10]) }
  var authenticationSalt: PasswordSalt { PasswordSalt(unchecked: bytes[10..<18]) }

  var iv: AES.IV { try! AES.IV(data: bytes.suffix(16)) }

  /// The header of a new file. With `salts`, 16 bytes, the file is under a password.
  package init(salts: [UInt8]?, iv: AES.IV) { bytes = [3, salts == nil ? 0 : 1] + (salts ?? []) + iv.bytes }

  /// The header at the beginning of a file; nil if it is incomplete. Checks the bytes so far, the kind of the secret
  /// and the limit of rounds.
  init?(_ file: UnsafeRawBufferPointer, _ secret: RNCryptorSecret) throws(InteropError) {
    guard file.count >= 2 else { return nil }
    let (version, options) = unsafe (file[0], file[1])
    guard version <= 3 && options <= 1 else { throw .notThisFormat }
    guard version >= 2 else { throw .unsupported("RNCryptor, version \(version); versions 2 and 3 are read") }
    let count = options == 1 ? 34 : 18
    switch secret {
    case .password where options == 0: throw .argument("this file is under two keys, not under a password")
    case .keys where options == 1: throw .argument("this file is under a password, not under two keys")
    case .password(_, let maximumRounds, let rounds):
      guard rounds >= 1 else { throw .argument("\(rounds.units("round")); there is at least 1") }
      let (sum, isOver) = rounds.multipliedReportingOverflow(by: version == 2 ? 6 : 2)
      guard !isOver, sum <= maximumRounds, rounds <= PasswordStretching.maximumRounds else {
        throw .overLimit(rounds: isOver ? .max : sum, limit: maximumRounds)
      }
    case .keys: break
    }
    guard file.count >= count else { return nil }
    bytes = unsafe Array(file[..<count])
  }

  /// The error of a file that ends before its header does.
  static func incomplete(_ file: some Collection<UInt8>) -> InteropError {
    guard let options = file.dropFirst().first else { return .notThisFormat }
    return tooShort(file.count, headerByteCount: options == 1 ? 34 : 18)
  }

  private static func tooShort(_ count: Int, headerByteCount: Int) -> InteropError {
    .malformed("\(count.units("byte")); there are at least \(headerByteCount + 16 + 32)")
  }

  /// Checks the size of the whole file.
  func checkByteCount(_ count: Int) throws(InteropError) {
    let ciphertextByteCount = count - bytes.count - 32
    guard ciphertextByteCount >= 16 else { throw Self.tooShort(count, headerByteCount: bytes.count) }
    guard ciphertextByteCount % 16 == 0 else {
      throw .malformed("a ciphertext of \(ciphertextByteCount.units("byte")); it has a multiple of 16")
    }
  }
}

/// The secret that a file is sealed under.
package enum RNCryptorSecret: Sendable {
  /// The bytes of a password, the maximum of the rounds, and the rounds for each key.
  case password(SymmetricKey, maximumRounds: Int, rounds: Int)
  case keys(RNCryptorKeys)

  /// The keys of the file with this header. For a password of version 2, also the keys that other programs derive from
  /// it.
  func keys(for header: RNCryptorHeader) -> [RNCryptorKeys] {
    switch self {
    case .keys(let keys): return [keys]
    case .password(let password, _, let rounds):
      let passwords =
        header.version == 2
        ? [password.asInVersion2(unitsBeyond16Bits: 2), password.asInVersion2(unitsBeyond16Bits: 1), password]
        : [password]
      return Self.keys(passwords, header, rounds: rounds)
    }
  }

  private static func keys(_ passwords: [SymmetricKey], _ header: RNCryptorHeader, rounds: Int) -> [RNCryptorKeys] {
    let keys = PBKDF2<Insecure.SHA1>.deriveKeys(
      passwords.flatMap { password in
        [header.encryptionSalt, header.authenticationSalt].map { salt in
          unsafe password.withUnsafeBytes { password in
            // There is at least 1 round, and a key of 32 bytes.
            return try! unsafe PBKDF2<Insecure.SHA1>.Request(
              password: password, salt: salt, rounds: .exactly(rounds), outputByteCounts: [32])
          }
        }
      })
    return passwords.indices.map { RNCryptorKeys(encryption: keys[2 * $0], unchecked: keys[2 * $0 + 1]) }
  }
}

/// The two keys of a file.
package struct RNCryptorKeys: Sendable {
  let encryption: SymmetricKey
  let authentication: SymmetricKey

  /// - Throws: ``InteropError/argument(_:)`` unless both have 32 bytes.
  package init(encryption: SymmetricKey, authentication: SymmetricKey) throws(InteropError) {
    for (name, key) in [("encryption", encryption), ("authentication", authentication)] where key.bitCount != 256 {
      throw .argument("a key of \((key.bitCount / 8).units("byte")) for \(name); it has 32")
    }
    self.init(encryption: encryption, unchecked: authentication)
  }

  init(encryption: SymmetricKey, unchecked authentication: SymmetricKey) {
    self.encryption = encryption
    self.authentication = authentication
  }

  /// Whether `tag`, 32 bytes, is that of the bytes, in constant time.
  func isTag(_ tag: UnsafeRawBufferPointer, of bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: bytes, using: authentication)
  }
}

extension SymmetricKey {
  /// The first n bytes of a text in UTF-8, where n is its number of UTF-16 code units if `units` is 2, and its number
  /// of code points if `units` is 1. The time depends only on n and on the size of the text.
  /// Spec: RNCryptor-Spec-v2.md.
  func asInVersion2(unitsBeyond16Bits units: UInt8) -> SymmetricKey {
    unsafe withUnsafeBytes { bytes in
      // Each byte that is not 10xxxxxx begins a character; 11110xxx begins one beyond 16 bits.
      let count = unsafe bytes.reduce(0) { count, byte in
        count + Int(~equalMask(byte & 0xc0, 0x80) & 1) + Int(~lessMask(byte, 0xf0) & (units - 1))
      }
      return unsafe SymmetricKey(data: bytes[..<min(count, bytes.count)])
    }
  }
}
