import SwiftVaultChaChaBlocks

/// A message that is encrypted or decrypted in one call, without memory on the heap.
struct OneShotChaChaPoly {
  private let kernel: ChaCha20Kernel
  private let byteCount: Int

  /// Checks the sizes of the key and of a message of `byteCount` bytes.
  ///
  /// - Throws: ``ChaChaPolyError/incorrectKeySize(byteCount:)``, ``ChaChaPolyError/messageTooLong``.
  init(_ byteCount: Int, using key: borrowing SymmetricKey, kernel: ChaCha20Kernel) throws(ChaChaPolyError) {
    try ChaChaPoly.checkKey(key)
    guard UInt64(byteCount) <= ChaChaPoly.maximumByteCount else { throw .messageTooLong }
    (self.kernel, self.byteCount) = (kernel, byteCount)
  }

  /// What is done with the message's tag, 16 bytes.
  @safe
  enum Tag {
    /// The message is encrypted, and its tag is written.
    case write(to: UnsafeMutableRawPointer)
    /// The message is decrypted, and its tag is compared.
    case compare(with: UnsafeRawPointer)
  }

  /// Encrypts or decrypts the message, as `tag` selects. Returns false if the tag does not match. The stack is wiped.
  /// Input and output are equal or do not overlap, and may be nil for an empty message.
  func process(
    using key: borrowing SymmetricKey, _ nonce: ChaChaPoly.Nonce, authenticating data: UnsafeRawBufferPointer,
    from input: UnsafeRawPointer?, to output: UnsafeMutableRawPointer?, tag: Tag
  ) -> Bool {
    var own = SIMD16<UInt8>()
    return unsafe withUnsafeMutableBytes(of: &own) { own in
      let start = own.baseAddress!
      var (place, encrypts) = unsafe (start, false)
      if case .write(let tag) = tag { unsafe (place, encrypts) = (tag, true) }
      unsafe key.withUnsafeBytes {
        // SAFETY: the key has 32 bytes. The address of an empty part is not used.
        let message = unsafe ChaChaMessage(
          key: $0.baseAddress!, nonce: (nonce.words[0], nonce.words[1], nonce.words[2]), counter: 0,
          data: data.baseAddress ?? UnsafeRawPointer(start), dataByteCount: data.count,
          from: input ?? UnsafeRawPointer(start), to: output ?? start, byteCount: byteCount, encrypts: encrypts,
          tag: place, state: nil)
        kernel.process(message)
      }
      wipeStack(byteCount: kernel.stackByteCount(for: byteCount))
      guard case .compare(let expected) = tag else { return true }
      defer { unsafe wipe(start, byteCount: 16) }
      // SAFETY: a tag has 16 bytes.
      return unsafe constantTimeEqual(
        UnsafeRawBufferPointer(start: start, count: 16), UnsafeRawBufferPointer(start: expected, count: 16))
    }
  }
}
