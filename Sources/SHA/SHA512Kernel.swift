/// The inner loops SHA-512 and its truncated forms can run on; the choice is made here and nowhere else.
package enum SHA512Kernel: String, CaseIterable, CompressionFunction {
  /// Plain Swift, any CPU.
  case portable

  /// The kernels this CPU can run, the best last.
  package static let available: [SHA512Kernel] = [.portable]

  /// The fastest kernel this CPU can run.
  package static let best: SHA512Kernel = .portable

  package typealias Block = SIMD16<UInt64>

  @inline(__always)
  package func compress(_ state: inout SIMD8<UInt64>, _ blocks: UnsafeRawPointer, count: Int) {
    switch self {
    case .portable: unsafe SHA512Portable.compress(&state, blocks, count: count)
    }
  }

  package func iterate(
    inner: SIMD8<UInt64>, outer: SIMD8<UInt64>, u: inout SIMD8<UInt64>, t: inout SIMD8<UInt64>, digestByteCount: Int,
    rounds: Int
  ) {
    switch self {
    case .portable:
      SHA512Portable.iterate(
        inner: inner, outer: outer, u: &u, t: &t, padding: DigestPadding(digestByteCount: digestByteCount),
        rounds: rounds)
    }
  }
}
