import SwiftVaultSHABlocks

/// The kernels of MD5: one, because no processor has instructions for it.
package enum MD5Kernel: CompressionFunction {
  /// Plain Swift, any CPU.
  case portable

  package typealias State = SIMD8<UInt32>
  package typealias Block = SIMD16<UInt32>

  package static let available: [MD5Kernel] = [.portable]
  package static let best = MD5Kernel.portable

  package var rawValue: String { "portable" }

  /// Least significant byte first. Spec: RFC 1321, section 3.2.
  package static func lengthField(bitCount: UInt64) -> UInt64 { bitCount.byteSwapped }

  @inline(__always)
  package func compress(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int) {
    unsafe MD5Portable.compress(&state, blocks, count: count)
  }

  package func runPBKDF2Rounds(
    width: Int, inner: UnsafePointer<SIMD8<UInt32>>, outer: UnsafePointer<SIMD8<UInt32>>,
    u: UnsafeMutablePointer<SIMD8<UInt32>>, t: UnsafeMutablePointer<SIMD8<UInt32>>, digestByteCount: Int, rounds: Int
  ) {
    unsafe MD5Portable.runPBKDF2Rounds(inner: inner[0], outer: outer[0], u: &u[0], t: &t[0], rounds: rounds)
  }
}
