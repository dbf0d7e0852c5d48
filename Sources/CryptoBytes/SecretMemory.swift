/// Memory for secrets with one owner: of fixed size, aligned to 64 bytes, overwritten with zeros before it is freed.
@safe
@usableFromInline
package struct SecretMemory: ~Copyable, @unchecked Sendable {
  // SAFETY: allocated in `init` and freed in `deinit`, so the memory is valid while the owner lives.
  /// The bytes.
  @usableFromInline
  package let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `byteCount` uninitialized bytes.
  package init(byteCount: Int) {
    unsafe bytes = .allocate(byteCount: byteCount, alignment: 64)
  }

  // Inlinable because Embedded Swift compiles the deinitializer into each module that owns a value of this type.
  @inlinable
  deinit {
    if let start = unsafe bytes.baseAddress { unsafe wipe(start, byteCount: bytes.count) }
    unsafe bytes.deallocate()
  }
}
