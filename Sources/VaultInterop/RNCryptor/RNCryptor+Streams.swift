public import Vault

extension RNCryptor {
  /// Seals content in pieces of any length, as version 3.
  ///
  /// It cannot be copied, because a copy would seal other content under the same IV.
  public struct Encryptor: ~Copyable {
    /// The header, until it has been returned.
    private var header: [UInt8]
    private let cipher: CipherBox<AES.CBC.Encryption>
    private let authentication: HMACStream

    /// Starts a file under a password, any bytes. For text, pass its UTF-8 form.
    public init(password: some Sequence<UInt8>) {
      self.init(password: password, salts: SystemRandom.bytes(count: 16), iv: AES.IV(), rounds: rounds)
    }

    /// Starts a file under two keys of 32 random bytes each.
    ///
    /// - Throws: ``InteropError/argument(_:)`` for a key of another size.
    public init(encryptionKey: SymmetricKey, authenticationKey: SymmetricKey) throws(InteropError) {
      self.init(
        try RNCryptorKeys(encryption: encryptionKey, authentication: authenticationKey),
        RNCryptorHeader(salts: nil, iv: AES.IV()))
    }

    package init(password: some Sequence<UInt8>, salts: [UInt8], iv: AES.IV, rounds: Int) {
      let header = RNCryptorHeader(salts: salts, iv: iv)
      let secret = RNCryptorSecret.password(
        SymmetricKey(data: password), maximumRounds: PasswordStretching.defaultMaximumRounds, rounds: rounds)
      self.init(secret.keys(for: header)[0], header)
    }

    package init(_ keys: RNCryptorKeys, _ header: RNCryptorHeader) {
      self.header = header.bytes
      // The key has 32 bytes.
      cipher = CipherBox(try! AES.CBC.Encryptor(using: keys.encryption, iv: header.iv))
      authentication = HMACStream(keys.authentication)
      unsafe header.bytes.withUnsafeBytes { unsafe authentication.update($0) }
    }

    /// Seals the next piece of the content, and returns the part of the file that it completes.
    public mutating func update(_ content: some Sequence<UInt8>) -> [UInt8] {
      defer { wipeStack() }
      return append(cipher.value.update(content))
    }

    /// Ends the content, and returns the rest of the file.
    public consuming func finalize() -> [UInt8] {
      defer { wipeStack() }
      // The padding fills the last block.
      return append(try! cipher.value.finalize()) + authentication.tag()
    }

    /// The ciphertext, authenticated. The header precedes the first piece.
    private mutating func append(_ ciphertext: [UInt8]) -> [UInt8] {
      unsafe ciphertext.withUnsafeBytes { unsafe authentication.update($0) }
      defer { header = [] }
      return header + ciphertext
    }
  }

  /// Opens a file in pieces of any length.
  ///
  /// *Not* protected: what `update` returns is **not authenticated** until `finalize` has returned. An attacker who
  /// changed the file may have chosen parts of it, or its end. Let nothing use it before `finalize` returns, and
  /// discard it after an error. The decryptor must not be used after an error.
  ///
  /// In version 2, only the beginning of the password is tried, as the specification says.
  /// ``open(_:password:rounds:maximumRounds:)`` also tries the whole password.
  public struct Decryptor: ~Copyable {
    private let secret: RNCryptorSecret
    /// The header until it is complete, and then the last bytes, which may be the tag.
    private var held: [UInt8] = []
    /// What follows the header, once that is complete.
    private var body: Body?
    /// The number of bytes that are no longer in `held`.
    private var byteCount = 0

    private struct Body {
      let header: RNCryptorHeader
      let cipher: CipherBox<AES.CBC.Decryption>
      let authentication: HMACStream
    }

    /// Starts with the bytes of a password, and the rounds for each key, which the file does not state. `update`
    /// compares the rounds of both keys together with the maximum.
    public init(
      password: some Sequence<UInt8>, rounds: Int = 10_000,
      maximumRounds: Int = PasswordStretching.defaultMaximumRounds
    ) {
      self.init(.password(SymmetricKey(data: password), maximumRounds: maximumRounds, rounds: rounds))
    }

    /// Starts with two keys of 32 bytes each.
    ///
    /// - Throws: ``InteropError/argument(_:)`` for a key of another size.
    public init(encryptionKey: SymmetricKey, authenticationKey: SymmetricKey) throws(InteropError) {
      self.init(.keys(try RNCryptorKeys(encryption: encryptionKey, authentication: authenticationKey)))
    }

    package init(_ secret: RNCryptorSecret) { self.secret = secret }

    /// Takes the next piece of the file, and returns the content that it completes, *not* yet authenticated. Up to 32
    /// bytes that may be the tag are held back, and before them a block that may end in padding.
    ///
    /// - Throws: ``InteropError`` for a header that is not one of this format, or not one for the password or keys, and
    ///   for more rounds than the limit.
    public mutating func update(_ piece: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
      defer { wipeStack() }
      held += piece
      if body == nil { try start() }
      let count = held.count - 32
      guard count > 0, body != nil else { return [] }
      let content = unsafe held.withUnsafeBytes { held in
        // SAFETY: more than `count` bytes are held.
        let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: held[..<count])
        unsafe body!.authentication.update(ciphertext)
        return unsafe body!.cipher.value.update(ciphertext)
      }
      drop(count)
      return content
    }

    /// Ends the file, and returns the rest of the content. All of it is now authenticated.
    ///
    /// - Throws: ``InteropError/authenticationFailure`` when the password or a key is wrong, or the file was changed;
    ///   ``InteropError/malformed(_:)`` when its size is wrong.
    public consuming func finalize() throws(InteropError) -> [UInt8] {
      defer { wipeStack() }
      guard let body else { throw RNCryptorHeader.incomplete(held) }
      try body.header.checkByteCount(byteCount + held.count)
      var tag = body.authentication.tag()
      defer { wipe(&tag) }
      guard ConstantTime.areEqual(tag, held) else { throw .authenticationFailure }
      return try asAuthentic { () throws(AESError) in try body.cipher.value.finalize() }
    }

    /// Starts the decryption once the header is complete.
    private mutating func start() throws(InteropError) {
      let found = try unsafe held.withBytes { held throws(InteropError) in try unsafe RNCryptorHeader(held, secret) }
      guard let header = found else { return }
      let keys = secret.keys(for: header)[0]
      let authentication = HMACStream(keys.authentication)
      unsafe header.bytes.withUnsafeBytes { unsafe authentication.update($0) }
      // The key has 32 bytes.
      let cipher = CipherBox(try! AES.CBC.Decryptor(using: keys.encryption, iv: header.iv))
      body = Body(header: header, cipher: cipher, authentication: authentication)
      drop(header.bytes.count)
    }

    private mutating func drop(_ count: Int) {
      held.removeFirst(count)
      byteCount += count
    }
  }
}

/// A fixed place in memory for a cipher, whose buffered content is wiped there. Moving a value would leave a copy.
private final class CipherBox<Operation> {
  var value: AES.BlockModeCipher<Operation>

  init(_ value: AES.BlockModeCipher<Operation>) { self.value = value }

  deinit { value.wipe() }
}

/// HMAC-SHA256 of a message in pieces, in memory that is wiped at the end.
@safe
final class HMACStream {
  private let memory: SecretMemory
  // SAFETY, of all below: it points into the memory, which lives as long as `self` and is used by nothing else.
  private let function: UnsafeMutablePointer<HMAC<SHA256>>

  init(_ key: SymmetricKey) {
    memory = SecretMemory(byteCount: MemoryLayout<HMAC<SHA256>>.size)
    let start = unsafe memory.bytes.baseAddress!
    unsafe function = start.assumingMemoryBound(to: HMAC<SHA256>.self)
    wipingStack { unsafe function.initialize(to: HMAC(key: key)) }
  }

  func update(_ bytes: UnsafeRawBufferPointer) { unsafe function.pointee.update(bufferPointer: bytes) }

  /// The tag of the message so far, 32 bytes.
  func tag() -> [UInt8] { wipingStack { unsafe Array(function.pointee.finalize()) } }
}
