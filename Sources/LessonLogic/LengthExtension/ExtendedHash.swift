internal import HMAC
internal import SHA
internal import SwiftVaultCryptoBytes
internal import SwiftVaultSHABlocks

/// The hash functions of the lesson: SHA-2 functions whose digest is the whole state or a part of it.
///
/// Spec: FIPS 180-4, section 6.
package enum ExtendedHash: String, CaseIterable, Sendable {
  case sha224
  case sha256
  case sha384
  case sha512
  case sha512_224
  case sha512_256

  package var title: String {
    switch self {
    case .sha224: "SHA-224"
    case .sha256: "SHA-256"
    case .sha384: "SHA-384"
    case .sha512: "SHA-512"
    case .sha512_224: "SHA-512/224"
    case .sha512_256: "SHA-512/256"
    }
  }

  package var digestByteCount: Int {
    switch self {
    case .sha224, .sha512_224: 28
    case .sha256, .sha512_256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The bytes of each of the eight words of the state.
  package var wordByteCount: Int { self == .sha224 || self == .sha256 ? 4 : 8 }
  package var stateByteCount: Int { 8 * wordByteCount }
  package var blockByteCount: Int { 16 * wordByteCount }
  /// The bytes of the state that a digest does not show.
  package var hiddenByteCount: Int { stateByteCount - digestByteCount }

  /// The padding after `byteCount` bytes: 0x80, zeros, and the length in bits as two words.
  ///
  /// Spec: FIPS 180-4, section 5.1.
  package func padding(after byteCount: Int) -> [UInt8] {
    let zeroCount = (2 * blockByteCount - 9 - byteCount % blockByteCount) % blockByteCount
    // With words of 64 bits the length has 16 bytes, and may need a block more than one of 8 bytes.
    let fits = zeroCount >= 2 * wordByteCount - 8
    return [0x80] + [UInt8](repeating: 0, count: fits ? zeroCount : zeroCount + blockByteCount)
      + UInt64(8 * byteCount).bigEndianBytes
  }

  package func digest(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .sha224: Array(SHA224.hash(data: bytes))
    case .sha256: Array(SHA256.hash(data: bytes))
    case .sha384: Array(SHA384.hash(data: bytes))
    case .sha512: Array(SHA512.hash(data: bytes))
    case .sha512_224: Array(SHA512_224.hash(data: bytes))
    case .sha512_256: Array(SHA512_256.hash(data: bytes))
    }
  }

  /// Spec: FIPS 198-1, section 4.
  package func authenticationCode(for message: [UInt8], key: [UInt8]) -> [UInt8] {
    let key = SymmetricKey(data: key)
    return switch self {
    case .sha224: Array(HMAC<SHA224>.authenticationCode(for: message, using: key))
    case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    case .sha384: Array(HMAC<SHA384>.authenticationCode(for: message, using: key))
    case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
    case .sha512_224: Array(HMAC<SHA512_224>.authenticationCode(for: message, using: key))
    case .sha512_256: Array(HMAC<SHA512_256>.authenticationCode(for: message, using: key))
    }
  }

  /// The whole state after a message and its padding. The digest is its beginning.
  package func state(after message: [UInt8]) -> [UInt8] {
    let padded = message + padding(after: message.count)
    return wordByteCount == 4
      ? bytes(sha256(from: initialState, afterByteCount: 0, padded).core.state)
      : bytes(sha512(from: initialState, afterByteCount: 0, padded).core.state)
  }

  /// The digest after more bytes, from a state after whole blocks.
  package func digest(from state: [UInt8], afterByteCount count: Int, _ bytes: [UInt8]) -> [UInt8] {
    let digest =
      wordByteCount == 4
      ? Array(sha256(from: state, afterByteCount: count, bytes).finalize())
      : Array(sha512(from: state, afterByteCount: count, bytes).finalize())
    return Array(digest.prefix(digestByteCount))
  }

  /// The initial state. Apart from it and the length of the digest, SHA-224 is SHA-256, and the others are SHA-512.
  ///
  /// Spec: FIPS 180-4, section 5.3.
  private var initialState: [UInt8] {
    switch self {
    case .sha224: bytes(SHA224(kernel: .best).core.state)
    case .sha256: bytes(SHA256(kernel: .best).core.state)
    case .sha384: bytes(SHA384(kernel: .best).core.state)
    case .sha512: bytes(SHA512(kernel: .best).core.state)
    case .sha512_224: bytes(SHA512_224(kernel: .best).core.state)
    case .sha512_256: bytes(SHA512_256(kernel: .best).core.state)
    }
  }

  private func sha256(from state: [UInt8], afterByteCount count: Int, _ bytes: [UInt8]) -> SHA256 {
    var hash = SHA256(kernel: .best, afterByteCount: UInt64(count))
    for index in 0..<8 { hash.core.state[index] = UInt32(word(index, of: state)) }
    hash.update(data: bytes)
    return hash
  }

  private func sha512(from state: [UInt8], afterByteCount count: Int, _ bytes: [UInt8]) -> SHA512 {
    var hash = SHA512(kernel: .best, afterByteCount: UInt64(count))
    for index in 0..<8 { hash.core.state[index] = word(index, of: state) }
    hash.update(data: bytes)
    return hash
  }

  private func word(_ index: Int, of state: [UInt8]) -> UInt64 {
    precondition(state.count == stateByteCount)
    return state[wordByteCount * index..<wordByteCount * (index + 1)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func bytes<Words: SIMD>(_ state: Words) -> [UInt8] where Words.Scalar: FixedWidthInteger {
    (0..<8).flatMap { UInt64(state[$0]).bigEndianBytes.suffix(wordByteCount) }
  }
}
