public import Vault

/// The tokens of Fernet, version 128, read and written. Spec: Fernet Spec.
///
/// A token is the base 64 of these fields, in the alphabet for URLs and with padding:
///
/// | bytes | content |
/// |---|---|
/// | 1 | the version: 128 |
/// | 8 | the time when the token was made, in seconds since 1970; the highest byte first |
/// | 16 | the IV |
/// | a multiple of 16 | the content, in AES-128-CBC with PKCS#7 padding |
/// | 32 | HMAC-SHA256 over everything before |
///
/// A key has 32 bytes: the first 16 authenticate, and the others encrypt. As text, a key is in the same base 64.
/// ``key(password:salt:rounds:maximumRounds:)`` derives a key from a password.
///
/// Protected: without the key, nobody can read the content or change the token undetected. *Not* protected: the time
/// when the token was made, and the size of the content up to the padding. For files of your own, use `Vault`.
///
/// A token is sealed and opened in one piece, because one tag authenticates all of it. The library has no clock: to let
/// tokens expire, pass the time.
public enum Fernet {
  /// The rounds of PBKDF2 in the documentation of Python's package `cryptography`, 1,200,000.
  package static var recipeRounds: Int { 1_200_000 }
  /// The number of seconds that a token may be from the future.
  package static var maximumClockSkew: UInt64 { 60 }

  /// Whether bytes begin like a token that was made before the year 2106. The first 6 bytes decide, after white
  /// space and a byte order mark.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    Array(beginning).trimmedText.starts(with: "gAAAAA".utf8)
  }

  /// The key for a password: 32 bytes of PBKDF2-HMAC-SHA256, as the documentation of Python's package `cryptography`
  /// says.
  ///
  /// - Parameters:
  ///   - password: any bytes. For text, pass its UTF-8 form.
  ///   - salt: 1 to 1024 bytes; the documentation has 16 random ones. Tokens do not contain it: keep it with them.
  ///   - rounds: 1 to 2^32 - 1. Tokens do not state them. The default is that of the documentation.
  ///   - maximumRounds: the maximum number of rounds.
  /// - Throws: ``InteropError/argument(_:)`` or ``InteropError/overLimit(rounds:limit:)``.
  public static func key(
    password: some Sequence<UInt8>, salt: some Sequence<UInt8>, rounds: Int = 1_200_000,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> SymmetricKey {
    let salt = Array(salt)
    guard 1...1024 ~= salt.count else { throw .argument("a salt of \(salt.count.units("byte")); it has 1 to 1024") }
    guard 1...PasswordStretching.maximumRounds ~= rounds else {
      throw .argument("\(rounds.units("round")); there are 1 to \(PasswordStretching.maximumRounds)")
    }
    guard rounds <= maximumRounds else { throw .overLimit(rounds: rounds, limit: maximumRounds) }
    return PBKDF2<SHA256>.key(password: password, salt: salt, rounds: rounds, byteCount: 32)
  }

  /// Seals content under a key.
  ///
  /// - Parameters:
  ///   - content: any number of bytes.
  ///   - key: 32 random bytes.
  ///   - timestamp: the time in seconds since 1970, which anyone can read in the token.
  /// - Returns: the characters of the token.
  /// - Throws: ``InteropError/argument(_:)`` for a key of another size.
  public static func seal(
    _ content: some Sequence<UInt8>, using key: SymmetricKey, timestamp: UInt64
  ) throws(InteropError) -> [UInt8] {
    try seal(content, using: key, timestamp: timestamp, iv: AES.IV())
  }

  package static func seal(
    _ content: some Sequence<UInt8>, using key: SymmetricKey, timestamp: UInt64, iv: AES.IV
  ) throws(InteropError) -> [UInt8] {
    let keys = try FernetKeys(key)
    let token = [FernetToken.version] + timestamp.bigEndianBytes + iv.bytes + keys.encrypt(content, iv)
    return FernetToken.text(of: token + keys.tag(of: token))
  }

  /// Opens a token with its key, however old it is. The tag is checked first, in constant time, and nothing is
  /// decrypted before.
  ///
  /// - Parameters:
  ///   - token: the characters of the token. White space around them is ignored.
  ///   - key: 32 bytes.
  /// - Throws: ``InteropError``.
  public static func open(_ token: some Sequence<UInt8>, using key: SymmetricKey) throws(InteropError) -> [UInt8] {
    let keys = try FernetKeys(key)
    return try keys.decrypt(try keys.authentic(token))
  }

  /// Opens a token that is valid at a time: made at most `timeToLive` seconds before, and at most
  /// 60 seconds after.
  ///
  /// - Parameters:
  ///   - token: the characters of the token. White space around them is ignored.
  ///   - key: 32 bytes.
  ///   - now: the time in seconds since 1970.
  ///   - timeToLive: the seconds for which the token is valid.
  /// - Throws: ``InteropError``; ``InteropError/notValidNow(_:)`` for an authentic token of another time.
  public static func open(
    _ token: some Sequence<UInt8>, using key: SymmetricKey, now: UInt64, timeToLive: UInt64
  ) throws(InteropError) -> [UInt8] {
    let keys = try FernetKeys(key)
    let token = try keys.authentic(token)
    let made = token.timestamp
    let (end, isEndless) = made.addingReportingOverflow(timeToLive)
    guard isEndless || end >= now else {
      throw .notValidNow("a token of the second \(made), valid for \(timeToLive); now it is \(now)")
    }
    guard made <= now || made - now <= maximumClockSkew else {
      throw .notValidNow("a token of the second \(made), but now it is \(now)")
    }
    return try keys.decrypt(token)
  }

  /// The time when an authentic token was made, in seconds since 1970.
  ///
  /// - Throws: ``InteropError``.
  public static func timestamp(of token: some Sequence<UInt8>, using key: SymmetricKey) throws(InteropError) -> UInt64 {
    try FernetKeys(key).authentic(token).timestamp
  }
}
