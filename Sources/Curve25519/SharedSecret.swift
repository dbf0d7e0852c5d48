/// The secret of a key agreement, 32 bytes. Its memory is overwritten with zeros when the last copy of the value is
/// gone.
///
/// It is a point, not a key: some of its bits can be guessed. Derive keys from it.
///
/// It prints as `SharedSecret (redacted)`.
public struct SharedSecret: Sendable, Redacted {
  package let bytes: SymmetricKey

  package init(bytes: SymmetricKey) { self.bytes = bytes }

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

  /// Calls `body` with the 32 bytes. The pointer is valid only during the call.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result { try unsafe bytes.withUnsafeBytes(body) }
}

extension SharedSecret: Hashable {
  /// Compares two secrets in constant time.
  public static func == (left: SharedSecret, right: SharedSecret) -> Bool { left.bytes == right.bytes }

  /// Compares a secret with any bytes, in a time that depends only on their number.
  public static func == (left: SharedSecret, right: some Sequence<UInt8>) -> Bool { left.bytes == right }
}
