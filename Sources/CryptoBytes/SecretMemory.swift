/// Memory for secrets, of one owner: never resized, aligned to 64 bytes, overwritten with zeros before it is given back.
@safe
@usableFromInline
package struct SecretMemory: ~Copyable, @unchecked Sendable {
  // SAFETY: allocated in `init`, freed in `deinit`: the owner hands it out for as long as it lives.
  /// The bytes.
  @usableFromInline
  package let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `byteCount` bytes, which are not initialized.
  package init(byteCount: Int) {
    unsafe bytes = .allocate(byteCount: byteCount, alignment: 64)
  }

  // In Embedded Swift the modules that have a value of this type have to see how it ends.
  @inlinable
  deinit {
    if let start = unsafe bytes.baseAddress { unsafe wipe(start, byteCount: bytes.count) }
    unsafe bytes.deallocate()
  }
}
