/// Memory for secrets with one owner: of fixed size, aligned to 64 bytes, overwritten with zeros before it is freed.
@safe
@usableFromInline
package struct SecretMemory: ~Copyable, @unchecked Sendable {
  // The allocation has the alignment that the system's allocator always gives: a larger one takes much longer.
  @usableFromInline
  let allocation: UnsafeMutableRawPointer
  // SAFETY: allocated in `init` and freed in `deinit`, so the memory is valid while the owner lives.
  /// The bytes.
  @usableFromInline
  package let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `byteCount` uninitialized bytes.
  package init(byteCount: Int) {
    unsafe allocation = .allocate(byteCount: byteCount + 48, alignment: 16)
    unsafe bytes = UnsafeMutableRawBufferPointer(start: allocation.alignedUp(toMultipleOf: 64), count: byteCount)
  }

  // Inlinable because Embedded Swift compiles the deinitializer into each module that owns a value of this type.
  @inlinable
  deinit {
    if let start = unsafe bytes.baseAddress { unsafe wipe(start, byteCount: bytes.count) }
    unsafe allocation.deallocate()
  }
}

extension SecretMemory {
  /// The largest size for `onStack`: the standard library allocates at most 1024 bytes on the stack, aligned to 16.
  @inlinable @inline(__always)
  package static var maximumStackByteCount: Int { 1024 - 48 }

  /// Calls `body` with memory of at most `maximumStackByteCount` bytes on the stack, aligned to 64, and wipes it.
  @inlinable @inline(__always)
  package static func onStack<Result, Failure>(
    byteCount: Int, _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(byteCount <= maximumStackByteCount, "\(byteCount) bytes on the stack")
    return try unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { memory throws(Failure) in
      let start = unsafe memory.baseAddress!.alignedUp(toMultipleOf: 64)
      defer { unsafe wipe(start, byteCount: byteCount) }
      return try unsafe body(start)
    }
  }
}
