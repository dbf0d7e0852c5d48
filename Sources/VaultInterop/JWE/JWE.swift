public import Vault

/// JSON Web Encryption, written in its compact form, and read also in its JSON serializations. Spec: RFC 7516; RFC
/// 7518.
///
/// A token in the compact form is five texts in base 64, in the alphabet for URLs and without padding, separated by
/// dots:
///
/// | part | content | |---|---| | 1 | the header, a JSON object with the names of both algorithms | | 2 | the content
/// key, wrapped in AES key wrap; empty if the caller's key is the content key | | 3 | the IV: 16 bytes for CBC, 12 for
/// GCM | | 4 | the ciphertext | | 5 | the tag: 16, 24 or 32 bytes |
///
/// In the header, `alg` names the ``PasswordAlgorithm`` or ``KeyAlgorithm``, and `enc` the ``ContentEncryption``. The
/// tag also authenticates the header's text. For a password, `p2s` is a salt and `p2c` is the number of rounds.
///
/// Protected: without the password or key, nobody can read the content or change the token undetected. *Not* protected:
/// the header, which anyone can read, and the size of the content, in CBC up to the padding. GCM does not commit to its
/// key: an attacker can make one ciphertext that opens under two keys. For files of your own, use `Vault`.
///
/// Not supported: keys of RSA and of elliptic curves, A128GCMKW, A192GCMKW and A256GCMKW, compression (`zip`), critical
/// parameters (`crit`), and more than 64 recipients. Other parameters of the header are ignored, as the RFC says.
///
/// A token is sealed and opened in one piece, because one tag authenticates all of it.
public enum JWE {
  /// How a password wraps the content key. The raw value is the name in `alg`. Spec: RFC 7518, section 4.8.
  public enum PasswordAlgorithm: String, CaseIterable, Sendable {
    /// PBKDF2 with HMAC-SHA256, and AES-128 key wrap.
    case pbes2HS256A128KW = "PBES2-HS256+A128KW"
    /// PBKDF2 with HMAC-SHA384, and AES-192 key wrap.
    case pbes2HS384A192KW = "PBES2-HS384+A192KW"
    /// PBKDF2 with HMAC-SHA512, and AES-256 key wrap.
    case pbes2HS512A256KW = "PBES2-HS512+A256KW"
  }

  /// What the caller's key does. The raw value is the name in `alg`. Spec: RFC 7518, sections 4.4 and 4.5.
  public enum KeyAlgorithm: String, CaseIterable, Sendable {
    /// It encrypts the content itself, and has the size that the encryption needs.
    case direct = "dir"
    /// It wraps the content key, and has 16 bytes.
    case a128KW = "A128KW"
    /// It wraps the content key, and has 24 bytes.
    case a192KW = "A192KW"
    /// It wraps the content key, and has 32 bytes.
    case a256KW = "A256KW"
  }

  /// How the content is encrypted. The raw value is the name in `enc`. Spec: RFC 7518, section 5.
  public enum ContentEncryption: String, CaseIterable, Sendable {
    /// AES-128-CBC with HMAC-SHA256, under a key of 32 bytes.
    case a128CBCHS256 = "A128CBC-HS256"
    /// AES-192-CBC with HMAC-SHA384, under a key of 48 bytes.
    case a192CBCHS384 = "A192CBC-HS384"
    /// AES-256-CBC with HMAC-SHA512, under a key of 64 bytes.
    case a256CBCHS512 = "A256CBC-HS512"
    /// AES-128-GCM, under a key of 16 bytes.
    case a128GCM = "A128GCM"
    /// AES-192-GCM, under a key of 24 bytes.
    case a192GCM = "A192GCM"
    /// AES-256-GCM, under a key of 32 bytes.
    case a256GCM = "A256GCM"
  }

  /// Whether bytes begin like a token: with a whole header that has `alg` and `enc`, and the dot after it; or as a JSON
  /// object with one of the members `ciphertext`, `encrypted_key` and `recipients`.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    let text = Array(beginning).trimmedText
    if text.first == UInt8(ascii: "{") {
      return ["ciphertext", "encrypted_key", "recipients"].contains { text.rest(after: "\"\($0)\"") != nil }
    }
    guard let end = text.firstIndex(of: UInt8(ascii: ".")) else { return false }
    return JWEHeader.names(text[..<end]) != nil
  }

  /// Whether bytes begin like a token that is signed and not encrypted: with a header that has `alg` and no `enc`.
  package static func isSigned(_ beginning: some Sequence<UInt8>) -> Bool {
    let text = Array(beginning).trimmedText
    guard let end = text.firstIndex(of: UInt8(ascii: ".")) else { return false }
    do throws(InteropError) {
      _ = try JWEHeader(try JWEHeader.members(text[..<end]))
      return false
    } catch {
      return error == JWEFields.signed
    }
  }

  /// Seals content under a password.
  ///
  /// - Parameters:
  ///   - content: any number of bytes.
  ///   - password: any bytes. For text, pass its UTF-8 form.
  ///   - algorithm: how the password wraps the content key.
  ///   - encryption: how the content is encrypted.
  ///   - rounds: 1 to 2^32 - 1; by default the number recommended for the hash. Python's jwcrypto accepts more than
  ///     16,384 only if its `default_max_pbkdf2_iterations` was raised.
  ///   - maximumRounds: the maximum number of rounds of the token's readers.
  /// - Returns: the characters of the token.
  /// - Throws: ``InteropError/argument(_:)`` or ``InteropError/overLimit(rounds:limit:)``.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, algorithm: PasswordAlgorithm = .pbes2HS512A256KW,
    encryption: ContentEncryption = .a256CBCHS512, rounds: Int? = nil,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    let rounds = rounds ?? algorithm.hash.recommendedRounds
    guard 1...PasswordStretching.maximumRounds ~= rounds else {
      throw .argument("\(rounds.units("round")); there are 1 to \(PasswordStretching.maximumRounds)")
    }
    guard rounds <= maximumRounds else { throw .overLimit(rounds: rounds, limit: maximumRounds) }
    let salt = SystemRandom.bytes(count: 16)
    let key = encryption.newKey()
    let wrapped = JWEKeyWrap.wrap(key, using: algorithm.key(SymmetricKey(data: password), salt: salt, rounds: rounds))
    let header = JWEHeader.text(algorithm.rawValue, encryption, salt: salt, rounds: rounds)
    return try JWEParts.seal(content, header: header, wrapped: wrapped, encryption, key, iv: encryption.newIV())
  }

  /// Seals content under a key.
  ///
  /// - Parameters:
  ///   - content: any number of bytes.
  ///   - key: random bytes, as many as the algorithm needs; for `.direct`, as many as the encryption needs.
  ///   - algorithm: what the key does.
  ///   - encryption: how the content is encrypted.
  /// - Returns: the characters of the token.
  /// - Throws: ``InteropError/argument(_:)`` for a key of another size, or one with two equal halves.
  public static func seal(
    _ content: some Sequence<UInt8>, using key: SymmetricKey, algorithm: KeyAlgorithm,
    encryption: ContentEncryption = .a256CBCHS512
  ) throws(InteropError) -> [UInt8] {
    try algorithm.check(key, encryption)
    let contentKey = algorithm == .direct ? key : encryption.newKey()
    let wrapped = algorithm == .direct ? [] : JWEKeyWrap.wrap(contentKey, using: key)
    let header = JWEHeader.text(algorithm.rawValue, encryption)
    return try JWEParts.seal(content, header: header, wrapped: wrapped, encryption, contentKey, iv: encryption.newIV())
  }

  /// Opens a token with its password. No content is returned before all of it is authenticated.
  ///
  /// - Parameters:
  ///   - token: the characters of the token. White space around them is ignored.
  ///   - password: the bytes of the password.
  ///   - maximumRounds: the maximum number of rounds.
  /// - Throws: ``InteropError``.
  public static func open(
    _ token: some Sequence<UInt8>, password: some Sequence<UInt8>,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> [UInt8] {
    let parts = try JWEParts(token)
    let recipients = parts.recipients.filter { if case .password = $0.header.algorithm { true } else { false } }
    guard !recipients.isEmpty else { throw .argument("this token is under a key, not under a password") }
    let password = SymmetricKey(data: password)
    let limit = min(maximumRounds, PasswordStretching.maximumRounds)
    var left = limit
    return try parts.open(recipients) { recipient throws(InteropError) in
      guard case .password(let algorithm, let salt, let rounds) = recipient.header.algorithm else {
        throw .authenticationFailure
      }
      guard rounds <= left else { throw .overLimit(rounds: rounds, limit: maximumRounds) }
      left -= rounds
      return try JWEKeyWrap.unwrap(recipient.wrapped, algorithm.key(password, salt: salt, rounds: rounds))
    }
  }

  /// Opens a token with its key. No content is returned before all of it is authenticated.
  ///
  /// The token names its algorithms, so whoever makes it chooses them, unless the caller allows only those of the key.
  /// Spec: RFC 8725, section 3.1.
  ///
  /// - Parameters:
  ///   - token: the characters of the token. White space around them is ignored.
  ///   - key: the key, of the size that the token's algorithm needs.
  ///   - algorithms: what the key may do. A token with another algorithm is refused.
  ///   - encryptions: how the content may be encrypted; by default, in any way.
  /// - Throws: ``InteropError``.
  public static func open(
    _ token: some Sequence<UInt8>, using key: SymmetricKey, algorithms: Set<KeyAlgorithm>,
    encryptions: Set<ContentEncryption> = Set(ContentEncryption.allCases)
  ) throws(InteropError) -> [UInt8] {
    let parts = try JWEParts(token)
    let ofKeys = parts.recipients.filter { if case .key = $0.header.algorithm { true } else { false } }
    guard !ofKeys.isEmpty else { throw .argument("this token is under a password, not under a key") }
    let recipients = ofKeys.filter { $0.isAllowed(algorithms, encryptions) }
    guard !recipients.isEmpty else {
      throw .argument("this token has \(ofKeys[0].header.names), which the caller does not allow")
    }
    if recipients.count == 1 { try recipients[0].header.check(key) }
    return try parts.open(recipients) { recipient throws(InteropError) in
      guard case .key(let algorithm) = recipient.header.algorithm, (try? recipient.header.check(key)) != nil else {
        throw .authenticationFailure
      }
      return algorithm == .direct ? key : try JWEKeyWrap.unwrap(recipient.wrapped, key)
    }
  }
}

extension JWEParts.Recipient {
  fileprivate func isAllowed(_ algorithms: Set<JWE.KeyAlgorithm>, _ encryptions: Set<JWE.ContentEncryption>) -> Bool {
    guard case .key(let algorithm) = header.algorithm else { return false }
    return algorithms.contains(algorithm) && encryptions.contains(header.encryption)
  }
}

extension JWEHeader {
  /// The names of both algorithms.
  fileprivate var names: String {
    switch algorithm {
    case .password(let algorithm, _, _): "\(algorithm.rawValue) and \(encryption.rawValue)"
    case .key(let algorithm): "\(algorithm.rawValue) and \(encryption.rawValue)"
    }
  }

  /// Throws for a key whose size the algorithm does not allow.
  fileprivate func check(_ key: SymmetricKey) throws(InteropError) {
    if case .key(let algorithm) = algorithm { try algorithm.check(key, encryption) }
  }
}
