/// A hash function PBKDF2 can be built on, with digests of at most 64 bytes: a longer one traps. A type of your own needs
/// to state its recommended rounds only.
public protocol PBKDF2HashFunction: HashFunction {
  /// The rounds recommended for PBKDF2 with this hash function.
  static var recommendedPBKDF2Rounds: Int { get }

  /// Runs rounds of PBKDF2 in several lanes: u = H(outer ‖ H(inner ‖ u)), t = t ⊕ u. Spec: RFC 8018, section 5.2, step 3.
  ///
  /// - Parameters:
  ///   - inner: for each lane the state after the block key ⊕ ipad.
  ///   - outer: for each lane the state after the block key ⊕ opad.
  ///   - u: for each lane a digest, 64 bytes apart, overwritten with the last round's.
  ///   - t: for each lane the sum, 64 bytes apart.
  ///   - laneCount: 1 to 16.
  ///   - rounds: 0 or more.
  static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int)
}

extension PBKDF2HashFunction {
  /// Runs rounds of PBKDF2 on the public operations of any hash function, one lane after the other.
  public static func iterate(
    inner: UnsafePointer<Self>, outer: UnsafePointer<Self>, u: UnsafeMutableRawPointer, t: UnsafeMutableRawPointer,
    laneCount: Int, rounds: Int
  ) {
    for lane in 0..<laneCount {
      // SAFETY: `laneCount` states at `inner` and `outer` and digests at `u` and `t`, by contract.
      let (last, sum) = unsafe (u + 64 * lane, t + 64 * lane)
      for _ in 0..<rounds {
        var innerHash = unsafe inner[lane]
        unsafe innerHash.update(bufferPointer: UnsafeRawBufferPointer(start: last, count: Digest.byteCount))
        var outerHash = unsafe outer[lane]
        unsafe innerHash.finalize().withUnsafeBytes { unsafe outerHash.update(bufferPointer: $0) }
        unsafe outerHash.finalize().withUnsafeBytes { digest in
          unsafe last.copyMemory(from: digest.baseAddress!, byteCount: Digest.byteCount)
          for index in 0..<Digest.byteCount {
            let byte = unsafe sum.load(fromByteOffset: index, as: UInt8.self) ^ digest[index]
            unsafe sum.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
          }
        }
      }
    }
  }
}
