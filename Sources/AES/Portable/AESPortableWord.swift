#if _endian(big)
#error("AESPortable takes byte 0 of a 32-bit lane for its lowest byte: little-endian machines only")
#endif

/// One bit of each of the 16 bytes of eight AES states, in a 128-bit vector.
///
/// The 32-bit lane is the row of the state, the byte within the lane is the column, and the bit within the byte is the
/// number of the block.
///
/// The vector is a *mask* although its bits are arbitrary. In the standard library the logical operators of `SIMDMask`
/// are one vector operation, but those of integer vectors work lane by lane. In a function of this size the optimiser
/// does not always combine the lanes again, and then the cipher is four times slower.
package struct AESPortableWord {
  private typealias Mask = SIMDMask<SIMD4<Int32>>

  private var bits: Mask

  @inline(__always)
  private init(bits: Mask) {
    self.bits = bits
  }

  /// Creates a word from four 32-bit lanes.
  @inline(__always)
  package init(_ lanes: SIMD4<UInt32>) {
    // SAFETY: both types are 16 bytes without padding, and the bitwise operators used here accept every bit pattern.
    self.bits = unsafe unsafeBitCast(lanes, to: Mask.self)
  }

  /// The four 32-bit lanes.
  @inline(__always)
  package var lanes: SIMD4<UInt32> {
    // SAFETY: both types are 16 bytes without padding, and every bit pattern is a value of `SIMD4<UInt32>`.
    unsafe unsafeBitCast(bits, to: SIMD4<UInt32>.self)
  }

  @inline(__always)
  static func & (a: Self, b: Self) -> Self { Self(bits: a.bits .& b.bits) }

  @inline(__always)
  static func ^ (a: Self, b: Self) -> Self { Self(bits: a.bits .^ b.bits) }

  @inline(__always)
  static func ^= (a: inout Self, b: Self) { a = a ^ b }
}

// MARK: - Moving bits, columns and rows

extension AESPortableWord {
  /// Exchanges the bits of `low` that are `shift` above `mask` with the bits of `high` in `mask`.
  @inline(__always)
  static func exchange(_ low: inout Self, _ high: inout Self, by shift: UInt32, mask: UInt32) {
    let difference = (Self(low.lanes &>> SIMD4(repeating: shift)) ^ high) & Self(SIMD4(repeating: mask))
    high ^= difference
    low ^= Self(difference.lanes &* SIMD4(repeating: 1 &<< shift))
  }

  /// At each byte, the byte one row below and `drift` columns to the right.
  @inline(__always)
  func nextRow(drift: UInt32) -> Self {
    let a = lanes
    return Self(SIMD4(a[1], a[2], a[3], a[0])).rotated(columns: drift)
  }

  /// At each byte, the byte two rows below and `2 * drift` columns to the right.
  @inline(__always)
  func oppositeRow(drift: UInt32) -> Self {
    let a = lanes
    return Self(SIMD4(a[2], a[3], a[0], a[1])).rotated(columns: drift &* 2 & 3)
  }

  /// Rotates each row: byte `c` becomes byte `c + columns`.
  @inline(__always)
  private func rotated(columns: UInt32) -> Self {
    switch columns {
    case 0:
      return self
    case 2:
      // SAFETY: all vectors here are 16 bytes without padding, and every bit pattern is a value of each.
      let x = unsafe unsafeBitCast(bits, to: SIMD8<UInt16>.self)
      return unsafe Self(bits: unsafeBitCast(SIMD8(x[1], x[0], x[3], x[2], x[5], x[4], x[7], x[6]), to: Mask.self))
    default:
      return Self(lanes &>> SIMD4(repeating: 8 &* columns))
        ^ Self(lanes &* SIMD4(repeating: 1 &<< (32 &- 8 &* columns)))
    }
  }

  /// Rotates rows 1 and 3 by two columns, which adds or removes a drift of 2.
  @inline(__always)
  var driftedByTwo: Self {
    // SAFETY: all vectors here are 16 bytes without padding, and every bit pattern is a value of each.
    let x = unsafe unsafeBitCast(bits, to: SIMD8<UInt16>.self)
    return unsafe Self(bits: unsafeBitCast(SIMD8(x[0], x[1], x[3], x[2], x[4], x[5], x[7], x[6]), to: Mask.self))
  }

  /// Interleaves the 32-bit lanes of `a` and `b`: `a` gets those of the first halves, `b` those of the second.
  @inline(__always)
  static func interleaveLanes(_ a: inout Self, _ b: inout Self) {
    let (x, y) = (a.lanes, b.lanes)
    a = Self(SIMD4(x[0], y[0], x[1], y[1]))
    b = Self(SIMD4(x[2], y[2], x[3], y[3]))
  }

  /// Interleaves the bytes of `a` and `b`: `a` gets those of the first halves, `b` those of the second.
  @inline(__always)
  static func interleaveBytes(_ a: inout Self, _ b: inout Self) {
    // SAFETY: all vectors here are 16 bytes without padding, and every bit pattern is a value of each.
    let x = unsafe unsafeBitCast(a.bits, to: SIMD16<UInt8>.self)
    let y = unsafe unsafeBitCast(b.bits, to: SIMD16<UInt8>.self)
    let low = SIMD16(
      x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3], x[4], y[4], x[5], y[5], x[6], y[6], x[7], y[7])
    let high = SIMD16(
      x[8], y[8], x[9], y[9], x[10], y[10], x[11], y[11], x[12], y[12], x[13], y[13], x[14], y[14], x[15], y[15])
    a = unsafe Self(bits: unsafeBitCast(low, to: Mask.self))
    b = unsafe Self(bits: unsafeBitCast(high, to: Mask.self))
  }
}
