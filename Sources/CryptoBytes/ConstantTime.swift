/// Whether two buffers hold the same bytes; the time depends only on the lengths.
package func constantTimeEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for index in 0..<left.count {
    // SAFETY: `index` is below the count of both buffers.
    unsafe difference |= left[index] ^ right[index]
  }
  return opaque(difference) == 0
}

/// All ones when `left == right`, else all zeros, without a branch.
@inlinable @inline(__always)
package func equalMask(_ left: UInt8, _ right: UInt8) -> UInt8 {
  let difference = UInt32(left ^ right)
  let borrow = (difference &- 1) &>> 31  // left == right ? 1 : 0
  return 0 &- UInt8(truncatingIfNeeded: borrow)
}

/// All ones when `left < right`, else all zeros, without a branch.
@inlinable @inline(__always)
package func lessMask(_ left: UInt8, _ right: UInt8) -> UInt8 {
  let borrow = (UInt32(left) &- UInt32(right)) &>> 31  // left < right ? 1 : 0
  return 0 &- UInt8(truncatingIfNeeded: borrow)
}

/// Returns `value`. The optimiser does not see through this function, so it cannot turn a mask into a branch.
@inline(never)
@_optimize(none)
package func opaque(_ value: UInt8) -> UInt8 { value }
