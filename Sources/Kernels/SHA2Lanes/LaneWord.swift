/// A register that holds one word of each of several messages, one in a lane; what a set of instructions can do with it.
///
/// Generic code over it is always inlined: what is left in a target of kernels is `compress` and `compressDigest`, which
/// are functions of that target. It is public because the compiler serialises no `package` function for other modules to
/// inline; no product has this module.
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

  /// A round's new `e` and `a`, d + T1 and T1 + T2, in the order of additions that is fastest with these instructions.
  /// Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3.
  static func round(
    d: Self, hwk: (h: Self, w: Self, k: Self), choice: Self, sum1: Self, majority: Self, sum0: Self
  ) -> (e: Self, a: Self)

  /// `LaneState.compress`, in a function that is not inlined.
  static func compress(
    _ chaining: inout LaneState<Self>, _ schedule: inout LaneSchedule<Self>, _ constants: UnsafePointer<Word>)

  /// `LaneState.compressDigest`, in a function that is not inlined.
  static func compressDigest(
    _ chaining: inout LaneState<Self>, _ digest: inout LaneState<Self>, _ constants: UnsafePointer<Word>)
}

extension LaneWord {
  /// The messages that lie side by side.
  @inlinable @inline(__always)
  static var laneCount: Int { MemoryLayout<Self>.size / MemoryLayout<Word>.size }
}
