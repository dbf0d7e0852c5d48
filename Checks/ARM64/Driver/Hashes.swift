import SwiftVaultSHABlocks

/// One hash function on one kernel.
struct Hash {
  /// 1, 256 or 512.
  let function: Int
  let isPortable: Bool
  let digestByteCount: Int

  init(_ request: inout Request) {
    isPortable = request.byte() == 0
    function = request.number()
    digestByteCount = request.number()
  }

  var wordByteCount: Int { function == 512 ? 8 : 4 }
  var blockByteCount: Int { 16 * wordByteCount }
  var stateByteCount: Int { 8 * wordByteCount }

  func compress(_ state: inout [UInt8], _ blocks: UnsafeRawPointer, count: Int) {
    state.withUnsafeMutableBytes {
      let state = $0.baseAddress!
      switch (function, isPortable) {
      case (1, true): SHA1Portable.compress(&state.assumingMemoryBound(to: SIMD8<UInt32>.self)[0], blocks, count: count)
      case (256, true):
        SHA2Portable.compress(
          &state.assumingMemoryBound(to: SIMD8<UInt32>.self)[0], blocks, count: count,
          constants: SHA256Constants.words)
      case (512, true):
        SHA2Portable.compress(
          &state.assumingMemoryBound(to: SIMD8<UInt64>.self)[0], blocks, count: count,
          constants: SHA512Constants.words)
      case (1, false): sha1Compress(state, blocks, count)
      case (256, false): sha256Compress(state, blocks, count, SHA256Constants.words)
      default: sha512Compress(state, blocks, count, SHA512Constants.words)
      }
    }
  }

  func runPBKDF2Rounds(_ inner: [UInt8], _ outer: [UInt8], _ u: inout [UInt8], _ t: inout [UInt8], rounds: Int) {
    inner.withUnsafeBytes { inner in
      outer.withUnsafeBytes { outer in
        u.withUnsafeMutableBytes { u in
          t.withUnsafeMutableBytes { t in
            runPBKDF2Rounds(inner.baseAddress!, outer.baseAddress!, u.baseAddress!, t.baseAddress!, rounds)
          }
        }
      }
    }
  }

  private func runPBKDF2Rounds(
    _ inner: UnsafeRawPointer, _ outer: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
    _ rounds: Int
  ) {
    switch (function, isPortable) {
    case (1, true):
      SHA1Portable.runPBKDF2Rounds(
        inner: inner.load(as: SIMD8<UInt32>.self), outer: outer.load(as: SIMD8<UInt32>.self),
        u: &u.assumingMemoryBound(to: SIMD8<UInt32>.self)[0], t: &t.assumingMemoryBound(to: SIMD8<UInt32>.self)[0],
        padding: DigestPadding(digestByteCount: digestByteCount), rounds: rounds)
    case (256, true):
      SHA2Portable.runPBKDF2Rounds(
        inner: inner.load(as: SIMD8<UInt32>.self), outer: outer.load(as: SIMD8<UInt32>.self),
        u: &u.assumingMemoryBound(to: SIMD8<UInt32>.self)[0], t: &t.assumingMemoryBound(to: SIMD8<UInt32>.self)[0],
        padding: DigestPadding(digestByteCount: digestByteCount), rounds: rounds,
        constants: SHA256Constants.words)
    case (512, true):
      SHA2Portable.runPBKDF2Rounds(
        inner: inner.load(as: SIMD8<UInt64>.self), outer: outer.load(as: SIMD8<UInt64>.self),
        u: &u.assumingMemoryBound(to: SIMD8<UInt64>.self)[0], t: &t.assumingMemoryBound(to: SIMD8<UInt64>.self)[0],
        padding: DigestPadding(digestByteCount: digestByteCount), rounds: rounds,
        constants: SHA512Constants.words)
    case (1, false):
      sha1RunPBKDF2Rounds(inner, outer, u, t, digestByteCount, rounds)
    case (256, false):
      sha256RunPBKDF2Rounds(inner, outer, u, t, digestByteCount, rounds, SHA256Constants.words)
    default:
      sha512RunPBKDF2Rounds(inner, outer, u, t, digestByteCount, rounds, SHA512Constants.words)
    }
  }

  /// The digest of a message: `blocksPerCall` blocks a call, 0 for all, `misalignment` bytes after an aligned address.
  func digest(_ message: [UInt8], from initial: [UInt8], blocksPerCall: Int = 0, misalignment: Int = 0) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % blockByteCount != blockByteCount - 8 { padded.append(0) }
    padded += (8 * message.count).bigEndianBytes
    // The length field of SHA-512 has 16 bytes, so another block is needed if fewer are left.
    if function == 512, padded.count - message.count < 17 {
      padded.replaceSubrange(padded.count - 8..<padded.count, with: [UInt8](repeating: 0, count: 8))
      padded += [UInt8](repeating: 0, count: blockByteCount - 8) + (8 * message.count).bigEndianBytes
    }
    let count = padded.count / blockByteCount
    var state = initial
    let area = UnsafeMutableRawPointer.allocate(byteCount: padded.count + 64, alignment: 64)
    let blocks = area + misalignment
    padded.withUnsafeBytes { blocks.copyMemory(from: $0.baseAddress!, byteCount: padded.count) }
    var done = 0
    while done < count {
      let part = blocksPerCall == 0 ? count : min(blocksPerCall, count - done)
      compress(&state, blocks + done * blockByteCount, count: part)
      done += part
    }
    area.deallocate()
    return (0..<digestByteCount).map {
      state[$0 / wordByteCount * wordByteCount + wordByteCount - 1 - $0 % wordByteCount]
    }
  }
}

extension Int {
  fileprivate var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }
}

/// The digest of a message.
func hash(_ request: inout Request) -> [UInt8] {
  let hash = Hash(&request)
  let (blocksPerCall, misalignment) = (request.number(), request.number())
  let initial = request.take(hash.stateByteCount)
  return hash.digest(request.rest(), from: initial, blocksPerCall: blocksPerCall, misalignment: misalignment)
}

/// A checkpoint of the Monte Carlo test. Spec: SHAVS, section 6.4.
func monteCarloHash(_ request: inout Request) -> [UInt8] {
  let hash = Hash(&request)
  let initial = request.take(hash.stateByteCount)
  let seed = request.rest()
  var (a, b, c) = (seed, seed, seed)
  for _ in 0..<1000 { (a, b, c) = (b, c, hash.digest(a + b + c, from: initial)) }
  return c
}

/// Rounds of PBKDF2.
func runPBKDF2Rounds(_ request: inout Request) -> [UInt8] {
  let hash = Hash(&request)
  let rounds = request.number()
  let (inner, outer) = (request.take(hash.stateByteCount), request.take(hash.stateByteCount))
  var (u, t) = (request.take(hash.stateByteCount), request.take(hash.stateByteCount))
  hash.runPBKDF2Rounds(inner, outer, &u, &t, rounds: rounds)
  return u + t
}

/// The state after blocks.
func compress(_ request: inout Request) -> [UInt8] {
  let hash = Hash(&request)
  var state = request.take(hash.stateByteCount)
  let blocks = request.rest()
  blocks.withUnsafeBytes { hash.compress(&state, $0.baseAddress!, count: $0.count / hash.blockByteCount) }
  return state
}
