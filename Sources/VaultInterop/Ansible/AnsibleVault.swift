public import Vault

/// The files of Ansible Vault, versions 1.1 and 1.2, read and written.
/// Spec: Ansible Vault format 1.1 and 1.2.
///
/// A file is text. Its first line is `$ANSIBLE_VAULT;1.1;AES256`, or `$ANSIBLE_VAULT;1.2;AES256;` and a label, which
/// names one of several passwords. The hexadecimal digits of a second text follow, in lines of 80:
///
/// | line | content, in hexadecimal digits |
/// |---|---|
/// | 1 | the salt, 32 bytes |
/// | 2 | HMAC-SHA256 over the ciphertext |
/// | 3 | the content with PKCS#7 padding, in AES-256-CTR |
///
/// PBKDF2-HMAC-SHA256 with 10,000 rounds derives 80 bytes from the password and the salt: the AES key (32), the HMAC
/// key (32) and the first counter block (16). So the counter is secret, too, and no branch depends on it.
///
/// Protected: without the password, nobody can read the content or change it undetected. *Not* protected: the size of
/// the content, up to the padding; and the label, which nothing authenticates. 10,000 rounds are few: OWASP recommends
/// 600,000, so a password needs to be long. For files of your own, use `Vault`.
///
/// A file is sealed and opened in one piece, because its tag precedes the ciphertext and authenticates all of it.
public enum AnsibleVault {
  /// The rounds, 10,000. Files do not state them.
  package static var rounds: Int { 10_000 }

  /// Whether bytes begin like a file of any version, or contain the beginning of a value of the kind `!vault` in YAML.
  /// White space and a byte order mark before a file are ignored; its first 15 bytes decide.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    AnsibleVaultText.recognizes(Array(beginning))
  }

  /// Seals content under a password: as version 1.1, and with a label as version 1.2.
  ///
  /// - Parameters:
  ///   - content: any number of bytes. The file is a little more than four times as long.
  ///   - password: at least 1 byte. For text, pass its UTF-8 form. `ansible-vault` removes white space at both ends of
  ///     a password file.
  ///   - label: Ansible's vault ID, without white space and semicolons.
  /// - Throws: ``InteropError/argument(_:)``.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, label: String? = nil
  ) throws(InteropError) -> [UInt8] {
    try seal(content, SymmetricKey(data: password), salt: SystemRandom.bytes(count: 32), rounds: rounds, label: label)
  }

  package static func seal(
    _ content: some Sequence<UInt8>, _ password: SymmetricKey, salt: [UInt8], rounds: Int, label: String?
  ) throws(InteropError) -> [UInt8] {
    try checkSize(of: password)
    let header = try AnsibleVaultText.header(label: label)
    let keys = AnsibleVaultKeys(password, salt, rounds)
    let ciphertext = unsafe content.withBytes { content in
      let count = content.count / 16 * 16 + 16
      return unsafe [UInt8](byteCount: count) { output in
        // SAFETY: the content and its padding have `count` bytes.
        if let start = content.baseAddress { unsafe output.copyMemory(from: start, byteCount: content.count) }
        for place in content.count..<count {
          unsafe output.storeBytes(of: UInt8(count - content.count), toByteOffset: place, as: UInt8.self)
        }
        unsafe keys.process(UnsafeRawBufferPointer(start: output, count: count), into: output)
      }
    }
    let tag = wipingStack { Array(HMAC<SHA256>.authenticationCode(for: ciphertext, using: keys.authentication)) }
    return header + AnsibleVaultText.lines(salt: salt, tag: tag, ciphertext: ciphertext)
  }

  /// Opens a file with its password. The tag is checked first, in constant time, and nothing is decrypted before.
  ///
  /// - Parameters:
  ///   - file: the whole file, or YAML with one value of the kind `!vault`, as `ansible-vault encrypt_string` prints
  ///     it. White space around its lines is ignored.
  ///   - password: the bytes of the password. `ansible-vault` removes white space at both ends of a password file.
  ///   - maximumRounds: the maximum number of rounds. The format has 10,000.
  /// - Throws: ``InteropError``.
  public static func open(
    _ file: some Sequence<UInt8>, password: some Sequence<UInt8>,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    try open(file, SymmetricKey(data: password), rounds: rounds, maximumRounds: maximumRounds)
  }

  package static func open(
    _ file: some Sequence<UInt8>, _ password: SymmetricKey, rounds: Int, maximumRounds: Int
  ) throws(InteropError) -> [UInt8] {
    try checkSize(of: password)
    let text = try AnsibleVaultText(Array(file))
    guard rounds <= maximumRounds else { throw .overLimit(rounds: rounds, limit: maximumRounds) }
    let keys = AnsibleVaultKeys(password, text.salt, rounds)
    let isTag = HMAC<SHA256>.isValidAuthenticationCode(
      text.tag, authenticating: text.ciphertext, using: keys.authentication)
    guard isTag else { throw .authenticationFailure }
    return try asAuthentic { () throws(AESError) in
      try unsafe AES.Padding.pkcs7.message(text.ciphertext.count) { output in
        unsafe text.ciphertext.withUnsafeBytes { unsafe keys.process($0, into: output) }
      }
    }
  }

  /// The label of a file of version 1.2; nil for one of version 1.1. It is *not* authenticated.
  ///
  /// - Throws: ``InteropError`` when it is not a file of these versions.
  public static func label(of file: some Sequence<UInt8>) throws(InteropError) -> String? {
    try AnsibleVaultText(Array(file)).label
  }

  private static func checkSize(of password: SymmetricKey) throws(InteropError) {
    if password.bitCount == 0 { throw .argument("a password of 0 bytes; Ansible needs at least 1") }
  }
}

/// The keys that PBKDF2 derives from a password.
private struct AnsibleVaultKeys {
  let authentication: SymmetricKey
  private let counter: SecretCounter

  init(_ password: SymmetricKey, _ salt: [UInt8], _ rounds: Int) {
    let keys = OpenSSLHash.sha256.keys(password, salt: salt, rounds: rounds, byteCounts: [32, 32, 16])
    authentication = keys[1]
    counter = SecretCounter(key: keys[0], first: keys[2])
  }

  /// Encrypts or decrypts.
  func process(_ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) {
    wipingStack { unsafe counter.process(message, into: output) }
  }
}
