/// Memory for secrets, of one owner: never resized, aligned to 64 bytes, overwritten with zeros before it is given back.
@safe
package struct SecretMemory: ~Copyable, @unchecked Sendable {
  // SAFETY: allocated in `init`, freed in `deinit`: the owner hands it out for as long as it lives.
  /// The bytes.
  package let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `byteCount` bytes, which are not initialized.
  package init(byteCount: Int) {
    unsafe bytes = .allocate(byteCount: byteCount, alignment: 64)
  }

  deinit {
    if let start = unsafe bytes.baseAddress { unsafe wipe(start, byteCount: bytes.count) }
    unsafe bytes.deallocate()
  }
}
