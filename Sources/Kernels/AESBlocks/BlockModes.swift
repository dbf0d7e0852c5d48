/// The loops of the modes: eight registers per iteration, then four, two, one, and one that is filled in part.
///
/// The short steps depend only on their own blocks, so the core overlaps them. The end takes the time of its
/// instructions and one latency, not one latency for each step.
extension BlockVector {
  /// Encrypts each block by itself. Spec: NIST SP 800-38A, section 6.1.
  @inlinable @inline(__always)
  public static func encryptECB(
    _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = RoundKeys<Self>(encryptingWith: schedule, rounds: rounds)
    forEachGroup(from: from, to: to, blockCount: blockCount) { group in
      group.store(keys.apply(inverse: false, width: group.width, to: { group.load($0) }, adding: { _ in Self() }))
    }
  }

  /// Decrypts each block by itself. Spec: NIST SP 800-38A, section 6.1.
  @inlinable @inline(__always)
  public static func decryptECB(
    _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = RoundKeys<Self>(decryptingWith: schedule, rounds: rounds)
    forEachGroup(from: from, to: to, blockCount: blockCount) { group in
      group.store(keys.apply(inverse: true, width: group.width, to: { group.load($0) }, adding: { _ in Self() }))
    }
  }

  /// Decrypts each block and combines it with the ciphertext block before it; `iv` becomes the last one.
  /// Spec: NIST SP 800-38A, section 6.2.
  @inlinable @inline(__always)
  public static func decryptCBC(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = RoundKeys<Self>(decryptingWith: schedule, rounds: rounds)
    decryptChained(keys, inverse: true, iv: iv, from: from, to: to, blockCount: blockCount)
  }

  /// Combines each block with the encryption of the ciphertext block before it; `iv` becomes the last one. It works on
  /// one block at a time, in registers of one block.
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inlinable @inline(__always)
  public static func encryptCFB(
    _ keys: some ChainKeys<Self>, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    // What preparation adds to a block. The last round adds it together with its key and the text, so that only the
    // rounds are on the path from block to block.
    let added = Self().prepared(keys.first)
    let lastKey = keys.last ^ added
    var state = Self(loading: iv) ^ added
    for number in 0..<blockCount {
      let text = Self(loading: from + 16 &* number)
      state = keys.encrypt(state, firstKey: keys.first, lastKey: lastKey ^ text)
      (state ^ added).store(to: to + 16 &* number)
    }
    (state ^ added).store(to: iv)
  }

  /// Combines each block with the keystream, whose blocks are each the encryption of the one before; `iv` becomes the
  /// last one. It works on one block at a time, in registers of one block.
  /// Spec: NIST SP 800-38A, section 6.4.
  @inlinable @inline(__always)
  public static func processOFB(
    _ keys: some ChainKeys<Self>, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    let added = Self().prepared(keys.first)
    let lastKey = keys.last ^ added
    var state = Self(loading: iv) ^ added
    for number in 0..<blockCount {
      let text = Self(loading: from + 16 &* number) ^ added
      state = keys.encrypt(state, firstKey: keys.first, lastKey: lastKey)
      (state ^ text).store(to: to + 16 &* number)
    }
    (state ^ added).store(to: iv)
  }

  /// Encrypts the ciphertext block before each block and combines them; `iv` becomes the last ciphertext block.
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inlinable @inline(__always)
  public static func decryptCFB(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = RoundKeys<Self>(encryptingWith: schedule, rounds: rounds)
    decryptChained(keys, inverse: false, iv: iv, from: from, to: to, blockCount: blockCount)
  }

  /// CBC applies the inverse cipher to each block and adds the block before it; CFB applies the cipher to the block
  /// before and adds the block.
  @inlinable @inline(__always)
  static func decryptChained(
    _ keys: RoundKeys<Self>, inverse: Bool, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    guard blockCount > 0 else { return }
    // Input and output may be equal, so the input is read before the output is written.
    let nextIV = (from + 16 &* (blockCount &- 1)).loadUnaligned(as: SIMD2<Int64>.self)
    // Only the last block of the register before is used.
    var before = Self(repeating: iv.loadUnaligned(as: SIMD2<Int64>.self))
    iv.storeBytes(of: nextIV, as: SIMD2<Int64>.self)
    forEachGroup(from: from, to: to, blockCount: blockCount) { group in
      let firstBefore = group.load(0).shifted(after: before)
      let plaintext = keys.apply(
        inverse: inverse, width: group.width,
        to: { inverse ? group.load($0) : group.load(before: $0, firstBefore) },
        adding: { inverse ? group.load(before: $0, firstBefore) : group.load($0) })
      before = group.load(group.width &- 1)
      group.store(plaintext)
    }
  }

  /// Combines each block with the encryption of the counter, which becomes its next value.
  ///
  /// The counter is a big-endian number of 128 bits, and carries through all of them.
  /// Spec: NIST SP 800-38A, section 6.5 and appendix B.1.
  @inlinable @inline(__always)
  public static func processCTR(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = RoundKeys<Self>(encryptingWith: schedule, rounds: rounds)
    var high = UInt64(bigEndian: counter.loadUnaligned(as: UInt64.self))
    var low = UInt64(bigEndian: counter.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    var input = from
    var output = to
    var left = blockCount
    // One iteration for the blocks up to the carry out of the low half, and one for those after it.
    while left > 0 {
      let untilCarry = 0 &- low  // 0 is 2^64
      let run = untilCarry &- 1 < UInt64(truncatingIfNeeded: left) ? Int(truncatingIfNeeded: untilCarry) : left
      var next = Self(repeating: SIMD2(Int64(bitPattern: low), Int64(bitPattern: high)))
      forEachGroup(from: input, to: output, blockCount: run) { group in
        let start = next
        next = start &+ number(Self.blockCount &* group.width)
        let text = keys.apply(
          inverse: false, width: group.width,
          to: { (start &+ (positions &+ number(Self.blockCount &* $0))).byteSwapped }, adding: { group.load($0) })
        group.store(text)
      }
      input += 16 &* run
      output += 16 &* run
      left &-= run
      low = low &+ UInt64(truncatingIfNeeded: run)
      if low == 0 { high = high &+ 1 }
    }
    counter.storeBytes(of: high.bigEndian, as: UInt64.self)
    counter.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// A number in the low half of each block.
  @inlinable @inline(__always)
  static func number(_ number: Int) -> Self { Self(repeating: SIMD2(Int64(number), 0)) }

  /// Calls `body` for as many registers at once as there are blocks for, until all blocks are done.
  @inlinable @inline(__always)
  static func forEachGroup(
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int, _ body: (TextGroup<Self>) -> Void
  ) {
    var text = TextGroup<Self>(from: from, to: to, width: 8)
    var left = blockCount
    while left >= 8 &* Self.blockCount {
      body(text)
      text.advance(&left)
    }
    text.width = 4
    if left >= 4 &* Self.blockCount {
      body(text)
      text.advance(&left)
    }
    text.width = 2
    if left >= 2 &* Self.blockCount {
      body(text)
      text.advance(&left)
    }
    text.width = 1
    if left >= Self.blockCount {
      body(text)
      text.advance(&left)
    }
    if Self.blockCount > 1, left > 0 {
      text.rest = left
      body(text)
    }
  }
}

/// Where the text of up to eight registers is read, and where it is written.
@frozen
public struct TextGroup<Vector: BlockVector>: BitwiseCopyable {
  @usableFromInline var from: UnsafeRawPointer
  @usableFromInline var to: UnsafeMutableRawPointer
  /// The number of registers.
  @usableFromInline var width: Int
  /// 0, or the number of blocks in the only register, if fewer than it holds.
  @usableFromInline var rest = 0

  /// The text of `width` registers.
  @inlinable @inline(__always)
  public init(from: UnsafeRawPointer, to: UnsafeMutableRawPointer, width: Int) {
    self.from = from
    self.to = to
    self.width = width
  }

  /// The text of register `number`.
  @inlinable @inline(__always)
  public func load(_ number: Int) -> Vector {
    rest > 0
      ? Vector(loading: from, blockCount: rest) : Vector(loading: from + MemoryLayout<Vector>.size &* number)
  }

  /// The text of all registers.
  @inlinable @inline(__always)
  public var text: VectorGroup<Vector> { VectorGroup(width: width) { load($0) } }

  /// The text one block before each register. Before the first, that is `first`.
  @inlinable @inline(__always)
  public func before(_ first: Vector) -> VectorGroup<Vector> { VectorGroup(width: width) { load(before: $0, first) } }

  /// The text of one block before register `number`. Before the first register, that is `first`.
  @inlinable @inline(__always)
  func load(before number: Int, _ first: Vector) -> Vector {
    number == 0 ? first : Vector(loading: from + (MemoryLayout<Vector>.size &* number &- 16))
  }

  @inlinable @inline(__always)
  func store(_ text: VectorGroup<Vector>) {
    if rest > 0 {
      text[0].store(to: to, blockCount: rest)
    } else {
      text.store(to: to, width: width)
    }
  }

  /// Moves on, and takes the blocks of this group off `left`.
  @inlinable @inline(__always)
  mutating func advance(_ left: inout Int) {
    from += MemoryLayout<Vector>.size &* width
    to += MemoryLayout<Vector>.size &* width
    left &-= Vector.blockCount &* width
  }
}
