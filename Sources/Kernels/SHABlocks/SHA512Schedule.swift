extension SHA512Vectors {
  /// Sixteen consecutive words of the message schedule, in vector registers.
  /// Spec: FIPS 180-4, section 6.4.2, step 1.
  ///
  /// The processor computes the schedule while it waits for the rounds, which use the general registers: for sixteen
  /// rounds, neither depends on the other. The sums of words and constants, which the rounds need, go to memory.
  ///
  /// Four vectors of four words, and a copy of the newest one's upper half. A tuple, because for a named type debug
  /// builds emit functions with weak symbols, compiled for this target's processors.
  @usableFromInline typealias Schedule = (
    x0: SIMD4<Int64>, x1: SIMD4<Int64>, x2: SIMD4<Int64>, x3: SIMD4<Int64>, newest: SIMD2<Int64>
  )

  /// The words of a message's block; leaves their sums with the constants at `writer`.
  @inlinable @inline(__always)
  static func schedule(
    ofMessage message: UnsafeRawPointer, _ writer: UnsafeMutableRawPointer, _ k: UnsafeRawPointer
  ) -> Schedule {
    let x0 = bigEndianWords(message)
    let x1 = bigEndianWords(message + 32)
    let x2 = bigEndianWords(message + 64)
    let x3 = bigEndianWords(message + 96)
    store(x0, writer, k)
    store(x1, writer + 32, k + 32)
    store(x2, writer + 64, k + 64)
    store(x3, writer + 96, k + 96)
    return (x0, x1, x2, x3, x3.highHalf)
  }

  /// The words at `words`, in the machine's byte order.
  @inlinable @inline(__always)
  static func schedule(ofWords words: UnsafeRawPointer) -> Schedule {
    let x0 = words.loadUnaligned(as: SIMD4<Int64>.self)
    let x1 = words.loadUnaligned(fromByteOffset: 32, as: SIMD4<Int64>.self)
    let x2 = words.loadUnaligned(fromByteOffset: 64, as: SIMD4<Int64>.self)
    let x3 = words.loadUnaligned(fromByteOffset: 96, as: SIMD4<Int64>.self)
    return (x0, x1, x2, x3, x3.highHalf)
  }

  /// Runs sixteen rounds on the sums at `kw`, and replaces them by the next sixteen, whose constants are at `k`.
  @inlinable @inline(__always)
  static func advance(
    _ schedule: inout Schedule, _ v: inout SHA512Rounds.WorkingVariables, _ kw: UnsafeRawPointer,
    _ writer: UnsafeMutableRawPointer,
    _ k: UnsafeRawPointer
  ) {
    SHA512Rounds.fourRounds(&v, kw)
    advance(&schedule, step: 0, writer, k)
    SHA512Rounds.fourRounds(&v, kw + 32)
    advance(&schedule, step: 1, writer + 32, k + 32)
    SHA512Rounds.fourRounds(&v, kw + 64)
    advance(&schedule, step: 2, writer + 64, k + 64)
    SHA512Rounds.fourRounds(&v, kw + 96)
    advance(&schedule, step: 3, writer + 96, k + 96)
  }

  /// Leaves the next four sums at `kw`; `step` counts from 0 to 3.
  @inlinable @inline(__always)
  static func advance(_ schedule: inout Schedule, step: Int, _ kw: UnsafeMutableRawPointer, _ k: UnsafeRawPointer) {
    switch step {
    case 0: schedule.x0 = next(&schedule.newest, schedule.x0, schedule.x1, schedule.x2, schedule.x3, kw, k)
    case 1: schedule.x1 = next(&schedule.newest, schedule.x1, schedule.x2, schedule.x3, schedule.x0, kw, k)
    case 2: schedule.x2 = next(&schedule.newest, schedule.x2, schedule.x3, schedule.x0, schedule.x1, kw, k)
    default: schedule.x3 = next(&schedule.newest, schedule.x3, schedule.x0, schedule.x1, schedule.x2, kw, k)
    }
  }

  /// The four words that follow. The upper two need the lower two, so σ1 is computed on halves.
  @inlinable @inline(__always)
  static func next(
    _ newest: inout SIMD2<Int64>, _ x0: SIMD4<Int64>, _ x1: SIMD4<Int64>, _ x2: SIMD4<Int64>, _ x3: SIMD4<Int64>,
    _ kw: UnsafeMutableRawPointer, _ k: UnsafeRawPointer
  ) -> SIMD4<Int64> {
    let sum = x0 &+ sigma0(shifted(x0, x1)) &+ shifted(x2, x3)
    let low = sum.lowHalf &+ sigma1(newest)
    newest = sum.highHalf &+ sigma1(low)
    let words = SIMD4(lowHalf: low, highHalf: newest)
    store(words, kw, k)
    return words
  }

  @inlinable @inline(__always)
  static func store(_ words: SIMD4<Int64>, _ kw: UnsafeMutableRawPointer, _ k: UnsafeRawPointer) {
    kw.storeBytes(of: words &+ k.loadUnaligned(as: SIMD4<Int64>.self), as: SIMD4<Int64>.self)
  }

  /// Four of the eight words x, y, beginning with the second.
  @inlinable @inline(__always)
  static func shifted(_ x: SIMD4<Int64>, _ y: SIMD4<Int64>) -> SIMD4<Int64> {
    SIMD4(x[1], x[2], x[3], y[0])
  }
}
