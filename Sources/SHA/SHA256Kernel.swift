/// The inner loops SHA-256 and SHA-224 can run on; the choice is made here and nowhere else.
package enum SHA256Kernel: String, CaseIterable, CompressionFunction {
  /// Plain Swift, any CPU.
  case portable

  /// The kernels this CPU can run, the best last.
  package static let available: [SHA256Kernel] = [.portable]

  /// The fastest kernel this CPU can run.
  package static let best: SHA256Kernel = .portable

  package typealias Block = SIMD16<UInt32>

  @inline(__always)
  package func compress(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int) {
    switch self {
    case .portable: unsafe SHA256Portable.compress(&state, blocks, count: count)
    }
  }

  package func iterate(
    inner: SIMD8<UInt32>, outer: SIMD8<UInt32>, u: inout SIMD8<UInt32>, t: inout SIMD8<UInt32>, digestByteCount: Int,
    rounds: Int
  ) {
    switch self {
    case .portable:
      SHA256Portable.iterate(
        inner: inner, outer: outer, u: &u, t: &t, padding: DigestPadding(digestByteCount: digestByteCount),
        rounds: rounds)
    }
  }
}
