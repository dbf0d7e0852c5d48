extension Curve25519 {
  /// X25519: both parties compute the same shared secret, each from its own private key and the public key of the
  /// other.
  /// Spec: RFC 7748, section 6.1.
  ///
  /// *Not* protected: a public key does not identify its owner. An attacker who replaces it in transit shares a secret
  /// with each party, and neither notices. A key must be known beforehand or be authenticated, as in a session. A
  /// quantum computer that breaks the curve also reveals what is recorded today.
  public enum KeyAgreement {}
}

extension Curve25519.KeyAgreement {
  /// A public key, 32 bytes.
  public struct PublicKey: Sendable, Hashable {
    private let words: SIMD4<UInt64>

    /// The public key in 32 bytes. Any 32 bytes are accepted; the highest bit of the last byte has no effect on the
    /// shared secret. Spec: RFC 7748, section 5.
    ///
    /// - Throws: ``Curve25519Error/keyByteCount(_:)`` for another number of bytes.
    public init(rawRepresentation: some Sequence<UInt8>) throws(Curve25519Error) {
      var words = SIMD4<UInt64>()
      try unsafe rawRepresentation.withBytes { bytes throws(Curve25519Error) in
        guard bytes.count == 32 else { throw .keyByteCount(bytes.count) }
        unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyMemory(from: bytes) }
      }
      self.words = words
    }

    /// The point that `write` stores, 32 bytes.
    init(writing write: (UnsafeMutableRawPointer) -> Void) {
      var words = SIMD4<UInt64>()
      unsafe withUnsafeMutableBytes(of: &words) { unsafe write($0.baseAddress!) }
      self.words = words
    }

    /// The 32 bytes.
    @_disfavoredOverload
    public var rawRepresentation: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

    /// Calls `body` with the 32 bytes. The pointer is valid only during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try unsafe Swift.withUnsafeBytes(of: words) { bytes throws(Failure) in try unsafe body(bytes) }
    }
  }

  /// A private key, 32 bytes, with its public key. Its memory is overwritten with zeros when the last copy of the value
  /// is gone.
  ///
  /// It prints as `PrivateKey (redacted)`.
  ///
  /// *Not* protected: the bytes that the key was made from, those of ``rawRepresentation``, and swap.
  public struct PrivateKey: Sendable, Redacted {
    private let scalar: SymmetricKey
    /// The public key: the base point times the private key.
    public let publicKey: PublicKey

    /// A new random key from the operating system's cryptographic generator.
    public init() { self.init(SymmetricKey(size: .bits256)) }

    /// The private key in 32 bytes. Any 32 bytes are accepted; five bits have no effect. Spec: RFC 7748, section 5.
    ///
    /// - Throws: ``Curve25519Error/keyByteCount(_:)`` for another number of bytes.
    public init(rawRepresentation: some Sequence<UInt8>) throws(Curve25519Error) {
      try self.init(rawRepresentation: SymmetricKey(data: rawRepresentation))
    }

    /// The private key in the 32 bytes of a symmetric key, which are shared and not copied.
    ///
    /// - Throws: ``Curve25519Error/keyByteCount(_:)`` for another number of bytes.
    public init(rawRepresentation key: SymmetricKey) throws(Curve25519Error) {
      guard key.bitCount == 256 else { throw .keyByteCount(key.bitCount / 8) }
      self.init(key)
    }

    private init(_ scalar: SymmetricKey) {
      self.scalar = scalar
      let basePoint = SIMD32<UInt8>(9, at: 0)
      publicKey = unsafe PublicKey { result in
        unsafe scalar.withUnsafeBytes { scalar in
          unsafe Swift.withUnsafeBytes(of: basePoint) {
            _ = unsafe X25519.multiply(scalar.baseAddress!, $0.baseAddress!, to: result)
          }
        }
      }
    }

    /// The 32 bytes. This array is *not* overwritten when its lifetime ends; ``withUnsafeBytes(_:)`` makes no array.
    @_disfavoredOverload
    public var rawRepresentation: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

    /// Calls `body` with the 32 bytes. The pointer is valid only during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try unsafe scalar.withUnsafeBytes(body) }

    /// The secret that this key shares with the owner of a public key: the point of the public key times this key.
    /// Spec: RFC 7748, section 6.1.
    ///
    /// - Throws: ``Curve25519Error/zeroSharedSecret`` when the public key makes every shared secret zero.
    public func sharedSecretFromKeyAgreement(
      with publicKeyShare: PublicKey
    ) throws(Curve25519Error) -> SharedSecret {
      let secret = try unsafe SymmetricKey(byteCount: 32) { result throws(Curve25519Error) in
        let isNonzero = unsafe scalar.withUnsafeBytes { scalar in
          unsafe publicKeyShare.withUnsafeBytes {
            unsafe X25519.multiply(scalar.baseAddress!, $0.baseAddress!, to: result.baseAddress!)
          }
        }
        guard isNonzero else { throw .zeroSharedSecret }
      }
      return SharedSecret(ss: secret)
    }
  }
}

extension SIMD32<UInt8> {
  /// 32 bytes that are zero except for one.
  fileprivate init(_ byte: UInt8, at index: Int) {
    self.init()
    self[index] = byte
  }
}
