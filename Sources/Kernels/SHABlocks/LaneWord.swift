/// A register with one word of each of several messages, one in a lane, and the operations of a set of instructions on
/// it.
///
/// Generic code over it is always inlined. The functions that a kernel target does not inline are its own: `load`,
/// `store`, `pad` and `compress`. It is public because the compiler does not serialise `package` functions for inlining
/// into other modules; no product has this module.
///
/// The types that conform repeat the functions that are not inlined. Generic ones would be weak symbols, which the
/// linker could also use for code for other processors.
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

  /// `16 / MemoryLayout<Word>.size` words of every message, in as many registers, from big-endian words `offset` bytes
  /// from its pointer.
  static func gather(
    _ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int, to words: UnsafeMutablePointer<Self>)

  /// Ch(x, y, z). Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
  static func choice(_ x: Self, _ y: Self, _ z: Self) -> Self
  /// Maj(x, y, z). Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
  static func majority(_ x: Self, _ y: Self, _ z: Self) -> Self

  /// One round; `k` is its constant, `w` its message words.
  /// Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3.
  static func round(_ v: LaneState<Self>, _ k: Word, _ w: Self) -> LaneState<Self>

  // The functions of `LaneState` and `LaneSchedule` of these names, not inlined.
  static func load(_ state: inout LaneState<Self>, _ states: UnsafeRawPointer)
  static func store(_ state: inout LaneState<Self>, _ states: UnsafeMutableRawPointer)
  static func load(
    _ schedule: inout LaneSchedule<Self>, _ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int)
  static func pad(_ schedule: inout LaneSchedule<Self>, byteCount: Int)
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
