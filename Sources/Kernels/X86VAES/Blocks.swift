#if arch(x86_64)
import _Builtin_intrinsics.intel

/// Up to 16 blocks: up to eight registers of two.
///
/// `width`, the number of registers in use, is 1, 2, 4 or 8. Callers pass a literal, so that only the instructions
/// remain.
struct AESX86VAESBlocks {
  private var r0 = SIMD4<Int64>()
  private var r1 = SIMD4<Int64>()
  private var r2 = SIMD4<Int64>()
  private var r3 = SIMD4<Int64>()
  private var r4 = SIMD4<Int64>()
  private var r5 = SIMD4<Int64>()
  private var r6 = SIMD4<Int64>()
  private var r7 = SIMD4<Int64>()

  /// Creates `width` registers: `register` is called with the number of each.
  @inline(__always)
  init(width: Int, _ register: (Int) -> SIMD4<Int64>) {
    r0 = register(0)
    if width > 1 {
      r1 = register(1)
    }
    if width > 2 {
      r2 = register(2)
      r3 = register(3)
    }
    if width > 4 {
      r4 = register(4)
      r5 = register(5)
      r6 = register(6)
      r7 = register(7)
    }
  }

  @inline(__always)
  subscript(index: Int) -> SIMD4<Int64> {
    switch index {
    case 0: r0
    case 1: r1
    case 2: r2
    case 3: r3
    case 4: r4
    case 5: r5
    case 6: r6
    default: r7
    }
  }

  @inline(__always)
  func store(to target: UnsafeMutableRawPointer, width: Int) {
    Self.store(r0, to: target)
    if width > 1 {
      Self.store(r1, to: target + 32)
    }
    if width > 2 {
      Self.store(r2, to: target + 64)
      Self.store(r3, to: target + 96)
    }
    if width > 4 {
      Self.store(r4, to: target + 128)
      Self.store(r5, to: target + 160)
      Self.store(r6, to: target + 192)
      Self.store(r7, to: target + 224)
    }
  }

  @inline(__always)
  static func load(_ source: UnsafeRawPointer) -> SIMD4<Int64> {
    source.loadUnaligned(as: SIMD4<Int64>.self)
  }

  /// Loads one block, and fills the register with zeros. No other bytes are read.
  @inline(__always)
  static func loadOne(_ source: UnsafeRawPointer) -> SIMD4<Int64> {
    SIMD4(lowHalf: source.loadUnaligned(as: SIMD2<Int64>.self), highHalf: SIMD2())
  }

  @inline(__always)
  static func store(_ register: SIMD4<Int64>, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: register, as: SIMD4<Int64>.self)
  }

  /// Stores the first block. No other bytes are written.
  @inline(__always)
  static func storeOne(_ register: SIMD4<Int64>, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: register.lowHalf, as: SIMD2<Int64>.self)
  }

  /// The blocks before those of `register` in the text: the last block of `before`, then the first of `register`.
  @inline(__always)
  static func shifted(_ register: SIMD4<Int64>, after before: SIMD4<Int64>) -> SIMD4<Int64> {
    SIMD4(lowHalf: before.highHalf, highHalf: register.lowHalf)
  }

  /// The bytes of each block in reverse order, which turns little-endian numbers of 128 bits into big-endian ones.
  @inline(__always)
  static func byteSwapped(_ register: SIMD4<Int64>) -> SIMD4<Int64> {
    let low: Int64 = 0x0809_0a0b_0c0d_0e0f
    let high: Int64 = 0x0001_0203_0405_0607
    return _mm256_shuffle_epi8(register, SIMD4(low, high, low, high))
  }
}
#endif
