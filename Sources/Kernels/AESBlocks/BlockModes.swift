/// The loops of the modes: eight registers per iteration, then four, two, one, and one that is filled in part. With
/// keys that were made for one message, they are four, then one, which is less code.
///
/// The short steps depend only on their own blocks, so the core overlaps them. The end takes the time of its
/// instructions and one latency, not one latency for each step.
///
/// A loop that chains blocks returns what the next call continues from.
extension BlockVector {
  /// Encrypts each block by itself, or decrypts it. Spec: NIST SP 800-38A, section 6.1.
  @inlinable @inline(__always)
  public static func processECB(_ keys: some CipherKeys<Self>, inverse: Bool, _ text: TextSegments) {
    forEachGroup(text, widest: keys.widest) { group in
      group.store(keys.apply(inverse: inverse, width: group.width, to: { group.load($0) }, adding: { _ in Self() }))
    }
  }

  /// Encrypts each block by itself, and the end of the text if there is `padding` to combine it with.
  @inlinable @inline(__always)
  public static func encryptECB(_ keys: some CipherKeys<Self>, padding: SIMD2<Int64>?, _ text: TextSegments) {
    processECB(keys, inverse: false, text)
    guard let padding else { return }
    let last = Self(text.tail, padding: padding)
    keys.encrypt(last, adding: Self()).store(to: text.tail.to, blockCount: 1)
  }

  /// Encrypts each block combined with the ciphertext block before it, and the end of the text if there is `padding` to
  /// combine it with. Returns the last block. It works on one block at a time, in registers of one block.
  ///
  /// The last key is combined with the next block and the first key, so that only the rounds are on the path from block
  /// to block. For rounds that combine the key before their other steps, this is the key of the next block's first
  /// round.
  /// Spec: NIST SP 800-38A, section 6.2.
  @inlinable @inline(__always)
  public static func encryptCBC(
    _ keys: some CipherKeys<Self>, iv: SIMD2<Int64>, padding: SIMD2<Int64>?, _ text: TextSegments
  ) -> SIMD2<Int64> {
    let whole = 16 &* text.count
    let end = padding == nil ? whole : whole &+ 16
    guard end > 0 else { return iv }
    var last = Self()
    if let padding { last = Self(text.tail, padding: padding) }
    func block(_ offset: Int) -> Self { offset < whole ? Self(loading: text.from + offset) : last }
    var firstKey = keys.first ^ block(0)
    var state = Self(repeating: iv).prepared(firstKey)
    var offset = 0
    while offset &+ 16 < end {
      // Input and output may be equal, so the next block is read before this one is written.
      let nextKey = keys.last ^ (keys.first ^ block(offset &+ 16))
      let lastKey = Self().prepared(nextKey)
      state = keys.encrypt(state, firstKey: firstKey, lastKey: lastKey)
      firstKey = nextKey
      (state ^ lastKey ^ keys.last).store(to: text.to + offset)
      offset &+= 16
    }
    let ciphertext = keys.encrypt(state, firstKey: firstKey, lastKey: keys.last)
    ciphertext.store(to: text.to + offset)
    return ciphertext.first
  }

  /// Combines each block, and the end of the text, with the encryption of the ciphertext block before it, and returns
  /// the last one. It works on one block at a time, in registers of one block.
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inlinable @inline(__always)
  public static func encryptCFB(
    _ keys: some CipherKeys<Self>, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    // What preparation adds to a block. The last round adds it together with its key and the text, so that only the
    // rounds are on the path from block to block.
    let added = Self().prepared(keys.first)
    let lastKey = keys.last ^ added
    var state = Self(repeating: iv) ^ added
    var offset = 0
    while offset < 16 &* text.count {
      let block = Self(loading: text.from + offset)
      state = keys.encrypt(state, firstKey: keys.first, lastKey: lastKey ^ block)
      (state ^ added).store(to: text.to + offset)
      offset &+= 16
    }
    let last = state ^ added
    keys.addKeystream(of: last, text)
    return last.first
  }

  /// Combines each block, and the end of the text, with the keystream, whose blocks are each the encryption of the one
  /// before, and returns the last one. It works on one block at a time, in registers of one block.
  /// Spec: NIST SP 800-38A, section 6.4.
  @inlinable @inline(__always)
  public static func processOFB(
    _ keys: some CipherKeys<Self>, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    let added = Self().prepared(keys.first)
    let lastKey = keys.last ^ added
    var state = Self(repeating: iv) ^ added
    var offset = 0
    while offset < 16 &* text.count {
      let block = Self(loading: text.from + offset) ^ added
      state = keys.encrypt(state, firstKey: keys.first, lastKey: lastKey)
      (state ^ block).store(to: text.to + offset)
      offset &+= 16
    }
    let last = state ^ added
    keys.addKeystream(of: last, text)
    return last.first
  }

  /// Decrypts in CBC or CFB, and returns the last ciphertext block. CBC applies the inverse cipher to each block and
  /// adds the block before it; CFB applies the cipher to the block before and adds the block.
  /// Spec: NIST SP 800-38A, sections 6.2 and 6.3 (segments of a block).
  @inlinable @inline(__always)
  public static func decryptChained(
    _ keys: some CipherKeys<Self>, inverse: Bool, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    guard text.count > 0 else { return iv }
    // Input and output may be equal, so the input is read before the output is written.
    let nextIV = (text.from + 16 &* (text.count &- 1)).loadUnaligned(as: SIMD2<Int64>.self)
    // Only the last block of the register before is used.
    var before = Self(repeating: iv)
    forEachGroup(text, widest: keys.widest) { group in
      let firstBefore = group.load(0).shifted(after: before)
      let plaintext = keys.apply(
        inverse: inverse, width: group.width,
        to: { inverse ? group.load($0) : group.load(before: $0, firstBefore) },
        adding: { inverse ? group.load(before: $0, firstBefore) : group.load($0) })
      before = group.load(group.width &- 1)
      group.store(plaintext)
    }
    return nextIV
  }

  /// Decrypts in CFB, also the end of the text, and returns the last whole ciphertext block.
  @inlinable @inline(__always)
  public static func decryptCFB(
    _ keys: some CipherKeys<Self>, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    let next = decryptChained(keys, inverse: false, iv: iv, text)
    keys.addKeystream(of: Self(repeating: next), text)
    return next
  }

  /// Combines each block, and the end of the text, with the encryption of the counter, and returns its next value.
  ///
  /// The counter is a big-endian number of 128 bits, and carries through all of them. A text within which its low half
  /// overflows has two parts: `processRest` of the kernel gets the second part and its counter.
  /// Spec: NIST SP 800-38A, section 6.5 and appendix B.1.
  @inlinable @inline(__always)
  public static func processCTR(
    _ keys: some CipherKeys<Self>, counter: SIMD2<Int64>, _ text: TextSegments,
    processRest: (SIMD2<Int64>, TextSegments) -> SIMD2<Int64>
  ) -> SIMD2<Int64> {
    let low = UInt64(bigEndian: UInt64(bitPattern: counter[1]))
    let untilCarry = 0 &- low  // 0 is 2^64
    var run = text
    let carries = untilCarry &- 1 < UInt64(truncatingIfNeeded: text.count)
    if carries { run.byteCount = 16 &* Int(truncatingIfNeeded: untilCarry) }
    processCTR(keys, start: Self(repeating: counter).byteSwapped, run)
    var next = counter
    next[1] = Int64(bitPattern: (low &+ UInt64(truncatingIfNeeded: run.count)).bigEndian)
    guard carries else { return next }
    next[0] = (Int64(bigEndian: counter[0]) &+ 1).bigEndian
    return processRest(next, text.dropping(byteCount: run.byteCount))
  }

  /// Combines each block, and the end of the text, with the encryption of a counter, a little-endian number in every
  /// place of `start`. The low half of the counter does not overflow.
  @inlinable @inline(__always)
  public static func processCTR(_ keys: some CipherKeys<Self>, start: Self, _ text: TextSegments) {
    var next = start
    forEachGroup(text, widest: keys.widest) { group in
      let start = next
      next = start &+ number(Self.blockCount &* group.width)
      let text = keys.apply(
        inverse: false, width: group.width,
        to: { (start &+ (blockIndices &+ number(Self.blockCount &* $0))).byteSwapped }, adding: { group.load($0) })
      group.store(text)
    }
    // `next` is beyond the last blocks by the places of a register that they left free.
    let free = (0 &- text.count) & (Self.blockCount &- 1)
    keys.addKeystream(of: (next &+ number(0 &- free)).byteSwapped, text)
  }

  /// The end of a text, combined with its padding, in the first place. The other places do not matter.
  @inlinable @inline(__always)
  init(_ tail: TextSegments, padding: SIMD2<Int64>) {
    self = Self(loading: tail.from, byteCount: tail.byteCount) ^ Self(repeating: padding)
  }

  /// A number in the low half of each block.
  @inlinable @inline(__always)
  public static func number(_ number: Int) -> Self { Self(repeating: SIMD2(Int64(number), 0)) }

  /// Calls `body` for as many registers at once as there are blocks for, at most `widest`, until all blocks are done.
  @inlinable @inline(__always)
  static func forEachGroup(_ blocks: TextSegments, widest: Int, _ body: (TextGroup<Self>) -> Void) {
    var text = TextGroup<Self>(from: blocks.from, to: blocks.to, width: 8)
    var left = blocks.count
    while widest == 8, left >= 8 &* Self.blockCount {
      body(text)
      text.advance(&left)
    }
    text.width = 4
    while left >= 4 &* Self.blockCount {
      body(text)
      text.advance(&left)
      if widest == 8 { break }
    }
    text.width = 2
    if widest == 8, left >= 2 &* Self.blockCount {
      body(text)
      text.advance(&left)
    }
    text.width = 1
    while left >= Self.blockCount {
      body(text)
      text.advance(&left)
      if widest == 8 { break }
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
  init(from: UnsafeRawPointer, to: UnsafeMutableRawPointer, width: Int) {
    self.from = from
    self.to = to
    self.width = width
  }

  /// The text of register `number`.
  @inlinable @inline(__always)
  func load(_ number: Int) -> Vector {
    rest > 0
      ? Vector(loading: from, blockCount: rest) : Vector(loading: from + MemoryLayout<Vector>.size &* number)
  }

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
