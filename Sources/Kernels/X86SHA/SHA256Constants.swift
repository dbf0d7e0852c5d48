#if arch(x86_64)
/// The round constants of SHA-256, in memory. Spec: FIPS 180-4, section 4.2.2.
struct SHA256Constants {
  private let words: UnsafeRawPointer

  @inline(__always)
  init(_ words: UnsafePointer<UInt32>) { self.words = UnsafeRawPointer(words) }

  /// Those of four rounds, `round` the first.
  @inline(__always)
  subscript(round: Int) -> Words {
    // SAFETY: the caller guarantees one constant for each of the 64 rounds.
    words.loadUnaligned(fromByteOffset: 4 &* round, as: Words.self)
  }
}
#endif
