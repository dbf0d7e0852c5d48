/// Comparison in a time that does not depend on the bytes.
public enum ConstantTime {
  /// Whether two sequences hold the same bytes, in a time that depends only on their lengths.
  ///
  /// The lengths are not protected: sequences of different lengths are unequal at once.
  public static func areEqual(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
    // Not returned from the closures, because unwrapping the enum that carries a result would branch on it.
    var areEqual = false
    unsafe left.withBytes { left in unsafe right.withBytes { areEqual = unsafe constantTimeEqual(left, $0) } }
    return areEqual
  }

  /// Whether two spans hold the same bytes, in a time that depends only on their lengths.
  public static func areEqual(_ left: RawSpan, _ right: RawSpan) -> Bool {
    unsafe left.withUnsafeBytes { left in unsafe right.withUnsafeBytes { unsafe constantTimeEqual(left, $0) } }
  }
}

/// Whether two buffers hold the same bytes; the time depends only on the lengths.
@usableFromInline
package func constantTimeEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  // SAFETY, of both: the offsets are below the count of both buffers, by 8 bytes in the first loop.
  var words: UInt64 = 0
  var offset = 0
  while left.count - offset >= 8 {
    words |=
      unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      ^ right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    offset += 8
  }
  words |= words >> 32
  words |= words >> 16
  var difference = UInt8(truncatingIfNeeded: words | words >> 8)
  for index in offset..<left.count {
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
