public import Vault

/// Private keys encrypted under a password: OpenSSL's files `-----BEGIN ENCRYPTED PRIVATE KEY-----`, the same without
/// that armour, and the traditional form with `Proc-Type: 4,ENCRYPTED`.
/// Spec: RFC 5958, section 3; RFC 7468, sections 2 and 3; RFC 8018, section 6.2.
///
/// The file is an EncryptedPrivateKeyInfo in DER: an algorithm identifier of PBES2, and the ciphertext. The identifier
/// names PBKDF2, with a salt of any size, the rounds, optionally the size of the key, and the pseudorandom function;
/// and AES in CBC, with an IV of 16 bytes. The content is a PrivateKeyInfo in DER. The ciphertext is 1 to 16 bytes
/// longer. In PEM, the file is the base 64 of the DER, in lines of 64 digits, between a line that begins and a line
/// that ends the key. Text before and after these lines is skipped, such as the attributes and the certificates of
/// `openssl pkcs12`, and so is white space between digits. The schemes PBES1 and PKCS #12, scrypt and ciphers other
/// than AES are not supported.
///
/// The traditional form, which is only read, is PEM with RSA, EC or DSA before PRIVATE KEY in the label. Its header has
/// the lines `Proc-Type: 4,ENCRYPTED` and `DEK-Info: AES-256-CBC,` with the IV in hexadecimal digits. The cipher's key
/// is EVP_BytesToKey of the password with MD5, one round, and the first 8 bytes of the IV as salt. The content is the
/// DER of the key that the label names: an RSAPrivateKey, an ECPrivateKey or a DSA key.
///
/// *Not* protected: the key against changes. Nothing authenticates the file, so an attacker who can change it can
/// change bits of the key. Check the key against the public key. The size of the key is visible. In the traditional
/// form, a guess at the password costs an attacker next to nothing.
public enum EncryptedPrivateKey {
  /// How a file is written.
  public enum Encoding: Sendable {
    package static let allCases = [Encoding.der, .pem]

    /// The bytes of the DER.
    case der
    /// Base 64 in lines of 64 digits, between a line that begins and a line that ends the key.
    case pem
  }

  /// Whether a file begins as an encrypted private key: with the line that begins one in PEM, followed by the header in
  /// the traditional form, or with DER that names PBES2 as the scheme.
  ///
  /// - Parameter beginning: the first 37 bytes of the file, or more; of a shorter file, all of it. In PEM, all of these
  ///   bytes are searched for the line.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    let first = Array(beginning)
    if PEMPrivateKey.all(in: first[...]).contains(where: \.isEncrypted) { return true }
    // Two heads of 2 to 10 bytes, then the identifier.
    let identifier = DERWriter.objectIdentifier(.pbes2)
    return first.first == DERReader.Tag.sequence.rawValue
      && (4...min(20, max(4, first.count))).contains { first[min($0, first.count)...].starts(with: identifier) }
  }

  /// Decrypts a private key.
  ///
  /// - Parameters:
  ///   - file: the whole file, in DER or in PEM with one encrypted private key. A byte order mark is ignored.
  ///   - password: any bytes.
  ///   - maximumRounds: the maximum number of rounds.
  /// - Returns: the PrivateKeyInfo in DER, or in the traditional form the structure that the label names. It is *not*
  ///   authenticated.
  /// - Throws: ``InteropError``. `.invalidPadding` means that the password is wrong or the file was changed: the
  ///   content has no valid padding, or is not one sequence of DER.
  public static func open(
    _ file: some Sequence<UInt8>, password: some Sequence<UInt8>,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    let file = Array(file)
    let found = PEMPrivateKey.all(in: file[...])
    let encrypted = found.filter(\.isEncrypted)
    guard encrypted.count <= 1 else { throw .unsupported("PEM: more than one encrypted private key") }
    if encrypted.isEmpty, !found.isEmpty, let refusal = refusal(of: file) { throw refusal }
    if let key = encrypted.first, key.label != .encrypted { return try open(traditional: key, password) }
    var reader = DERReader(try encrypted.first?.bytes()[...] ?? file[...])
    guard reader.isNext(.sequence) else { throw .notThisFormat }
    var key = try reader.sequence("the encrypted key")
    try reader.end("the encrypted key")
    if key.isNext(.integer) {
      // The version 3 of a PFX, or 0 of a PrivateKeyInfo. Spec: RFC 5958, section 2.
      throw try key.integer("the version") == 3 ? pkcs12 : .unsupported("a private key that is not encrypted")
    }
    var algorithm = try key.sequence("the encryption scheme")
    let parameters = try Parameters(&algorithm)
    let ciphertext = try key.read(.octetString, "the ciphertext")
    try key.end("the ciphertext")
    guard parameters.rounds <= maximumRounds else { throw .overLimit(rounds: parameters.rounds, limit: maximumRounds) }
    return try decrypt(ciphertext, parameters.key(password), parameters.iv)
  }

  /// Decrypts a key of the traditional form.
  private static func open(
    traditional key: PEMPrivateKey, _ password: some Sequence<UInt8>
  ) throws(InteropError) -> [UInt8] {
    let (cipher, iv) = try key.traditionalParameters()
    let ciphertext = try key.bytes()
    let keys = OpenSSLHash.md5.keys(
      SymmetricKey(data: password), salt: Array(iv.prefix(8)), rounds: nil, byteCounts: [cipher.keyByteCount])
    return try decrypt(ciphertext[...], keys[0], iv)
  }

  private static func decrypt(
    _ ciphertext: ArraySlice<UInt8>, _ key: SymmetricKey, _ iv: [UInt8]
  ) throws(InteropError) -> [UInt8] {
    var content = try asInterop { () throws(AESError) in
      try AES.CBC.decrypt(ciphertext, using: key, iv: try AES.IV(data: iv))
    }
    guard isSequence(content) else {
      wipe(&content)
      throw .invalidPadding
    }
    return content
  }

  /// Encrypts a private key as `openssl pkcs8 -topk8` does, with a new random salt of 16 bytes and a new random IV.
  ///
  /// - Parameters:
  ///   - privateKey: a PrivateKeyInfo in DER.
  ///   - password: any bytes. OpenSSL cannot read one with a newline.
  ///   - keySize: the size of the AES key: 128, 192 or 256 bits. The option `-v2` is `aes-256-cbc` or another.
  ///   - hash: the option `-v2prf`.
  ///   - rounds: the option `-iter`, 1 to 2^31 - 1. The default is ``OpenSSLHash/recommendedRounds``. OpenSSL's own
  ///     default, 2,048, is far too low.
  ///   - encoding: the option `-outform`.
  ///   - maximumRounds: the maximum number of rounds of the file's readers.
  /// - Throws: ``InteropError/overLimit(rounds:limit:)``, or ``InteropError/argument(_:)`` for rounds outside that
  ///   range, a size that AES does not have, or a private key that is not one sequence of DER.
  public static func seal(
    _ privateKey: some Sequence<UInt8>, password: some Sequence<UInt8>, keySize: SymmetricKeySize = .bits256,
    hash: OpenSSLHash = .sha256, rounds: Int? = nil, encoding: Encoding = .pem,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    let parameters = Parameters(
      cipher: try Cipher(keySize), hash: hash, rounds: rounds ?? hash.recommendedRounds,
      salt: SystemRandom.bytes(count: 16),
      iv: SystemRandom.bytes(count: 16))
    return try seal(privateKey, password: password, parameters, encoding: encoding, maximumRounds: maximumRounds)
  }

  static func seal(
    _ privateKey: some Sequence<UInt8>, password: some Sequence<UInt8>, _ parameters: Parameters, encoding: Encoding,
    maximumRounds: Int
  ) throws(InteropError) -> [UInt8] {
    try OpenSSLFile.check(rounds: parameters.rounds, maximumRounds)
    let ciphertext = try unsafe privateKey.withBytes { privateKey throws(InteropError) in
      guard unsafe isSequence(privateKey) else { throw .argument("a private key that is not one sequence of DER") }
      return try asInterop { () throws(AESError) in
        try unsafe AES.CBC.encrypt(privateKey, using: parameters.key(password), iv: try AES.IV(data: parameters.iv))
      }
    }
    let file = DERWriter.sequence(parameters.algorithm, DERWriter.value(.octetString, ciphertext))
    switch encoding {
    case .der: return file
    case .pem:
      var encoder = Base64Encoder(isOneLine: false)
      let newline = [UInt8(ascii: "\n")]
      let (begin, end) = (PEMPrivateKey.line("BEGIN", .encrypted), PEMPrivateKey.line("END", .encrypted))
      return begin + newline + encoder.update(file) + encoder.finalize() + end + newline
    }
  }

  /// Whether the head of the content is that of one sequence of DER as long as the content. Constant-time: the time
  /// depends only on the size.
  private static func isSequence(_ content: some Collection<UInt8>) -> Bool {
    for headByteCount in 2...10 where content.count >= headByteCount {
      let head = DERWriter.head(.sequence, byteCount: content.count - headByteCount)
      if head.count == headByteCount { return ConstantTime.areEqual(head, Array(content.prefix(headByteCount))) }
    }
    return false
  }
}

extension EncryptedPrivateKey.Parameters {
  func key(_ password: some Sequence<UInt8>) -> SymmetricKey {
    hash.keys(SymmetricKey(data: password), salt: salt, rounds: rounds, byteCounts: [cipher.keyByteCount])[0]
  }
}
