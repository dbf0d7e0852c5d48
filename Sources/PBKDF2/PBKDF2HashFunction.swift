/// A hash function PBKDF2 can be built on. A type of your own needs to state its recommended rounds only.
public protocol PBKDF2HashFunction: HashFunction {
  /// The rounds recommended for PBKDF2 with this hash function.
  static var recommendedPBKDF2Rounds: Int { get }

  /// Runs rounds of PBKDF2: u = H(outer ‖ H(inner ‖ u)), t = t ⊕ u.
  ///
  /// - Parameters:
  ///   - inner: the state after the block key ⊕ ipad.
  ///   - outer: the state after the block key ⊕ opad.
  ///   - u: a digest, overwritten with the last round's.
  ///   - t: a digest, the sum.
  ///   - rounds: 0 or more.
  static func iterate(inner: Self, outer: Self, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer, rounds: Int)
}

extension PBKDF2HashFunction {
  /// Runs rounds of PBKDF2 on the public operations of any hash function.
  public static func iterate(
    inner: Self, outer: Self, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer, rounds: Int
  ) {
    for _ in 0..<rounds {
      var innerHash = inner
      // SAFETY: `u` and `t` are digests, by contract.
      unsafe innerHash.update(bufferPointer: UnsafeRawBufferPointer(start: u, count: Digest.byteCount))
      var outerHash = outer
      unsafe innerHash.finalize().withUnsafeBytes { unsafe outerHash.update(bufferPointer: $0) }
      unsafe outerHash.finalize().withUnsafeBytes { digest in
        unsafe u.copyMemory(from: digest.baseAddress!, byteCount: Digest.byteCount)
        for index in 0..<Digest.byteCount {
          let sum = unsafe t.load(fromByteOffset: index, as: UInt8.self) ^ digest[index]
          unsafe t.storeBytes(of: sum, toByteOffset: index, as: UInt8.self)
        }
      }
    }
  }
}
