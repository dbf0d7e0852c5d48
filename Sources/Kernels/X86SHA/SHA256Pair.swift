#if arch(x86_64)
import SwiftVaultCPU
import SwiftVaultSHA2Lanes

/// SHA-256 of two messages at once with the instructions of SHA-NI: the rounds of one run in the gaps of the other's.
///
/// The limit is SHA256RNDS2, 64 for a block of each: 2 cycles each on AMD Zen 5 by throughput, 3 on Intel Emerald Rapids,
/// and on AMD Zen 3, which starts one each cycle, 4 for two by latency. Zen 5 has two units, each busy for 4 cycles, and
/// binds an instruction to one of them before it knows which will be free: the messages keep apart only in some orders
/// of instructions. On the others the rounds and the schedule have to lie side by side.
package enum SHA256X86SHAPair {
  /// Folds `count` blocks of 64 bytes of each message into its state, eight words of 32 bits; the states are adjacent.
  /// Spec: FIPS 180-4, section 6.2.2.
  ///
  /// Cycles for a block of each, on Intel Emerald Rapids 97 (halves of schedules: 106), on AMD Zen 3 70 (86), on AMD Zen 5
  /// by halves of schedules 73. Not measured on other CPUs.
  package static func compressLanes(
    _ has: HasX86SHA, states: UnsafeMutableRawPointer, blocks: UnsafePointer<UnsafeRawPointer>, count: Int,
    constants: UnsafePointer<UInt32>
  ) {
    guard count > 0 else { return }
    if has.isZen5 {
      compressByHalves(states, blocks, count, SHA256Constants(constants))
    } else {
      compressAtOnce(states, blocks, count, SHA256Constants(constants))
    }
  }

  /// Gives the working variables and the message of each pair of blocks to `rounds`, and adds what it makes of them.
  @inline(__always)
  private static func compress(
    _ states: UnsafeMutableRawPointer, _ blocks: UnsafePointer<UnsafeRawPointer>, _ count: Int,
    _ rounds: (inout SHA256Pairs, inout SHA256Message, inout SHA256Pairs, inout SHA256Message) -> Void
  ) {
    // SAFETY: the caller guarantees two states, and `count` blocks at each of two pointers.
    var a = SHA256Pairs(UnsafeRawPointer(states))
    var b = SHA256Pairs(UnsafeRawPointer(states + 32))
    var blockA = blocks[0]
    var blockB = blocks[1]
    var left = count
    repeat {
      var (w, x) = (SHA256Message(blockA), SHA256Message(blockB))
      var (s, r) = (a, b)
      rounds(&s, &w, &r, &x)
      (a, b) = (a &+ s, b &+ r)
      blockA += 64
      blockB += 64
      left &-= 1
    } while left > 0
    a.store(states)
    b.store(states + 32)
  }

  /// The schedule word by word, each with its rounds.
  private static func compressAtOnce(
    _ states: UnsafeMutableRawPointer, _ blocks: UnsafePointer<UnsafeRawPointer>, _ count: Int, _ k: SHA256Constants
  ) {
    compress(states, blocks, count) { s, w, r, x in
      rounds(&s, w.w0 &+ k[0], &r, x.w0 &+ k[0])
      rounds(&s, w.w1 &+ k[4], &r, x.w1 &+ k[4])
      rounds(&s, w.w2 &+ k[8], &r, x.w2 &+ k[8])
      rounds(&s, w.w3 &+ k[12], &r, x.w3 &+ k[12])
      expandedRounds(&s, &w, &r, &x, k)
    }
  }

  /// Half a schedule, then its rounds with nothing between them, twice a block. All of the schedule first, it is 77 cycles
  /// on AMD Zen 5 in place of 73: so long a chain keeps the rounds behind it out of the CPU's schedulers.
  private static func compressByHalves(
    _ states: UnsafeMutableRawPointer, _ blocks: UnsafePointer<UnsafeRawPointer>, _ count: Int, _ k: SHA256Constants
  ) {
    // The allocation is on the stack, since it asks for no more than a vector's alignment.
    withUnsafeTemporaryAllocation(byteCount: scheduleByteCount, alignment: 16) { area in
      let schedule = area.baseAddress.unsafelyUnwrapped
      let words = UnsafeRawPointer(schedule)
      compress(states, blocks, count) { s, w, r, x in
        storeFirstHalf(&w, &x, schedule, k)
        (s, r) = halfOfRounds(s, r, words, words)
        storeSecondHalf(&w, &x, schedule, k)
        (s, r) = halfOfRounds(s, r, words, words)
      }
      wipe(schedule)
    }
  }

  /// Half the words of a block's schedule, of both messages.
  private static var scheduleByteCount: Int { 256 }

  /// Stores words 0 to 31 with their constants, four of each message alternately.
  /// Spec: FIPS 180-4, section 6.2.2, step 1.
  @inline(__always)
  private static func storeFirstHalf(
    _ w: inout SHA256Message, _ x: inout SHA256Message, _ schedule: UnsafeMutableRawPointer, _ k: SHA256Constants
  ) {
    store(w.w0, x.w0, k[0], schedule + 0)
    store(w.w1, x.w1, k[4], schedule + 32)
    store(w.w2, x.w2, k[8], schedule + 64)
    store(w.w3, x.w3, k[12], schedule + 96)
    store(w.advance(), x.advance(), k[16], schedule + 128)
    store(w.advance(), x.advance(), k[20], schedule + 160)
    store(w.advance(), x.advance(), k[24], schedule + 192)
    store(w.advance(), x.advance(), k[28], schedule + 224)
  }

  /// Stores words 32 to 63 likewise.
  @inline(__always)
  private static func storeSecondHalf(
    _ w: inout SHA256Message, _ x: inout SHA256Message, _ schedule: UnsafeMutableRawPointer, _ k: SHA256Constants
  ) {
    store(w.advance(), x.advance(), k[32], schedule + 0)
    store(w.advance(), x.advance(), k[36], schedule + 32)
    store(w.advance(), x.advance(), k[40], schedule + 64)
    store(w.advance(), x.advance(), k[44], schedule + 96)
    store(w.advance(), x.advance(), k[48], schedule + 128)
    store(w.advance(), x.advance(), k[52], schedule + 160)
    store(w.advance(), x.advance(), k[56], schedule + 192)
    store(w.advance(), x.advance(), k[60], schedule + 224)
  }

  @inline(__always)
  private static func store(_ w: Words, _ x: Words, _ k: Words, _ schedule: UnsafeMutableRawPointer) {
    schedule.storeBytes(of: w &+ k, as: Words.self)
    schedule.storeBytes(of: x &+ k, toByteOffset: 16, as: Words.self)
  }

  /// 32 rounds of each message, one PSHUFD from memory before every SHA256RNDS2: the order that keeps the messages apart
  /// whatever ran before (66 cycles on AMD Zen 5; a load instead takes 70, a load and an addition 66 or 97).
  ///
  /// `first` and `second` are the same half of a schedule. Under one name, the compiler would load four words once for
  /// two shuffles; inlined, it would mix the rounds with the schedules.
  @inline(never)
  private static func halfOfRounds(
    _ a: SHA256Pairs, _ b: SHA256Pairs, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> (SHA256Pairs, SHA256Pairs) {
    var (s, r) = (a, b)
    rounds(&s, &r, first + 0, second + 0)
    rounds(&s, &r, first + 32, second + 32)
    rounds(&s, &r, first + 64, second + 64)
    rounds(&s, &r, first + 96, second + 96)
    rounds(&s, &r, first + 128, second + 128)
    rounds(&s, &r, first + 160, second + 160)
    rounds(&s, &r, first + 192, second + 192)
    rounds(&s, &r, first + 224, second + 224)
    return (s, r)
  }

  /// Four rounds of each. Spec: FIPS 180-4, section 6.2.2, step 3.
  @inline(__always)
  private static func rounds(
    _ s: inout SHA256Pairs, _ r: inout SHA256Pairs, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) {
    s.rounds2(firstTwo(first))
    r.rounds2(firstTwo(first + 16))
    s.rounds2(secondTwo(second))
    r.rounds2(secondTwo(second + 16))
  }

  /// Words 0 and 1, in an order that takes a shuffle: the others do not matter.
  @inline(__always)
  private static func firstTwo(_ words: UnsafeRawPointer) -> Words {
    let kw = words.load(as: Words.self)
    return Words(kw[0], kw[1], kw[0], kw[0])
  }

  @inline(__always)
  private static func secondTwo(_ words: UnsafeRawPointer) -> Words {
    let kw = words.load(as: Words.self)
    return Words(kw[2], kw[3], kw[2], kw[3])
  }

  /// Overwrites the schedule with zeros.
  @inline(never)
  private static func wipe(_ schedule: UnsafeMutableRawPointer) {
    for index in 0..<16 { schedule.storeBytes(of: Words(), toByteOffset: 16 &* index, as: Words.self) }
    observe(schedule)
  }

  /// Opaque to the optimiser, so that the stores before the call are made.
  @inline(never)
  @_optimize(none)
  private static func observe(_ schedule: UnsafeMutableRawPointer) {}
}

extension SHA256X86SHAPair {
  /// Runs rounds of PBKDF2 on two derivations: u = outer(inner(u)), t ^= u, each of them two states of eight words.
  /// Spec: RFC 8018, section 5.2.
  ///
  /// `digestByteCount` is 32, or 28 for SHA-224, which leaves the eighth words of u and t unspecified.
  package static func runPBKDF2Rounds(
    _: HasX86SHA, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafePointer<UInt32>
  ) {
    let k = SHA256Constants(constants)
    if digestByteCount == 32 {
      runPBKDF2Rounds(inner, outer, u, t, .full, rounds, k)
    } else {
      runPBKDF2Rounds(inner, outer, u, t, .truncated, rounds, k)
    }
  }

  /// The loop, once for each padding, whose words are then constants.
  @inline(__always)
  private static func runPBKDF2Rounds(
    _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
    _ padding: SHA256Padding, _ rounds: Int, _ k: SHA256Constants
  ) {
    let (innerA, innerB) = (SHA256Link(inner, k), SHA256Link(inner + 32, k))
    let (outerA, outerB) = (SHA256Link(outer, k), SHA256Link(outer + 32, k))
    var sumA = SHA256Digest(SHA256Pairs(UnsafeRawPointer(t)))
    var sumB = SHA256Digest(SHA256Pairs(UnsafeRawPointer(t + 32)))
    var a = SHA256Digest(SHA256Pairs(UnsafeRawPointer(u)))
    var b = SHA256Digest(SHA256Pairs(UnsafeRawPointer(u + 32)))
    var (keyedA, keyedB) = (a.keyed(k), b.keyed(k))
    var left = rounds
    while left > 0 {
      var (s, r) = folded(innerA.pairs, a, keyedA, innerB.pairs, b, keyedB, padding, k)
      (a, b) = (SHA256Digest(s), SHA256Digest(r))
      (s, r) = folded(
        outerA.pairs, a &+ innerA.digest, a &+ innerA.keyed, outerB.pairs, b &+ innerB.digest, b &+ innerB.keyed,
        padding, k)
      (a, b) = (SHA256Digest(s), SHA256Digest(r))
      (keyedA, keyedB) = (a &+ outerA.keyed, b &+ outerB.keyed)
      (a, b) = (a &+ outerA.digest, b &+ outerB.digest)
      (sumA, sumB) = (sumA ^ a, sumB ^ b)
      left &-= 1
    }
    a.pairs.store(u)
    b.pairs.store(u + 32)
    sumA.pairs.store(t)
    sumB.pairs.store(t + 32)
  }

  /// Four rounds of each. Spec: FIPS 180-4, section 6.2.2, step 3.
  @inline(__always)
  private static func rounds(_ s: inout SHA256Pairs, _ kw: Words, _ r: inout SHA256Pairs, _ kx: Words) {
    s.rounds2(kw)
    r.rounds2(kx)
    s.rounds2(Words(kw[2], kw[3], kw[2], kw[3]))
    r.rounds2(Words(kx[2], kx[3], kx[2], kx[3]))
  }

  /// The working variables after the rounds of the blocks that hold two digests; not yet added to the chaining values.
  @inline(__always)
  private static func folded(
    _ chainingA: SHA256Pairs, _ a: SHA256Digest, _ keyedA: SHA256Digest,
    _ chainingB: SHA256Pairs, _ b: SHA256Digest, _ keyedB: SHA256Digest, _ padding: SHA256Padding,
    _ k: SHA256Constants
  ) -> (SHA256Pairs, SHA256Pairs) {
    var (s, r) = (chainingA, chainingB)
    let (a, keyedA) = padding.applied(a, keyedA, k)
    let (b, keyedB) = padding.applied(b, keyedB, k)
    rounds(&s, keyedA.abcd, &r, keyedB.abcd)
    rounds(&s, keyedA.efgh, &r, keyedB.efgh)
    var w = SHA256Message(a.abcd, a.efgh, padding.w2, padding.w3)
    var x = SHA256Message(b.abcd, b.efgh, padding.w2, padding.w3)
    rounds(&s, w.w2 &+ k[8], &r, x.w2 &+ k[8])
    rounds(&s, w.w3 &+ k[12], &r, x.w3 &+ k[12])
    expandedRounds(&s, &w, &r, &x, k)
    return (s, r)
  }

  /// Rounds 16 to 63 of each, with the schedules that follow `w` and `x`.
  @inline(__always)
  private static func expandedRounds(
    _ s: inout SHA256Pairs, _ w: inout SHA256Message, _ r: inout SHA256Pairs, _ x: inout SHA256Message,
    _ k: SHA256Constants
  ) {
    rounds(&s, w.advance() &+ k[16], &r, x.advance() &+ k[16])
    rounds(&s, w.advance() &+ k[20], &r, x.advance() &+ k[20])
    rounds(&s, w.advance() &+ k[24], &r, x.advance() &+ k[24])
    rounds(&s, w.advance() &+ k[28], &r, x.advance() &+ k[28])
    rounds(&s, w.advance() &+ k[32], &r, x.advance() &+ k[32])
    rounds(&s, w.advance() &+ k[36], &r, x.advance() &+ k[36])
    rounds(&s, w.advance() &+ k[40], &r, x.advance() &+ k[40])
    rounds(&s, w.advance() &+ k[44], &r, x.advance() &+ k[44])
    rounds(&s, w.advance() &+ k[48], &r, x.advance() &+ k[48])
    rounds(&s, w.advance() &+ k[52], &r, x.advance() &+ k[52])
    rounds(&s, w.advance() &+ k[56], &r, x.advance() &+ k[56])
    rounds(&s, w.advance() &+ k[60], &r, x.advance() &+ k[60])
  }
}
#endif
