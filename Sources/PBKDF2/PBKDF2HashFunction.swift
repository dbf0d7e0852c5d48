/// A hash function PBKDF2 can be built on, with digests of at most 64 bytes: a longer one traps. A type of your own needs
/// to state its recommended rounds only.
public protocol PBKDF2HashFunction: HashFunction {
  /// The rounds recommended for PBKDF2 with this hash function.
  static var recommendedPBKDF2Rounds: Int { get }

  /// Runs rounds of PBKDF2 in several lanes: u = H(outer ‖ H(inner ‖ u)), t = t ⊕ u. Spec: RFC 8018, section 5.2, step 3.
  ///
  /// - Parameters:
  ///   - rounds: 0 or more.
  ///   - inner: for each lane, 1 to 16, the state after the block key ⊕ ipad.
  ///   - outer: for each lane the state after the block key ⊕ opad.
  ///   - u: for each lane a digest, at the start of 64 bytes, overwritten with the last round's.
  ///   - t: for each lane the sum, likewise.
  static func runPBKDF2Rounds(
    _ rounds: Int, inner: [Self], outer: [Self], u: inout [SIMD64<UInt8>], t: inout [SIMD64<UInt8>])
}

extension PBKDF2HashFunction {
  /// Runs rounds of PBKDF2 on the public operations of any hash function, one lane after the other.
  public static func runPBKDF2Rounds(
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
