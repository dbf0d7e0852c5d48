/// A register with one word of each of several messages, one in a lane, and the operations of a set of instructions on
/// it.
///
/// Generic code over it is always inlined. The functions that a kernel target does not inline are its own: a generic
/// one would be a weak symbol, which the linker could also use for code for other processors. The protocol is public
/// because the compiler does not serialise `package` functions for inlining into other modules; no product has this
/// module.
public protocol LaneWord: BitwiseCopyable {
  /// The words in the lanes.
  associatedtype Word: SHA2Word

  /// Zeros.
  init()
  /// One word in every lane.
  init(repeating word: Word)

  static func &+ (x: Self, y: Self) -> Self
  static func ^ (x: Self, y: Self) -> Self
  static func & (x: Self, y: Self) -> Self
  static func | (x: Self, y: Self) -> Self
  func rotatedRight(by count: Int) -> Self
  func shiftedRight(by count: Int) -> Self

  /// Gathers the words of every message in 64 bytes, `offset` bytes from its pointer.
  static func gather(
    _ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int, to words: UnsafeMutablePointer<Self>)

  /// Ch(x, y, z). Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
  static func choice(_ x: Self, _ y: Self, _ z: Self) -> Self
  /// Maj(x, y, z). Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
  static func majority(_ x: Self, _ y: Self, _ z: Self) -> Self

  /// One round; `k` is its constant, `w` its message words.
  /// Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3.
  static func round(_ v: LaneState<Self>, _ k: Word, _ w: Self) -> LaneState<Self>

  /// `LaneSchedule.load`, not inlined: it stores at computed places, after which an analysis of machine code does not
  /// know what the other places of the same stack frame have.
  static func load(
    _ schedule: UnsafeMutablePointer<LaneSchedule<Self>>, _ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int)

  /// `LaneSchedule.end`, not inlined: it stores at computed places, too.
  static func end(_ schedule: UnsafeMutablePointer<LaneSchedule<Self>>, byteCount: Int)

  /// `LaneState.compress`, not inlined.
  static func compress(
    _ chaining: UnsafePointer<LaneState<Self>>, _ schedule: UnsafePointer<LaneSchedule<Self>>,
    _ constants: UnsafePointer<Word>, to result: UnsafeMutablePointer<LaneState<Self>>)
}

extension LaneWord {
  /// Ch in three instructions, if there is none for a function of three words.
  @inlinable @inline(__always)
  public static func choice(_ x: Self, _ y: Self, _ z: Self) -> Self { z ^ (x & (y ^ z)) }

  /// Maj in four instructions, if there is none for a function of three words.
  @inlinable @inline(__always)
  public static func majority(_ x: Self, _ y: Self, _ z: Self) -> Self { (x & y) | (z & (x | y)) }

  /// A round in the fewest instructions.
  @inlinable @inline(__always)
  public static func round(_ v: LaneState<Self>, _ k: Word, _ w: Self) -> LaneState<Self> {
    let t1 = v.h &+ w &+ Self(repeating: k) &+ choice(v.e, v.f, v.g) &+ v.sum(v.e, Word.parameters.sum1)
    let t2 = v.sum(v.a, Word.parameters.sum0) &+ majority(v.a, v.b, v.c)
    return LaneState(t1 &+ t2, v.a, v.b, v.c, v.d &+ t1, v.e, v.f, v.g)
  }

  /// The messages that lie side by side.
  @inlinable @inline(__always)
  static var laneCount: Int { MemoryLayout<Self>.size / MemoryLayout<Word>.size }
}

/// One register for each word.
public protocol LaneRegister: LaneWord {
  /// Sixteen bytes, `offset` bytes from the pointer, of each of the messages `row`, `row + step`, `row + 2 * step` …,
  /// as big-endian words; `step` is the number of words in sixteen bytes.
  static func rows(_ blocks: UnsafePointer<UnsafeRawPointer>, _ row: Int, at offset: Int) -> Self
  /// Four registers of one word of every message, from `step` successive rows of the same bytes: from four at once, or
  /// from two and two.
  static func transposed(_ r0: Self, _ r1: Self, _ r2: Self, _ r3: Self) -> (Self, Self, Self, Self)
}

extension LaneRegister {
  /// See `LaneWord.gather`. The first words come first, so that the rounds can begin.
  @inlinable @inline(__always)
  public static func gather(
    _ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int, to words: UnsafeMutablePointer<Self>
  ) {
    let step = 16 / MemoryLayout<Word>.size
    for first in stride(from: 0, to: 4 &* step, by: 4) {
      @inline(__always)
      func row(_ word: Int) -> Self { rows(blocks, word % step, at: offset &+ 16 &* (word / step)) }
      // SAFETY: the caller guarantees a register for each word of 64 bytes.
      let place = words + first
      (place[0], place[1], place[2], place[3]) = transposed(
        row(first), row(first &+ 1), row(first &+ 2), row(first &+ 3))
    }
  }
}
