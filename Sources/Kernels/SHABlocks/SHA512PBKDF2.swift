extension SHA512Vectors {
  /// Runs rounds of PBKDF2: u = H(outer ‖ H(inner ‖ u)), t = t ⊕ u. Spec: RFC 8018, section 5.2; RFC 2104.
  ///
  /// - Parameters:
  ///   - inner: The chaining value after the block of the key and the inner pad: eight words in the machine's byte
  ///     order, as all here.
  ///   - outer: The chaining value after the block of the key and the outer pad.
  ///   - u: The last digest; bytes beyond `digestByteCount` are unspecified.
  ///   - t: The sum of all digests; bytes beyond `digestByteCount` are unspecified.
  ///   - digestByteCount: From 1 to 64.
  ///   - rounds: How many; may be zero.
  ///   - constants: The 80 round constants.
  @inlinable @inline(__always)
  public static func runPBKDF2Rounds(
    inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafeRawPointer
  ) {
    var memory = SHA512Memory()
    withUnsafeMutableBytes(of: &memory) { buffer in
      let memory = aligned(buffer.baseAddress!)
      let writer = opaque(memory)
      prepare(writer, inner: inner, outer: outer, digestByteCount: digestByteCount, constants)
      let end = constants + (640 &+ (UnsafeRawPointer(writer) - UnsafeRawPointer(memory)))
      if digestByteCount == 64 {
        runPBKDF2Rounds(memory, writer, u, t, rounds: rounds, constants, end: end, isTruncated: false)
      } else {
        runPBKDF2Rounds(memory, writer, u, t, rounds: rounds, constants, end: end, isTruncated: true)
      }
      wipe(writer, byteCount: buffer.count &- 64)
    }
  }

  /// Fills in what is the same in all rounds. Spec: FIPS 180-4, section 5.1.2.
  @inlinable @inline(__always)
  static func prepare(
    _ memory: UnsafeMutableRawPointer, inner: UnsafeRawPointer, outer: UnsafeRawPointer, digestByteCount: Int,
    _ constants: UnsafeRawPointer
  ) {
    prepare(memory + 128, chaining: inner, constants)
    prepare(memory + 256, chaining: outer, constants)
    let one: UInt64 = 1 &<< 63
    var word = 0
    while word < 8 {
      let keptBitCount = 8 &* digestByteCount &- 64 &* word
      var mask: UInt64 = .max
      var bit: UInt64 = 0
      if keptBitCount <= 0 {
        mask = 0
        bit = keptBitCount == 0 ? one : 0
      } else if keptBitCount < 64 {
        mask = ~(UInt64.max &>> UInt64(truncatingIfNeeded: keptBitCount))
        bit = one &>> UInt64(truncatingIfNeeded: keptBitCount)
      }
      memory.storeBytes(of: mask, toByteOffset: 448 &+ 8 &* word, as: UInt64.self)
      memory.storeBytes(of: bit, toByteOffset: 512 &+ 8 &* word, as: UInt64.self)
      word &+= 1
    }
    let bitCount = UInt64(truncatingIfNeeded: 8 &* (128 &+ digestByteCount))
    memory.storeBytes(of: digestByteCount == 64 ? one : 0, toByteOffset: 64, as: UInt64.self)
    memory.storeBytes(of: bitCount, toByteOffset: 120, as: UInt64.self)
    word = 8
    while word < 16 {
      let sum =
        memory.load(fromByteOffset: 8 &* word, as: UInt64.self)
        &+ constants.load(fromByteOffset: 8 &* word, as: UInt64.self)
      memory.storeBytes(of: sum, toByteOffset: 320 &+ 8 &* word, as: UInt64.self)
      word &+= 1
    }
  }

  /// Stores what the rounds of a block take from its chaining value:
  /// - the chaining value, eight words;
  /// - the new e and a of round 0, without the message word;
  /// - h + d + constant of rounds 1 to 3, where h and d are still words of the chaining value.
  @inlinable @inline(__always)
  static func prepare(_ key: UnsafeMutableRawPointer, chaining: UnsafeRawPointer, _ k: UnsafeRawPointer) {
    let v = SHA512Rounds.load(chaining)
    SHA512Rounds.store(v, key)
    let start = SHA512Rounds.startOfRoundZero(v, k.load(as: UInt64.self))
    key.storeBytes(of: start.e, toByteOffset: 64, as: UInt64.self)
    key.storeBytes(of: start.a, toByteOffset: 72, as: UInt64.self)
    key.storeBytes(of: v.g &+ v.c &+ k.load(fromByteOffset: 8, as: UInt64.self), toByteOffset: 80, as: UInt64.self)
    key.storeBytes(of: v.f &+ v.b &+ k.load(fromByteOffset: 16, as: UInt64.self), toByteOffset: 88, as: UInt64.self)
    key.storeBytes(of: v.e &+ v.a &+ k.load(fromByteOffset: 24, as: UInt64.self), toByteOffset: 96, as: UInt64.self)
  }

  @inlinable @inline(__always)
  static func runPBKDF2Rounds(
    _ memory: UnsafeRawPointer, _ writer: UnsafeMutableRawPointer, _ u: UnsafeMutableRawPointer,
    _ t: UnsafeMutableRawPointer, rounds: Int, _ constants: UnsafeRawPointer, end: UnsafeRawPointer, isTruncated: Bool
  ) {
    let inner = memory + 128
    let outer = memory + 256
    var digest = SHA512Rounds.load(u)
    var remaining = rounds
    while remaining > 0 {
      var key = inner
      while true {
        compress(&digest, key, memory, writer, constants, end: end, isTruncated: isTruncated)
        if key == outer { break }
        key = outer
      }
      exclusiveOr(digest, to: t)
      remaining &-= 1
    }
    SHA512Rounds.store(digest, u)
  }

  /// Folds the block that holds a digest into a chaining value. The result replaces the digest.
  @inlinable @inline(__always)
  static func compress(
    _ digest: inout SHA512Rounds.WorkingVariables, _ key: UnsafeRawPointer, _ memory: UnsafeRawPointer,
    _ writer: UnsafeMutableRawPointer, _ constants: UnsafeRawPointer, end: UnsafeRawPointer, isTruncated: Bool
  ) {
    let padding = memory + 384
    // The sums of sixteen words and their constants: the rounds read them, and the schedule writes the next ones there.
    let sums = memory + 576
    let nextSums = writer + 576
    var k = constants
    if isTruncated { truncate(&digest, mask: memory + 448, bits: memory + 512) }
    SHA512Rounds.store(digest, writer)
    var schedule = Self.schedule(ofWords: memory)
    var v = SHA512Rounds.load(key)
    let newE = digest.a &+ key.load(fromByteOffset: 64, as: UInt64.self)
    SHA512Rounds.roundZero(&v, e: newE, a: newE &+ key.load(fromByteOffset: 72, as: UInt64.self))
    SHA512Rounds.round(
      &v, sum: memory.load(fromByteOffset: 8, as: UInt64.self) &+ key.load(fromByteOffset: 80, as: UInt64.self))
    SHA512Rounds.round(
      &v, sum: memory.load(fromByteOffset: 16, as: UInt64.self) &+ key.load(fromByteOffset: 88, as: UInt64.self))
    SHA512Rounds.round(
      &v, sum: memory.load(fromByteOffset: 24, as: UInt64.self) &+ key.load(fromByteOffset: 96, as: UInt64.self))
    advance(&schedule, step: 0, nextSums + 0, k + 128)
    SHA512Rounds.round(
      &v, memory.load(fromByteOffset: 32, as: UInt64.self) &+ k.load(fromByteOffset: 32, as: UInt64.self))
    SHA512Rounds.round(
      &v, memory.load(fromByteOffset: 40, as: UInt64.self) &+ k.load(fromByteOffset: 40, as: UInt64.self))
    SHA512Rounds.round(
      &v, memory.load(fromByteOffset: 48, as: UInt64.self) &+ k.load(fromByteOffset: 48, as: UInt64.self))
    SHA512Rounds.round(
      &v, memory.load(fromByteOffset: 56, as: UInt64.self) &+ k.load(fromByteOffset: 56, as: UInt64.self))
    advance(&schedule, step: 1, nextSums + 32, k + 160)
    SHA512Rounds.fourRounds(&v, padding)
    advance(&schedule, step: 2, nextSums + 64, k + 192)
    SHA512Rounds.fourRounds(&v, padding + 32)
    advance(&schedule, step: 3, nextSums + 96, k + 224)
    k += 256
    while k != end {
      advance(&schedule, &v, sums, nextSums, k)
      k += 128
    }
    SHA512Rounds.sixteenRounds(&v, sums)
    SHA512Rounds.add(key, to: &v)
    digest = v
  }

  /// Replaces the bytes after a truncated digest by padding.
  @inlinable @inline(__always)
  static func truncate(_ digest: inout SHA512Rounds.WorkingVariables, mask: UnsafeRawPointer, bits: UnsafeRawPointer) {
    digest.a = digest.a & mask.load(fromByteOffset: 0, as: UInt64.self) | bits.load(fromByteOffset: 0, as: UInt64.self)
    digest.b = digest.b & mask.load(fromByteOffset: 8, as: UInt64.self) | bits.load(fromByteOffset: 8, as: UInt64.self)
    digest.c =
      digest.c & mask.load(fromByteOffset: 16, as: UInt64.self) | bits.load(fromByteOffset: 16, as: UInt64.self)
    digest.d =
      digest.d & mask.load(fromByteOffset: 24, as: UInt64.self) | bits.load(fromByteOffset: 24, as: UInt64.self)
    digest.e =
      digest.e & mask.load(fromByteOffset: 32, as: UInt64.self) | bits.load(fromByteOffset: 32, as: UInt64.self)
    digest.f =
      digest.f & mask.load(fromByteOffset: 40, as: UInt64.self) | bits.load(fromByteOffset: 40, as: UInt64.self)
    digest.g =
      digest.g & mask.load(fromByteOffset: 48, as: UInt64.self) | bits.load(fromByteOffset: 48, as: UInt64.self)
    digest.h =
      digest.h & mask.load(fromByteOffset: 56, as: UInt64.self) | bits.load(fromByteOffset: 56, as: UInt64.self)
  }

  /// t = t ⊕ digest.
  @inlinable @inline(__always)
  static func exclusiveOr(_ digest: SHA512Rounds.WorkingVariables, to t: UnsafeMutableRawPointer) {
    t.storeBytes(of: t.loadUnaligned(fromByteOffset: 0, as: UInt64.self) ^ digest.a, toByteOffset: 0, as: UInt64.self)
    t.storeBytes(of: t.loadUnaligned(fromByteOffset: 8, as: UInt64.self) ^ digest.b, toByteOffset: 8, as: UInt64.self)
    t.storeBytes(of: t.loadUnaligned(fromByteOffset: 16, as: UInt64.self) ^ digest.c, toByteOffset: 16, as: UInt64.self)
    t.storeBytes(of: t.loadUnaligned(fromByteOffset: 24, as: UInt64.self) ^ digest.d, toByteOffset: 24, as: UInt64.self)
    t.storeBytes(of: t.loadUnaligned(fromByteOffset: 32, as: UInt64.self) ^ digest.e, toByteOffset: 32, as: UInt64.self)
    t.storeBytes(of: t.loadUnaligned(fromByteOffset: 40, as: UInt64.self) ^ digest.f, toByteOffset: 40, as: UInt64.self)
    t.storeBytes(of: t.loadUnaligned(fromByteOffset: 48, as: UInt64.self) ^ digest.g, toByteOffset: 48, as: UInt64.self)
    t.storeBytes(of: t.loadUnaligned(fromByteOffset: 56, as: UInt64.self) ^ digest.h, toByteOffset: 56, as: UInt64.self)
  }
}

/// The memory of a run of rounds.
@usableFromInline
struct SHA512Memory {
  /// The block that is compressed: a digest and what follows it.
  @usableFromInline
  var block: SIMD16<UInt64> = .zero
  /// Offset 128: the inner chaining value, and the precomputed parts of its first rounds.
  @usableFromInline
  var inner: SIMD16<UInt64> = .zero
  /// Offset 256: the same for the outer chaining value.
  @usableFromInline
  var outer: SIMD16<UInt64> = .zero
  /// Offset 384: words 8 to 15 of the block, each with its round constant added.
  @usableFromInline
  var padding: SIMD8<UInt64> = .zero
  /// Offset 448: the bits of a digest's words that are kept.
  @usableFromInline
  var mask: SIMD8<UInt64> = .zero
  /// Offset 512: the one bit that follows a truncated digest.
  @usableFromInline
  var bits: SIMD8<UInt64> = .zero
  /// Offset 576: sixteen words of the schedule, each with its round constant added.
  @usableFromInline
  var sums: SIMD16<UInt64> = .zero
  /// The bytes that alignment may cost.
  @usableFromInline
  var slack: SIMD8<UInt64> = .zero

  @inlinable @inline(__always)
  init() {}
}

/// The first address from `memory` on that is a multiple of 64: a store must not straddle cache lines.
@inlinable @inline(__always)
func aligned(_ memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  memory + ((0 &- Int(bitPattern: memory)) & 63)
}
