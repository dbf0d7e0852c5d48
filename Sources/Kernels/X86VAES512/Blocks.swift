#if arch(x86_64)
import _Builtin_intrinsics.intel

/// Up to 32 blocks: up to eight registers of four.
///
/// `width`, the number of registers in use, is 1, 2, 4 or 8. Callers pass a literal, so that only the instructions
/// remain.
struct AESX86VAES512Blocks {
  private var r0 = SIMD8<Int64>()
  private var r1 = SIMD8<Int64>()
  private var r2 = SIMD8<Int64>()
  private var r3 = SIMD8<Int64>()
  private var r4 = SIMD8<Int64>()
  private var r5 = SIMD8<Int64>()
  private var r6 = SIMD8<Int64>()
  private var r7 = SIMD8<Int64>()

  /// Creates `width` registers: `register` is called with the number of each.
  @inline(__always)
  init(width: Int, _ register: (Int) -> SIMD8<Int64>) {
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
  subscript(index: Int) -> SIMD8<Int64> {
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
      Self.store(r1, to: target + 64)
    }
    if width > 2 {
      Self.store(r2, to: target + 128)
      Self.store(r3, to: target + 192)
    }
    if width > 4 {
      Self.store(r4, to: target + 256)
      Self.store(r5, to: target + 320)
      Self.store(r6, to: target + 384)
      Self.store(r7, to: target + 448)
    }
  }

  @inline(__always)
  static func load(_ source: UnsafeRawPointer) -> SIMD8<Int64> {
    source.loadUnaligned(as: SIMD8<Int64>.self)
  }

  /// Loads `blocks` blocks, 1 to 3, and fills the register with zeros. No other bytes are read.
  @inline(__always)
  static func load(_ source: UnsafeRawPointer, blocks: Int) -> SIMD8<Int64> {
    _mm512_maskz_loadu_epi64(mask(blocks), source)
  }

  @inline(__always)
  static func store(_ register: SIMD8<Int64>, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: register, as: SIMD8<Int64>.self)
  }

  /// Stores the first `blocks` blocks, 1 to 3. No other bytes are written.
  @inline(__always)
  static func store(_ register: SIMD8<Int64>, to target: UnsafeMutableRawPointer, blocks: Int) {
    _mm512_mask_storeu_epi64(target, mask(blocks), register)
  }

  /// The blocks before those of `register` in the text: the last block of `before`, then the first three of `register`.
  @inline(__always)
  static func shifted(_ register: SIMD8<Int64>, after before: SIMD8<Int64>) -> SIMD8<Int64> {
    _mm512_permutex2var_epi64(before, SIMD8(6, 7, 8, 9, 10, 11, 12, 13), register)
  }

  /// The bytes of each block in reverse order, which turns little-endian numbers of 128 bits into big-endian ones.
  @inline(__always)
  static func byteSwapped(_ register: SIMD8<Int64>) -> SIMD8<Int64> {
    let low: Int64 = 0x0809_0a0b_0c0d_0e0f
    let high: Int64 = 0x0001_0203_0405_0607
    return _mm512_shuffle_epi8(register, SIMD8(low, high, low, high, low, high, low, high))
  }

  /// The mask for `blocks` blocks, with one bit for each half of a block.
  @inline(__always)
  private static func mask(_ blocks: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (1 &<< (2 &* blocks)) &- 1)
  }
}
#endif
