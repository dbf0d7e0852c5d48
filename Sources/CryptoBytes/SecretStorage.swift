/// Memory for one immutable secret, shared by the copies of a value.
@safe
@usableFromInline
package final class SecretStorage: Sendable {
  // SAFETY: written only in `make`, before any other code has a reference, so no read races a write.
  @usableFromInline
  let memory: SecretMemory

  private init(byteCount: Int) {
    memory = SecretMemory(byteCount: byteCount)
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Allocates `byteCount` zero bytes and lets `initialize` fill them. This is a function because Embedded Swift has no
  /// generic initialisers of classes.
  package static func make<Failure: Error>(
    byteCount: Int, initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> SecretStorage {
    let storage = SecretStorage(byteCount: byteCount)
    try unsafe initialize(storage.memory.bytes)
    return storage
  }

  /// The size in bytes.
  @inlinable
  package var byteCount: Int { unsafe memory.bytes.count }

  /// The bytes, valid while the storage lives.
  @inlinable
  package var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory.bytes) }
}
