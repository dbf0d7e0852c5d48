/// The HMAC-based key derivation function, which derives keys from a secret that already has the strength of a key.
/// Spec: RFC 5869.
///
/// HKDF is fast, so it does not protect a password: stretch one with PBKDF2 first.
public enum HKDF<H: HashFunction> {
  /// The maximum size of the output in bytes: 255 digests.
  public static var maximumOutputByteCount: Int { 255 * H.Digest.byteCount }

  /// Extracts a pseudorandom key and expands it. Spec: RFC 5869, section 2.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: the secret.
  ///   - salt: public random bytes, ideally as many as the digest has. None stand for as many zeros as the digest has
  ///     bytes.
  ///   - info: the purpose of the key. Different purposes get independent keys.
  ///   - outputByteCount: 0 to ``maximumOutputByteCount``; any other number traps.
  @inlinable
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: (some Sequence<UInt8>)? = [UInt8]?.none,
    info: (some Sequence<UInt8>)? = [UInt8]?.none, outputByteCount: Int
  ) -> SymmetricKey {
    unsafe withBytes(of: salt) { salt in
      unsafe withBytes(of: info) {
        unsafe derived(inputKeyMaterial, salt: salt, info: $0, outputByteCount: outputByteCount, startingFrom: nil)
      }
    }
  }

  /// Extracts a pseudorandom key and expands it, with the salt and the info in spans.
  @inlinable
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: RawSpan, info: RawSpan, outputByteCount: Int
  ) -> SymmetricKey {
    unsafe salt.withUnsafeBytes { salt in
      unsafe info.withUnsafeBytes {
        unsafe derived(inputKeyMaterial, salt: salt, info: $0, outputByteCount: outputByteCount, startingFrom: nil)
      }
    }
  }

  /// Extracts a pseudorandom key and expands it, and appends keying material to `output` until that is full. Traps when
  /// it has room for more than ``maximumOutputByteCount``.
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: RawSpan, info: RawSpan, output: inout OutputRawSpan
  ) {
    checkByteCount(output.freeCapacity)
    unsafe salt.withUnsafeBytes { salt in
      unsafe info.withUnsafeBytes { info in
        unsafe output.append(byteCount: output.freeCapacity) {
          defer { wipeStack(byteCount: StackByteCount.wideMessage) }
          unsafe derive(into: $0, inputKeyMaterial, salt: salt, info: info, startingFrom: nil)
          return $0.count
        }
      }
    }
  }

  /// Extracts a pseudorandom key and expands it; `hash` is the hash of the empty message on the given kernel.
  @inlinable
  package static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: some Sequence<UInt8>, info: some Sequence<UInt8>, outputByteCount: Int,
    startingFrom hash: H
  ) -> SymmetricKey {
    unsafe salt.withBytes { salt in
      unsafe info.withBytes { info in
        unsafe withUnsafePointer(to: hash) {
          unsafe derived(inputKeyMaterial, salt: salt, info: info, outputByteCount: outputByteCount, startingFrom: $0)
        }
      }
    }
  }

  @usableFromInline
  static func derived(
    _ inputKeyMaterial: SymmetricKey, salt: UnsafeRawBufferPointer, info: UnsafeRawBufferPointer, outputByteCount: Int,
    startingFrom empty: UnsafePointer<H>?
  ) -> SymmetricKey {
    checkByteCount(outputByteCount)
    return unsafe SymmetricKey(byteCount: outputByteCount) {
      defer { wipeStack(byteCount: StackByteCount.wideMessage) }
      unsafe derive(into: $0, inputKeyMaterial, salt: salt, info: info, startingFrom: empty)
    }
  }

  // Specialised for the reason that HMAC is. Not inlined, so that its callers overwrite its frame, which holds copies
  // of the pseudorandom key.
  @inline(never)
  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  private static func derive(
    into output: UnsafeMutableRawBufferPointer, _ inputKeyMaterial: SymmetricKey, salt: UnsafeRawBufferPointer,
    info: UnsafeRawBufferPointer, startingFrom empty: UnsafePointer<H>?
  ) {
    unsafe inputKeyMaterial.withUnsafeBytes { secret in
      var pseudoRandomKey = unsafe H._authenticationCode(of: secret, key: salt, startingFrom: empty)
      defer { wipeIfBitwiseCopyable(&pseudoRandomKey) }
      unsafe pseudoRandomKey.withUnsafeBytes { unsafe H._expand(info, into: output, key: $0, startingFrom: empty) }
    }
  }

  /// The pseudorandom key of a secret: HMAC(salt, secret). Spec: RFC 5869, section 2.2.
  ///
  /// *Not* protected: the result is a key, but a ``HashedAuthenticationCode`` prints its bytes, and is not overwritten
  /// when its lifetime ends.
  public static func extract(
    inputKeyMaterial: SymmetricKey, salt: (some Sequence<UInt8>)? = [UInt8]?.none
  ) -> HashedAuthenticationCode<H> {
    unsafe withBytes(of: salt) { salt in
      unsafe inputKeyMaterial.withUnsafeBytes { unsafe extracted($0, salt: salt, startingFrom: nil) }
    }
  }

  /// The pseudorandom key of a secret; `hash` is the hash of the empty message on the given kernel.
  package static func extract(
    inputKeyMaterial: SymmetricKey, salt: some Sequence<UInt8>, startingFrom hash: H
  ) -> HashedAuthenticationCode<H> {
    unsafe salt.withBytes { salt in
      unsafe inputKeyMaterial.withUnsafeBytes { secret in
        unsafe withUnsafePointer(to: hash) { unsafe extracted(secret, salt: salt, startingFrom: $0) }
      }
    }
  }

  private static func extracted(
    _ secret: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, startingFrom empty: UnsafePointer<H>?
  ) -> HashedAuthenticationCode<H> {
    // The stack is wiped because this tag is a key.
    wipingStack { unsafe HMAC<H>.authenticationCode(of: secret, keyBytes: salt, startingFrom: empty) }
  }

  /// Expands a pseudorandom key to output keying material. Spec: RFC 5869, section 2.3.
  ///
  /// - Parameters:
  ///   - pseudoRandomKey: at least as many bytes as the digest has. This is not checked.
  ///   - info: the purpose of the key.
  ///   - outputByteCount: 0 to ``maximumOutputByteCount``; any other number traps.
  public static func expand(
    pseudoRandomKey: some Sequence<UInt8>, info: (some Sequence<UInt8>)? = [UInt8]?.none, outputByteCount: Int
  ) -> SymmetricKey {
    expand(pseudoRandomKey: SymmetricKey(data: pseudoRandomKey), info: info, outputByteCount: outputByteCount)
  }

  /// Expands a pseudorandom key in a `SymmetricKey` to output keying material. Spec: RFC 5869, section 2.3.
  public static func expand(
    pseudoRandomKey: SymmetricKey, info: (some Sequence<UInt8>)? = [UInt8]?.none, outputByteCount: Int
  ) -> SymmetricKey {
    unsafe withBytes(of: info) {
      unsafe expanded(pseudoRandomKey, info: $0, outputByteCount: outputByteCount, startingFrom: nil)
    }
  }

  /// Expands a pseudorandom key; `hash` is the hash of the empty message on the given kernel.
  package static func expand(
    pseudoRandomKey: SymmetricKey, info: some Sequence<UInt8>, outputByteCount: Int, startingFrom hash: H
  ) -> SymmetricKey {
    unsafe info.withBytes { info in
      unsafe withUnsafePointer(to: hash) {
        unsafe expanded(pseudoRandomKey, info: info, outputByteCount: outputByteCount, startingFrom: $0)
      }
    }
  }

  @inline(__always)
  private static func checkByteCount(_ byteCount: Int) {
    // The digest has at least one byte. Asking for its size takes 17 ns on AMD Zen 5.
    precondition(
      0...255 ~= byteCount || 0...maximumOutputByteCount ~= byteCount,
      "HKDF of \(byteCount) bytes; this hash function gives 0 to \(maximumOutputByteCount)")
  }

  private static func expanded(
    _ pseudoRandomKey: SymmetricKey, info: UnsafeRawBufferPointer, outputByteCount: Int,
    startingFrom empty: UnsafePointer<H>?
  ) -> SymmetricKey {
    checkByteCount(outputByteCount)
    return unsafe SymmetricKey(byteCount: outputByteCount) { output in
      unsafe pseudoRandomKey.withUnsafeBytes { key in
        defer { wipeStack(byteCount: StackByteCount.wideMessage) }
        unsafe H._expand(info, into: output, key: key, startingFrom: empty)
      }
    }
  }
}

/// Calls `body` with the bytes, or with none for nil.
@inlinable @inline(__always)
func withBytes<Result>(
  of bytes: (some Sequence<UInt8>)?, _ body: (UnsafeRawBufferPointer) -> Result
) -> Result {
  if let bytes { unsafe bytes.withBytes(body) } else { unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
}
