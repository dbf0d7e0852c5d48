/// Two registers for each word, for twice as many messages. Each instruction is followed by the same one for the other
/// register, which does not depend on it: while the core waits for a result in one half of the lanes, it works on the
/// other.
///
/// There are not enough registers for both, so some of the words are in memory. On AMD Zen 5, where vector instructions
/// take two cycles, a round of PBKDF2 in each lane still takes a fifth less time than with `OrderedLaneWord`.
public protocol LaneWordPair: LaneWord where Word == Half.Word {
  associatedtype Half: LaneRegister

  init(_ first: Half, _ second: Half)
  /// The words of the first half of the messages.
  var first: Half { get }
  /// The words of the second half.
  var second: Half { get }
}

extension LaneWordPair {
  /// Zeros.
  @inlinable @inline(__always)
  public init() { self.init(Half(), Half()) }

  /// One word in every lane.
  @inlinable @inline(__always)
  public init(repeating word: Word) { self.init(Half(repeating: word), Half(repeating: word)) }

  /// Sums modulo the size of a word.
  @inlinable @inline(__always)
  public static func &+ (x: Self, y: Self) -> Self { Self(x.first &+ y.first, x.second &+ y.second) }

  /// Exclusive ors.
  @inlinable @inline(__always)
  public static func ^ (x: Self, y: Self) -> Self { Self(x.first ^ y.first, x.second ^ y.second) }

  /// Ands.
  @inlinable @inline(__always)
  public static func & (x: Self, y: Self) -> Self { Self(x.first & y.first, x.second & y.second) }

  /// Ors.
  @inlinable @inline(__always)
  public static func | (x: Self, y: Self) -> Self { Self(x.first | y.first, x.second | y.second) }

  /// Rotations to the right.
  @inlinable @inline(__always)
  public func rotatedRight(by count: Int) -> Self {
    Self(first.rotatedRight(by: count), second.rotatedRight(by: count))
  }

  /// Shifts to the right.
  @inlinable @inline(__always)
  public func shiftedRight(by count: Int) -> Self {
    Self(first.shiftedRight(by: count), second.shiftedRight(by: count))
  }

  /// Ch(x, y, z). Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
  @inlinable @inline(__always)
  public static func choice(_ x: Self, _ y: Self, _ z: Self) -> Self {
    Self(Half.choice(x.first, y.first, z.first), Half.choice(x.second, y.second, z.second))
  }

  /// Maj(x, y, z). Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
  @inlinable @inline(__always)
  public static func majority(_ x: Self, _ y: Self, _ z: Self) -> Self {
    Self(Half.majority(x.first, y.first, z.first), Half.majority(x.second, y.second, z.second))
  }

  /// See `LaneWord.gather`: the messages of the first half, then those of the second. All of a cache line is loaded at
  /// once, because the lines of 32 messages at equal distances displace each other.
  @inlinable @inline(__always)
  public static func gather(
    _ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int, to words: UnsafeMutablePointer<Self>
  ) {
    @inline(__always)
    func gather(_ blocks: UnsafePointer<UnsafeRawPointer>, _ halves: UnsafeMutablePointer<Half>) {
      @inline(__always)
      func line(_ row: Int) -> (Half, Half, Half, Half) {
        (
          Half.rows(blocks, row, at: offset), Half.rows(blocks, row, at: offset &+ 16),
          Half.rows(blocks, row, at: offset &+ 32), Half.rows(blocks, row, at: offset &+ 48)
        )
      }
      @inline(__always)
      func store(_ word: Int, _ r0: Half, _ r1: Half, _ r2: Half, _ r3: Half) {
        let place = halves + 2 &* word
        (place[0], place[2], place[4], place[6]) = Half.transposed(r0, r1, r2, r3)
      }
      let (a, b) = (line(0), line(1))
      if MemoryLayout<Word>.size == 8 {
        store(0, a.0, b.0, a.1, b.1)
        store(4, a.2, b.2, a.3, b.3)
      } else {
        let (c, d) = (line(2), line(3))
        store(0, a.0, b.0, c.0, d.0)
        store(4, a.1, b.1, c.1, d.1)
        store(8, a.2, b.2, c.2, d.2)
        store(12, a.3, b.3, c.3, d.3)
      }
    }
    // SAFETY: a pair is two halves, one after the other.
    let halves = UnsafeMutableRawPointer(words).assumingMemoryBound(to: Half.self)
    gather(blocks, halves)
    gather(blocks + Half.laneCount, halves + 1)
  }
}
