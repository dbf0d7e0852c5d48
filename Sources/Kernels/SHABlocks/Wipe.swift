/// Overwrites memory that held secrets.
@inlinable @inline(__always)
func wipe(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
  // SAFETY: the callers pass their own variables of integers, and those variables' sizes.
  memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  optimizationBarrier(memory)
}

/// Opaque to the optimiser, so that the stores before the call are made.
@usableFromInline @inline(never) @_optimize(none)
func optimizationBarrier(_ memory: UnsafeMutableRawPointer) {}
