/// The secret of a key agreement, 32 bytes. Its memory is overwritten with zeros when the last copy of the value is
/// gone.
///
/// It is a point, not a key: some of its bits can be guessed. Derive keys from it.
///
/// It prints as `SharedSecret (redacted)`.
public struct SharedSecret: Sendable, Redacted {
  package let bytes: SymmetricKey

  package init(ss bytes: SymmetricKey) { self.bytes = bytes }

  /// Derives a key with HKDF. Spec: RFC 5869, section 2.
  ///
  /// - Parameters:
  ///   - hashFunction: the hash function of HKDF.
  ///   - salt: public bytes, or none.
  ///   - sharedInfo: the purpose of the key. Name both public keys in it: keys of other parties are then independent.
  ///   - outputByteCount: 0 to 255 digests of the hash function; any other number traps.
  public func hkdfDerivedSymmetricKey<H: HashFunction>(
    using hashFunction: H.Type, salt: some Sequence<UInt8>, sharedInfo: some Sequence<UInt8>, outputByteCount: Int
  ) -> SymmetricKey {
    HKDF<H>.deriveKey(inputKeyMaterial: bytes, salt: salt, info: sharedInfo, outputByteCount: outputByteCount)
  }

  /// Derives a key with the function of ANSI X9.63. Spec: SEC 1, section 3.6.1.
  ///
  /// Its keys of different sizes begin alike, and one hash function over it is all that separates purposes: prefer
  /// HKDF.
  ///
  /// - Parameters:
  ///   - hashFunction: the hash function.
  ///   - sharedInfo: the purpose of the key. Name both public keys in it: keys of other parties are then independent.
  ///   - outputByteCount: the size of the key. Traps if it is negative.
  public func x963DerivedSymmetricKey<H: HashFunction>(
    using hashFunction: H.Type, sharedInfo: some Sequence<UInt8>, outputByteCount: Int
  ) -> SymmetricKey {
    precondition(outputByteCount >= 0, "a key of \(outputByteCount) bytes")
    return unsafe SymmetricKey(byteCount: outputByteCount) { output in
      unsafe sharedInfo.withBytes { info in
        wipingStack {
          var counter: UInt32 = 0
          for offset in stride(from: 0, to: output.count, by: H.Digest.byteCount) {
            counter += 1
            var hash = H()
            defer { wipeIfBitwiseCopyable(&hash) }
            unsafe bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
            unsafe Swift.withUnsafeBytes(of: counter.bigEndian) { unsafe hash.update(bufferPointer: $0) }
            unsafe hash.update(bufferPointer: info)
            unsafe hash.finalize().withUnsafeBytes {
              // SAFETY: the count is at most the rest of the output, and at most the size of the digest.
              unsafe UnsafeMutableRawBufferPointer(rebasing: output[offset...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: $0.prefix(output.count - offset)))
            }
          }
        }
      }
    }
  }

  /// Calls `body` with the 32 bytes. The pointer is valid only during the call.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result { try unsafe bytes.withUnsafeBytes(body) }
}

extension SharedSecret: Hashable {
  /// Compares two secrets in constant time.
  public static func == (left: SharedSecret, right: SharedSecret) -> Bool { left.bytes == right.bytes }

  /// Compares a secret with any bytes, in a time that depends only on their number.
  public static func == (left: SharedSecret, right: some Sequence<UInt8>) -> Bool {
    unsafe left.withUnsafeBytes { unsafe ConstantTime.areEqual($0, right) }
  }
}
