/// SHA-512 of one message: the rounds in general registers and, in parallel, the message schedule in vector registers,
/// with the operations of a set of instructions.
public protocol SHA512Vectors {
  /// Four big-endian words of a message.
  static func bigEndianWords(_ message: UnsafeRawPointer) -> SIMD4<Int64>

  /// Spec: FIPS 180-4, section 4.1.3, equation 4.12.
  static func sigma0(_ x: SIMD4<Int64>) -> SIMD4<Int64>

  /// Spec: FIPS 180-4, section 4.1.3, equation 4.13.
  static func sigma1(_ x: SIMD2<Int64>) -> SIMD2<Int64>
}

extension SHA512Vectors {
  /// Folds blocks into the state. Spec: FIPS 180-4, section 6.4.2.
  ///
  /// - Parameters:
  ///   - state: Eight words in the machine's byte order.
  ///   - blocks: `count` blocks of 128 bytes, at any alignment.
  ///   - count: How many; may be zero.
  ///   - constants: The 80 round constants, in the machine's byte order.
  @inlinable @inline(__always)
  public static func compressBlocks(
    _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int,
    constants: UnsafeRawPointer
  ) {
    var sums = SIMD16<UInt64>.zero
    withUnsafeMutableBytes(of: &sums) { sums in
      let kw = UnsafeRawPointer(sums.baseAddress!)
      let writer = opaque(sums.baseAddress!)
      let end = UnsafeRawPointer(opaque(UnsafeMutableRawPointer(mutating: constants + 640)))
      var chaining = SHA512Rounds.load(state)
      var block = blocks
      var remaining = count
      while remaining > 0 {
        var k = constants
        var schedule = Self.schedule(ofMessage: block, writer, k)
        var v = chaining
        k += 128
        while k != end {
          advance(&schedule, &v, kw, writer, k)
          k += 128
        }
        SHA512Rounds.sixteenRounds(&v, kw)
        SHA512Rounds.add(state, to: &v)
        SHA512Rounds.store(v, state)
        chaining = v
        block += 128
        remaining &-= 1
      }
      wipe(writer, byteCount: sums.count)
    }
  }
}

/// The pointer itself, opaque to the optimiser.
///
/// The sums go to memory through such a pointer: otherwise the compiler takes the words out of the vector registers
/// instead of loading them, which is slower. A loop with such a pointer as its end is not unrolled: unrolled, it would
/// fill the op cache.
@usableFromInline @inline(never) @_optimize(none)
func opaque(_ memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { memory }
