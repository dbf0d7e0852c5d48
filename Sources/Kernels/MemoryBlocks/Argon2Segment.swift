/// A segment of Argon2's memory: the blocks of one lane that are filled between two synchronisations.
///
/// Block `index` of lane `lane` is block `index * lanes + lane` of the memory, so that the written blocks are always a
/// prefix of the memory. Spec: RFC 9106, section 3.4.
@frozen
public struct Argon2Segment: BitwiseCopyable {
  /// The memory, of `lanes * laneLength` blocks of 1024 bytes, aligned to 64.
  @usableFromInline let memory: UnsafeMutableRawPointer
  @usableFromInline let lanes: Int
  @usableFromInline let laneLength: Int
  @usableFromInline let passes: UInt64
  @usableFromInline let type: UInt64
  @usableFromInline let pass: Int
  @usableFromInline let slice: Int
  @usableFromInline let lane: Int

  /// A segment of `laneLength / 4` blocks.
  @inlinable
  package init(
    _ memory: UnsafeMutableRawPointer, lanes: Int, laneLength: Int, passes: Int, type: Int, pass: Int, slice: Int,
    lane: Int
  ) {
    (self.memory, self.lanes, self.laneLength) = (memory, lanes, laneLength)
    (self.passes, self.type) = (UInt64(truncatingIfNeeded: passes), UInt64(truncatingIfNeeded: type))
    (self.pass, self.slice, self.lane) = (pass, slice, lane)
  }

  @inlinable @inline(__always)
  var length: Int { laneLength >> 2 }

  /// Whether only the position selects the blocks to read: in Argon2i, and in the first half of the first pass of
  /// Argon2id. Spec: RFC 9106, section 3.4.1.
  @inlinable @inline(__always)
  var isDataIndependent: Bool { type == 1 || type == 2 && pass == 0 && slice < 2 }

  /// The first block to be filled: the first two of a lane are made from H0.
  @inlinable @inline(__always)
  package var start: Int { pass == 0 && slice == 0 ? 2 : 0 }

  @inlinable @inline(__always)
  func block(_ lane: Int, _ index: Int) -> UnsafeMutableRawPointer {
    // SAFETY: the callers pass a lane below `lanes` and an index below `laneLength`.
    memory + (index &* lanes &+ lane) &* 1024
  }

  /// The block to read for block `index` of the segment, by the word J2 ‖ J1. Spec: RFC 9106, section 3.4.2.
  @inlinable @inline(__always)
  func reference(for index: Int, _ word: UInt64) -> UnsafeMutableRawPointer {
    let (j1, j2) = (word & 0xffff_ffff, word >> 32)
    // The division is slow, and one lane needs none.
    let chosen =
      lanes == 1 || pass == 0 && slice == 0
      ? lane : Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: j2) % UInt32(truncatingIfNeeded: lanes))
    let finished = pass == 0 ? slice &* length : laneLength &- length
    let area = chosen == lane ? finished &+ index &- 1 : finished &- (index == 0 ? 1 : 0)
    let x = (j1 &* j1) >> 32
    let y = (UInt64(truncatingIfNeeded: area) &* x) >> 32
    let relative = area &- 1 &- Int(truncatingIfNeeded: y)
    let first = pass == 0 || slice == 3 ? 0 : (slice &+ 1) &* length
    let absolute = first &+ relative
    return block(chosen, absolute >= laneLength ? absolute &- laneLength : absolute)
  }
}

/// The memory that a thread needs in addition to the blocks: P's results on the rows of a block, and for
/// data-independent addressing the words, their input, a block of zeros, and P's results again.
@inlinable
package var argon2ScratchByteCount: Int { 5 * 1024 }

extension Argon2Words {
  /// Fills the blocks `start` ..< `end` of a segment. With data-independent addressing, `start` is a multiple of 128 or
  /// `segment.start`.
  ///
  /// `scratch` has `argon2ScratchByteCount` bytes, aligned to 64. Spec: RFC 9106, section 3.2, steps 5 and 6.
  @inlinable @inline(__always)
  public static func fill(
    _ segment: Argon2Segment, from start: Int, to end: Int, _ scratch: UnsafeMutableRawPointer
  ) {
    let base = segment.slice &* segment.length
    let isFirstPass = segment.pass == 0
    let isDataIndependent = segment.isDataIndependent
    let addresses = scratch + 1024
    if isDataIndependent { makeAddresses(segment, start, scratch) }

    @inline(__always)
    func word(_ index: Int, _ previous: UnsafeRawPointer) -> UInt64 {
      isDataIndependent
        ? addresses.load(fromByteOffset: 8 &* argon2Place(ofWord: index & 127, rowCount: rowCount), as: UInt64.self)
        : previous.load(as: UInt64.self)
    }

    let before = base &+ start == 0 ? segment.laneLength &- 1 : base &+ start &- 1
    var previous = UnsafeRawPointer(segment.block(segment.lane, before))
    var reference = UnsafeRawPointer(segment.reference(for: start, word(start, previous)))
    for index in start..<end {
      let next = segment.block(segment.lane, base &+ index)
      permuteRows(previous, reference, scratch)
      permuteColumns(0, previous, reference, next, scratch, isFirstPass)
      // Words 0 and 1 of the block are in place now, so the next block to read is known and can be prefetched.
      var upcoming = reference
      if index &+ 1 < end {
        if isDataIndependent && (index &+ 1) & 127 == 0 { makeAddresses(segment, index &+ 1, scratch) }
        upcoming = UnsafeRawPointer(segment.reference(for: index &+ 1, word(index &+ 1, next)))
        prefetchBlock(upcoming)
      }
      var group = 1
      while group < 8 / rowCount {
        permuteColumns(group, previous, reference, next, scratch, isFirstPass)
        group &+= 1
      }
      (previous, reference) = (UnsafeRawPointer(next), upcoming)
    }
  }

  /// The compression function G. `result` may be `x` or `y`. Spec: RFC 9106, section 3.5.
  @inlinable @inline(__always)
  public static func compressBlocks(
    _ x: UnsafeRawPointer, _ y: UnsafeRawPointer, to result: UnsafeMutableRawPointer,
    _ scratch: UnsafeMutableRawPointer
  ) {
    permuteRows(x, y, scratch)
    for group in 0..<8 / rowCount { permuteColumns(group, x, y, result, scratch, true) }
  }

  /// P on the rows of x ⊕ y. Spec: RFC 9106, section 3.5.
  @inlinable @inline(__always)
  static func permuteRows(_ x: UnsafeRawPointer, _ y: UnsafeRawPointer, _ scratch: UnsafeMutableRawPointer) {
    var first = 0
    while first < 64 / rowCount {
      let place = { (index: Int) in first &+ index }
      (Argon2Row<Self>(x, place) ^ Argon2Row<Self>(y, place)).permuted.store(scratch, place)
      first &+= 8
    }
  }

  /// P on the columns of the result of `permuteRows`, then the exclusive or with x ⊕ y, and after the first pass with
  /// the block that is replaced. Spec: RFC 9106, section 3.5; RFC 9106, section 3.2, step 6.
  @inlinable @inline(__always)
  static func permuteColumns(
    _ group: Int, _ x: UnsafeRawPointer, _ y: UnsafeRawPointer, _ result: UnsafeMutableRawPointer,
    _ scratch: UnsafeRawPointer, _ isFirstPass: Bool
  ) {
    let place = { (index: Int) in Self.place(group, index) }
    var words = Argon2Row<Self>(scratch, place).exchanged.permuted.exchanged
    words = words ^ (Argon2Row<Self>(x, place) ^ Argon2Row<Self>(y, place))
    if !isFirstPass { words = words ^ Argon2Row<Self>(result, place) }
    words.store(result, place)
  }

  /// Makes the 128 words that select the blocks to read from `index` on, a multiple of 128 or the start.
  /// Spec: RFC 9106, section 3.4.1.2.
  @inlinable @inline(__always)
  static func makeAddresses(_ segment: Argon2Segment, _ index: Int, _ scratch: UnsafeMutableRawPointer) {
    let (addresses, input, zero, rows) = (scratch + 1024, scratch + 2048, scratch + 3072, scratch + 4096)
    input.initializeMemory(as: UInt8.self, repeating: 0, count: 2048)
    func set(_ word: Int, _ value: UInt64) {
      // SAFETY: the input has 128 words.
      input.storeBytes(of: value, toByteOffset: 8 &* argon2Place(ofWord: word, rowCount: rowCount), as: UInt64.self)
    }
    set(0, UInt64(truncatingIfNeeded: segment.pass))
    set(1, UInt64(truncatingIfNeeded: segment.lane))
    set(2, UInt64(truncatingIfNeeded: segment.slice))
    set(3, UInt64(truncatingIfNeeded: segment.lanes &* segment.laneLength))
    set(4, segment.passes)
    set(5, segment.type)
    set(6, UInt64(truncatingIfNeeded: index >> 7 &+ 1))
    compress(zero, input, to: addresses, rows)
    compress(zero, addresses, to: addresses, rows)
  }

  @inlinable @inline(__always)
  static func prefetchBlock(_ block: UnsafeRawPointer) {
    var offset = 0
    while offset < 1024 {
      prefetch(block + offset)
      offset &+= 64
    }
  }
}
