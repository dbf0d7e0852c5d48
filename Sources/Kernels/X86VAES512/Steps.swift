#if arch(x86_64)
import _Builtin_intrinsics.intel

/// The loops: 32 blocks per iteration, then 16, 8, 4, and 1 to 3 under a mask.
///
/// The short steps depend only on their own blocks, so the core overlaps them. The end takes the time of its
/// instructions and one latency, not one latency for each step.
extension AESX86VAES512 {
  @inline(__always)
  static func ecb(
    _ keys: AESX86VAES512Keys, inverse: Bool, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    var input = from
    var output = to
    var left = blockCount
    while left >= 32 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 8)
      input += 512
      output += 512
      left &-= 32
    }
    if left >= 16 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 4)
      input += 256
      output += 256
      left &-= 16
    }
    if left >= 8 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 2)
      input += 128
      output += 128
      left &-= 8
    }
    if left >= 4 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 1)
      input += 64
      output += 64
      left &-= 4
    }
    if left >= 1 {
      var state = AESX86VAES512Blocks(width: 1) { _ in
        AESX86VAES512Blocks.load(input, blocks: left) ^ keys.first
      }
      keys.apply(to: &state, inverse: inverse, width: 1)
      let result = AESX86VAES512Keys.lastRound(state[0], keys.last, inverse: inverse)
      AESX86VAES512Blocks.store(result, to: output, blocks: left)
    }
  }

  /// Processes blocks in CTR. The low half of the counter must not overflow before the last block.
  /// Spec: NIST SP 800-38A, appendix B.1.
  @inline(__always)
  static func ctr(
    _ keys: AESX86VAES512Keys, _ high: UInt64, _ low: UInt64, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    var counter = _mm512_broadcast_i32x4(SIMD2(Int64(bitPattern: low), Int64(bitPattern: high)))
    var input = from
    var output = to
    var left = blockCount
    while left >= 32 {
      ctrStep(keys, &counter, from: input, to: output, width: 8)
      input += 512
      output += 512
      left &-= 32
    }
    if left >= 16 {
      ctrStep(keys, &counter, from: input, to: output, width: 4)
      input += 256
      output += 256
      left &-= 16
    }
    if left >= 8 {
      ctrStep(keys, &counter, from: input, to: output, width: 2)
      input += 128
      output += 128
      left &-= 8
    }
    if left >= 4 {
      ctrStep(keys, &counter, from: input, to: output, width: 1)
      input += 64
      output += 64
      left &-= 4
    }
    if left >= 1 {
      var state = AESX86VAES512Blocks(width: 1) { _ in
        AESX86VAES512Blocks.byteSwapped(counter &+ offset(0)) ^ keys.first
      }
      keys.apply(to: &state, inverse: false, width: 1)
      let text = AESX86VAES512Blocks.load(input, blocks: left)
      let result = _mm512_aesenclast_epi128(state[0], keys.last ^ text)
      AESX86VAES512Blocks.store(result, to: output, blocks: left)
    }
  }

  @inline(__always)
  private static func ecbStep(
    _ keys: AESX86VAES512Keys, inverse: Bool, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, width: Int
  ) {
    var state = AESX86VAES512Blocks(width: width) { AESX86VAES512Blocks.load(from + 64 &* $0) ^ keys.first }
    keys.apply(to: &state, inverse: inverse, width: width)
    AESX86VAES512Blocks(width: width) { AESX86VAES512Keys.lastRound(state[$0], keys.last, inverse: inverse) }
      .store(to: to, width: width)
  }

  @inline(__always)
  static func cbcStep(
    _ keys: AESX86VAES512Keys, _ before: inout SIMD8<Int64>, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    width: Int
  ) {
    let ciphertext = AESX86VAES512Blocks.load(from)
    let added = AESX86VAES512Blocks.shifted(ciphertext, after: before)
    var state = AESX86VAES512Blocks(width: width) {
      ($0 == 0 ? ciphertext : AESX86VAES512Blocks.load(from + 64 &* $0)) ^ keys.first
    }
    keys.apply(to: &state, inverse: true, width: width)
    // Input and output may be equal, so the input is read before the output is written.
    let plaintext = AESX86VAES512Blocks(width: width) {
      let previous = $0 == 0 ? added : AESX86VAES512Blocks.load(from + (64 &* $0 &- 16))
      return _mm512_aesdeclast_epi128(state[$0], keys.last ^ previous)
    }
    before = AESX86VAES512Blocks.load(from + (64 &* width &- 64))
    plaintext.store(to: to, width: width)
  }

  @inline(__always)
  private static func ctrStep(
    _ keys: AESX86VAES512Keys, _ counter: inout SIMD8<Int64>, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    width: Int
  ) {
    let start = counter
    var state = AESX86VAES512Blocks(width: width) {
      AESX86VAES512Blocks.byteSwapped(start &+ offset(4 &* $0)) ^ keys.first
    }
    counter = start &+ step(4 &* width)
    keys.apply(to: &state, inverse: false, width: width)
    AESX86VAES512Blocks(width: width) {
      _mm512_aesenclast_epi128(state[$0], keys.last ^ AESX86VAES512Blocks.load(from + 64 &* $0))
    }
    .store(to: to, width: width)
  }

  /// The difference between the counters of a batch's blocks from number `block` on and the batch's first counter.
  @inline(__always)
  private static func offset(_ block: Int) -> SIMD8<Int64> {
    let n = Int64(block)
    return SIMD8(n, 0, n &+ 1, 0, n &+ 2, 0, n &+ 3, 0)
  }

  /// The increment of the counter after a batch of `blocks` blocks.
  @inline(__always)
  private static func step(_ blocks: Int) -> SIMD8<Int64> {
    let n = Int64(blocks)
    return SIMD8(n, 0, n, 0, n, 0, n, 0)
  }
}
#endif
