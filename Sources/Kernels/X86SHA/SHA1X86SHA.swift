#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultSHABlocks
import _Builtin_intrinsics.intel

/// SHA-1 with the instructions of SHA-NI. Spec: FIPS 180-4, section 6.1.2.
package enum SHA1X86SHA {
  /// Folds `count` blocks of 64 bytes into the state, five words of 32 bits.
  package static func compress(
    _: HasX86SHA, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int
  ) {
    var chaining = SHA1State(state)
    var block = blocks
    var left = count
    while left > 0 {
      // SAFETY: the caller guarantees `count` blocks at `blocks`.
      var s = chaining
      s.run(SHA1Message(block))
      chaining = SHA1State(abcd: chaining.abcd &+ s.abcd, e: nextE(s.e, chaining.e))
      block += 64
      left &-= 1
    }
    chaining.store(state)
  }

  /// Runs rounds of PBKDF2: u = outer(inner(u)), t ^= u. `digestByteCount` is 20.
  package static func runPBKDF2Rounds(
    _: HasX86SHA, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int
  ) {
    let inner = SHA1State(inner)
    let outer = SHA1State(outer)
    // The block is the digest, one bit, zeros and the length: 64 bytes of key and 20 of digest.
    let one = Words(0, 0, 0x8000_0000, 0)
    let length = Words(8 &* (64 &+ 20), 0, 0, 0)
    // Each is the sum of a chaining value and the other one's e, for the first rounds after a digest.
    let keyedInner = inner.abcd &+ outer.e
    let keyedOuter = outer.abcd &+ inner.e
    var sum = SHA1State(UnsafeRawPointer(t))
    var digest = SHA1State(UnsafeRawPointer(u))
    var keyed = digest.abcd &+ inner.e
    digest.e |= one
    var left = rounds
    while left > 0 {
      var s = SHA1State(abcd: inner.abcd, e: keyed)
      s.runKeyed(SHA1Message(digest.abcd, digest.e, Words(), length))
      keyed = s.abcd &+ keyedInner
      digest = SHA1State(abcd: s.abcd &+ inner.abcd, e: nextE(s.e, inner.e | one))
      s = SHA1State(abcd: outer.abcd, e: keyed)
      s.runKeyed(SHA1Message(digest.abcd, digest.e, Words(), length))
      keyed = s.abcd &+ keyedOuter
      digest = SHA1State(abcd: s.abcd &+ outer.abcd, e: nextE(s.e, outer.e | one))
      sum.abcd ^= digest.abcd
      sum.e ^= digest.e
      left &-= 1
    }
    digest.store(u)
    sum.store(t)
  }
}

/// A state in the order of the instructions: lanes 3 to 0 are a b c d; lane 3 of the other is e.
///
/// While rounds run, `e` holds the a b c d of four rounds before: its a, rotated, is e.
struct SHA1State {
  var abcd: Words
  var e: Words

  @inline(__always)
  init(abcd: Words, e: Words) {
    self.abcd = abcd
    self.e = e
  }

  @inline(__always)
  init(_ state: UnsafeRawPointer) {
    let words = state.loadUnaligned(as: Words.self)
    abcd = Words(words[3], words[2], words[1], words[0])
    e = Words(0, 0, 0, state.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  @inline(__always)
  func store(_ state: UnsafeMutableRawPointer) {
    state.storeBytes(of: Words(abcd[3], abcd[2], abcd[1], abcd[0]), as: Words.self)
    state.storeBytes(of: e[3], toByteOffset: 16, as: UInt32.self)
  }

  /// The 80 rounds of a block.
  @inline(__always)
  mutating func run(_ message: SHA1Message) {
    e = e &+ message.w0
    runKeyed(message)
  }

  /// The 80 rounds of a block. The first four words of the message have been added to `e`.
  @inline(__always)
  mutating func runKeyed(_ message: SHA1Message) {
    var w = message
    (abcd, e) = (fourRounds(abcd, e, 0), abcd)
    (abcd, e) = (fourRounds(abcd, nextE(e, w.w1), 0), abcd)
    (abcd, e) = (fourRounds(abcd, nextE(e, w.w2), 0), abcd)
    (abcd, e) = (fourRounds(abcd, nextE(e, w.w3), 0), abcd)
    (abcd, e) = (fourRounds(abcd, nextE(e, w.advance()), 0), abcd)
    twentyRounds(&w, 1)
    twentyRounds(&w, 2)
    twentyRounds(&w, 3)
  }

  /// Rounds `20 * group` to `20 * group + 19`.
  @_transparent
  private mutating func twentyRounds(_ w: inout SHA1Message, _ group: UInt8) {
    for _ in 0..<5 { (abcd, e) = (fourRounds(abcd, nextE(e, w.advance()), group), abcd) }
  }
}

/// Sixteen consecutive words of the message schedule, the first of each four in lane 3.
struct SHA1Message {
  var w0, w1, w2, w3: Words

  @inline(__always)
  init(_ w0: Words, _ w1: Words, _ w2: Words, _ w3: Words) {
    (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
  }

  @inline(__always)
  init(_ block: UnsafeRawPointer) {
    w0 = reversedBytes(block)
    w1 = reversedBytes(block + 16)
    w2 = reversedBytes(block + 32)
    w3 = reversedBytes(block + 48)
  }

  /// Moves on by four words. Spec: FIPS 180-4, section 6.1.2, step 1.
  @inline(__always)
  mutating func advance() -> Words {
    let part = Words(_mm_sha1msg1_epu32(w0.bits, w1.bits)) ^ w2
    let next = Words(_mm_sha1msg2_epu32(part.bits, w3.bits))
    (w0, w1, w2, w3) = (w1, w2, w3, next)
    return next
  }
}

/// Sixteen bytes in reverse order.
@inline(__always)
private func reversedBytes(_ bytes: UnsafeRawPointer) -> Words {
  let order = SIMD2<Int64>(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607)
  return Words(_mm_shuffle_epi8(bytes.loadUnaligned(as: SIMD2<Int64>.self), order))
}

/// `words`, with e of four rounds later than the state `abcd` added to the first of them.
@inline(__always)
private func nextE(_ abcd: Words, _ words: Words) -> Words { Words(_mm_sha1nexte_epu32(abcd.bits, words.bits)) }

/// Four rounds of the twenty with the function and the constant of `group`. Swift does not import intrinsics with an
/// immediate operand, which are macros in C. So SHA1RNDS4 comes from the module Builtin. The immediate must be a
/// literal wherever this is inlined.
@_transparent
private func fourRounds(_ abcd: Words, _ words: Words, _ group: UInt8) -> Words {
  var result = Words()
  result._storage._value = Builtin.int_x86_sha1rnds4(abcd._storage._value, words._storage._value, group._value)
  return result
}
#endif
