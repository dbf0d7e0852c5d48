import PBKDF2

/// The hash function H', of any length. Spec: RFC 9106, section 3.3.
enum Argon2Hash {
  /// Fills `output`, at most 2^32 - 1 bytes, with the hash of a message.
  static func write(to output: UnsafeMutableRawBufferPointer, of message: UnsafeRawBufferPointer) {
    let most = BLAKE2b.maximumOutputByteCount
    var function = BLAKE2b(outputByteCount: min(output.count, most))
    function.update(output.count)
    unsafe function.update(message)
    unsafe SecretMemory.onStack(byteCount: most) { hash in
      // SAFETY: the memory has the size of the longest hash.
      unsafe function.finalize(to: hash)
      var rest = unsafe output[...]
      // Each hash except the last contributes its first half.
      while unsafe rest.count > most {
        unsafe rest.copyBytes(from: UnsafeRawBufferPointer(start: hash, count: most / 2))
        unsafe rest = rest.dropFirst(most / 2)
        function = unsafe BLAKE2b(outputByteCount: min(rest.count, most))
        unsafe function.update(UnsafeRawBufferPointer(start: hash, count: most))
        unsafe function.finalize(to: hash)
      }
      unsafe rest.copyBytes(from: UnsafeRawBufferPointer(start: hash, count: rest.count))
    }
  }
}
