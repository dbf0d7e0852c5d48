/// The HMAC-based key derivation function: keys from a secret that already has the strength of a key.
/// Spec: RFC 5869.
///
/// It is fast, so it does not protect a password: for that, use PBKDF2 first.
public enum HKDF<H: HashFunction> {
  /// The longest output in bytes, 255 digests.
  public static var maximumOutputByteCount: Int { 255 * H.Digest.byteCount }

  /// Extracts a pseudorandom key and expands it. Spec: RFC 5869, section 2.
  ///
  /// - Parameters:
  ///   - inputKeyMaterial: the secret.
  ///   - salt: public random bytes, best as long as the digest; none is the same as a digest's length of zeros.
  ///   - info: what the key is for; different uses get independent keys.
  ///   - outputByteCount: 0 to ``maximumOutputByteCount``; anything else traps.
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: some Sequence<UInt8>, info: some Sequence<UInt8>, outputByteCount: Int
  ) -> SymmetricKey {
    deriveKey(
      inputKeyMaterial: inputKeyMaterial, salt: salt, info: info, outputByteCount: outputByteCount, startingFrom: H())
  }

  /// Extracts without a salt and expands.
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, info: some Sequence<UInt8>, outputByteCount: Int
  ) -> SymmetricKey {
    deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [], info: info, outputByteCount: outputByteCount)
  }

  /// Extracts and expands without info.
  public static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: some Sequence<UInt8>, outputByteCount: Int
  ) -> SymmetricKey {
    deriveKey(inputKeyMaterial: inputKeyMaterial, salt: salt, info: [], outputByteCount: outputByteCount)
  }

  /// Extracts without a salt and expands without info.
  public static func deriveKey(inputKeyMaterial: SymmetricKey, outputByteCount: Int) -> SymmetricKey {
    deriveKey(inputKeyMaterial: inputKeyMaterial, salt: [], info: [], outputByteCount: outputByteCount)
  }

  /// Extracts and expands; `hash` is the hash of the empty message on a chosen kernel.
  package static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: some Sequence<UInt8>, info: some Sequence<UInt8>, outputByteCount: Int,
    startingFrom hash: H
  ) -> SymmetricKey {
    wipingDeepStack {
      let pseudoRandomKey = extract(inputKeyMaterial: inputKeyMaterial, salt: salt, startingFrom: hash)
      return expanded(
        SymmetricKey(data: pseudoRandomKey), info: info, outputByteCount: outputByteCount, startingFrom: hash)
    }
  }

  /// The pseudorandom key of a secret: HMAC(salt, secret). Spec: RFC 5869, section 2.2.
  ///
  /// It is a key, and the type it comes in is not wiped.
  public static func extract(
    inputKeyMaterial: SymmetricKey, salt: some Sequence<UInt8>
  ) -> HashedAuthenticationCode<H> {
    extract(inputKeyMaterial: inputKeyMaterial, salt: salt, startingFrom: H())
  }

  /// The pseudorandom key of a secret, on a chosen kernel.
  package static func extract(
    inputKeyMaterial: SymmetricKey, salt: some Sequence<UInt8>, startingFrom hash: H
  ) -> HashedAuthenticationCode<H> {
    var function = HMAC<H>(key: SymmetricKey(data: salt), startingFrom: hash)
    defer { wipe(&function) }
    unsafe inputKeyMaterial.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
    return function.finalize()
  }

  /// Output keying material from a pseudorandom key. Spec: RFC 5869, section 2.3.
  ///
  /// - Parameters:
  ///   - pseudoRandomKey: at least as long as the digest, which is not checked.
  ///   - info: what the key is for.
  ///   - outputByteCount: 0 to ``maximumOutputByteCount``; anything else traps.
  public static func expand(
    pseudoRandomKey: some Sequence<UInt8>, info: some Sequence<UInt8>, outputByteCount: Int
  ) -> SymmetricKey {
    expand(
      pseudoRandomKey: SymmetricKey(data: pseudoRandomKey), info: info, outputByteCount: outputByteCount,
      startingFrom: H())
  }

  /// Output keying material from a pseudorandom key that is kept as a key.
  public static func expand(
    pseudoRandomKey: SymmetricKey, info: some Sequence<UInt8>, outputByteCount: Int
  ) -> SymmetricKey {
    expand(pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: outputByteCount, startingFrom: H())
  }

  /// Output keying material from a pseudorandom key, on a chosen kernel.
  package static func expand(
    pseudoRandomKey: SymmetricKey, info: some Sequence<UInt8>, outputByteCount: Int, startingFrom hash: H
  ) -> SymmetricKey {
    wipingDeepStack {
      expanded(pseudoRandomKey, info: info, outputByteCount: outputByteCount, startingFrom: hash)
    }
  }

  private static func expanded(
    _ pseudoRandomKey: SymmetricKey, info: some Sequence<UInt8>, outputByteCount: Int, startingFrom hash: H
  ) -> SymmetricKey {
    precondition(
      0...maximumOutputByteCount ~= outputByteCount,
      "HKDF of \(outputByteCount) bytes; this hash function gives 0 to \(maximumOutputByteCount)")
    var keyed = HMAC<H>(key: pseudoRandomKey, startingFrom: hash)
    defer { wipe(&keyed) }
    return unsafe info.withBytes { info in
      unsafe SymmetricKey(byteCount: outputByteCount) { output in
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
          // SAFETY: `count` is at most the tag's size and what is left of the output.
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
}
