internal import HMAC
internal import SHA
internal import SwiftVaultCryptoBytes

/// The hash functions of the lesson: SHA-2, of which some hand out their whole state and some a part.
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
    func words<Kernel>(_ core: MerkleDamgard<Kernel>) -> [UInt8] {
      (0..<8).flatMap { index in bytes(UInt64(core.state[index])) }
    }
    switch self {
    case .sha224:
      var hash = SHA224(kernel: .best)
      hash.update(data: padded)
      return words(hash.core)
    case .sha256:
      var hash = SHA256(kernel: .best)
      hash.update(data: padded)
      return words(hash.core)
    case .sha384:
      var hash = SHA384(kernel: .best)
      hash.update(data: padded)
      return words(hash.core)
    case .sha512:
      var hash = SHA512(kernel: .best)
      hash.update(data: padded)
      return words(hash.core)
    case .sha512_224:
      var hash = SHA512_224(kernel: .best)
      hash.update(data: padded)
      return words(hash.core)
    case .sha512_256:
      var hash = SHA512_256(kernel: .best)
      hash.update(data: padded)
      return words(hash.core)
    }
  }

  /// The digest after more bytes, from a state after whole blocks.
  ///
  /// SHA-224 goes on like SHA-256, and the others like SHA-512: they differ in the state at the start alone.
  package func digest(from state: [UInt8], afterByteCount count: Int, _ bytes: [UInt8]) -> [UInt8] {
    precondition(state.count == stateByteCount)
    func word(_ index: Int) -> UInt64 {
      state[wordByteCount * index..<wordByteCount * (index + 1)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    if wordByteCount == 4 {
      var hash = SHA256(kernel: .best, afterByteCount: UInt64(count))
      for index in 0..<8 { hash.core.state[index] = UInt32(word(index)) }
      hash.update(data: bytes)
      return Array(Array(hash.finalize()).prefix(digestByteCount))
    }
    var hash = SHA512(kernel: .best, afterByteCount: UInt64(count))
    for index in 0..<8 { hash.core.state[index] = word(index) }
    hash.update(data: bytes)
    return Array(Array(hash.finalize()).prefix(digestByteCount))
  }

  private func bytes(_ word: UInt64) -> [UInt8] { Array(word.bigEndianBytes.suffix(wordByteCount)) }
}
