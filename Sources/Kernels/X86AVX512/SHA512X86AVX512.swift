#if arch(x86_64)
import SwiftVaultCPU

/// SHA-512, one message at a time: rounds in general registers with BMI2, the message schedule in AVX-512VL registers
/// beside them.
package enum SHA512X86AVX512 {
  /// Folds blocks into the state. Spec: FIPS 180-4, section 6.4.2.
  ///
  /// - Parameters:
  ///   - state: Eight words in the machine's byte order.
  ///   - blocks: `count` blocks of 128 bytes, at any alignment.
  ///   - count: How many; may be zero.
  ///   - constants: The 80 round constants, in the machine's byte order.
  @inline(never)
  package static func compress(
    _: HasX86AVX512, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int,
    constants: UnsafeRawPointer
  ) {
    var sums = SIMD16<UInt64>.zero
    withUnsafeMutableBytes(of: &sums) { sums in
      let kw = UnsafeRawPointer(sums.baseAddress!)
      let writer = opaque(sums.baseAddress!)
      let end = UnsafeRawPointer(opaque(UnsafeMutableRawPointer(mutating: constants + 640)))
      var chaining = load(state)
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
        sixteenRounds(&v, kw)
        add(state, to: &v)
        store(v, state)
        chaining = v
        block += 128
        remaining &-= 1
      }
      wipe(writer, byteCount: sums.count)
    }
  }

  /// Overwrites working memory with zeros. The compiler cannot remove the stores if `memory` is `opaque`.
  @inline(__always)
  static func wipe(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    var offset = 0
    while offset < byteCount {
      memory.storeBytes(of: .zero, toByteOffset: offset, as: SIMD8<UInt64>.self)
      offset &+= 64
    }
  }

  /// The first address from `memory` on that is a multiple of 64: a store of 32 bytes must not straddle cache lines.
  @inline(__always)
  static func aligned(_ memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    memory + ((0 &- Int(bitPattern: memory)) & 63)
  }

  /// The same pointer, of which the compiler knows nothing.
  ///
  /// The sums go to memory through such a pointer: otherwise the compiler takes the words out of the vector registers
  /// instead of loading them, which is slower. And a loop whose end comes from one stays rolled: unrolled, it would fill
  /// the op cache.
  @inline(never)
  @_optimize(none)
  static func opaque(_ memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { memory }
}
#endif
