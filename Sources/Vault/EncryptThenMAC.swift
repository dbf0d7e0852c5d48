/// Authenticated encryption for formats that prescribe it: AES-CBC or AES-CTR, then HMAC, under a key for each.
/// Spec: RFC 7518, section 5.2.2.
///
/// That RFC's A128CBC-HS256 is `EncryptThenMAC<SHA256>(.cbc, key: key, tagByteCount: 16)`. A192CBC-HS384 has SHA-384
/// and a tag of 24 bytes, A256CBC-HS512 has SHA-512 and 32.
///
/// For a format of your own, use ``Vault/Vault``: it needs no choice, takes passwords, and opens any part of its
/// content.
///
/// A sealed message is IV ‖ ciphertext ‖ tag, and the tag is HMAC(authentication key, data ‖ IV ‖ ciphertext ‖ the size
/// of the data in bits, as 8 bytes, the highest first).
///
/// *Not* protected: the size of the message, except for the padding of CBC; the order of messages; replayed messages.
public struct EncryptThenMAC<H: HashFunction>: Sendable {
  /// The mode that encrypts.
  public enum Mode: Sendable {
    package static var allCases: [Mode] { [.cbc, .ctr] }

    /// AES-CBC with PKCS#7 padding. Sealing adds 17 to 32 bytes and the tag.
    case cbc
    /// AES-CTR with a random first counter block. Sealing adds 16 bytes and the tag.
    case ctr
  }

  private let mode: Mode
  private let tagByteCount: Int
  private let authenticationKey: SymmetricKey
  private let encryptionKey: SymmetricKey
  private let kernel: AESKernel
  /// The hash of the empty message on its kernel.
  private let emptyHash: H

  /// A cipher with two independent keys.
  ///
  /// - Parameters:
  ///   - mode: the mode that encrypts.
  ///   - authenticationKey: the key of HMAC, at least 16 bytes.
  ///   - encryptionKey: the key of AES, 16, 24 or 32 bytes.
  ///   - tagByteCount: 16 bytes to one digest; by default the whole digest.
  /// - Throws: ``EncryptThenMACError`` for other sizes, and for two equal keys.
  public init(
    _ mode: Mode, authenticationKey: SymmetricKey, encryptionKey: SymmetricKey,
    tagByteCount: Int = H.Digest.byteCount
  ) throws(EncryptThenMACError) {
    try self.init(
      mode, authenticationKey: authenticationKey, encryptionKey: encryptionKey, tagByteCount: tagByteCount,
      kernel: .best, startingFrom: H())
  }

  /// A cipher whose two keys are the halves of one: the first half authenticates, the second encrypts.
  /// Spec: RFC 7518, section 5.2.2.1, step 1.
  ///
  /// - Parameters:
  ///   - mode: the mode that encrypts.
  ///   - key: 32, 48 or 64 bytes.
  ///   - tagByteCount: 16 bytes to one digest; by default the whole digest.
  /// - Throws: ``EncryptThenMACError`` for other sizes, and for two equal halves.
  public init(
    _ mode: Mode, key: SymmetricKey, tagByteCount: Int = H.Digest.byteCount
  ) throws(EncryptThenMACError) {
    let half = key.bitCount / 16
    guard key.bitCount % 16 == 0 else { throw .encryptionKeyByteCount(half) }
    let (first, second) = key.halves
    try self.init(mode, authenticationKey: first, encryptionKey: second, tagByteCount: tagByteCount)
  }

  /// A cipher on the given kernel; `hash` is the hash of the empty message on its kernel.
  package init(
    _ mode: Mode, authenticationKey: SymmetricKey, encryptionKey: SymmetricKey, tagByteCount: Int,
    kernel: AESKernel, startingFrom hash: H
  ) throws(EncryptThenMACError) {
    switch encryptionKey.bitCount {
    case 128, 192, 256: break
    default: throw .encryptionKeyByteCount(encryptionKey.bitCount / 8)
    }
    guard authenticationKey.bitCount >= 128 else { throw .authenticationKeyByteCount(authenticationKey.bitCount / 8) }
    guard authenticationKey != encryptionKey else { throw .equalKeys }
    guard tagByteCount >= 16 && tagByteCount <= H.Digest.byteCount else {
      throw .tagByteCount(tagByteCount, maximum: H.Digest.byteCount)
    }
    // Not last: a throwing function that ends in this copy can report an error that nobody threw
    // (https://github.com/swiftlang/swift/issues/90477).
    emptyHash = hash
    self.mode = mode
    self.tagByteCount = tagByteCount
    self.authenticationKey = authenticationKey
    self.encryptionKey = encryptionKey
    self.kernel = kernel
  }
}

extension EncryptThenMAC {
  /// Encrypts a message and authenticates it.
  ///
  /// - Parameters:
  ///   - message: any number of bytes.
  ///   - data: additional data, authenticated but not encrypted. Opening needs the same data.
  ///   - iv: by default a random one. For formats that make the IV themselves: new for each message, and unpredictable.
  ///     In CTR, two messages under one counter block reveal their exclusive or.
  /// - Returns: IV ‖ ciphertext ‖ tag. The IV has 16 bytes.
  public func seal(
    _ message: some Sequence<UInt8>, authenticating data: some Sequence<UInt8> = [], iv: AES.IV = AES.IV()
  ) -> [UInt8] {
    var sealed = iv.bytes
    do throws(AESError) {
      switch mode {
      case .cbc:
        sealed += try AES.CBC.encrypt(message, using: encryptionKey, iv: iv, kernel: kernel)
      case .ctr:
        let nonce = try AES.CTR.Nonce(data: iv.bytes)
        sealed += try AES.CTR.encrypt(message, using: encryptionKey, nonce: nonce, kernel: kernel)
      }
    } catch {
      preconditionFailure("the sizes of the key and of the IV were checked: \(error)")
    }
    let tag = unsafe sealed.withUnsafeBytes { unsafe self.tag(of: $0, authenticating: data) }
    return sealed + tag.prefix(tagByteCount)
  }

  /// Opens a sealed message. The tag is checked first, in constant time, and nothing is decrypted before.
  ///
  /// - Parameters:
  ///   - sealed: IV ‖ ciphertext ‖ tag, as `seal` returns it.
  ///   - data: the data that were authenticated with the message.
  /// - Throws: ``EncryptThenMACError/sealedByteCount(_:minimum:)`` when the input is too short for an IV, a tag and, in
  ///   CBC, a block; ``EncryptThenMACError/authenticationFailure`` when the message, the data or a key is wrong. No
  ///   part of the message is then returned.
  public func open(
    _ sealed: some Sequence<UInt8>, authenticating data: some Sequence<UInt8> = []
  ) throws(EncryptThenMACError) -> [UInt8] {
    // A copy, unless it is an array: other programs may change a mapped file after its tag was checked.
    try unsafe Array(sealed).withBytes { sealed throws(EncryptThenMACError) in
      let minimum = 16 + (mode == .cbc ? 16 : 0) + tagByteCount
      guard sealed.count >= minimum else { throw .sealedByteCount(sealed.count, minimum: minimum) }
      // SAFETY: the parts are within the sealed bytes, which have at least the minimum.
      let authenticated = unsafe UnsafeRawBufferPointer(rebasing: sealed[..<(sealed.count - tagByteCount)])
      let iv = unsafe UnsafeRawBufferPointer(rebasing: authenticated[..<16])
      let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: authenticated[16...])
      let stored = unsafe UnsafeRawBufferPointer(rebasing: sealed[authenticated.count...])
      var tag = unsafe tag(of: authenticated, authenticating: data)
      defer { wipe(&tag) }
      guard unsafe ConstantTime.areEqual(tag.prefix(tagByteCount), stored) else { throw .authenticationFailure }
      return try unsafe decrypt(ciphertext, iv: iv)
    }
  }

  /// Decrypts an authentic ciphertext. If it is not valid in its mode, another program sealed it under the same keys.
  /// The error is that of a wrong tag, so that it reveals nothing.
  private func decrypt(
    _ ciphertext: UnsafeRawBufferPointer, iv: UnsafeRawBufferPointer
  ) throws(EncryptThenMACError) -> [UInt8] {
    do throws(AESError) {
      switch mode {
      case .cbc:
        let iv = try unsafe AES.IV(data: iv)
        return try unsafe AES.CBC.decrypt(ciphertext, using: encryptionKey, iv: iv, kernel: kernel)
      case .ctr:
        let nonce = try unsafe AES.CTR.Nonce(data: iv)
        return try unsafe AES.CTR.decrypt(ciphertext, using: encryptionKey, nonce: nonce, kernel: kernel)
      }
    } catch {
      throw .authenticationFailure
    }
  }

  /// The whole digest: HMAC(authentication key, data ‖ IV ‖ ciphertext ‖ size of the data in bits).
  /// Spec: RFC 7518, section 5.2.2.1, steps 4 and 5.
  private func tag(of sealed: UnsafeRawBufferPointer, authenticating data: some Sequence<UInt8>) -> [UInt8] {
    var function = HMAC(key: authenticationKey, startingFrom: emptyHash)
    defer {
      wipeIfBitwiseCopyable(&function)
      wipeStack()
    }
    var byteCount: UInt64 = 0
    unsafe data.forEachPiece { piece in
      unsafe function.update(bufferPointer: piece)
      byteCount += UInt64(piece.count)
    }
    unsafe function.update(bufferPointer: sealed)
    function.update(data: (8 * byteCount).bigEndianBytes)
    return Array(function.finalize())
  }
}

extension SymmetricKey {
  /// The first and the second half of a key of an even number of bytes.
  package var halves: (SymmetricKey, SymmetricKey) {
    unsafe withUnsafeBytes { bytes in
      let half = bytes.count / 2
      // SAFETY: both ranges are within the key.
      return unsafe (
        SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[..<half])),
        SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[half...]))
      )
    }
  }
}
