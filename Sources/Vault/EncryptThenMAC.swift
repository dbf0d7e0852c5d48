/// Authenticated encryption for formats that prescribe it: AES-CBC or AES-CTR, then HMAC, under a key for each.
/// Spec: RFC 7518, section 5.2.2.
///
/// That RFC's A128CBC-HS256 is `EncryptThenMAC<SHA256>(.cbc, key: key, tagByteCount: 16)`. A192CBC-HS384 has SHA-384
/// and a tag of 24 bytes, A256CBC-HS512 has SHA-512 and 32.
///
/// For a format of your own, use ``Vault/Vault``: it needs no choice, takes passwords, and opens any part of its
/// content.
///
/// A sealed message is IV ‖ ciphertext ‖ tag. The tag is an HMAC over a ``MACInput``, by default that of the RFC. An
/// old format of salt ‖ IV ‖ ciphertext ‖ tag, whose tag covers all that precedes it, is `.withoutSize` with the salt
/// as data.
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

  /// What the tag is an HMAC over.
  public enum MACInput: Sendable {
    package static var allCases: [MACInput] { [.rfc7518, .withoutSize, .unauthenticatedIV] }

    /// Data ‖ IV ‖ ciphertext ‖ the size of the data in bits, as 8 bytes, the highest first.
    /// Spec: RFC 7518, section 5.2.2.1, steps 4 and 5.
    case rfc7518
    /// Data ‖ IV ‖ ciphertext. *Not* protected: the boundary between data and IV. Data of different sizes must not be
    /// used under one key.
    case withoutSize
    /// Data ‖ ciphertext, for old formats only. *Not* protected: the IV, unless the data contain it, and the boundary
    /// between data and ciphertext. Whoever changes the IV changes the first block of the message at will in CBC, and
    /// the whole message in CTR.
    case unauthenticatedIV
  }

  let mode: Mode
  let macInput: MACInput
  let tagByteCount: Int
  let authenticationKey: SymmetricKey
  let encryptionKey: SymmetricKey
  private let kernel: AESKernel
  /// The hash of the empty message on its kernel.
  private let emptyHash: H

  /// A cipher with two independent keys.
  ///
  /// - Parameters:
  ///   - mode: the mode that encrypts.
  ///   - macInput: what the tag is an HMAC over.
  ///   - authenticationKey: the key of HMAC, at least 16 bytes.
  ///   - encryptionKey: the key of AES, 16, 24 or 32 bytes.
  ///   - tagByteCount: 16 bytes to one digest; by default the whole digest.
  /// - Throws: ``EncryptThenMACError`` for other sizes, and for two equal keys.
  public init(
    _ mode: Mode, macInput: MACInput = .rfc7518, authenticationKey: SymmetricKey, encryptionKey: SymmetricKey,
    tagByteCount: Int = H.Digest.byteCount
  ) throws(EncryptThenMACError) {
    try self.init(
      mode, macInput: macInput, authenticationKey: authenticationKey, encryptionKey: encryptionKey,
      tagByteCount: tagByteCount, kernel: .best, startingFrom: H())
  }

  /// A cipher whose two keys are the halves of one: the first half authenticates, the second encrypts.
  /// Spec: RFC 7518, section 5.2.2.1, step 1.
  ///
  /// - Parameters:
  ///   - mode: the mode that encrypts.
  ///   - key: 32, 48 or 64 bytes.
  ///   - tagByteCount: 16 bytes to one digest; by default the whole digest.
  /// - Throws: ``EncryptThenMACError`` for other sizes, and for two equal halves.
  public init(_ mode: Mode, key: SymmetricKey, tagByteCount: Int = H.Digest.byteCount) throws(EncryptThenMACError) {
    let half = key.bitCount / 16
    guard key.bitCount % 16 == 0 else { throw .encryptionKeyByteCount(half) }
    let (first, second) = key.halves
    try self.init(mode, authenticationKey: first, encryptionKey: second, tagByteCount: tagByteCount)
  }

  /// A cipher on the given kernel; `hash` is the hash of the empty message on its kernel.
  package init(
    _ mode: Mode, macInput: MACInput = .rfc7518, authenticationKey: SymmetricKey, encryptionKey: SymmetricKey,
    tagByteCount: Int, kernel: AESKernel, startingFrom hash: H
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
    self.macInput = macInput
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
      case .cbc: sealed += try AES.CBC.encrypt(message, using: encryptionKey, iv: iv, kernel: kernel)
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

  /// The size of the shortest sealed message.
  var minimum: Int { 16 + (mode == .cbc ? 16 : 0) + tagByteCount }

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

  /// The whole digest of a sealed message without its tag.
  private func tag(of sealed: UnsafeRawBufferPointer, authenticating data: some Sequence<UInt8>) -> [UInt8] {
    var (function, byteCount) = begin(data)
    defer {
      wipeIfBitwiseCopyable(&function)
      wipeStack()
    }
    // SAFETY: a sealed message has an IV of 16 bytes.
    let start = macInput == .unauthenticatedIV ? 16 : 0
    unsafe function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: sealed[start...]))
    return end(&function, dataByteCount: byteCount)
  }

  /// HMAC that has taken the data, and the number of their bytes.
  func begin(_ data: some Sequence<UInt8>) -> (function: HMAC<H>, byteCount: UInt64) {
    var function = HMAC(key: authenticationKey, startingFrom: emptyHash)
    defer { wipeIfBitwiseCopyable(&function) }
    var byteCount: UInt64 = 0
    unsafe data.forEachPiece { piece in
      unsafe function.update(bufferPointer: piece)
      byteCount += UInt64(piece.count)
    }
    return (function, byteCount)
  }

  /// The whole digest, after the ciphertext.
  func end(_ function: inout HMAC<H>, dataByteCount byteCount: UInt64) -> [UInt8] {
    if macInput == .rfc7518 { function.update(data: (8 * byteCount).bigEndianBytes) }
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
