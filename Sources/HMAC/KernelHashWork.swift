/// Work with a hash function of this library.
protocol KernelHashWork {
  /// Does the work; `start` is the hash of the empty message. It must not be inlined: the stack that it uses is overwritten
  /// by `perform`, and the frame of each function is its own.
  func callAsFunction<F: KernelHashFunction>(_ start: F)
}

extension KernelHashWork {
  /// Does the work if `type` is a hash function of this library, and overwrites the stack that it used. If not, the
  /// result is false, and nothing is done.
  ///
  /// The type is compared when the program runs, so the work is specialised also where the caller is not. Embedded Swift
  /// cannot compare types, and specialises every caller.
  ///
  /// - Parameters:
  ///   - start: the hash of the empty message on the given kernel; nil stands for the best kernel.
  ///   - overwrite: overwrites the stack that the work used. It is given the size of a block: the frames of work with
  ///     blocks of 128 bytes are twice as large.
  @inline(__always)
  func perform<H: HashFunction>(
    with type: H.Type, startingFrom start: UnsafePointer<H>?, thenOverwriting overwrite: (Int) -> Void
  ) -> Bool {
    #if hasFeature(Embedded)
    false
    #else
    let start = unsafe UnsafeRawPointer(start)
    if type == SHA256.self { return unsafe perform(SHA256.self, start, overwrite) }
    if type == SHA512.self { return unsafe perform(SHA512.self, start, overwrite) }
    if type == SHA384.self { return unsafe perform(SHA384.self, start, overwrite) }
    if type == SHA224.self { return unsafe perform(SHA224.self, start, overwrite) }
    if type == SHA512_256.self { return unsafe perform(SHA512_256.self, start, overwrite) }
    if type == SHA512_224.self { return unsafe perform(SHA512_224.self, start, overwrite) }
    if type == Insecure.SHA1.self { return unsafe perform(Insecure.SHA1.self, start, overwrite) }
    if type == Insecure.MD5.self { return unsafe perform(Insecure.MD5.self, start, overwrite) }
    return false
    #endif
  }

  @inline(__always)
  private func perform<F: KernelHashFunction>(
    _: F.Type, _ start: UnsafeRawPointer?, _ overwrite: (Int) -> Void
  ) -> Bool {
    defer { overwrite(F.blockByteCount) }
    // SAFETY: the caller guarantees that `start` is nil or points to a hash of this type.
    if let start = unsafe start { self(unsafe start.load(as: F.self)) } else { self(F()) }
    return true
  }
}
