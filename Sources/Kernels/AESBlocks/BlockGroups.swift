/// What a mode gives the cipher, group after group of a text, and adds to what comes out. These are no closures: the compiler
/// would not always inline them, and keys and blocks would be on the stack. Spec: NIST SP 800-38A, section 6.
@usableFromInline protocol BlockGroups {
  associatedtype Vector: BlockVector
  /// The input of the cipher in register `number` of a group.
  func input(_ number: Int, _ text: TextGroup<Vector>) -> Vector
  /// What is added to its output.
  func added(_ number: Int, _ text: TextGroup<Vector>) -> Vector
  /// Moves on to the next group, before the output of this one is stored.
  mutating func advance(behind text: TextGroup<Vector>)
}

/// Each block by itself.
@frozen
@usableFromInline struct SeparateBlocks<Vector: BlockVector>: BlockGroups {
  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  func input(_ number: Int, _ text: TextGroup<Vector>) -> Vector { text.load(number) }

  @inlinable @inline(__always)
  func added(_ number: Int, _ text: TextGroup<Vector>) -> Vector { Vector() }

  @inlinable @inline(__always)
  mutating func advance(behind text: TextGroup<Vector>) {}
}

/// CBC applies the inverse cipher to each block and adds the block before it; CFB applies the cipher to the block before and
/// adds the block.
@frozen
@usableFromInline struct ChainedBlocks<Vector: BlockVector>: BlockGroups {
  @usableFromInline let inverse: Bool
  /// The register before. Only its last block is used.
  @usableFromInline var before: Vector

  @inlinable @inline(__always)
  init(inverse: Bool, before: Vector) { (self.inverse, self.before) = (inverse, before) }

  @inlinable @inline(__always)
  func input(_ number: Int, _ text: TextGroup<Vector>) -> Vector {
    inverse ? text.load(number) : text.load(before: number, after: before)
  }

  @inlinable @inline(__always)
  func added(_ number: Int, _ text: TextGroup<Vector>) -> Vector {
    inverse ? text.load(before: number, after: before) : text.load(number)
  }

  @inlinable @inline(__always)
  mutating func advance(behind text: TextGroup<Vector>) { before = text.last }
}

/// Counters, a register of little-endian numbers and those after it.
@frozen
@usableFromInline struct CounterBlocks<Vector: BlockVector>: BlockGroups {
  @usableFromInline var next: Vector

  @inlinable @inline(__always)
  init(next: Vector) { self.next = next }

  @inlinable @inline(__always)
  func input(_ number: Int, _ text: TextGroup<Vector>) -> Vector {
    (next &+ (Vector.positions &+ Vector.number(Vector.blockCount &* number))).byteSwapped
  }

  @inlinable @inline(__always)
  func added(_ number: Int, _ text: TextGroup<Vector>) -> Vector { text.load(number) }

  @inlinable @inline(__always)
  mutating func advance(behind text: TextGroup<Vector>) { next = next &+ Vector.number(text.blockCount) }
}

/// The text of up to eight registers.
@frozen
@usableFromInline struct TextGroup<Vector: BlockVector>: BitwiseCopyable {
  @usableFromInline let from: UnsafeRawPointer
  /// The number of registers.
  @usableFromInline let width: Int
  /// The only register, which may have a block, or a part of one, in the first place alone.
  @usableFromInline var only = Vector()
  @usableFromInline var isFull = true

  @inlinable @inline(__always)
  init(from: UnsafeRawPointer, width: Int) { (self.from, self.width) = (from, width) }

  @inlinable @inline(__always)
  var blockCount: Int { isFull ? Vector.blockCount &* width : 1 }

  /// The text of register `number`.
  @inlinable @inline(__always)
  func load(_ number: Int) -> Vector {
    width == 1 ? only : Vector(loading: from + MemoryLayout<Vector>.size &* number)
  }

  /// The text of one block before register `number`. Before the group are the blocks of `before`.
  @inlinable @inline(__always)
  func load(before number: Int, after before: Vector) -> Vector {
    number == 0 ? load(0).shifted(after: before) : Vector(loading: from + (MemoryLayout<Vector>.size &* number &- 16))
  }

  /// The last block in the last place.
  @inlinable @inline(__always)
  var last: Vector { isFull ? load(width &- 1) : Vector(repeating: load(0).first) }
}
