/// The round constants of SHA-256 or SHA-512 in memory, read as vectors of as many words as a kernel takes at once.
/// Spec: FIPS 180-4, sections 4.2.2 and 4.2.3.
@frozen
public struct RoundConstants<Words: SIMD & BitwiseCopyable> where Words.Scalar: SHA2Word {
  @usableFromInline
  let words: UnsafeRawPointer

  /// The constants at `words`, one for each round.
  @inlinable @inline(__always)
  public init(_ words: UnsafePointer<Words.Scalar>) { self.words = UnsafeRawPointer(words) }

  /// The constants of as many rounds as a vector has words, from `round` on.
  @inlinable @inline(__always)
  public subscript(round: Int) -> Words {
    // SAFETY: the caller guarantees one constant for each round.
    words.loadUnaligned(fromByteOffset: MemoryLayout<Words.Scalar>.size &* round, as: Words.self)
  }
}
