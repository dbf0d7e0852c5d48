import Vault

/// AES-CTR with a secret first counter block, one that is derived from a password or a key.
/// Spec: NIST SP 800-38A, section 6.5.
///
/// `AES.CTR` branches where the low half of its counter overflows. Here no branch depends on a counter: the counter
/// blocks are computed with masks, and encrypted in ECB.
struct SecretCounter {
  // The size of the counter blocks that are encrypted at once.
  private static let groupByteCount = 16_384

  private let key: SymmetricKey
  /// The first counter block.
  private let first: SymmetricKey

  /// A cipher with a key of 32 bytes and a first counter block of 16.
  init(key: SymmetricKey, first: SymmetricKey) { (self.key, self.first) = (key, first) }

  /// Encrypts or decrypts a message. `output` has room for it, and is the same memory or does not overlap it.
  func process(_ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) {
    var (high, low) = unsafe first.withUnsafeBytes { first in
      // SAFETY: the key has 16 bytes.
      let start = first.baseAddress!
      return unsafe (start.loadBigEndian(0, as: UInt64.self), start.loadBigEndian(8, as: UInt64.self))
    }
    var keystream = [UInt8](repeating: 0, count: min(Self.groupByteCount, (message.count + 15) / 16 * 16))
    defer {
      wipe(&high)
      wipe(&low)
      wipe(&keystream)
    }
    for start in stride(from: 0, to: message.count, by: Self.groupByteCount) {
      unsafe keystream.withUnsafeMutableBytes { unsafe Self.count($0, &high, &low) }
      // The key has 32 bytes, and counter blocks 16.
      try! AES.ECB.encrypt(inPlace: &keystream, using: key, padding: .none)
      let count = min(Self.groupByteCount, message.count - start)
      // SAFETY: `count` bytes from `start` on are in the message and in the output, and the keystream has as many.
      unsafe keystream.withUnsafeBytes {
        unsafe Self.add($0, to: message.baseAddress! + start, into: output + start, byteCount: count)
      }
    }
  }

  /// Writes counter blocks, and counts them modulo 2^128.
  private static func count(_ blocks: UnsafeMutableRawBufferPointer, _ high: inout UInt64, _ low: inout UInt64) {
    let start = blocks.baseAddress!
    for place in stride(from: 0, to: blocks.count, by: 16) {
      // SAFETY: the size is a multiple of 16.
      unsafe start.storeBigEndian(high, at: place)
      unsafe start.storeBigEndian(low, at: place + 8)
      low &+= 1
      let nonzero = (low | (0 &- low)) &>> 63  // low == 0 ? 0 : 1
      high &+= 1 &- nonzero
    }
  }

  /// Writes the exclusive or of a keystream and as many bytes of a message, or fewer.
  private static func add(
    _ keystream: UnsafeRawBufferPointer, to message: UnsafeRawPointer, into output: UnsafeMutableRawPointer,
    byteCount: Int
  ) {
    // SAFETY, of both loops: the caller guarantees `byteCount` bytes in all three.
    var place = 0
    while byteCount - place >= 8 {
      let word = unsafe message.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let mask = unsafe keystream.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      unsafe output.storeBytes(of: word ^ mask, toByteOffset: place, as: UInt64.self)
      place += 8
    }
    for place in place..<byteCount {
      let byte = unsafe message.load(fromByteOffset: place, as: UInt8.self) ^ keystream[place]
      unsafe output.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    }
  }
}
