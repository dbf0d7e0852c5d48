#if arch(x86_64)
import SwiftVaultCPU
import _Builtin_intrinsics.intel

/// SHA-256 of eight messages side by side, one in each 32-bit lane of the AVX2 registers.
///
/// A rotation is two shifts and an exclusive or. The 16 registers hold the working variables; most of the sixteen
/// words of the schedule live in the first-level cache.
/// No address and no branch depends on data. Spec: FIPS 180-4, section 6.2.2.
package enum SHA256X86AVX2Lanes {
  /// A register: one word of every message.
  typealias Vector = SIMD4<Int64>

  /// Folds `count` blocks of 64 bytes of each message into its state.
  ///
  /// `states` is eight states of eight words, one after another, in the CPU's byte order; `blocks` points to eight
  /// pointers, which need no alignment and may be equal. A `count` of 0 changes nothing.
  package static func compressLanes(
    _: HasX86AVX2, states: UnsafeMutableRawPointer, blocks: UnsafePointer<UnsafeRawPointer>, count: Int,
    constants: UnsafePointer<UInt32>
  ) {
    var chaining = State()
    var schedule = Schedule()
    chaining.load(states)
    for block in 0..<count {
      schedule.load(blocks, at: 64 &* block)
      compress(&chaining, &schedule, constants)
    }
    chaining.store(states)
    wipe(&schedule, byteCount: MemoryLayout<Schedule>.size)
    wipe(&chaining, byteCount: MemoryLayout<State>.size)
  }

  /// Runs rounds of PBKDF2 in every lane: in each, `u` becomes the digest under `outer` of its digest under `inner`,
  /// and `t` takes the exclusive or with `u`.
  ///
  /// The pointers are to eight states of eight words each, as in `compressLanes`; no two may overlap, except that
  /// `inner` and `outer` may. Bytes of `u` and `t` beyond `digestByteCount` are unspecified.
  /// Spec: RFC 8018, section 5.2.
  package static func iterateLanes(
    _: HasX86AVX2, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafePointer<UInt32>
  ) {
    var (innerState, outerState, digest, total) = (State(), State(), State(), State())
    innerState.load(inner)
    outerState.load(outer)
    digest.load(u)
    total.load(t)
    if digestByteCount == 32 {
      for _ in 0..<rounds {
        compressDigest(&innerState, &digest, constants)
        compressDigest(&outerState, &digest, constants)
        total.formExclusiveOr(digest)
      }
    } else {
      var schedule = Schedule()
      for _ in 0..<rounds {
        schedule.pad(digest, byteCount: digestByteCount)
        digest = innerState
        compress(&digest, &schedule, constants)
        schedule.pad(digest, byteCount: digestByteCount)
        digest = outerState
        compress(&digest, &schedule, constants)
        total.formExclusiveOr(digest)
      }
      wipe(&schedule, byteCount: MemoryLayout<Schedule>.size)
    }
    digest.store(u)
    total.store(t)
    wipe(&innerState, byteCount: MemoryLayout<State>.size)
    wipe(&outerState, byteCount: MemoryLayout<State>.size)
    wipe(&digest, byteCount: MemoryLayout<State>.size)
    wipe(&total, byteCount: MemoryLayout<State>.size)
  }

  /// Folds a block of every message into its chaining value.
  @inline(never)
  private static func compress(
    _ chaining: inout State, _ schedule: inout Schedule, _ constants: UnsafePointer<UInt32>
  ) {
    var v = chaining
    v.rounds(schedule, constants)
    chaining.add(v)
  }

  /// Replaces digests of 32 bytes by their digests under a chaining value. Not inlined, so that the op cache holds the
  /// rounds once; the rest of the block is constants, which fold into the round constants.
  @inline(never)
  private static func compressDigest(
    _ chaining: inout State, _ digest: inout State, _ constants: UnsafePointer<UInt32>
  ) {
    var v = chaining
    v.rounds(Schedule(digest), constants)
    v.add(chaining)
    digest = v
  }

  /// Overwrites memory that held secrets.
  @inline(__always)
  private static func wipe(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    // SAFETY: the callers pass their own variables of integers, and those variables' sizes.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    observe(memory)
  }

  /// A reader the optimiser cannot look into: stores before the call have to happen.
  @inline(never) @_optimize(none)
  private static func observe(_ memory: UnsafeMutableRawPointer) {}
}
#endif
