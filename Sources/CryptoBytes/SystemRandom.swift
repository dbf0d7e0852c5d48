/// Random bytes from the operating system's cryptographic generator, through Swift's `SystemRandomNumberGenerator`.
///
/// For a key, use `SymmetricKey(size:)`, which overwrites it when its lifetime ends.
public enum SystemRandom {
  /// `count` random bytes, for a salt, a nonce or a token. A negative number traps.
  public static func bytes(count: Int) -> [UInt8] {
    precondition(count >= 0, "\(count) random bytes")
    return unsafe [UInt8](byteCount: count) { unsafe fill(UnsafeMutableRawBufferPointer(start: $0, count: count)) }
  }

  /// Fills the buffer with random bytes.
  public static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    var generator = SystemRandomNumberGenerator()
    var offset = 0
    while offset < buffer.count {
      var word = generator.next()
      let count = min(8, buffer.count - offset)
      // SAFETY: `offset + count` is at most the buffer's count, and `count` at most the word's eight bytes.
      unsafe withUnsafeBytes(of: &word) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<offset + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      wipe(&word)
      offset += count
    }
  }
}
