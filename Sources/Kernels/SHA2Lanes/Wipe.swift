/// Overwrites memory that held secrets.
@inlinable @inline(__always)
func wipe(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
  // SAFETY: the callers pass their own variables of integers, and those variables' sizes.
  memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  observe(memory)
}

/// A reader the optimiser cannot look into: stores before the call have to happen.
@usableFromInline @inline(never) @_optimize(none)
func observe(_ memory: UnsafeMutableRawPointer) {}
