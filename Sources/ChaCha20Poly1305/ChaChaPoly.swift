@_exported public import SwiftVaultCryptoBytes

/// ChaCha20-Poly1305: a stream cipher, and a tag that authenticates the ciphertext and associated data.
/// Spec: RFC 8439, section 2.8.
///
/// Two messages under one key must never share a nonce. If they do, the exclusive or of their ciphertexts is that of
/// their plaintexts, *and* an attacker can compute the key of their tags, and forge messages with that nonce. With
/// random nonces, seal at most 2^32 messages under one key: the nonces of two of them are then equal with a probability
/// of 2^-33.
///
/// It needs no special instruction to be fast, and reads no table.
///
/// *Not* protected: the size of the message, its order among messages, and its repetition. A tag does *not* commit to
/// a key: one ciphertext can be made that opens under two keys. Where a key comes from a password, use a vault.
public enum ChaChaPoly {
  /// The size of a key, 32 bytes.
  public static var keyByteCount: Int { 32 }
  /// The size of a nonce, 12 bytes.
  public static var nonceByteCount: Int { 12 }
  /// The size of a tag, 16 bytes.
  public static var tagByteCount: Int { 16 }
  /// The most bytes that a message can have, 2^38 - 64. Spec: RFC 8439, section 2.8.
  public static var maximumByteCount: UInt64 { 1 << 38 - 64 }

  /// Checks the size of a key.
  static func checkKey(_ key: borrowing SymmetricKey) throws(ChaChaPolyError) {
    guard key.bitCount == 8 * keyByteCount else { throw .incorrectKeySize(byteCount: key.bitCount / 8) }
  }
}

/// The error of an operation of ``ChaChaPoly`` that refused its input. The names are those of CryptoKit's errors.
public enum ChaChaPolyError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A value with a size of its own.
  public enum Parameter: Sendable {
    /// A nonce: 12 bytes.
    case nonce
    /// A sealed box: at least 28 bytes, 12 of nonce and 16 of tag.
    case sealedBox
    /// A tag: 16 bytes.
    case tag
  }

  /// A key whose size is not 32 bytes.
  case incorrectKeySize(byteCount: Int)
  /// Another value of a size that is not accepted.
  case incorrectParameterSize(Parameter, byteCount: Int)
  /// A message of more than 2^38 - 64 bytes.
  case messageTooLong
  /// A tag that does not match ciphertext, associated data, nonce and key.
  case authenticationFailure

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .incorrectKeySize(let count): "a key of \(count.units("byte")); ChaCha20-Poly1305 needs 32"
    case .incorrectParameterSize(.nonce, let count): "a nonce of \(count.units("byte")); ChaCha20-Poly1305 needs 12"
    case .incorrectParameterSize(.sealedBox, let count): "\(count.units("byte")) sealed; there are at least 28"
    case .incorrectParameterSize(.tag, let count): "a tag of \(count.units("byte")); ChaCha20-Poly1305 has 16"
    case .messageTooLong: "ChaCha20-Poly1305 takes at most 2^38 - 64 bytes"
    case .authenticationFailure: "the ciphertext, its data, nonce or tag were changed, or the key is another"
    }
  }
}

extension ChaChaPoly {
  /// A number of 12 bytes that is used only once under a key. It need not be secret or unpredictable.
  /// Spec: RFC 8439, section 2.8.
  public struct Nonce: Sendable, Hashable, Sequence, CustomStringConvertible {
    /// As little-endian words.
    let words: SIMD3<UInt32>

    /// A new random nonce from the operating system's cryptographic generator.
    public init() {
      var bytes = SIMD16<UInt8>()
      words = unsafe Swift.withUnsafeMutableBytes(of: &bytes) {
        unsafe SystemRandom.fill(UnsafeMutableRawBufferPointer(rebasing: $0[..<12]))
        return unsafe Self.words(at: UnsafeRawPointer($0.baseAddress!))
      }
    }

    /// A nonce of 12 bytes.
    ///
    /// - Throws: ``ChaChaPolyError/incorrectParameterSize(_:byteCount:)`` for another number of bytes.
    public init(data: some Sequence<UInt8>) throws(ChaChaPolyError) {
      words = try unsafe data.withBytes { bytes throws(ChaChaPolyError) in
        guard bytes.count == nonceByteCount else { throw .incorrectParameterSize(.nonce, byteCount: bytes.count) }
        return unsafe Self.words(at: bytes.baseAddress!)
      }
    }

    /// The nonce at an address.
    init(at address: UnsafeRawPointer) { words = unsafe Self.words(at: address) }

    private static func words(at address: UnsafeRawPointer) -> SIMD3<UInt32> {
      // SAFETY: the callers guarantee 12 bytes.
      unsafe SIMD3(
        UInt32(littleEndian: address.loadUnaligned(as: UInt32.self)),
        UInt32(littleEndian: address.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
        UInt32(littleEndian: address.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    }

    /// Writes the 12 bytes.
    func store(to memory: UnsafeMutableRawPointer) {
      // SAFETY: the callers guarantee 12 bytes.
      unsafe memory.storeBytes(of: words[0].littleEndian, as: UInt32.self)
      unsafe memory.storeBytes(of: words[1].littleEndian, toByteOffset: 4, as: UInt32.self)
      unsafe memory.storeBytes(of: words[2].littleEndian, toByteOffset: 8, as: UInt32.self)
    }

    private var bytes: [UInt8] { unsafe [UInt8](byteCount: nonceByteCount) { unsafe store(to: $0) } }

    /// An iterator over the bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    /// The bytes in lowercase hexadecimal digits.
    public var description: String { Hex.encode(bytes) }

    /// Calls `body` with the bytes. The pointer is valid only during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try unsafe bytes.withBytes(body)
    }
  }

  /// The nonce, ciphertext and tag of a message.
  public struct SealedBox: Sendable, Hashable {
    /// Nonce ‖ ciphertext ‖ tag.
    @usableFromInline let bytes: [UInt8]

    /// A sealed box of at least 28 bytes.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A sealed box of nonce ‖ ciphertext ‖ tag.
    ///
    /// - Throws: ``ChaChaPolyError/incorrectParameterSize(_:byteCount:)`` when there are fewer than 28 bytes.
    public init(combined: some Sequence<UInt8>) throws(ChaChaPolyError) {
      bytes = Array(combined)
      guard bytes.count >= nonceByteCount + tagByteCount else {
        throw .incorrectParameterSize(.sealedBox, byteCount: bytes.count)
      }
    }

    /// A sealed box of its parts.
    ///
    /// - Parameters:
    ///   - nonce: the nonce.
    ///   - ciphertext: any number of bytes.
    ///   - tag: the tag, 16 bytes.
    /// - Throws: ``ChaChaPolyError/incorrectParameterSize(_:byteCount:)`` for a tag of another size.
    public init(nonce: Nonce, ciphertext: some Sequence<UInt8>, tag: some Sequence<UInt8>) throws(ChaChaPolyError) {
      bytes = Array(nonce) + ciphertext + (try checkedTag(tag))
    }

    /// Nonce ‖ ciphertext ‖ tag.
    @_disfavoredOverload
    @inlinable
    public var combined: [UInt8] { bytes }

    @inlinable
    package var combinedBytes: [UInt8] { bytes }

    /// The nonce.
    public var nonce: Nonce {
      // SAFETY: a box has at least 28 bytes.
      unsafe bytes.withUnsafeBytes { unsafe Nonce(at: $0.baseAddress!) }
    }

    /// The ciphertext, as long as the message.
    @_disfavoredOverload
    public var ciphertext: [UInt8] { Array(bytes[nonceByteCount..<bytes.count - tagByteCount]) }

    /// The tag, 16 bytes.
    @_disfavoredOverload
    public var tag: [UInt8] { Array(bytes[(bytes.count - tagByteCount)...]) }

    /// Whether both boxes have the same nonce, ciphertext and tag, in a time that depends only on their sizes.
    public static func == (left: Self, right: Self) -> Bool { ConstantTime.areEqual(left.bytes, right.bytes) }
  }

  /// The bytes of a tag.
  static func checkedTag(_ tag: some Sequence<UInt8>) throws(ChaChaPolyError) -> [UInt8] {
    let tag = Array(tag)
    guard tag.count == tagByteCount else { throw .incorrectParameterSize(.tag, byteCount: tag.count) }
    return tag
  }
}
