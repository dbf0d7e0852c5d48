#if _endian(big)
#error("AESPortable takes byte 0 of a 32-bit lane for its lowest byte: little-endian machines only")
#endif

import Builtin

/// One bit of each of the 16 bytes of eight AES states, in a 128-bit vector.
///
/// The 32-bit lane is the row of the state, the byte within the lane is the column, and the bit within the byte is the
/// number of the block.
///
/// The vector is a builtin type. The operators of the standard library's vectors work lane by lane, and the optimiser
/// does not always combine the lanes again: the cipher is then four times slower, and takes longer to compile.
@usableFromInline
package struct AESPortableWord {
  @usableFromInline var bits: Builtin.Vec4xInt32

  @inlinable @inline(__always)
  init(bits: Builtin.Vec4xInt32) { self.bits = bits }

  /// Creates a word from four 32-bit lanes.
  @inlinable @inline(__always)
  package init(_ lanes: SIMD4<UInt32>) { bits = lanes._storage._value }

  /// The same lane four times.
  @inlinable @inline(__always)
  init(repeating lane: UInt32) { self.init(SIMD4(repeating: lane)) }

  /// The four 32-bit lanes.
  @inlinable @inline(__always)
  package var lanes: SIMD4<UInt32> {
    var lanes = SIMD4<UInt32>()
    lanes._storage._value = bits
    return lanes
  }

  @inlinable @inline(__always)
  package static func & (a: Self, b: Self) -> Self { Self(bits: Builtin.and_Vec4xInt32(a.bits, b.bits)) }

  @inlinable @inline(__always)
  package static func ^ (a: Self, b: Self) -> Self { Self(bits: Builtin.xor_Vec4xInt32(a.bits, b.bits)) }

  @inlinable @inline(__always)
  package static func ^= (a: inout Self, b: Self) { a = a ^ b }
}

// MARK: - Moving bits, columns and rows

extension AESPortableWord {
  /// Exchanges the bits of `low` that are `shift` above `mask` with the bits of `high` in `mask`.
  @inlinable @inline(__always)
  package static func exchange(_ low: inout Self, _ high: inout Self, by shift: UInt32, mask: UInt32) {
    let count = Self(repeating: shift)
    let difference = (Self(bits: Builtin.lshr_Vec4xInt32(low.bits, count.bits)) ^ high) & Self(repeating: mask)
    high ^= difference
    low ^= Self(bits: Builtin.shl_Vec4xInt32(difference.bits, count.bits))
  }

  /// At each byte, the byte one row below and `drift` columns to the right.
  @inlinable @inline(__always)
  package func nextRow(drift: UInt32) -> Self {
    let a = lanes
    return Self(SIMD4(a[1], a[2], a[3], a[0])).rotated(columns: drift)
  }

  /// At each byte, the byte two rows below and `2 * drift` columns to the right.
  @inlinable @inline(__always)
  package func oppositeRow(drift: UInt32) -> Self {
    let a = lanes
    return Self(SIMD4(a[2], a[3], a[0], a[1])).rotated(columns: drift &* 2 & 3)
  }

  /// Rotates each row: byte `c` becomes byte `c + columns`.
  @inlinable @inline(__always)
  func rotated(columns: UInt32) -> Self {
    if columns == 2 { return withHalves { SIMD8($0[1], $0[0], $0[3], $0[2], $0[5], $0[4], $0[7], $0[6]) } }
    return Self(bits: Builtin.int_fshr_Vec4xInt32(bits, bits, Self(repeating: 8 &* columns).bits))
  }

  /// Rotates rows 1 and 3 by two columns, which adds or removes a drift of 2.
  @inlinable @inline(__always)
  package var driftedByTwo: Self {
    withHalves { SIMD8($0[0], $0[1], $0[3], $0[2], $0[4], $0[5], $0[7], $0[6]) }
  }

  /// The word with other halves of lanes. This rotates by half a lane faster than two shifts.
  @inlinable @inline(__always)
  func withHalves(_ body: (SIMD8<UInt16>) -> SIMD8<UInt16>) -> Self {
    var halves = SIMD8<UInt16>()
    halves._storage._value = Builtin.bitcast_Vec4xInt32_Vec8xInt16(bits)
    return Self(bits: Builtin.bitcast_Vec8xInt16_Vec4xInt32(body(halves)._storage._value))
  }

  /// Interleaves the 32-bit lanes of `a` and `b`: `a` gets those of the first halves, `b` those of the second.
  @inlinable @inline(__always)
  package static func interleaveLanes(_ a: inout Self, _ b: inout Self) {
    let (x, y) = (a.lanes, b.lanes)
    a = Self(SIMD4(x[0], y[0], x[1], y[1]))
    b = Self(SIMD4(x[2], y[2], x[3], y[3]))
  }

  /// Interleaves the bytes of `a` and `b`: `a` gets those of the first halves, `b` those of the second.
  @inlinable @inline(__always)
  package static func interleaveBytes(_ a: inout Self, _ b: inout Self) {
    var (x, y) = (SIMD16<UInt8>(), SIMD16<UInt8>())
    x._storage._value = Builtin.bitcast_Vec4xInt32_Vec16xInt8(a.bits)
    y._storage._value = Builtin.bitcast_Vec4xInt32_Vec16xInt8(b.bits)
    let low = SIMD16(
      x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3], x[4], y[4], x[5], y[5], x[6], y[6], x[7], y[7])
    let high = SIMD16(
      x[8], y[8], x[9], y[9], x[10], y[10], x[11], y[11], x[12], y[12], x[13], y[13], x[14], y[14], x[15], y[15])
    a.bits = Builtin.bitcast_Vec16xInt8_Vec4xInt32(low._storage._value)
    b.bits = Builtin.bitcast_Vec16xInt8_Vec4xInt32(high._storage._value)
  }
}
