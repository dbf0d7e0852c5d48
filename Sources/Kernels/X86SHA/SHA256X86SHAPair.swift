#if arch(x86_64)
import CPU

/// SHA-256 of two messages at once with the instructions of SHA-NI: the rounds of one run in the gaps of the other's.
///
/// The limit is the throughput of SHA256RNDS2: 64 for a block of each, 2 cycles each on AMD Zen 5, which is what one
/// block alone takes.
package enum SHA256X86SHAPair {
  /// The number of messages.
  package static var laneCount: Int { 2 }

  /// Folds `count` blocks of 64 bytes of each message into its state, eight words of 32 bits; the states are adjacent.
  ///
  /// The schedules come first, then the rounds with nothing between them: mixed, the other instructions displace
  /// rounds from their unit, which would have to be busy in every cycle (on AMD Zen 5 88 cycles a block, so 82).
  package static func compressLanes(
    _: HasX86SHA, states: UnsafeMutableRawPointer, blocks: UnsafePointer<UnsafeRawPointer>, count: Int
  ) {
    guard count > 0 else { return }
    // On the stack: no larger alignment than that of a vector is asked for.
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { area in
      // SAFETY: the caller guarantees two states, and `count` blocks at each of two pointers.
      let schedule = area.baseAddress.unsafelyUnwrapped
      var a = SHA256Pairs(UnsafeRawPointer(states))
      var b = SHA256Pairs(UnsafeRawPointer(states + 32))
      var blockA = blocks[0]
      var blockB = blocks[1]
      var left = count
      repeat {
        expand(SHA256Message(blockA), SHA256Message(blockB), into: schedule)
        (a, b) = folded(a, b, UnsafeRawPointer(schedule))
        blockA += 64
        blockB += 64
        left &-= 1
      } while left > 0
      a.store(states)
      b.store(states + 32)
      wipe(schedule)
    }
  }

  /// Stores the whole schedules, four words of each message alternately.
  @inline(__always)
  private static func expand(
    _ messageA: SHA256Message, _ messageB: SHA256Message, into schedule: UnsafeMutableRawPointer
  ) {
    var (w, x) = (messageA, messageB)
    store(w.w0, x.w0, schedule + 0)
    store(w.w1, x.w1, schedule + 32)
    store(w.w2, x.w2, schedule + 64)
    store(w.w3, x.w3, schedule + 96)
    store(w.advance(), x.advance(), schedule + 128)
    store(w.advance(), x.advance(), schedule + 160)
    store(w.advance(), x.advance(), schedule + 192)
    store(w.advance(), x.advance(), schedule + 224)
    store(w.advance(), x.advance(), schedule + 256)
    store(w.advance(), x.advance(), schedule + 288)
    store(w.advance(), x.advance(), schedule + 320)
    store(w.advance(), x.advance(), schedule + 352)
    store(w.advance(), x.advance(), schedule + 384)
    store(w.advance(), x.advance(), schedule + 416)
    store(w.advance(), x.advance(), schedule + 448)
    store(w.advance(), x.advance(), schedule + 480)
  }

  @inline(__always)
  private static func store(_ w: Words, _ x: Words, _ schedule: UnsafeMutableRawPointer) {
    schedule.storeBytes(of: w, as: Words.self)
    schedule.storeBytes(of: x, toByteOffset: 16, as: Words.self)
  }

  /// The chaining values after one block each. Not inlined: the compiler would mix the rounds with the schedules.
  @inline(never)
  private static func folded(
    _ a: SHA256Pairs, _ b: SHA256Pairs, _ schedule: UnsafeRawPointer
  ) -> (SHA256Pairs, SHA256Pairs) {
    var (s, r) = (a, b)
    rounds(&s, &r, schedule + 0, SHA256Constants.k0)
    rounds(&s, &r, schedule + 32, SHA256Constants.k4)
    rounds(&s, &r, schedule + 64, SHA256Constants.k8)
    rounds(&s, &r, schedule + 96, SHA256Constants.k12)
    rounds(&s, &r, schedule + 128, SHA256Constants.k16)
    rounds(&s, &r, schedule + 160, SHA256Constants.k20)
    rounds(&s, &r, schedule + 192, SHA256Constants.k24)
    rounds(&s, &r, schedule + 224, SHA256Constants.k28)
    rounds(&s, &r, schedule + 256, SHA256Constants.k32)
    rounds(&s, &r, schedule + 288, SHA256Constants.k36)
    rounds(&s, &r, schedule + 320, SHA256Constants.k40)
    rounds(&s, &r, schedule + 352, SHA256Constants.k44)
    rounds(&s, &r, schedule + 384, SHA256Constants.k48)
    rounds(&s, &r, schedule + 416, SHA256Constants.k52)
    rounds(&s, &r, schedule + 448, SHA256Constants.k56)
    rounds(&s, &r, schedule + 480, SHA256Constants.k60)
    return (a &+ s, b &+ r)
  }

  @inline(__always)
  private static func rounds(
    _ s: inout SHA256Pairs, _ r: inout SHA256Pairs, _ schedule: UnsafeRawPointer, _ k: Words
  ) {
    rounds(&s, schedule.load(as: Words.self) &+ k, &r, schedule.load(fromByteOffset: 16, as: Words.self) &+ k)
  }

  /// Four rounds of each.
  @inline(__always)
  private static func rounds(_ s: inout SHA256Pairs, _ kw: Words, _ r: inout SHA256Pairs, _ kx: Words) {
    s.rounds2(kw)
    r.rounds2(kx)
    s.rounds2(Words(kw[2], kw[3], kw[2], kw[3]))
    r.rounds2(Words(kx[2], kx[3], kx[2], kx[3]))
  }

  /// Overwrites the schedules with zeros.
  @inline(never)
  private static func wipe(_ schedule: UnsafeMutableRawPointer) {
    for index in 0..<32 { schedule.storeBytes(of: Words(), toByteOffset: 16 &* index, as: Words.self) }
    observe(schedule)
  }

  /// A reader the optimiser cannot look into: stores before the call have to happen.
  @inline(never)
  @_optimize(none)
  private static func observe(_ schedule: UnsafeMutableRawPointer) {}
}

extension SHA256X86SHAPair {
  /// Runs rounds of PBKDF2 on two derivations: u = outer(inner(u)), t ^= u, each of them two states of eight words.
  ///
  /// `digestByteCount` is 32, or 28 for SHA-224, whose eighth words of u and t mean nothing afterwards.
  package static func iterateLanes(
    _: HasX86SHA, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int
  ) {
    if digestByteCount == 32 {
      iterate(inner, outer, u, t, .full, rounds)
    } else {
      iterate(inner, outer, u, t, .truncated, rounds)
    }
  }

  /// The loop, once for each padding, whose words are then constants.
  @inline(__always)
  private static func iterate(
    _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
    _ padding: SHA256Padding, _ rounds: Int
  ) {
    let (innerA, innerB) = (SHA256Link(inner), SHA256Link(inner + 32))
    let (outerA, outerB) = (SHA256Link(outer), SHA256Link(outer + 32))
    var sumA = SHA256Digest(SHA256Pairs(UnsafeRawPointer(t)))
    var sumB = SHA256Digest(SHA256Pairs(UnsafeRawPointer(t + 32)))
    var a = SHA256Digest(SHA256Pairs(UnsafeRawPointer(u)))
    var b = SHA256Digest(SHA256Pairs(UnsafeRawPointer(u + 32)))
    var (keyedA, keyedB) = (a.keyed, b.keyed)
    var left = rounds
    while left > 0 {
      var (s, r) = folded(innerA.pairs, a, keyedA, innerB.pairs, b, keyedB, padding)
      (a, b) = (SHA256Digest(s), SHA256Digest(r))
      (s, r) = folded(
        outerA.pairs, a &+ innerA.digest, a &+ innerA.keyed, outerB.pairs, b &+ innerB.digest, b &+ innerB.keyed,
        padding)
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

  /// The working variables after the rounds of the blocks that hold two digests; not yet added to the chaining values.
  @inline(__always)
  private static func folded(
    _ chainingA: SHA256Pairs, _ a: SHA256Digest, _ keyedA: SHA256Digest,
    _ chainingB: SHA256Pairs, _ b: SHA256Digest, _ keyedB: SHA256Digest, _ padding: SHA256Padding
  ) -> (SHA256Pairs, SHA256Pairs) {
    var (s, r) = (chainingA, chainingB)
    let (a, keyedA) = padding.applied(a, keyedA)
    let (b, keyedB) = padding.applied(b, keyedB)
    rounds(&s, keyedA.abcd, &r, keyedB.abcd)
    rounds(&s, keyedA.efgh, &r, keyedB.efgh)
    var w = SHA256Message(a.abcd, a.efgh, padding.w2, padding.w3)
    var x = SHA256Message(b.abcd, b.efgh, padding.w2, padding.w3)
    rounds(&s, w.w2 &+ SHA256Constants.k8, &r, x.w2 &+ SHA256Constants.k8)
    rounds(&s, w.w3 &+ SHA256Constants.k12, &r, x.w3 &+ SHA256Constants.k12)
    rounds(&s, w.advance() &+ SHA256Constants.k16, &r, x.advance() &+ SHA256Constants.k16)
    rounds(&s, w.advance() &+ SHA256Constants.k20, &r, x.advance() &+ SHA256Constants.k20)
    rounds(&s, w.advance() &+ SHA256Constants.k24, &r, x.advance() &+ SHA256Constants.k24)
    rounds(&s, w.advance() &+ SHA256Constants.k28, &r, x.advance() &+ SHA256Constants.k28)
    rounds(&s, w.advance() &+ SHA256Constants.k32, &r, x.advance() &+ SHA256Constants.k32)
    rounds(&s, w.advance() &+ SHA256Constants.k36, &r, x.advance() &+ SHA256Constants.k36)
    rounds(&s, w.advance() &+ SHA256Constants.k40, &r, x.advance() &+ SHA256Constants.k40)
    rounds(&s, w.advance() &+ SHA256Constants.k44, &r, x.advance() &+ SHA256Constants.k44)
    rounds(&s, w.advance() &+ SHA256Constants.k48, &r, x.advance() &+ SHA256Constants.k48)
    rounds(&s, w.advance() &+ SHA256Constants.k52, &r, x.advance() &+ SHA256Constants.k52)
    rounds(&s, w.advance() &+ SHA256Constants.k56, &r, x.advance() &+ SHA256Constants.k56)
    rounds(&s, w.advance() &+ SHA256Constants.k60, &r, x.advance() &+ SHA256Constants.k60)
    return (s, r)
  }
}
#endif
