/// Overwrites `byteCount` bytes with zeros; the compiler cannot remove the stores.
///
/// What is *not* covered: copies that the compiler made in registers or spilled to the stack.
@inline(never)
@usableFromInline
package func wipe(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
  // SAFETY: the caller owns `byteCount` writable bytes at `memory`.
  unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  unsafe optimizationBarrier(memory)
}

/// Overwrites every byte of a bitwise-copyable value with zeros.
@inlinable
@inline(__always)
package func wipe<Value: BitwiseCopyable>(_ value: inout Value) {
  wipeIfBitwiseCopyable(&value)
}

/// Overwrites every byte of a value with zeros, unless it refers to other memory. A hash function outside this package
/// may.
@inlinable
@inline(__always)
package func wipeIfBitwiseCopyable<Value>(_ value: inout Value) {
  guard _isPOD(Value.self) else { return }
  // SAFETY: a bitwise-copyable value of integers is `size` writable bytes, and all-zero is one of its values.
  unsafe withUnsafeMutableBytes(of: &value) {
    unsafe $0.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe optimizationBarrier($0.baseAddress!)
  }
}

/// Overwrites the elements of an array with zeros. Storage that another array shares keeps its content.
package func wipe(_ bytes: inout [UInt8]) {
  unsafe bytes.withUnsafeMutableBytes { unsafe wipe($0) }
}

/// Overwrites the elements of an array with zeros. Storage that another array shares keeps its content.
package func wipe(_ words: inout [UInt32]) {
  unsafe words.withUnsafeMutableBytes { unsafe wipe($0) }
}

@inline(__always)
private func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
  if let memory = buffer.baseAddress { unsafe wipe(memory, byteCount: buffer.count) }
}

extension [UInt8] {
  /// Reserves capacity for `count` bytes in total. Storage that is replaced is overwritten with zeros.
  package mutating func growWiping(to count: Int) {
    if count <= capacity { return }
    var old = self
    self = []
    // The capacity doubles, so that repeated appending takes linear time.
    reserveCapacity(Swift.max(count, 2 * old.count))
    self += old
    wipe(&old)
  }
}

/// Does nothing, but the optimiser has to assume that it reads `memory`, and keeps the stores before the call.
@inline(never)
@_optimize(none)
@usableFromInline
func optimizationBarrier(_ memory: UnsafeMutableRawPointer) {}
