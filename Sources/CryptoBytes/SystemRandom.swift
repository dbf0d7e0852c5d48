/// Random bytes from the operating system's cryptographic generator, through Swift's `SystemRandomNumberGenerator`.
package enum SystemRandom {
  /// `count` random bytes.
  package static func bytes(count: Int) -> [UInt8] {
    unsafe [UInt8](byteCount: count) { unsafe fill(UnsafeMutableRawBufferPointer(start: $0, count: count)) }
  }

  /// Fills the buffer with random bytes.
  package static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
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
