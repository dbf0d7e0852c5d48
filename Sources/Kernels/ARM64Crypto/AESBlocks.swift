#if arch(arm64)
import _Builtin_intrinsics.arm.neon

/// A block, or a round key.
typealias Bytes = SIMD16<UInt8>

/// Up to eight blocks, one in each register.
///
/// `width`, how many count, is 1, 2, 4 or 8, and a literal wherever it is given: nothing of it remains but the instructions.
struct AESARM64Blocks {
  private var b0 = Bytes()
  private var b1 = Bytes()
  private var b2 = Bytes()
  private var b3 = Bytes()
  private var b4 = Bytes()
  private var b5 = Bytes()
  private var b6 = Bytes()
  private var b7 = Bytes()

  /// The blocks that `block` makes from their numbers.
  @inline(__always)
  init(width: Int, _ block: (Int) -> Bytes) {
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
  subscript(index: Int) -> Bytes {
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
  static func load(_ source: UnsafeRawPointer) -> Bytes {
    source.loadUnaligned(as: Bytes.self)
  }

  @inline(__always)
  static func store(_ block: Bytes, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: block, as: Bytes.self)
  }

  /// The sixteen bytes in the opposite order: a little-endian number of 128 bits becomes a big-endian one.
  @inline(__always)
  static func byteSwapped(_ block: Bytes) -> Bytes {
    vqtbl1q_u8(block, Bytes(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))
  }
}
#endif
