#if arch(x86_64)
import _Builtin_intrinsics.intel

/// Up to eight blocks, one in each register.
///
/// `width`, the number in use, is 1, 2, 4 or 8. Callers pass a literal, so that only the instructions remain.
struct AESX86AESBlocks {
  private var b0 = SIMD2<Int64>()
  private var b1 = SIMD2<Int64>()
  private var b2 = SIMD2<Int64>()
  private var b3 = SIMD2<Int64>()
  private var b4 = SIMD2<Int64>()
  private var b5 = SIMD2<Int64>()
  private var b6 = SIMD2<Int64>()
  private var b7 = SIMD2<Int64>()

  /// Creates `width` blocks: `block` is called with the number of each.
  @inline(__always)
  init(width: Int, _ block: (Int) -> SIMD2<Int64>) {
    b0 = block(0)
    if width > 1 {
      b1 = block(1)
    }
    if width > 2 {
      b2 = block(2)
      b3 = block(3)
    }
    if width > 4 {
      b4 = block(4)
      b5 = block(5)
      b6 = block(6)
      b7 = block(7)
    }
  }

  @inline(__always)
  subscript(index: Int) -> SIMD2<Int64> {
    switch index {
    case 0: b0
    case 1: b1
    case 2: b2
    case 3: b3
    case 4: b4
    case 5: b5
    case 6: b6
    default: b7
    }
  }

  @inline(__always)
  func store(to target: UnsafeMutableRawPointer, width: Int) {
    Self.store(b0, to: target)
    if width > 1 {
      Self.store(b1, to: target + 16)
    }
    if width > 2 {
      Self.store(b2, to: target + 32)
      Self.store(b3, to: target + 48)
    }
    if width > 4 {
      Self.store(b4, to: target + 64)
      Self.store(b5, to: target + 80)
      Self.store(b6, to: target + 96)
      Self.store(b7, to: target + 112)
    }
  }

  @inline(__always)
  static func load(_ source: UnsafeRawPointer) -> SIMD2<Int64> {
    source.loadUnaligned(as: SIMD2<Int64>.self)
  }

  @inline(__always)
  static func store(_ block: SIMD2<Int64>, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: block, as: SIMD2<Int64>.self)
  }

  /// The sixteen bytes in reverse order, which turns a little-endian number of 128 bits into a big-endian one.
  @inline(__always)
  static func byteSwapped(_ block: SIMD2<Int64>) -> SIMD2<Int64> {
    _mm_shuffle_epi8(block, SIMD2(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607))
  }
}
#endif
