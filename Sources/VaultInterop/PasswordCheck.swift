public import Vault

/// The stored check of Graham Lee's article “Password checking with CommonCrypto” (2012): an HMAC of known data under a
/// key derived from the password.
///
/// | value | bytes |
/// |---|---|
/// | salt | 1 to 1024; new ones have 16 |
/// | check | 32: HMAC-SHA256 of the known data |
///
/// The key of the HMAC is 16 bytes of PBKDF2-HMAC-SHA256. The record does not state its rounds. An app that has raised
/// them over the years tries each generation, the newest first:
///
/// ```swift
/// let stored = try PasswordCheck(salt: salt, check: check)
/// let known = "Fuzzy Aliens".utf8
/// if let rounds = try stored.rounds(of: password.utf8, generations: generations, knownData: known) {
///   login = stored
///   if rounds != generations[0] {
///     login = try PasswordCheck(password: password.utf8, rounds: generations[0], knownData: known)
///   }
/// }
/// ```
///
/// The generations are the rounds that the app has used, the newest first, such as 600,000 and 10,000. A new check of
/// the newest generation takes the place of an older check and its salt.
///
/// A `Credential` states its rounds, and distinguishes passwords that are equal as HMAC keys. An app that can store a
/// text stores a credential instead, once the password is right.
///
/// *Not* protected: whoever has the record can guess a weak password. The time of a check reveals the generation. A
/// password and the same password with a zero byte appended are equal, because they are the same HMAC key.
///
/// Source: Graham Lee, Password checking with CommonCrypto, 2012.
public struct PasswordCheck: Sendable {
  /// The salt.
  public let salt: [UInt8]
  /// HMAC-SHA256 of the known data, 32 bytes.
  public let check: [UInt8]

  /// A stored check.
  ///
  /// - Throws: ``InteropError/malformed(_:)`` for a salt outside 1 to 1024 bytes, or a check that does not have 32.
  public init(salt: some Sequence<UInt8>, check: some Sequence<UInt8>) throws(InteropError) {
    (self.salt, self.check) = (Array(salt), Array(check))
    guard 1...1024 ~= self.salt.count else {
      throw .malformed("a salt of \(self.salt.count.units("byte")); it has 1 to 1024")
    }
    guard self.check.count == 32 else { throw .malformed("a check of \(self.check.count.units("byte")); it has 32") }
  }

  /// The check of a password, with a new salt of 16 bytes.
  ///
  /// - Parameters:
  ///   - password: the bytes of the password, such as its UTF-8 form.
  ///   - rounds: 1 to 2^32 - 1. `SHA256.recommendedPBKDF2Rounds` are recommended.
  ///   - knownData: the data whose HMAC is stored, such as "Fuzzy Aliens" in the article.
  /// - Throws: ``InteropError/argument(_:)`` for another number of rounds.
  public init(password: some Sequence<UInt8>, rounds: Int, knownData: some Sequence<UInt8>) throws(InteropError) {
    try Self.checkRounds([rounds])
    salt = SystemRandom.bytes(count: 16)
    check = Array(Self.code(SymmetricKey(data: password), salt: salt, rounds: rounds, Array(knownData)))
  }

  /// Checks a password, and compares in constant time.
  ///
  /// - Parameters:
  ///   - password: the bytes of the password, as the app passed them when the check was stored.
  ///   - generations: the rounds that the app has used, the newest first. Each is 1 to 2^32 - 1.
  ///   - knownData: the data whose HMAC is stored.
  ///   - maximumRounds: the maximum number of rounds, summed over the generations.
  /// - Returns: the first generation for which the password is right; nil if it is wrong.
  /// - Throws: ``InteropError/argument(_:)`` without generations, or for other rounds;
  ///   ``InteropError/overLimit(rounds:limit:)``.
  public func rounds(
    of password: some Sequence<UInt8>, generations: [Int], knownData: some Sequence<UInt8>,
    maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> Int? {
    let (password, knownData) = (SymmetricKey(data: password), Array(knownData))
    try Self.checkRounds(generations)
    let total = generations.reduce(0) { $0.addingReportingOverflow($1).overflow ? Int.max : $0 + $1 }
    guard total <= maximumRounds else { throw .overLimit(rounds: total, limit: maximumRounds) }
    return generations.first { Self.code(password, salt: salt, rounds: $0, knownData) == check }
  }

  private static func checkRounds(_ generations: [Int]) throws(InteropError) {
    guard !generations.isEmpty else { throw .argument("no generation of rounds") }
    for rounds in generations where !(1...PasswordStretching.maximumRounds ~= rounds) {
      throw .argument("\(rounds.units("round")); a generation has 1 to \(PasswordStretching.maximumRounds)")
    }
  }

  private static func code(
    _ password: SymmetricKey, salt: [UInt8], rounds: Int, _ knownData: [UInt8]
  ) -> HMAC<SHA256>.MAC {
    let key = unsafe password.withUnsafeBytes {
      unsafe PBKDF2<SHA256>.key(password: $0, salt: salt, rounds: rounds, byteCount: 16)
    }
    return HMAC<SHA256>.authenticationCode(for: knownData, using: key)
  }
}
