public import Vault

/// The files of RNCryptor, versions 2 (read) and 3 (read and written).
/// Spec: RNCryptor-Spec-v3.md; RNCryptor-Spec-v2.md.
///
/// A file under a password:
///
/// | bytes | content |
/// |---|---|
/// | 1 | the version: 2 or 3 |
/// | 1 | the options: 1 |
/// | 8 | the salt of the encryption key |
/// | 8 | the salt of the authentication key |
/// | 16 | the IV |
/// | a multiple of 16 | the content, in AES-256-CBC with PKCS#7 padding |
/// | 32 | HMAC-SHA256 over everything before |
///
/// Each key has 32 bytes and is PBKDF2-HMAC-SHA1 of the password and its salt, with 10,000 rounds. In a file under two
/// keys the options are 0, and there are no salts.
///
/// Protected: without the password or the keys, nobody can read the content or change the file undetected.
/// *Not* protected: the size of the content, up to the padding. 10,000 rounds are few: OWASP recommends 1,400,000 with
/// SHA-1, so a password needs to be long. For files of your own, use `Vault`.
///
/// In version 2, only the beginning of a password counts: as many *bytes* of its UTF-8 form as the text has characters,
/// which Objective-C counts in UTF-16 code units, and PHP in code points. This is a mistake of the first
/// implementation. ASCII passwords are not affected. The time of opening a version 2 file also depends on these
/// numbers.
///
/// Versions 0 and 1 are not read: in them nothing authenticates the IV.
public enum RNCryptor {
  /// The rounds for each of the two keys, 10,000. A password takes twice as many. In version 2 it takes six times as
  /// many, because three passwords are tried at once.
  package static var rounds: Int { 10_000 }

  /// Whether bytes begin like a file of version 2 or 3. Two bytes decide, so one in 16,384 random beginnings does.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    var bytes = beginning.makeIterator()
    guard let version = bytes.next(), let options = bytes.next() else { return false }
    return (2...3).contains(version) && options <= 1
  }

  /// Seals content under a password, as version 3.
  ///
  /// - Parameters:
  ///   - content: any number of bytes. The file is 67 to 82 bytes longer.
  ///   - password: any bytes. For text, pass its UTF-8 form.
  public static func seal(_ content: some Sequence<UInt8>, password: some Sequence<UInt8>) -> [UInt8] {
    seal(content, Encryptor(password: password))
  }

  /// Seals content under two keys, as version 3.
  ///
  /// - Parameters:
  ///   - content: any number of bytes. The file is 51 to 66 bytes longer.
  ///   - encryptionKey: 32 random bytes.
  ///   - authenticationKey: 32 other random bytes.
  /// - Throws: ``InteropError/argument(_:)`` for a key of another size.
  public static func seal(
    _ content: some Sequence<UInt8>, encryptionKey: SymmetricKey, authenticationKey: SymmetricKey
  ) throws(InteropError) -> [UInt8] {
    seal(content, try Encryptor(encryptionKey: encryptionKey, authenticationKey: authenticationKey))
  }

  package static func seal(_ content: some Sequence<UInt8>, _ encryptor: consuming Encryptor) -> [UInt8] {
    var file = encryptor.update(content)
    file += encryptor.finalize()
    return file
  }

  /// Opens a file with its password. The tag is checked first, in constant time, and nothing is decrypted before.
  ///
  /// In version 2, the whole password is tried too, because some programs did not repeat the mistake.
  ///
  /// - Parameters:
  ///   - file: the whole file.
  ///   - password: the bytes of the password.
  ///   - rounds: the rounds for each key, at least 1. The file does not state them. The specification has 10,000, and
  ///     some programs write another number.
  ///   - maximumRounds: the maximum number of rounds, summed over all keys.
  /// - Throws: ``InteropError``.
  public static func open(
    _ file: some Sequence<UInt8>, password: some Sequence<UInt8>, rounds: Int = 10_000,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    try open(file, .password(SymmetricKey(data: password), maximumRounds: maximumRounds, rounds: rounds))
  }

  /// Opens a file with its two keys. The tag is checked first, in constant time, and nothing is decrypted before.
  ///
  /// - Parameters:
  ///   - file: the whole file.
  ///   - encryptionKey: 32 bytes.
  ///   - authenticationKey: 32 bytes.
  /// - Throws: ``InteropError``.
  public static func open(
    _ file: some Sequence<UInt8>, encryptionKey: SymmetricKey, authenticationKey: SymmetricKey
  ) throws(InteropError) -> [UInt8] {
    try open(file, .keys(try RNCryptorKeys(encryption: encryptionKey, authentication: authenticationKey)))
  }

  package static func open(_ file: some Sequence<UInt8>, _ secret: RNCryptorSecret) throws(InteropError) -> [UInt8] {
    // A copy, unless it is an array: other programs may change a mapped file after its tag was checked.
    try unsafe Array(file).withBytes { file throws(InteropError) in
      guard let header = try unsafe RNCryptorHeader(file, secret) else { throw unsafe RNCryptorHeader.incomplete(file) }
      try header.checkByteCount(file.count)
      // SAFETY: all parts are within the file, which has at least a header, a block and a tag.
      let authenticated = unsafe UnsafeRawBufferPointer(rebasing: file[..<(file.count - 32)])
      let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: authenticated[header.bytes.count...])
      let tag = unsafe UnsafeRawBufferPointer(rebasing: file[authenticated.count...])
      let matching = secret.keys(for: header).filter { unsafe $0.isTag(tag, of: authenticated) }
      guard let keys = matching.first else { throw .authenticationFailure }
      return try asAuthentic { () throws(AESError) in
        try unsafe AES.CBC.decrypt(ciphertext, using: keys.encryption, iv: header.iv)
      }
    }
  }
}
