extension SIMD4<UInt32> {
  /// The words of a register, in the type that intrinsics have.
  @inlinable @inline(__always)
  package init(_ bits: SIMD2<Int64>) { self = unsafeBitCast(bits, to: Self.self) }

  /// The register, in the type that intrinsics take.
  @inlinable @inline(__always)
  package var bits: SIMD2<Int64> { unsafeBitCast(self, to: SIMD2<Int64>.self) }
}
