public import SwiftVault

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The names of CryptoKit's errors and of swift-crypto's library CryptoExtras, for code that was written with them. Each
// calls the operation of this package, whose documentation says what it does and does not protect.

/// The name of ``/AES/AESError`` in CryptoKit. A size is part of the error here: write `case .incorrectKeySize` without
/// a value.
public typealias CryptoKitError = AESError
/// The name of ``/SHA/SHA512_256`` in CryptoExtras.
public typealias SHA512256 = SHA512_256
/// The name of ``/SHA/SHA512_256Digest`` in CryptoExtras.
public typealias SHA512256Digest = SHA512_256Digest

/// SHA3-256 of CryptoKit, which this package does not have.
@available(*, unavailable, message: "SHA-3 has no counterpart in this package")
public typealias SHA3_256 = SHA256
/// SHA3-384 of CryptoKit, which this package does not have.
@available(*, unavailable, message: "SHA-3 has no counterpart in this package")
public typealias SHA3_384 = SHA384
/// SHA3-512 of CryptoKit, which this package does not have.
@available(*, unavailable, message: "SHA-3 has no counterpart in this package")
public typealias SHA3_512 = SHA512

extension SymmetricKey {
  /// A text is no key.
  @available(*, unavailable, message: "a text is no key: give its utf8, or the bytes that Hex.decode(_:) returns")
  public init(data: String) { preconditionFailure() }
}

extension AES {
  /// The name of `CBC` in CryptoExtras.
  public enum _CBC {
    /// The name of `AES.IV` in CryptoExtras.
    public typealias IV = AES.IV

    /// Encrypts a message with `CBC`, with PKCS#7 padding unless `noPadding` is true.
    ///
    /// - Throws: ``/AES/AESError``, as `CBC` does.
    public static func encrypt(
      _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, iv: IV, noPadding: Bool = false
    ) throws(AESError) -> Data {
      Data(try CBC.encrypt(plaintext, using: key, iv: iv, padding: noPadding ? .none : .pkcs7))
    }

    /// Decrypts a ciphertext with `CBC`, with PKCS#7 padding unless `noPadding` is true. It is *not* authenticated.
    ///
    /// - Throws: ``/AES/AESError``, as `CBC` does.
    public static func decrypt(
      _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, iv: IV, noPadding: Bool = false
    ) throws(AESError) -> Data {
      Data(try CBC.decrypt(ciphertext, using: key, iv: iv, padding: noPadding ? .none : .pkcs7))
    }
  }

  /// The name of `CFB` in CryptoExtras.
  public enum _CFB {
    /// The name of `AES.IV` in CryptoExtras.
    public typealias IV = AES.IV

    /// Encrypts a message with `CFB`.
    ///
    /// - Throws: ``/AES/AESError``, as `CFB` does.
    public static func encrypt(
      _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, iv: IV
    ) throws(AESError) -> Data { Data(try CFB.encrypt(plaintext, using: key, iv: iv)) }

    /// Decrypts a ciphertext with `CFB`. It is *not* authenticated.
    ///
    /// - Throws: ``/AES/AESError``, as `CFB` does.
    public static func decrypt(
      _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, iv: IV
    ) throws(AESError) -> Data { Data(try CFB.decrypt(ciphertext, using: key, iv: iv)) }
  }

  /// The name of `CTR` in CryptoExtras.
  public enum _CTR {
    /// The name of `CTR.Nonce` in CryptoExtras.
    public typealias Nonce = CTR.Nonce

    /// Encrypts a message with `CTR`.
    ///
    /// - Throws: ``/AES/AESError``, as `CTR` does.
    public static func encrypt(
      _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce
    ) throws(AESError) -> Data { Data(try CTR.encrypt(plaintext, using: key, nonce: nonce)) }

    /// Decrypts a ciphertext with `CTR`. It is *not* authenticated.
    ///
    /// - Throws: ``/AES/AESError``, as `CTR` does.
    public static func decrypt(
      _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce
    ) throws(AESError) -> Data { Data(try CTR.decrypt(ciphertext, using: key, nonce: nonce)) }
  }

  /// Encrypts one block of 16 bytes in place with `ECB`.
  ///
  /// - Throws: ``/AES/AESError`` for another size, or a key that is not 16, 24 or 32 bytes.
  public static func permute(_ payload: inout some MutableCollection<UInt8>, key: SymmetricKey) throws(AESError) {
    try replace(&payload, key, ECB.encrypt)
  }

  /// Decrypts one block of 16 bytes in place with `ECB`.
  ///
  /// - Throws: ``/AES/AESError`` for another size, or a key that is not 16, 24 or 32 bytes.
  public static func inversePermute(
    _ payload: inout some MutableCollection<UInt8>, key: SymmetricKey
  ) throws(AESError) {
    try replace(&payload, key, ECB.decrypt)
  }

  private static func replace(
    _ payload: inout some MutableCollection<UInt8>, _ key: SymmetricKey,
    _ body: ([UInt8], SymmetricKey, Padding) throws(AESError) -> [UInt8]
  ) throws(AESError) {
    guard payload.count == 16 else { throw .incorrectParameterSize(.blocks, byteCount: payload.count) }
    for (index, byte) in zip(payload.indices, try body(Array(payload), key, .none)) { payload[index] = byte }
  }
}

extension AES.IV {
  /// An IV of the given 16 bytes.
  ///
  /// - Throws: ``/AES/AESError/incorrectParameterSize(_:byteCount:)`` for any other number of bytes.
  public init(ivBytes: some Sequence<UInt8>) throws(AESError) { try self.init(data: ivBytes) }
}

extension AES.CTR.Nonce {
  /// A nonce of the given bytes: 16, or 12 that are followed by a counter of 4 bytes that starts at 0.
  ///
  /// - Throws: ``/AES/AESError/incorrectParameterSize(_:byteCount:)`` for any other number of bytes.
  public init(nonceBytes: some Sequence<UInt8>) throws(AESError) { try self.init(data: nonceBytes) }
}

/// The names of ``/PBKDF2/PBKDF2`` and ``/MemoryHard/Scrypt`` in CryptoExtras.
public enum KDF {
  /// Functions that need little memory.
  public enum Insecure {
    /// The name of ``/PBKDF2/PBKDF2`` in CryptoExtras.
    public enum PBKDF2 {
      /// The hash function of PBKDF2.
      public enum HashFunction: Sendable {
        /// MD5, for old formats.
        case insecureMD5
        /// SHA-1, for old formats.
        case insecureSHA1
        /// SHA-224, for old formats.
        case insecureSHA224
        /// SHA-256.
        case sha256
        /// SHA-384.
        case sha384
        /// SHA-512.
        case sha512
      }

      /// Derives a key from a password.
      ///
      /// - Parameters:
      ///   - password: the password.
      ///   - salt: any bytes; at least 16 that are random, and new for each password.
      ///   - hashFunction: the hash function.
      ///   - outputByteCount: the size of the key, at least 1.
      ///   - rounds: at least 210,000, as CryptoExtras demands.
      /// - Throws: ``/PBKDF2/PBKDF2Error`` for fewer rounds, and for other sizes.
      public static func deriveKey(
        from password: some Sequence<UInt8>, salt: some Sequence<UInt8>, using hashFunction: HashFunction,
        outputByteCount: Int, rounds: Int
      ) throws(PBKDF2Error) -> SymmetricKey {
        guard rounds >= 210_000 else { throw .tooFewRounds(rounds, minimum: 210_000) }
        return try deriveKey(
          from: password, salt: salt, using: hashFunction, outputByteCount: outputByteCount,
          unsafeUncheckedRounds: rounds)
      }

      /// Derives a key from a password with any number of rounds, at least 1.
      ///
      /// - Throws: ``/PBKDF2/PBKDF2Error`` for other sizes.
      public static func deriveKey(
        from password: some Sequence<UInt8>, salt: some Sequence<UInt8>, using hashFunction: HashFunction,
        outputByteCount: Int, unsafeUncheckedRounds: Int
      ) throws(PBKDF2Error) -> SymmetricKey {
        func key<H: PBKDF2HashFunction>(_: H.Type) throws(PBKDF2Error) -> SymmetricKey {
          try SwiftVault.PBKDF2<H>.deriveKey(
            password: password, salt: .init(unchecked: salt), rounds: .exactly(unsafeUncheckedRounds),
            outputByteCount: outputByteCount)
        }
        return switch hashFunction {
        case .insecureMD5: try key(SwiftVault.Insecure.MD5.self)
        case .insecureSHA1: try key(SwiftVault.Insecure.SHA1.self)
        case .insecureSHA224: try key(SHA224.self)
        case .sha256: try key(SHA256.self)
        case .sha384: try key(SHA384.self)
        case .sha512: try key(SHA512.self)
        }
      }
    }
  }

  /// The name of ``/MemoryHard/Scrypt`` in CryptoExtras.
  public enum Scrypt {
    /// Derives a key from a password.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - salt: any bytes; at least 16 that are random, and new for each password.
    ///   - outputByteCount: the size of the key.
    ///   - rounds: the cost N, a power of 2.
    ///   - blockSize: the block size r.
    ///   - parallelism: the parallelization p.
    ///   - maxMemory: the most memory in bytes; nil for what the parameters need.
    /// - Throws: ``/MemoryHard/MemoryHardError`` for other parameters, and when the memory cannot be had.
    public static func deriveKey(
      from password: some Sequence<UInt8>, salt: some Sequence<UInt8>, outputByteCount: Int, rounds: Int,
      blockSize: Int, parallelism: Int, maxMemory: Int? = nil
    ) throws(MemoryHardError) -> SymmetricKey {
      try SwiftVault.Scrypt(cost: rounds, blockSize: blockSize, parallelization: parallelism).deriveKey(
        password: password, salt: .init(unchecked: salt), outputByteCount: outputByteCount,
        memoryLimit: maxMemory ?? .max)
    }
  }
}
