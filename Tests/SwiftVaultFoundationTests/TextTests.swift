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
  private let stretching = try! PasswordStretching(rounds: .unchecked(2))
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
    let byBytes = Credential.create(password: Self.bytes, policy: stretching)
    for text in texts {
      let byText = Credential.create(password: text, policy: stretching)
      #expect(byText.verify(Self.bytes, policy: stretching) == .valid)
      for other in texts {
        #expect(byText.verify(other, policy: stretching) == .valid)
        #expect(byBytes.verify(other, policy: stretching) == .valid)
      }
      #expect(byText.verify(text + "x", policy: stretching) == .invalid)
      #expect(
        Credential.verify([(byText, text), (byBytes, text), (byText, "x")], policy: stretching)
          == [.valid, .valid, .invalid])
    }
  }

  private typealias KDF = PBKDF2<SHA256>

  @Test func derivedKeys() throws {
    let salt = try PBKDF2Salt(data: "sixteen letters.".utf8)
    let expected = try KDF.deriveKey(
      password: Self.bytes, salt: salt, rounds: .unchecked(3), outputByteCount: 20)
    let slow = KDF.deriveKeys([try KDF.Request(password: Self.bytes, salt: salt, outputByteCounts: [20])])[0]
    for text in texts {
      #expect(
        try KDF.deriveKey(password: text, salt: salt, rounds: .unchecked(3), outputByteCount: 20) == expected)
      let requests = [
        try KDF.Request(password: text, salt: salt, rounds: .unchecked(3), outputByteCounts: [20]),
        try KDF.Request(password: text, salt: salt, outputByteCounts: [20]),
      ]
      #expect(KDF.deriveKeys(requests) == [expected, slow])
      #expect(try KDF.deriveKey(password: text, salt: salt, outputByteCount: 20) == slow)
    }
    let several = try KDF.deriveKeys(
      [.init(password: Self.bytes, salt: salt, rounds: .unchecked(3), outputByteCounts: [16, 4])])
    let slowOnes = try KDF.deriveKeys([.init(password: Self.bytes, salt: salt, outputByteCounts: [16, 4])])
    for text in texts {
      let requests = [
        try KDF.Request(password: text, salt: salt, rounds: .unchecked(3), outputByteCounts: [16, 4]),
        try KDF.Request(password: text, salt: salt, outputByteCounts: [16, 4]),
      ]
      #expect(KDF.deriveKeys(requests) == several + slowOnes)
      #expect(
        try KDF.deriveKeys([.init(password: text, salt: salt, rounds: .unchecked(3), outputByteCounts: [16, 4])])
          == several)
      #expect(try KDF.deriveKeys([.init(password: text, salt: salt, outputByteCounts: [16, 4])]) == slowOnes)
    }
    #expect(throws: PBKDF2Error.tooFewRounds(0, minimum: 1)) {
      try KDF.deriveKey(password: "x", salt: salt, rounds: .unchecked(0), outputByteCount: 20)
    }
  }

  @Test func derivedKeysWhileATaskWaits() async throws {
    let salt = try PBKDF2Salt(data: "sixteen letters.".utf8)
    for text in texts {
      let key = try await KDF.deriveKey(password: text, salt: salt, rounds: .unchecked(3), outputByteCount: 20)
      let expected = try await KDF.deriveKey(
        password: Self.bytes, salt: salt, rounds: .unchecked(3), outputByteCount: 20)
      #expect(key == expected)
      let slow = try await KDF.deriveKey(password: text, salt: salt, outputByteCount: 20)
      #expect(try await KDF.deriveKey(password: Self.bytes, salt: salt, outputByteCount: 20) == slow)
      let several = try await KDF.deriveKeys(
        [.init(password: text, salt: salt, rounds: .unchecked(3), outputByteCounts: [16, 4])])
      let expectedOnes = try await KDF.deriveKeys(
        [.init(password: Self.bytes, salt: salt, rounds: .unchecked(3), outputByteCounts: [16, 4])])
      #expect(several == expectedOnes)
      let slowOnes = try await KDF.deriveKeys([.init(password: text, salt: salt, outputByteCounts: [16, 4])])
      #expect(
        try await KDF.deriveKeys([.init(password: Self.bytes, salt: salt, outputByteCounts: [16, 4])]) == slowOnes)
    }
  }

  @Test func credentialsWhileATaskWaits() async throws {
    for text in texts {
      let credential = try await Credential.create(password: text, policy: stretching, progress: nil)
      #expect(try await credential.verify(text, policy: stretching, progress: nil) == .valid)
      #expect(try await credential.verify(Self.bytes, policy: stretching, progress: nil) == .valid)
      let verifier = CredentialVerifier(policy: stretching)
      #expect(try await verifier.verify(text, against: credential) == .valid)
      #expect(try await verifier.verify(text + "x", against: credential) == .invalid)
      let results = try await Credential.verify(
        [(credential, text), (credential, "x")], policy: stretching, progress: nil)
      #expect(results == [.valid, .invalid])
    }
  }
}
