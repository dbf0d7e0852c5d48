import Builtin

extension LaneWord {
  /// Folds `count` blocks of each message into its state.
  ///
  /// `states` has a state of eight words for each lane, one after another, in the CPU's byte order. `blocks` has a
  /// pointer for each lane. These pointers need no alignment and may be equal. A `count` of 0 changes nothing.
  @inlinable @inline(__always)
  public static func compressLanes(
    states: UnsafeMutableRawPointer, blocks: UnsafePointer<UnsafeRawPointer>, count: Int,
    constants: UnsafePointer<Word>
  ) {
    var memory = (LaneState<Self>(), LaneSchedule<Self>())
    withUnsafeMutablePointer(to: &memory) {
      // SAFETY: a state, and a schedule of the size of two.
      let chaining = UnsafeMutableRawPointer($0).assumingMemoryBound(to: LaneState<Self>.self)
      let schedule = UnsafeMutableRawPointer(chaining + 1).assumingMemoryBound(to: LaneSchedule<Self>.self)
      load(chaining, states)
      for block in 0..<count {
        let offset = 16 &* MemoryLayout<Word>.size &* block
        load(schedule, blocks, at: offset)
        // Processors do not prefetch for as many streams as there are lanes, nor across pages.
        // SAFETY: a prefetch beyond the end of a message has no effect.
        for lane in 0..<laneCount { prefetch(blocks[lane] + (offset &+ 128)) }
        compress(chaining, schedule, constants, to: chaining)
      }
      store(chaining, states)
      wipe($0, byteCount: 3 &* MemoryLayout<LaneState<Self>>.size)
    }
  }

  /// Runs rounds of PBKDF2 in every lane: in each, `u` becomes the digest under `outer` of its digest under `inner`,
  /// and `t` takes the exclusive or with `u`.
  ///
  /// The pointers are to a state of eight words for each lane, as in `compressLanes`; no two may overlap, except that
  /// `inner` and `outer` may. Bytes of `u` and `t` beyond `digestByteCount` are unspecified.
  /// Spec: RFC 8018, section 5.2.
  @inlinable @inline(__always)
  public static func runPBKDF2Rounds(
    inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    digestByteCount: Int, rounds: Int, constants: UnsafePointer<Word>
  ) {
    typealias State = LaneState<Self>
    // One variable, used only by its address, so that the compiler makes no copies that would not be overwritten.
    var memory = (State(), State(), State(), LaneSchedule<Self>())
    withUnsafeMutablePointer(to: &memory) {
      // SAFETY: three states, and a schedule of the size of two, one after the other.
      let keys = UnsafeMutableRawPointer($0).assumingMemoryBound(to: State.self)
      let total = keys + 2
      let digest = keys + 3
      let schedule = UnsafeMutableRawPointer(digest).assumingMemoryBound(to: LaneSchedule<Self>.self)
      load(keys, inner)
      load(keys + 1, outer)
      load(total, t)
      load(digest, u)
      // The block is the digest, a one bit, zeros, and the length of a block of key and a digest. Spec: FIPS 180-4,
      // section 5.1.
      let size = MemoryLayout<Word>.size
      schedule.pointee.w15 = Self(repeating: Word(truncatingIfNeeded: 8 &* (16 &* size &+ digestByteCount)))
      end(schedule, byteCount: digestByteCount)
      let isTruncated = digestByteCount < 8 &* size
      for _ in 0..<rounds {
        for key in 0..<2 {
          compress(keys + key, schedule, constants, to: digest)
          if isTruncated { end(schedule, byteCount: digestByteCount) }
        }
        total.pointee = total.pointee ^ digest.pointee
      }
      store(digest, u)
      store(total, t)
      wipe($0, byteCount: 5 &* MemoryLayout<State>.size)
    }
  }

  /// Gathers the words of one state after another.
  @inlinable @inline(__always)
  static func load(_ lanes: UnsafeMutablePointer<LaneState<Self>>, _ states: UnsafeRawPointer) {
    transpose(states, to: lanes, rowCount: laneCount, columnCount: 8, wordByteCount: MemoryLayout<Word>.size)
  }

  /// Scatters the words to one state after another.
  @inlinable @inline(__always)
  static func store(_ lanes: UnsafeMutablePointer<LaneState<Self>>, _ states: UnsafeMutableRawPointer) {
    transpose(lanes, to: states, rowCount: 8, columnCount: laneCount, wordByteCount: MemoryLayout<Word>.size)
  }
}

/// Copies rows of words of 4 or 8 bytes to columns. Not generic, because the kernels' modules call it; see `LaneWord`.
@usableFromInline
func transpose(
  _ rows: UnsafeRawPointer, to columns: UnsafeMutableRawPointer, rowCount: Int, columnCount: Int, wordByteCount: Int
) {
  func copy<Word: BitwiseCopyable>(_: Word.Type) {
    for row in 0..<rowCount {
      for column in 0..<columnCount {
        // SAFETY: the callers pass memory for `rowCount * columnCount` words.
        columns.storeBytes(
          of: rows.loadUnaligned(fromByteOffset: wordByteCount &* (columnCount &* row &+ column), as: Word.self),
          toByteOffset: wordByteCount &* (rowCount &* column &+ row), as: Word.self)
      }
    }
  }
  if wordByteCount == 4 { copy(UInt32.self) } else { copy(UInt64.self) }
}

/// Prefetches the cache line at an address into the second-level cache.
@inlinable @inline(__always)
func prefetch(_ address: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(address._rawValue, (0 as Int32)._value, (2 as Int32)._value, (1 as Int32)._value)
}
