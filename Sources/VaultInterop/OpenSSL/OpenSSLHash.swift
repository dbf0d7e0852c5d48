import Vault

/// A hash function of ``OpenSSLFile`` and ``EncryptedPrivateKey``. The raw value is OpenSSL's name.
public enum OpenSSLHash: String, Sendable {
  package static let allCases = [
    OpenSSLHash.md5, .sha1, .sha224, .sha256, .sha384, .sha512, .sha512_224, .sha512_256,
  ]

  /// MD5, which only old files use.
  case md5
  /// SHA-1, which only old files use.
  case sha1
  /// SHA-224.
  case sha224
  /// SHA-256, the default of OpenSSL.
  case sha256
  /// SHA-384.
  case sha384
  /// SHA-512.
  case sha512
  /// SHA-512/224.
  case sha512_224 = "sha512-224"
  /// SHA-512/256.
  case sha512_256 = "sha512-256"

  /// The number of PBKDF2 rounds that is recommended for this function.
  public var recommendedRounds: Int {
    switch self {
    case .md5, .sha1: Insecure.SHA1.recommendedPBKDF2Rounds
    case .sha224, .sha256: SHA256.recommendedPBKDF2Rounds
    case .sha384, .sha512, .sha512_224, .sha512_256: SHA512.recommendedPBKDF2Rounds
    }
  }
}

extension OpenSSLHash {
  /// Keys of the given sizes in bytes, derived from a password.
  ///
  /// - Parameter rounds: the rounds of PBKDF2, at least 1; nil for EVP_BytesToKey with one round.
  func keys(_ password: SymmetricKey, salt: [UInt8], rounds: Int?, byteCounts: [Int]) -> [SymmetricKey] {
    switch self {
    case .md5: Self.keys(Insecure.MD5.self, password, salt, rounds, byteCounts)
    case .sha1: Self.keys(Insecure.SHA1.self, password, salt, rounds, byteCounts)
    case .sha224: Self.keys(SHA224.self, password, salt, rounds, byteCounts)
    case .sha256: Self.keys(SHA256.self, password, salt, rounds, byteCounts)
    case .sha384: Self.keys(SHA384.self, password, salt, rounds, byteCounts)
    case .sha512: Self.keys(SHA512.self, password, salt, rounds, byteCounts)
    case .sha512_224: Self.keys(SHA512_224.self, password, salt, rounds, byteCounts)
    case .sha512_256: Self.keys(SHA512_256.self, password, salt, rounds, byteCounts)
    }
  }

  private static func keys<H: PBKDF2HashFunction>(
    _: H.Type, _ password: SymmetricKey, _ salt: [UInt8], _ rounds: Int?, _ byteCounts: [Int]
  ) -> [SymmetricKey] {
    guard let rounds else { return bytesToKey(H.self, password, salt, byteCounts) }
    return unsafe password.withUnsafeBytes { password in
      // There is at least 1 round, and a key has at least 1 byte.
      return try! unsafe PBKDF2<H>.deriveKeys([
        .init(password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCounts: byteCounts)
      ])
    }
  }

  /// OpenSSL's EVP_BytesToKey with one round: D1 = H(password ‖ salt), D2 = H(D1 ‖ password ‖ salt), and so on. The
  /// keys are consecutive slices of D1 ‖ D2 ‖ …
  private static func bytesToKey<H: HashFunction>(
    _: H.Type, _ password: SymmetricKey, _ salt: [UInt8], _ byteCounts: [Int]
  ) -> [SymmetricKey] {
    wipingStack {
      var (block, used): ([UInt8], Int) = ([], 0)
      defer { wipe(&block) }
      return byteCounts.map { byteCount in
        unsafe SymmetricKey(byteCount: byteCount) { key in
          for index in 0..<byteCount {
            if used == block.count {
              next(H.self, password, salt, &block)
              used = 0
            }
            unsafe key[index] = block[used]
            used += 1
          }
        }
      }
    }
  }

  /// Replaces a block of EVP_BytesToKey, empty at first, with the next one.
  private static func next<H: HashFunction>(
    _: H.Type, _ password: SymmetricKey, _ salt: [UInt8], _ block: inout [UInt8]
  ) {
    var function = H()
    defer { wipeIfBitwiseCopyable(&function) }
    function.update(data: block)
    unsafe password.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
    function.update(data: salt)
    if block.isEmpty { block = [UInt8](repeating: 0, count: H.byteCount) }
    let digest = function.finalize()
    unsafe digest.withUnsafeBytes { digest in
      for index in block.indices { unsafe block[index] = digest[index] }
    }
  }
}
