import SHA
import SwiftVaultSHABlocks

/// MD5 or a SHA function, whose rounds run inside the kernel.
package protocol PBKDF2KernelFunction: PBKDF2HashFunction, KernelHashFunction {}

extension PBKDF2KernelFunction {
  /// Runs rounds of PBKDF2 inside the kernel.
  public static func _runPBKDF2Rounds(
    _ rounds: Int, inner: [Self], outer: [Self], u: inout [SIMD64<UInt8>], t: inout [SIMD64<UInt8>]
  ) {
    let capacity = MerkleDamgard<Kernel>.laneCapacity
    let laneCount = inner.count
    precondition(1...capacity ~= laneCount, "\(laneCount) lanes; there are 1 to \(capacity)")
    precondition(outer.count == laneCount && u.count == laneCount && t.count == laneCount, "lanes of unequal number")
    let kernel = inner[0].core.kernel
    unsafe withUnsafeTemporaryAllocation(of: Kernel.State.self, capacity: 4 * capacity) { states in
      let start = states.baseAddress!
      let (innerStates, outerStates) = unsafe (start, start + capacity)
      let (last, sum) = unsafe (start + 2 * capacity, start + 3 * capacity)
      for lane in 0..<capacity {
        // SAFETY: there is room for `capacity` lanes; those beyond `laneCount` repeat the first.
        let source = lane < laneCount ? lane : 0
        unsafe (innerStates + lane).initialize(to: inner[source].core.state)
        unsafe (outerStates + lane).initialize(to: outer[source].core.state)
        unsafe (last + lane).initialize(to: words(of: u[source]))
        unsafe (sum + lane).initialize(to: words(of: t[source]))
      }
      unsafe kernel.runPBKDF2Rounds(
        inner: innerStates, outer: outerStates, u: last, t: sum, laneCount: laneCount,
        digestByteCount: Digest.byteCount, rounds: rounds)
      for lane in 0..<laneCount {
        unsafe store(last[lane], in: &u[lane])
        unsafe store(sum[lane], in: &t[lane])
      }
      unsafe wipe(UnsafeMutableRawPointer(start), byteCount: states.count * MemoryLayout<Kernel.State>.stride)
    }
  }

  /// The words of a digest.
  private static func words(of digest: SIMD64<UInt8>) -> Kernel.State {
    // SAFETY: a state has at most 64 bytes.
    unsafe withUnsafeBytes(of: digest) { unsafe bigEndian($0.load(as: Kernel.State.self)) }
  }

  private static func store(_ words: Kernel.State, in digest: inout SIMD64<UInt8>) {
    unsafe withUnsafeMutableBytes(of: &digest) { unsafe $0.storeBytes(of: bigEndian(words), as: Kernel.State.self) }
  }
}

// The rounds are those of the OWASP Password Storage Cheat Sheet, March 2026, for SHA-1, SHA-256 and SHA-512. A
// truncated function takes the same time as the function it truncates.

extension Insecure.SHA1: PBKDF2KernelFunction {
  /// 1,400,000 rounds.
  public static var recommendedPBKDF2Rounds: Int { 1_400_000 }
}

extension Insecure.MD5: PBKDF2KernelFunction {
  /// 1,400,000 rounds, as for SHA-1: OWASP names none for MD5.
  public static var recommendedPBKDF2Rounds: Int { 1_400_000 }
}

extension SHA224: PBKDF2KernelFunction {
  /// 600,000 rounds.
  public static var recommendedPBKDF2Rounds: Int { 600_000 }
}

extension SHA256: PBKDF2KernelFunction {
  /// 600,000 rounds.
  public static var recommendedPBKDF2Rounds: Int { 600_000 }
}

extension SHA384: PBKDF2KernelFunction {
  /// 220,000 rounds.
  public static var recommendedPBKDF2Rounds: Int { 220_000 }
}

extension SHA512: PBKDF2KernelFunction {
  /// 220,000 rounds.
  public static var recommendedPBKDF2Rounds: Int { 220_000 }
}

extension SHA512_224: PBKDF2KernelFunction {
  /// 220,000 rounds.
  public static var recommendedPBKDF2Rounds: Int { 220_000 }
}

extension SHA512_256: PBKDF2KernelFunction {
  /// 220,000 rounds.
  public static var recommendedPBKDF2Rounds: Int { 220_000 }
}
