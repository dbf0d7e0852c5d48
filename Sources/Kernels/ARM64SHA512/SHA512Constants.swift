#if arch(arm64)
/// The round constants of SHA-512, in memory. Spec: FIPS 180-4, section 4.2.3.
struct SHA512Constants {
  private let words: UnsafeRawPointer

  @inline(__always)
  init(_ words: UnsafePointer<UInt64>) { self.words = UnsafeRawPointer(words) }

  /// Those of two rounds, `round` the first.
  @inline(__always)
  subscript(round: Int) -> WordPair {
    // SAFETY: the caller guarantees one constant for each of the 80 rounds.
    words.loadUnaligned(fromByteOffset: 8 &* round, as: WordPair.self)
  }
}
#endif
