/// Memory for one immutable secret, shared by the copies of a value.
@safe
@usableFromInline
package final class SecretStorage: Sendable {
  // SAFETY: written only in `make` and `expanded`, before any other code has a reference, so no read races a write.
  @usableFromInline
  let memory: SecretMemory
  /// The size in bytes.
  @usableFromInline
  package let byteCount: Int
  /// The bytes that `expanded` derived, valid while the storage lives. SAFETY: within `memory`.
  @usableFromInline
  nonisolated(unsafe) package let expansion: UnsafeRawPointer?

  private init(byteCount: Int, expansionByteCount: Int) {
    self.byteCount = byteCount
    let start = expansionByteCount == 0 ? byteCount : (byteCount + 63) & ~63
    memory = SecretMemory(byteCount: start + expansionByteCount)
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe expansion = expansionByteCount == 0 ? nil : UnsafeRawPointer(memory.bytes.baseAddress!) + start
  }

  /// Allocates `byteCount` zero bytes and lets `initialize` fill them. This is a function because Embedded Swift has no
  /// generic initialisers of classes.
  package static func make<Failure: Error>(
    byteCount: Int, initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> SecretStorage {
    let storage = SecretStorage(byteCount: byteCount, expansionByteCount: 0)
    try unsafe initialize(storage.memory.bytes)
    return storage
  }

  /// A copy of this secret, with `byteCount` bytes that `expand` derives from it. They begin as zeros and are aligned
  /// to 64.
  package func expanded(byteCount: Int, expand: (UnsafeMutableRawPointer) -> Void) -> SecretStorage {
    let storage = SecretStorage(byteCount: self.byteCount, expansionByteCount: byteCount)
    unsafe storage.memory.bytes.copyMemory(from: bytes)
    unsafe expand(UnsafeMutableRawPointer(mutating: storage.expansion!))
    return storage
  }

  /// The bytes, valid while the storage lives.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: memory.bytes.baseAddress, count: byteCount)
  }
}
