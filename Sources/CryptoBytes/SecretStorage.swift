/// Memory for one secret: never resized, aligned to 64 bytes, overwritten with zeros before it is given back.
@safe
package final class SecretStorage: @unchecked Sendable {
  // SAFETY: allocated in `init`, written only in `make` (by `initialize`) before anybody else has it, freed in `deinit`;
  // so reads from several threads never meet a write.
  private let memory: UnsafeMutableRawBufferPointer

  private init(byteCount: Int) {
    unsafe memory = .allocate(byteCount: byteCount, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Allocates `byteCount` zero bytes and lets `initialize` fill them. A function, since Embedded Swift forbids a class
  /// a generic initialiser.
  package static func make<Failure: Error>(
    byteCount: Int, initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> SecretStorage {
    let storage = SecretStorage(byteCount: byteCount)
    try unsafe initialize(storage.memory)
    return storage
  }

  deinit {
    if let start = unsafe memory.baseAddress { unsafe wipe(start, byteCount: memory.count) }
    unsafe memory.deallocate()
  }

  /// The size in bytes.
  package var byteCount: Int { unsafe memory.count }

  /// The bytes, valid while the storage lives.
  package var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory) }
}
