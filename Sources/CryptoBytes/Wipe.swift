/// Overwrites `byteCount` bytes with zeros; the compiler cannot remove the stores.
///
/// What is *not* covered: copies that the compiler made in registers or spilled to the stack.
@inline(never)
@usableFromInline
package func wipe(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
  // SAFETY: the caller owns `byteCount` writable bytes at `memory`.
  unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  unsafe observe(memory)
}

/// Overwrites every byte of a plain value with zeros.
@inlinable
@inline(__always)
package func wipe<Value: BitwiseCopyable>(_ value: inout Value) {
  let byteCount = MemoryLayout<Value>.size
  // SAFETY: a bitwise-copyable value of integers is `size` writable bytes, and all-zero is one of its values.
  unsafe withUnsafeMutablePointer(to: &value) { unsafe wipe(UnsafeMutableRawPointer($0), byteCount: byteCount) }
}

/// Overwrites the elements of an array with zeros, in place when the array is its storage's only owner.
package func wipe(_ bytes: inout [UInt8]) {
  unsafe bytes.withUnsafeMutableBytes { unsafe wipe($0) }
}

/// Overwrites the elements of an array with zeros, in place when the array is its storage's only owner.
package func wipe(_ words: inout [UInt32]) {
  unsafe words.withUnsafeMutableBytes { unsafe wipe($0) }
}

@inline(__always)
private func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
  if let memory = buffer.baseAddress { unsafe wipe(memory, byteCount: buffer.count) }
}

extension [UInt8] {
  /// Makes room for `count` bytes in all; where the array has to move, what it leaves is overwritten.
  package mutating func growWiping(to count: Int) {
    if count <= capacity { return }
    var old = self
    self = []
    // Twice as much, so that appending piece by piece takes linear time.
    reserveCapacity(Swift.max(count, 2 * old.count))
    self += old
    wipe(&old)
  }
}

/// A reader of `memory` the optimiser cannot look into: stores before the call have to happen.
@inline(never)
@_optimize(none)
func observe(_ memory: UnsafeMutableRawPointer) {}
