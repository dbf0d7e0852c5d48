/// Up to eight registers of blocks.
///
/// `width`, the number in use, is 1, 2, 4 or 8. The compiler knows it after inlining, so only the instructions remain.
@frozen
public struct VectorGroup<Vector: BlockVector>: BitwiseCopyable {
  @usableFromInline var (v0, v1, v2, v3) = (Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (v4, v5, v6, v7) = (Vector(), Vector(), Vector(), Vector())

  /// Zeros.
  @inlinable @inline(__always)
  public init() {}

  /// Creates `width` registers: `vector` is called with the number of each.
  @inlinable @inline(__always)
  public init(width: Int, _ vector: (Int) -> Vector) {
    v0 = vector(0)
    if width > 1 {
      v1 = vector(1)
    }
    if width > 2 {
      v2 = vector(2)
      v3 = vector(3)
    }
    if width > 4 {
      v4 = vector(4)
      v5 = vector(5)
      v6 = vector(6)
      v7 = vector(7)
    }
  }

  /// Calls `body` with the number of each register in use. There is no loop, so that no register is selected by a
  /// number at run time.
  @inlinable @inline(__always)
  static func forEach(_ width: Int, _ body: (Int) -> Void) {
    body(0)
    if width > 1 {
      body(1)
    }
    if width > 2 {
      body(2)
      body(3)
    }
    if width > 4 {
      body(4)
      body(5)
      body(6)
      body(7)
    }
  }

  /// A register, by its number.
  @inlinable @inline(__always)
  public subscript(index: Int) -> Vector {
    switch index {
    case 0: v0
    case 1: v1
    case 2: v2
    case 3: v3
    case 4: v4
    case 5: v5
    case 6: v6
    default: v7
    }
  }

  /// Stores the registers in use one after the other.
  @inlinable @inline(__always)
  public func store(to target: UnsafeMutableRawPointer, width: Int) {
    Self.forEach(width) { self[$0].store(to: target + MemoryLayout<Vector>.size &* $0) }
  }

  /// The result of a round, or of an inverse one, on the registers in use.
  @inlinable @inline(__always)
  func round(_ width: Int, before: Vector, after: Vector, inverse: Bool) -> Self {
    let blocks = self
    return VectorGroup(width: width) { blocks[$0].round(before: before, after: after, inverse: inverse) }
  }
}
