#if arch(x86_64)
import _Builtin_intrinsics.intel

/// The loops: 16 blocks per iteration, then 8, 4, 2 and 1.
///
/// The short steps depend only on their own blocks, so the core overlaps them. The end takes the time of its
/// instructions and one latency, not one latency for each step.
extension AESX86VAES {
  @inline(__always)
  static func ecb(
    _ keys: AESX86VAESKeys, inverse: Bool, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    var input = from
    var output = to
    var left = blockCount
    while left >= 16 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 8)
      input += 256
      output += 256
      left &-= 16
    }
    if left >= 8 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 4)
      input += 128
      output += 128
      left &-= 8
    }
    if left >= 4 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 2)
      input += 64
      output += 64
      left &-= 4
    }
    if left >= 2 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 1)
      input += 32
      output += 32
      left &-= 2
    }
    if left >= 1 {
      var state = AESX86VAESBlocks(width: 1) { _ in
        AESX86VAESBlocks.loadOne(input) ^ firstKey(of: keys)
      }
      apply(keys, to: &state, inverse: inverse, width: 1)
      let result = lastRound(state[0], lastKey(of: keys), inverse: inverse)
      AESX86VAESBlocks.storeOne(result, to: output)
    }
  }

  /// Processes blocks in CTR. The low half of the counter must not overflow before the last block.
  /// Spec: NIST SP 800-38A, appendix B.1.
  @inline(__always)
  static func ctr(
    _ keys: AESX86VAESKeys, _ high: UInt64, _ low: UInt64, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    var counter = _mm256_broadcastsi128_si256(SIMD2(Int64(bitPattern: low), Int64(bitPattern: high)))
    var input = from
    var output = to
    var left = blockCount
    while left >= 16 {
      ctrStep(keys, &counter, from: input, to: output, width: 8)
      input += 256
      output += 256
      left &-= 16
    }
    if left >= 8 {
      ctrStep(keys, &counter, from: input, to: output, width: 4)
      input += 128
      output += 128
      left &-= 8
    }
    if left >= 4 {
      ctrStep(keys, &counter, from: input, to: output, width: 2)
      input += 64
      output += 64
      left &-= 4
    }
    if left >= 2 {
      ctrStep(keys, &counter, from: input, to: output, width: 1)
      input += 32
      output += 32
      left &-= 2
    }
    if left >= 1 {
      var state = AESX86VAESBlocks(width: 1) { _ in
        AESX86VAESBlocks.byteSwapped(counter &+ offset(0)) ^ firstKey(of: keys)
      }
      apply(keys, to: &state, inverse: false, width: 1)
      let text = AESX86VAESBlocks.loadOne(input)
      let result = _mm256_aesenclast_epi128(state[0], lastKey(of: keys) ^ text)
      AESX86VAESBlocks.storeOne(result, to: output)
    }
  }

  @inline(__always)
  private static func ecbStep(
    _ keys: AESX86VAESKeys, inverse: Bool, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, width: Int
  ) {
    var state = AESX86VAESBlocks(width: width) { AESX86VAESBlocks.load(from + 32 &* $0) ^ firstKey(of: keys) }
    apply(keys, to: &state, inverse: inverse, width: width)
    AESX86VAESBlocks(width: width) { lastRound(state[$0], lastKey(of: keys), inverse: inverse) }
      .store(to: to, width: width)
  }

  @inline(__always)
  static func cbcStep(
    _ keys: AESX86VAESKeys, _ before: inout SIMD4<Int64>, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    width: Int
  ) {
    let ciphertext = AESX86VAESBlocks.load(from)
    let added = AESX86VAESBlocks.shifted(ciphertext, after: before)
    var state = AESX86VAESBlocks(width: width) {
      ($0 == 0 ? ciphertext : AESX86VAESBlocks.load(from + 32 &* $0)) ^ firstKey(of: keys)
    }
    apply(keys, to: &state, inverse: true, width: width)
    // Input and output may be equal, so the input is read before the output is written.
    let plaintext = AESX86VAESBlocks(width: width) {
      let previous = $0 == 0 ? added : AESX86VAESBlocks.load(from + (32 &* $0 &- 16))
      return _mm256_aesdeclast_epi128(state[$0], lastKey(of: keys) ^ previous)
    }
    before = AESX86VAESBlocks.load(from + (32 &* width &- 32))
    plaintext.store(to: to, width: width)
  }

  @inline(__always)
  private static func ctrStep(
    _ keys: AESX86VAESKeys, _ counter: inout SIMD4<Int64>, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    width: Int
  ) {
    let start = counter
    var state = AESX86VAESBlocks(width: width) {
      AESX86VAESBlocks.byteSwapped(start &+ offset(2 &* $0)) ^ firstKey(of: keys)
    }
    counter = start &+ step(2 &* width)
    apply(keys, to: &state, inverse: false, width: width)
    AESX86VAESBlocks(width: width) {
      _mm256_aesenclast_epi128(state[$0], lastKey(of: keys) ^ AESX86VAESBlocks.load(from + 32 &* $0))
    }
    .store(to: to, width: width)
  }

  /// The difference between the counters of a batch's blocks from number `block` on and the batch's first counter.
  @inline(__always)
  private static func offset(_ block: Int) -> SIMD4<Int64> {
    let n = Int64(block)
    return SIMD4(n, 0, n &+ 1, 0)
  }

  /// The increment of the counter after a batch of `blocks` blocks.
  @inline(__always)
  private static func step(_ blocks: Int) -> SIMD4<Int64> {
    let n = Int64(blocks)
    return SIMD4(n, 0, n, 0)
  }
}
#endif
