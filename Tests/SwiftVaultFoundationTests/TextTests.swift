import Foundation
import Testing

@testable import SwiftVaultFoundation

/// Passwords and contexts as text: every form agrees with the bytes of the composed text, in both directions.
@Suite struct TextTests {
  /// The same text twice: composed, and decomposed with its marks in another order.
  static let composed = "Zo\u{eb} \u{1e69} \u{ac00} \u{1f511}"
  static let decomposed = "Zoe\u{308} s\u{307}\u{323} \u{1100}\u{1161} \u{1f511}"
  static let bytes: [UInt8] = [
    0x5a, 0x6f, 0xc3, 0xab, 0x20, 0xe1, 0xb9, 0xa9, 0x20, 0xea, 0xb0, 0x80, 0x20, 0xf0, 0x9f, 0x94, 0x91,
  ]
  private let texts = [Self.composed, Self.decomposed]
  private let content = Array("my notes".utf8)
  private let stretching = try! PasswordStretching(rounds: .exactly(2))
  private let key = SymmetricKey(size: .bits256)

  @Test func aTextStandsForTheBytesOfItsComposedForm() {
    #expect(Array(Self.composed.utf8) == Self.bytes)
    #expect(Array(Self.decomposed.utf8) != Self.bytes)
    for text in texts {
      let composed = ComposedText(text)
      #expect(Array(composed) == Self.bytes)
      var byByte: [UInt8] = []
      for byte in composed { byByte.append(byte) }
      #expect(byByte == Self.bytes)
      #expect(composed.underestimatedCount == Self.bytes.count)
      #expect(composed.withContiguousStorageIfAvailable { Array($0) } == Self.bytes)
    }
    #expect(Array(ComposedText("")) == [])
    for scalar in (0..<0x300 as Range<UInt32>).compactMap(Unicode.Scalar.init) {
      let text = String(Character(scalar))
      #expect(Array(ComposedText(text)) == Array(text.precomposedStringWithCanonicalMapping.utf8))
    }
    // Composed although it is a single character: the composed form of U+212B, the Angstrom sign, is U+00C5.
    #expect(Array(ComposedText("\u{212b}")) == [0xc3, 0x85])
  }

  /// A text gives the same value as its bytes: a vault sealed under one opens with the other.
  @Test func secretsAndContexts() throws {
    let bytes = (secret: VaultSecret.password(Self.bytes), context: VaultContext(Self.bytes))
    let ofBytes = try Vault.seal(content, under: bytes.secret, context: bytes.context, stretching: stretching)
    for text in texts {
      let (secret, context) = (VaultSecret.password(text), VaultContext(text))
      let ofText = try Vault.seal(content, under: secret, context: context, stretching: stretching)
      #expect(try Vault.open(ofText, with: bytes.secret, context: bytes.context) == content)
      #expect(try Vault.open(ofBytes, with: secret, context: context) == content)
      #expect(try Vault.open(ofBytes, with: secret, context: "\(text)") == content)
      let wrong: [(VaultSecret, VaultContext)] = [
        (.password(text + "x"), context), (secret, VaultContext(text + "x")), (secret, ""), (secret, VaultContext()),
      ]
      for (secret, context) in wrong {
        #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(ofText, with: secret, context: context) }
      }
    }
    let literal = try Vault.seal(
      content, under: .password("p"), context: "Zoe\u{308} s\u{307}\u{323}", stretching: stretching)
    #expect(
      try Vault.open(literal, with: .password([0x70]), context: VaultContext("Zo\u{eb} \u{1e69}".utf8)) == content)
  }

  @Test func whatAValueHoldsIsNotPrinted() {
    let values: [Any] = [VaultSecret.password("hidden"), VaultContext("hidden")]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      #expect("\(value)\(String(reflecting: value))\(dumped)".contains("redacted"))
      #expect(!"\(value)\(String(reflecting: value))\(dumped)".contains("hidden"))
    }
  }

  @Test func credentials() throws {
    let byBytes = try Credential(password: Self.bytes, stretching: stretching)
    for text in texts {
      let byText = try Credential(password: text, stretching: stretching)
      #expect(try byText.verify(Self.bytes, stretching: stretching).isValid)
      for other in texts {
        for credential in [byText, byBytes] {
          let result = try credential.verify(other, stretching: stretching)
          #expect(result.isValid && result.upgrade == nil && !result.matchesAsTyped)
        }
      }
      #expect(try !byText.verify(text + "x", stretching: stretching).isValid)
      let results = Credential.verify([(byText, text), (byBytes, text), (byText, "x")], stretching: stretching)
      #expect(try results.map { try $0.get().isValid } == [true, true, false])
    }
  }

  private typealias KDF = PBKDF2<SHA256>

  @Test func derivedKeys() throws {
    let salt = try PasswordSalt(data: "sixteen letters.".utf8)
    let expected = try KDF.deriveKey(
      password: Self.bytes, salt: salt, rounds: .exactly(3), outputByteCount: 20)
    let slow = KDF.deriveKeys([try KDF.Request(password: Self.bytes, salt: salt, outputByteCounts: [20])])[0]
    for text in texts {
      #expect(
        try KDF.deriveKey(password: text, salt: salt, rounds: .exactly(3), outputByteCount: 20) == expected)
      let requests = [
        try KDF.Request(password: text, salt: salt, rounds: .exactly(3), outputByteCounts: [20]),
        try KDF.Request(password: text, salt: salt, outputByteCounts: [20]),
      ]
      #expect(KDF.deriveKeys(requests) == [expected, slow])
      #expect(try KDF.deriveKey(password: text, salt: salt, outputByteCount: 20) == slow)
    }
    let several = try KDF.deriveKeys(
      [.init(password: Self.bytes, salt: salt, rounds: .exactly(3), outputByteCounts: [16, 4])])
    let slowOnes = try KDF.deriveKeys([.init(password: Self.bytes, salt: salt, outputByteCounts: [16, 4])])
    for text in texts {
      let requests = [
        try KDF.Request(password: text, salt: salt, rounds: .exactly(3), outputByteCounts: [16, 4]),
        try KDF.Request(password: text, salt: salt, outputByteCounts: [16, 4]),
      ]
      #expect(KDF.deriveKeys(requests) == several + slowOnes)
      #expect(
        try KDF.deriveKeys([.init(password: text, salt: salt, rounds: .exactly(3), outputByteCounts: [16, 4])])
          == several)
      #expect(try KDF.deriveKeys([.init(password: text, salt: salt, outputByteCounts: [16, 4])]) == slowOnes)
    }
    #expect(throws: PBKDF2Error.tooFewRounds(0, minimum: 1)) {
      try KDF.deriveKey(password: "x", salt: salt, rounds: .exactly(0), outputByteCount: 20)
    }
  }

  @Test func derivedKeysWhileATaskWaits() async throws {
    let salt = try PasswordSalt(data: "sixteen letters.".utf8)
    for text in texts {
      let key = try await KDF.deriveKey(password: text, salt: salt, rounds: .exactly(3), outputByteCount: 20)
      let expected = try await KDF.deriveKey(
        password: Self.bytes, salt: salt, rounds: .exactly(3), outputByteCount: 20)
      #expect(key == expected)
      let slow = try await KDF.deriveKey(password: text, salt: salt, outputByteCount: 20)
      #expect(try await KDF.deriveKey(password: Self.bytes, salt: salt, outputByteCount: 20) == slow)
      let several = try await KDF.deriveKeys(
        [.init(password: text, salt: salt, rounds: .exactly(3), outputByteCounts: [16, 4])])
      let expectedOnes = try await KDF.deriveKeys(
        [.init(password: Self.bytes, salt: salt, rounds: .exactly(3), outputByteCounts: [16, 4])])
      #expect(several == expectedOnes)
      let slowOnes = try await KDF.deriveKeys([.init(password: text, salt: salt, outputByteCounts: [16, 4])])
      #expect(
        try await KDF.deriveKeys([.init(password: Self.bytes, salt: salt, outputByteCounts: [16, 4])]) == slowOnes)
    }
  }

  @Test func credentialsWhileATaskWaits() async throws {
    for text in texts {
      let credential = try await Credential(password: text, stretching: stretching, progress: nil)
      #expect(try await credential.verify(text, stretching: stretching).isValid)
      #expect(try await credential.verify(Self.bytes, stretching: stretching).isValid)
      let verifier = CredentialVerifier(stretching: stretching)
      #expect(try await verifier.verify(text, against: credential).isValid)
      #expect(try await !verifier.verify(text + "x", against: credential).isValid)
      let results = try await Credential.verify(
        [(credential, text), (credential, "x")], stretching: stretching, progress: nil)
      #expect(try results.map { try $0.get().isValid } == [true, false])
    }
  }

  /// Stored by a program that did not normalise the password, and by one that did.
  private func foreign(_ password: String, _ form: String) throws -> Credential {
    let salt = Array("sixteen letters.".utf8)
    let key =
      switch form {
      case "argon2id", "django-argon2id":
        try Argon2id(memoryByteCount: 64 << 10, passes: 1, lanes: 1)
          .deriveKey(password: password.utf8, salt: .init(data: salt), outputByteCount: 32)
      default:
        try PBKDF2<SHA512>
          .deriveKey(password: password.utf8, salt: .init(data: salt), rounds: .exactly(2), outputByteCount: 64)
      }
    func digits(_ bytes: some Sequence<UInt8>) -> String {
      Data(bytes).base64EncodedString().filter { $0 != "=" }
    }
    let name = form == "phc" ? "$pbkdf2-sha512$i=2" : "$argon2id$v=19$m=64,t=1,p=1"
    let text = "\(name)$\(digits(salt))$\(digits(key.withUnsafeBytes { Array($0) }))"
    return try Credential(form == "django-argon2id" ? "argon2\(text)" : text)
  }

  @Test(arguments: ["phc", "argon2id", "django-argon2id"])
  func aTextIsTriedAsItWasTyped(form: String) async throws {
    let asTyped = try foreign(Self.decomposed, form), composed = try foreign(Self.composed, form)
    for (credential, typed, isValid, matchesAsTyped) in [
      (asTyped, Self.decomposed, true, true), (asTyped, Self.composed, false, false),
      (composed, Self.decomposed, true, false), (composed, Self.composed, true, false),
      (asTyped, Self.decomposed + "x", false, false),
    ] {
      let results = [
        try await credential.verify(typed, stretching: stretching),
        try await Credential.verify([(composed, "x"), (credential, typed)], stretching: stretching)[1].get(),
        try verifyNow(credential, typed),
        try await CredentialVerifier(stretching: stretching).verify(typed, against: credential),
      ]
      for result in results {
        #expect(result.isValid == isValid && result.matchesAsTyped == matchesAsTyped)
        #expect((result.upgrade != nil) == (isValid && (matchesAsTyped || form != "argon2id")))
        // What replaces it is of the composed text.
        guard let upgrade = result.upgrade else { continue }
        let new = try await Credential(password: typed, stretching: upgrade)
        #expect(try await new.verify(Self.composed, stretching: stretching).isValid)
      }
    }
    // The library's own form is never of another text.
    let own = try await Credential(password: Self.decomposed.utf8, stretching: stretching)
    #expect(try await !own.verify(Self.decomposed, stretching: stretching).isValid)
  }

  private func verifyNow(_ credential: Credential, _ password: String) throws -> Credential.Verification {
    try credential.verify(password, stretching: stretching)
  }

  /// Longer texts are refused before they are composed: these would take minutes, and more.
  @Test(.timeLimit(.minutes(1))) func longPasswordsAreRefused() async throws {
    #expect(Credential.maximumPasswordByteCount == 4096)
    let longest = String(repeating: "\u{301}", count: 2048)
    let credential = try await Credential(password: longest, stretching: stretching)
    #expect(try verifyNow(credential, longest).isValid)
    let error = CredentialError.passwordTooLong(maximum: 4096)
    for long in [longest + "x", "x" + String(repeating: "\u{301}\u{323}", count: 2_000_000)] {
      await #expect(throws: error) { _ = try await Credential(password: long, stretching: stretching) }
      #expect(try !verifyNow(credential, long).isValid)
      #expect(try await !credential.verify(long).isValid)
      #expect(try await !CredentialVerifier().verify(long, against: credential).isValid)
      #expect(
        try await Credential.verify([(credential, long), (credential, longest)]).map { try $0.get().isValid }
          == [false, true])
      #expect(throws: PasswordPolicyError.tooLong(long.unicodeScalars.count, maximum: 1024)) {
        try PasswordPolicy().check(long)
      }
    }
    #expect("\(error)" == "a password has at most 4096 bytes of UTF-8")
  }

  /// A text is judged as it will be hashed: four decomposed letters are four characters.
  @Test func policies() throws {
    let policy = PasswordPolicy(minimumLength: 8)
    #expect(throws: PasswordPolicyError.tooShort(4, minimum: 8)) {
      try policy.check("u\u{308}U\u{308}o\u{308}y\u{308}")
    }
    try policy.check("u\u{308}U\u{308}o\u{308}y\u{308}kxq5")
    let blocking = PasswordPolicy(minimumLength: 8) { Array($0.utf8) == Self.bytes }
    for text in texts { #expect(throws: PasswordPolicyError.blocked) { try blocking.check(text) } }
  }
}
