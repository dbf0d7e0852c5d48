#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import SwiftVaultCPU
import SwiftVaultSHABlocks
import _Builtin_intrinsics.intel

/// SHA-256 with the instructions of SHA-NI. Spec: FIPS 180-4, section 6.2.2.
///
/// Limit: the latency of SHA256RNDS2, 32 in a chain, 4 cycles each.
package enum SHA256X86SHA {
  /// Folds `count` blocks of 64 bytes, and then the `tailCount` blocks at `tail`, into the state, eight words of
  /// 32 bits, which stays in registers.
  package static func compress(
    _: HasX86SHA, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int,
    then tail: UnsafeRawPointer, count tailCount: Int, constants: UnsafePointer<UInt32>
  ) {
    let k = SHA256Constants(constants)
    var chaining = SHA256Pairs(state)
    var block = blocks
    var left = count
    var leftOfTail = tailCount
    while true {
      if left == 0 {
        if leftOfTail == 0 { break }
        block = tail
        left = leftOfTail
        leftOfTail = 0
      }
      // SAFETY: the caller guarantees `count` blocks at `blocks` and `tailCount` at `tail`.
      var w = SHA256Message(block)
      var s = chaining
      s.rounds(w.w0 &+ k[0])
      s.rounds(w.w1 &+ k[4])
      s.rounds(w.w2 &+ k[8])
      s.rounds(w.w3 &+ k[12])
      s.expandedRounds(&w, k)
      chaining = chaining &+ s
      block += 64
      left &-= 1
    }
    chaining.store(state)
  }

  /// Runs rounds of PBKDF2: u = outer(inner(u)), t ^= u, all states of eight words.
  ///
  /// `digestByteCount` is 32, or 28 for SHA-224, which leaves the eighth words of u and t unspecified.
  package static func runPBKDF2Rounds(
    _: HasX86SHA, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafePointer<UInt32>
  ) {
    let k = SHA256Constants(constants)
    if digestByteCount == 32 {
      runPBKDF2Rounds(SHA256Link(inner, k), SHA256Link(outer, k), u, t, SHA256Padding(isTruncated: false), rounds, k)
    } else {
      runPBKDF2Rounds(SHA256Link(inner, k), SHA256Link(outer, k), u, t, SHA256Padding(isTruncated: true), rounds, k)
    }
  }

  /// The loop, compiled once for each padding, so that its words are constants.
  @inline(__always)
  private static func runPBKDF2Rounds(
    _ inner: SHA256Link, _ outer: SHA256Link, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
    _ padding: SHA256Padding, _ rounds: Int, _ k: SHA256Constants
  ) {
    var sum = SHA256Digest(SHA256Pairs(UnsafeRawPointer(t)))
    var digest = SHA256Digest(SHA256Pairs(UnsafeRawPointer(u)))
    var keyed = digest.keyed(k)
    var left = rounds
    while left > 0 {
      let inside = SHA256Digest(folded(inner.pairs, digest, keyed, padding, k))
      let outside = SHA256Digest(folded(outer.pairs, inside &+ inner.digest, inside &+ inner.keyed, padding, k))
      digest = outside &+ outer.digest
      keyed = outside &+ outer.keyed
      sum = sum ^ digest
      left &-= 1
    }
    digest.pairs.store(u)
    sum.pairs.store(t)
  }

  /// The working variables after the rounds of a block that holds a digest; not yet added to the chaining value.
  @inline(__always)
  private static func folded(
    _ chaining: SHA256Pairs, _ digest: SHA256Digest, _ keyed: SHA256Digest, _ padding: SHA256Padding,
    _ k: SHA256Constants
  ) -> SHA256Pairs {
    let (digest, keyed) = padding.applied(digest, keyed, k)
    var s = chaining
    s.rounds2(keyed.abef)
    s.rounds2(keyed.cdgh)
    s.rounds2(Words(keyed.abef[2], keyed.abef[3], keyed.abef[2], keyed.abef[3]))
    s.rounds2(Words(keyed.cdgh[2], keyed.cdgh[3], keyed.cdgh[2], keyed.cdgh[3]))
    var w = SHA256Message(digest.abcd, digest.efgh, padding.w2, padding.w3)
    s.rounds(w.w2 &+ k[8])
    s.rounds(w.w3 &+ k[12])
    s.expandedRounds(&w, k)
    return s
  }
}

/// SHA-256 of two messages at once with the instructions of SHA-NI: the rounds of one run in the gaps of the other's.
///
/// Limit: SHA256RNDS2, 64 for a block of each message. By throughput, each takes 2 cycles on AMD Zen 5 and 3 on Intel
/// Emerald Rapids. AMD Zen 3 starts one per cycle, and by latency two take 4 cycles. Zen 5 has two units, each busy for
/// 4 cycles, and binds an instruction to one of them before it knows which will be free: only some orders of
/// instructions keep the messages apart. On the other processors, rounds and schedule have to be interleaved.
package enum SHA256X86SHAPair {
  /// Folds `count` blocks of 64 bytes of each message into its state, eight words of 32 bits; the states are adjacent.
  /// Spec: FIPS 180-4, section 6.2.2.
  ///
  /// Cycles for a block of each message: 97 on Intel Emerald Rapids (106 by halves of schedules), 70 on AMD Zen 3 (86),
  /// and 73 by halves of schedules on AMD Zen 5. Not measured on other CPUs.
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

  /// Passes the working variables and the message of each pair of blocks to `rounds`, and adds the result.
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
      for sixteen in 1..<4 {
        rounds(&s, w.advance() &+ k[16 &* sixteen], &r, x.advance() &+ k[16 &* sixteen])
        rounds(&s, w.advance() &+ k[16 &* sixteen &+ 4], &r, x.advance() &+ k[16 &* sixteen &+ 4])
        rounds(&s, w.advance() &+ k[16 &* sixteen &+ 8], &r, x.advance() &+ k[16 &* sixteen &+ 8])
        rounds(&s, w.advance() &+ k[16 &* sixteen &+ 12], &r, x.advance() &+ k[16 &* sixteen &+ 12])
      }
    }
  }

  /// Half a schedule, then its rounds with nothing between them, twice for each block. With the whole schedule first,
  /// it takes 77 cycles on AMD Zen 5 instead of 73: so long a chain keeps the rounds after it out of the CPU's
  /// schedulers.
  private static func compressByHalves(
    _ states: UnsafeMutableRawPointer, _ blocks: UnsafePointer<UnsafeRawPointer>, _ count: Int, _ k: SHA256Constants
  ) {
    // The allocation is on the stack, because it asks for no more than a vector's alignment.
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
    for four in 4..<8 { store(w.advance(), x.advance(), k[4 &* four], schedule + 32 &* four) }
  }

  /// Stores words 32 to 63 with their constants, four of each message alternately.
  @inline(__always)
  private static func storeSecondHalf(
    _ w: inout SHA256Message, _ x: inout SHA256Message, _ schedule: UnsafeMutableRawPointer, _ k: SHA256Constants
  ) {
    for four in 0..<8 { store(w.advance(), x.advance(), k[32 &+ 4 &* four], schedule + 32 &* four) }
  }

  @inline(__always)
  private static func store(_ w: Words, _ x: Words, _ k: Words, _ schedule: UnsafeMutableRawPointer) {
    schedule.storeBytes(of: w &+ k, as: Words.self)
    schedule.storeBytes(of: x &+ k, toByteOffset: 16, as: Words.self)
  }

  /// 32 rounds of each message, one PSHUFD from memory before every SHA256RNDS2: the order that keeps the messages
  /// apart whatever ran before (66 cycles on AMD Zen 5; a load instead takes 70, a load and an addition 66 or 97).
  ///
  /// `first` and `second` are the same half of a schedule. Under one name, the compiler would load four words once for
  /// two shuffles; inlined, it would mix the rounds with the schedules.
  @inline(never)
  private static func halfOfRounds(
    _ a: SHA256Pairs, _ b: SHA256Pairs, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> (SHA256Pairs, SHA256Pairs) {
    var (s, r) = (a, b)
    for four in 0..<8 { rounds(&s, &r, first + 32 &* four, second + 32 &* four) }
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
    optimizationBarrier(schedule)
  }

  /// Opaque to the optimiser, so that the stores before the call are made.
  @inline(never) @_optimize(none)
  private static func optimizationBarrier(_ schedule: UnsafeMutableRawPointer) {}
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
      runPBKDF2Rounds(inner, outer, u, t, SHA256Padding(isTruncated: false), rounds, k)
    } else {
      runPBKDF2Rounds(inner, outer, u, t, SHA256Padding(isTruncated: true), rounds, k)
    }
  }

  /// The loop, compiled once for each padding, so that its words are constants.
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
    // Unrolled, a round of PBKDF2 takes 4 to 12 % longer on AMD Zen 5.
    for four in 4..<16 { rounds(&s, w.advance() &+ k[4 &* four], &r, x.advance() &+ k[4 &* four]) }
    return (s, r)
  }
}

/// A digest between one block of PBKDF2 and the next: lanes 0 to 3 are a b e f, and c d g h.
///
/// The next block's rounds take their words in this order, so only one shuffle and one addition lie between the last
/// two rounds of one block and the first two of the next. The addend holds the chaining value and the constants of the
/// rounds.
struct SHA256Digest {
  var abef: Words
  var cdgh: Words

  @inline(__always)
  init(abef: Words, cdgh: Words) {
    self.abef = abef
    self.cdgh = cdgh
  }

  @inline(__always)
  init(_ pairs: SHA256Pairs) {
    abef = Words(pairs.abef[3], pairs.abef[2], pairs.abef[1], pairs.abef[0])
    cdgh = Words(pairs.cdgh[3], pairs.cdgh[2], pairs.cdgh[1], pairs.cdgh[0])
  }

  /// The words in the order of the instructions.
  @inline(__always)
  var pairs: SHA256Pairs {
    SHA256Pairs(
      abef: Words(abef[3], abef[2], abef[1], abef[0]), cdgh: Words(cdgh[3], cdgh[2], cdgh[1], cdgh[0]))
  }

  @inline(__always)
  var abcd: Words { Words(abef[0], abef[1], cdgh[0], cdgh[1]) }

  @inline(__always)
  var efgh: Words { Words(abef[2], abef[3], cdgh[2], cdgh[3]) }

  /// With the constants of the first eight rounds.
  @inline(__always)
  func keyed(_ k: SHA256Constants) -> SHA256Digest {
    let (k0, k4) = (k[0], k[4])
    return SHA256Digest(
      abef: abef &+ Words(k0[0], k0[1], k4[0], k4[1]), cdgh: cdgh &+ Words(k0[2], k0[3], k4[2], k4[3]))
  }

  @inline(__always)
  static func &+ (x: SHA256Digest, y: SHA256Digest) -> SHA256Digest {
    SHA256Digest(abef: x.abef &+ y.abef, cdgh: x.cdgh &+ y.cdgh)
  }

  @inline(__always)
  static func ^ (x: SHA256Digest, y: SHA256Digest) -> SHA256Digest {
    SHA256Digest(abef: x.abef ^ y.abef, cdgh: x.cdgh ^ y.cdgh)
  }
}

/// A chaining value from which each round of PBKDF2 starts, in the forms that the loop needs.
struct SHA256Link {
  let pairs: SHA256Pairs
  let digest: SHA256Digest
  let keyed: SHA256Digest

  @inline(__always)
  init(_ state: UnsafeRawPointer, _ k: SHA256Constants) {
    pairs = SHA256Pairs(state)
    digest = SHA256Digest(pairs)
    keyed = digest.keyed(k)
  }
}

/// The padding of a digest of 32 bytes, or of 28, that is the message after one block of key.
/// Spec: FIPS 180-4, section 5.1.1.
struct SHA256Padding {
  let isTruncated: Bool

  /// Words 8 to 11.
  @inline(__always)
  var w2: Words { Words(isTruncated ? 0 : 0x8000_0000, 0, 0, 0) }

  /// Words 12 to 15.
  @inline(__always)
  var w3: Words { Words(0, 0, 0, 8 * (64 + (isTruncated ? 28 : 32))) }

  /// The first eight words of the block, without and with the constants of their rounds.
  @inline(__always)
  func applied(
    _ digest: SHA256Digest, _ keyed: SHA256Digest, _ k: SHA256Constants
  ) -> (SHA256Digest, SHA256Digest) {
    guard isTruncated else { return (digest, keyed) }
    var (digest, keyed) = (digest, keyed)
    digest.cdgh[3] = 0x8000_0000
    keyed.cdgh[3] = 0x8000_0000 &+ k[4][3]
    return (digest, keyed)
  }
}

/// Four words of a message or of a state.
typealias Words = SIMD4<UInt32>

/// The round constants, four at once.
typealias SHA256Constants = RoundConstants<Words>

/// A state of SHA-256 in the order of the instructions: lanes 3 to 0 are a b e f, and c d g h.
struct SHA256Pairs {
  var abef: Words
  var cdgh: Words

  @inline(__always)
  init(abef: Words, cdgh: Words) {
    self.abef = abef
    self.cdgh = cdgh
  }

  /// The eight words a to h in memory.
  @inline(__always)
  init(_ state: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    let abcd = state.loadUnaligned(as: Words.self)
    let efgh = state.loadUnaligned(fromByteOffset: 16, as: Words.self)
    abef = Words(efgh[1], efgh[0], abcd[1], abcd[0])
    cdgh = Words(efgh[3], efgh[2], abcd[3], abcd[2])
  }

  @inline(__always)
  func store(_ state: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    state.storeBytes(of: Words(abef[3], abef[2], cdgh[3], cdgh[2]), as: Words.self)
    state.storeBytes(of: Words(abef[1], abef[0], cdgh[1], cdgh[0]), toByteOffset: 16, as: Words.self)
  }

  @inline(__always)
  static func &+ (x: SHA256Pairs, y: SHA256Pairs) -> SHA256Pairs {
    SHA256Pairs(abef: x.abef &+ y.abef, cdgh: x.cdgh &+ y.cdgh)
  }

  /// Four rounds; `kw` holds the sums of their constants and message words.
  @inline(__always)
  mutating func rounds(_ kw: Words) {
    rounds2(kw)
    rounds2(Words(kw[2], kw[3], kw[2], kw[3]))
  }

  /// Two rounds: c d g h after them are the a b e f before. Spec: FIPS 180-4, section 6.2.2, step 3.
  @inline(__always)
  mutating func rounds2(_ kw: Words) {
    (abef, cdgh) = (Words(_mm_sha256rnds2_epu32(cdgh.bits, abef.bits, kw.bits)), abef)
  }

  /// Rounds 16 to 63, with the schedule that follows `w`.
  @inline(__always)
  mutating func expandedRounds(_ w: inout SHA256Message, _ k: SHA256Constants) {
    for sixteen in 1..<4 {
      rounds(w.advanceSoon() &+ k[16 &* sixteen])
      rounds(w.advanceSoon() &+ k[16 &* sixteen &+ 4])
      rounds(w.advanceSoon() &+ k[16 &* sixteen &+ 8])
      rounds(w.advanceSoon() &+ k[16 &* sixteen &+ 12])
    }
  }
}

/// Sixteen consecutive words of the message schedule. Spec: FIPS 180-4, section 6.2.2, step 1.
struct SHA256Message {
  var w0, w1, w2, w3: Words

  @inline(__always)
  init(_ w0: Words, _ w1: Words, _ w2: Words, _ w3: Words) {
    (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
  }

  /// The words of a block in memory.
  @inline(__always)
  init(_ block: UnsafeRawPointer) {
    w0 = Self.bigEndian(block)
    w1 = Self.bigEndian(block + 16)
    w2 = Self.bigEndian(block + 32)
    w3 = Self.bigEndian(block + 48)
  }

  /// Moves on by four words, in the fewest instructions.
  @inline(__always)
  mutating func advance() -> Words {
    move(to: sigma1(sigma0(w0, w1) &+ Words(w2[1], w2[2], w2[3], w3[0]), w3))
  }

  /// Moves on by four words, with one step less (7 cycles instead of 8 on AMD Zen 5) from the last four to the next
  /// four. Four words feed 8 cycles of rounds, so a schedule that cannot start early does not delay them.
  ///
  /// The last of the four sums is the only one that needs the newest word before, and no other needs it.
  @inline(__always)
  mutating func advanceSoon() -> Words {
    move(to: sigma1(sigma0(w0, w1) &+ Words(w2[1], w2[2], w2[3], 0), w3) &+ Words(0, 0, 0, w3[0]))
  }

  @inline(__always)
  private mutating func move(to next: Words) -> Words {
    (w0, w1, w2, w3) = (w1, w2, w3, next)
    return next
  }

  /// The words of `x`, each with σ0 of the word after it; `y` follows `x`.
  @inline(__always)
  private func sigma0(_ x: Words, _ y: Words) -> Words {
    Words(_mm_sha256msg1_epu32(x.bits, y.bits))
  }

  /// The sums with σ1 of the words two before them; `before` are the four words before.
  @inline(__always)
  private func sigma1(_ sums: Words, _ before: Words) -> Words {
    Words(_mm_sha256msg2_epu32(sums.bits, before.bits))
  }

  @inline(__always)
  private static func bigEndian(_ bytes: UnsafeRawPointer) -> Words {
    let order = SIMD2<Int64>(0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b)
    // SAFETY: the caller guarantees a whole block.
    return Words(_mm_shuffle_epi8(bytes.loadUnaligned(as: SIMD2<Int64>.self), order))
  }
}
#endif
