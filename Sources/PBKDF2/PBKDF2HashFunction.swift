/// A hash function for PBKDF2. Its digest has at most 64 bytes; PBKDF2 traps on a longer one. A type of your own only
/// has to declare its recommended rounds.
public protocol PBKDF2HashFunction: HashFunction {
  /// The rounds recommended for PBKDF2 with this hash function: those of ``PBKDF2Rounds/recommended``, and the fewest
  /// that ``PBKDF2Rounds/atLeastRecommended(_:)`` accepts.
  ///
  /// OWASP recommends 600,000 for the SHA-256 family, 220,000 for the SHA-512 family, and 1,400,000 for SHA-1, as of
  /// March 2026.
  static var recommendedPBKDF2Rounds: Int { get }

  /// Runs rounds of PBKDF2 in several lanes: u = H(outer ‖ H(inner ‖ u)), t = t ⊕ u.
  /// Spec: RFC 8018, section 5.2, step 3.
  ///
  /// - Parameters:
  ///   - rounds: 0 or more.
  ///   - inner: the state of each of 1 to 32 lanes after the block key ⊕ ipad.
  ///   - outer: the state of each lane after the block key ⊕ opad.
  ///   - u: the digest of each lane, at the start of 64 bytes. It is replaced by that of the last round.
  ///   - t: the exclusive or of each lane's digests so far, at the start of 64 bytes. In both, the bytes beyond the
  ///     digest are unspecified.
  static func _runPBKDF2Rounds(
    _ rounds: Int, inner: [Self], outer: [Self], u: inout [SIMD64<UInt8>], t: inout [SIMD64<UInt8>])
}

extension PBKDF2HashFunction {
  /// Runs rounds of PBKDF2 with the public operations of the hash function, one lane after the other.
  public static func _runPBKDF2Rounds(
    _ rounds: Int, inner: [Self], outer: [Self], u: inout [SIMD64<UInt8>], t: inout [SIMD64<UInt8>]
  ) {
    for lane in inner.indices {
      for _ in 0..<rounds {
        var innerHash = inner[lane]
        unsafe withUnsafeBytes(of: &u[lane]) {
          unsafe innerHash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<Digest.byteCount]))
        }
        var outerHash = outer[lane]
        unsafe innerHash.finalize().withUnsafeBytes { unsafe outerHash.update(bufferPointer: $0) }
        unsafe outerHash.finalize().withUnsafeBytes { digest in
          for index in 0..<Digest.byteCount {
            u[lane][index] = unsafe digest[index]
            t[lane][index] ^= unsafe digest[index]
          }
        }
      }
    }
  }
}
