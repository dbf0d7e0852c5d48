/// The HMAC-based key derivation function, which derives keys from a secret that already has the strength of a key.
/// Spec: RFC 5869.
///
/// HKDF is fast, so it does not protect a password: for that, use PBKDF2 first.
public enum HKDF<H: HashFunction> {
  /// The maximum size of the output in bytes: 255 digests.
  public static var maximumOutputByteCount: Int { 255 * H.Digest.byteCount }

  /// Extracts a pseudorandom key and expands it. Spec: RFC 5869, section 2.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: the secret.
  ///   - salt: public random bytes, ideally as many as the digest has. An empty salt, or nil, stands for a digest's
  ///     length of zeros.
  ///   - info: the purpose of the key. Different purposes get independent keys. Nil stands for no bytes.
  ///   - outputByteCount: 0 to ``maximumOutputByteCount``; any other number traps.
  @inlinable
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: (some Sequence<UInt8>)?, info: (some Sequence<UInt8>)?, outputByteCount: Int
  ) -> SymmetricKey {
    deriveKey(
      inputKeyMaterial: inputKeyMaterial, salt: salt, info: info, outputByteCount: outputByteCount, startingFrom: H())
  }

  /// Extracts a pseudorandom key and expands it, with an info that is in a span, or none. A `nil` salt or info has
  /// this form.
  @inlinable
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: (some Sequence<UInt8>)?, info: RawSpan? = nil, outputByteCount: Int
  ) -> SymmetricKey {
    unsafe withBytes(of: salt) { salt in
      unsafe withBytes(of: info) {
        unsafe derived(inputKeyMaterial, salt: salt, info: $0, outputByteCount: outputByteCount, startingFrom: H())
      }
    }
  }

  /// Extracts a pseudorandom key and expands it, with a salt that is in a span, or none.
  @inlinable
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: RawSpan? = nil, info: (some Sequence<UInt8>)?, outputByteCount: Int
  ) -> SymmetricKey {
    unsafe withBytes(of: salt) { salt in
      unsafe withBytes(of: info) {
        unsafe derived(inputKeyMaterial, salt: salt, info: $0, outputByteCount: outputByteCount, startingFrom: H())
      }
    }
  }

  /// Extracts a pseudorandom key and expands it, with a salt and an info that are in spans, or none.
  @inlinable
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: RawSpan? = nil, info: RawSpan? = nil, outputByteCount: Int
  ) -> SymmetricKey {
    unsafe withBytes(of: salt) { salt in
      unsafe withBytes(of: info) {
        unsafe derived(inputKeyMaterial, salt: salt, info: $0, outputByteCount: outputByteCount, startingFrom: H())
      }
    }
  }

  /// Extracts a pseudorandom key and expands it; `hash` is the hash of the empty message on the given kernel.
  @inlinable
  package static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: (some Sequence<UInt8>)?, info: (some Sequence<UInt8>)?, outputByteCount: Int,
    startingFrom hash: H
  ) -> SymmetricKey {
    unsafe withBytes(of: salt) { salt in
      unsafe withBytes(of: info) {
        unsafe derived(inputKeyMaterial, salt: salt, info: $0, outputByteCount: outputByteCount, startingFrom: hash)
      }
    }
  }

  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  @usableFromInline
  static func derived(
    _ inputKeyMaterial: SymmetricKey, salt: UnsafeRawBufferPointer, info: UnsafeRawBufferPointer, outputByteCount: Int,
    startingFrom hash: H
  ) -> SymmetricKey {
    wipingDeepStack {
      unsafe extracted(inputKeyMaterial, salt: salt, startingFrom: hash).withUnsafeBytes {
        unsafe expanded($0, info: info, outputByteCount: outputByteCount, startingFrom: hash)
      }
    }
  }

  /// The pseudorandom key of a secret: HMAC(salt, secret). Spec: RFC 5869, section 2.2.
  ///
  /// *Not* protected: the result is a key, but a ``HashedAuthenticationCode`` prints its bytes, and is not overwritten
  /// when its lifetime ends.
  public static func extract(
    inputKeyMaterial: SymmetricKey, salt: (some Sequence<UInt8>)?
  ) -> HashedAuthenticationCode<H> {
    extract(inputKeyMaterial: inputKeyMaterial, salt: salt, startingFrom: H())
  }

  /// The pseudorandom key of a secret, with a salt that is in a span, or none. Spec: RFC 5869, section 2.2.
  public static func extract(inputKeyMaterial: SymmetricKey, salt: RawSpan?) -> HashedAuthenticationCode<H> {
    unsafe withBytes(of: salt) { salt in
      wipingDeepStack { unsafe extracted(inputKeyMaterial, salt: salt, startingFrom: H()) }
    }
  }

  /// The pseudorandom key of a secret; `hash` is the hash of the empty message on the given kernel.
  package static func extract(
    inputKeyMaterial: SymmetricKey, salt: (some Sequence<UInt8>)?, startingFrom hash: H
  ) -> HashedAuthenticationCode<H> {
    unsafe withBytes(of: salt) { salt in
      wipingDeepStack { unsafe extracted(inputKeyMaterial, salt: salt, startingFrom: hash) }
    }
  }

  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  private static func extracted(
    _ inputKeyMaterial: SymmetricKey, salt: UnsafeRawBufferPointer, startingFrom hash: H
  ) -> HashedAuthenticationCode<H> {
    var function = unsafe HMAC<H>(keyBytes: salt, startingFrom: hash)
    defer { wipe(&function) }
    unsafe inputKeyMaterial.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
    return function.finalize()
  }

  /// Expands a pseudorandom key to output keying material. Spec: RFC 5869, section 2.3.
  ///
  /// - Parameters:
  ///   - pseudoRandomKey: at least as many bytes as the digest has. This is not checked.
  ///   - info: the purpose of the key. Nil stands for no bytes.
  ///   - outputByteCount: 0 to ``maximumOutputByteCount``; any other number traps.
  public static func expand(
    pseudoRandomKey: some Sequence<UInt8>, info: (some Sequence<UInt8>)?, outputByteCount: Int
  ) -> SymmetricKey {
    expand(pseudoRandomKey: SymmetricKey(data: pseudoRandomKey), info: info, outputByteCount: outputByteCount)
  }

  /// Expands a pseudorandom key to output keying material, with an info that is in a span, or none.
  /// Spec: RFC 5869, section 2.3.
  public static func expand(
    pseudoRandomKey: some Sequence<UInt8>, info: RawSpan?, outputByteCount: Int
  ) -> SymmetricKey {
    expand(pseudoRandomKey: SymmetricKey(data: pseudoRandomKey), info: info, outputByteCount: outputByteCount)
  }

  /// Expands a pseudorandom key in a `SymmetricKey` to output keying material. Spec: RFC 5869, section 2.3.
  public static func expand(
    pseudoRandomKey: SymmetricKey, info: (some Sequence<UInt8>)?, outputByteCount: Int
  ) -> SymmetricKey {
    expand(pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: outputByteCount, startingFrom: H())
  }

  /// Expands a pseudorandom key in a `SymmetricKey` to output keying material, with an info that is in a span, or none.
  /// Spec: RFC 5869, section 2.3.
  public static func expand(
    pseudoRandomKey: SymmetricKey, info: RawSpan?, outputByteCount: Int
  ) -> SymmetricKey {
    unsafe withBytes(of: info) {
      unsafe expanded(pseudoRandomKey, info: $0, outputByteCount: outputByteCount, startingFrom: H())
    }
  }

  /// Expands a pseudorandom key; `hash` is the hash of the empty message on the given kernel.
  package static func expand(
    pseudoRandomKey: SymmetricKey, info: (some Sequence<UInt8>)?, outputByteCount: Int, startingFrom hash: H
  ) -> SymmetricKey {
    unsafe withBytes(of: info) {
      unsafe expanded(pseudoRandomKey, info: $0, outputByteCount: outputByteCount, startingFrom: hash)
    }
  }

  @inlinable @inline(__always)
  static func withBytes<Result>(
    of bytes: (some Sequence<UInt8>)?, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard let bytes else { return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return unsafe bytes.withBytes(body)
  }

  @inlinable @inline(__always)
  static func withBytes<Result>(
    of bytes: RawSpan?, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard let bytes else { return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return unsafe bytes.withUnsafeBytes(body)
  }

  private static func expanded(
    _ pseudoRandomKey: SymmetricKey, info: UnsafeRawBufferPointer, outputByteCount: Int, startingFrom hash: H
  ) -> SymmetricKey {
    unsafe pseudoRandomKey.withUnsafeBytes { key in
      wipingDeepStack {
        unsafe expanded(key, info: info, outputByteCount: outputByteCount, startingFrom: hash)
      }
    }
  }

  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  private static func expanded(
    _ pseudoRandomKey: UnsafeRawBufferPointer, info: UnsafeRawBufferPointer, outputByteCount: Int, startingFrom hash: H
  ) -> SymmetricKey {
    precondition(
      0...maximumOutputByteCount ~= outputByteCount,
      "HKDF of \(outputByteCount) bytes; this hash function gives 0 to \(maximumOutputByteCount)")
    var keyed = unsafe HMAC<H>(keyBytes: pseudoRandomKey, startingFrom: hash)
    defer { wipe(&keyed) }
    return unsafe SymmetricKey(byteCount: outputByteCount) { output in
      var offset = 0
      var counter: UInt8 = 1
      while offset < outputByteCount {
        var function = keyed
        if offset > 0 {
          // SAFETY: a whole digest has been written before `offset`.
          unsafe function.update(
            bufferPointer: UnsafeRawBufferPointer(rebasing: output[offset - H.Digest.byteCount..<offset]))
        }
        unsafe function.update(bufferPointer: info)
        unsafe withUnsafeBytes(of: counter) { unsafe function.update(bufferPointer: $0) }
        let count = min(H.Digest.byteCount, outputByteCount - offset)
        // SAFETY: `count` is at most the tag's size and at most the rest of the output.
        unsafe function.finalize().withUnsafeBytes {
          unsafe UnsafeMutableRawBufferPointer(rebasing: output[offset..<offset + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
        wipe(&function)
        offset += count
        counter &+= 1
      }
    }
  }
}
