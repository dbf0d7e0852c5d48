import Credentials
import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Fernet: its specification's vectors, tokens that `cryptography` made, and input that must be refused.
@Suite struct FernetTests {
  private static let key = SymmetricKey(data: 0..<32)
  private static let content = Array("the content, of more than a block".utf8)
  private static let iv = try! AES.IV(data: 0..<16)

  private static func token(_ content: [UInt8] = content, timestamp: UInt64 = 1_700_000_000) throws -> [UInt8] {
    try Fernet.seal(content, using: key, timestamp: timestamp, iv: iv)
  }

  private static func text(_ bytes: [UInt8]) -> [UInt8] { Base64.paddedURL.digits(bytes[...]) }

  @Test func specification() throws {
    let vectors = try VectorFile("Fernet/specification.txt", expecting: 10)
    for record in vectors.records {
      let (token, key) = (Array(try record.text("token").utf8), SymmetricKey(data: try record.bytes("key_hex")))
      let (now, ttl) = (UInt64(try record.integer("now")), UInt64(try record.integer("ttl")))
      let content = try record.bytes("content_hex")
      switch try record.text("kind") {
      case "generate":
        let iv = try AES.IV(data: record.bytes("iv_hex"))
        #expect(try Fernet.seal(content, using: key, timestamp: now, iv: iv) == token)
      case "verify":
        #expect(try Fernet.open(token, using: key, now: now, timeToLive: ttl) == content)
        #expect(Fernet.recognizes(token))
      default:
        #expect(throws: InteropError.self, "\(record.place)") {
          try Fernet.open(token, using: key, now: now, timeToLive: ttl)
        }
      }
    }
    try vectors.report(10, kernel: "best")
  }

  @Test func tokensOfCryptography() throws {
    let vectors = try VectorFile("Fernet/cryptography.txt", expecting: 7)
    for record in vectors.records {
      let key = try Fernet.key(
        password: record.bytes("password_hex"), salt: record.bytes("salt_hex"), rounds: record.integer("rounds"))
      #expect(try key == record.bytes("key_hex"))
      let token = Array(try record.text("token").utf8)
      #expect(Fernet.recognizes(token))
      #expect(try Fernet.open(token, using: key) == record.bytes("content_hex"), "\(record.place)")
    }
    try vectors.report(7, kernel: "best")
  }

  @Test func everySizeRoundTrips() throws {
    for count in 0...40 {
      let content = (0..<count).map { UInt8($0) }
      let token = try Fernet.seal(AnySequence(content), using: Self.key, timestamp: UInt64(count))
      #expect(try Fernet.open(AnySequence(token + Array(" \r\n".utf8)), using: Self.key) == content)
      #expect(try Fernet.timestamp(of: token, using: Self.key) == UInt64(count))
      #expect(try Fernet.seal(content, using: Self.key, timestamp: UInt64(count)) != token, "an IV again")
    }
    #expect(Fernet.recipeRounds == 1_200_000)
  }

  @Test func recognizesTheBeginning() throws {
    let token = try Self.token()
    #expect(Fernet.recognizes(token[..<6]) && Fernet.recognizes(AnySequence(token)))
    for count in 0..<6 { #expect(!Fernet.recognizes(token[..<count])) }
    #expect(!Fernet.recognizes(try Self.token(timestamp: 1 << 60)))
  }

  @Test func everyChangeIsRefused() throws {
    let token = try Self.token()
    for bit in 0..<8 * token.count {
      var changed = token
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: InteropError.self, "bit \(bit)") { try Fernet.open(changed, using: Self.key) }
    }
    for count in 0..<token.count {
      #expect(throws: InteropError.self) { try Fernet.open(token[..<count], using: Self.key) }
    }
    for other in [SymmetricKey(data: 1..<33), SymmetricKey(data: (0..<32).reversed())] {
      #expect(throws: InteropError.authenticationFailure) { try Fernet.open(token, using: other) }
      #expect(throws: InteropError.authenticationFailure) { try Fernet.timestamp(of: token, using: other) }
    }
  }

  @Test func timesAreCompared() throws {
    func open(_ timestamp: UInt64, _ now: UInt64, _ ttl: UInt64) throws -> [UInt8] {
      try Fernet.open(try Self.token(timestamp: timestamp), using: Self.key, now: now, timeToLive: ttl)
    }
    for (timestamp, now, ttl) in [
      (100, 100, 0), (100, 160, 60), (160, 100, 0), (UInt64.max, .max, 9), (9, .max, .max),
    ] as [(UInt64, UInt64, UInt64)] { #expect(try open(timestamp, now, ttl) == Self.content) }
    #expect(throws: InteropError.notValidNow("a token of the second 100, valid for 60; now it is 161")) {
      try open(100, 161, 60)
    }
    #expect(throws: InteropError.notValidNow("a token of the second 161, but now it is 100")) { try open(161, 100, 60) }
    #expect(throws: InteropError.self) { try open(.max, 100, 60) }
    // The tag is checked first.
    #expect(throws: InteropError.authenticationFailure) {
      try Fernet.open(try Self.token(), using: SymmetricKey(data: 1..<33), now: 0, timeToLive: 0)
    }
  }

  @Test func fieldsAreChecked() {
    let cases: [([UInt8], InteropError)] = [
      ([], .notThisFormat), ([0x81] + [UInt8](repeating: 0, count: 72), .notThisFormat),
      ([0x80], .malformed("1 byte; there are at least 73")),
      ([0x80] + [UInt8](repeating: 0, count: 71), .malformed("72 bytes; there are at least 73")),
      ([0x80] + [UInt8](repeating: 0, count: 73), .malformed("a ciphertext of 17 bytes; it has a multiple of 16")),
      ([0x80] + [UInt8](repeating: 0, count: 72), .authenticationFailure),
    ]
    for (bytes, error) in cases {
      #expect(throws: error) { try Fernet.open(Self.text(bytes), using: Self.key) }
    }
    for text in ["gAAAAAA", "gAAAAA+A", "gAAAAA A", "gAAAAA\n\nAAA="] {
      #expect(throws: InteropError.malformed("base 64: not the digits of one token, with their padding")) {
        try Fernet.open(text.utf8, using: Self.key)
      }
    }
  }

  @Test func argumentsAreChecked() {
    for count in [0, 16, 31, 33] {
      let key = SymmetricKey(data: [UInt8](repeating: 1, count: count))
      let error = InteropError.argument("a key of \(count) bytes; it has 32")
      #expect(throws: error) { try Fernet.seal([1], using: key, timestamp: 0) }
      #expect(throws: error) { try Fernet.open(Self.token(), using: key) }
      #expect(throws: error) { try Fernet.open(Self.token(), using: key, now: 0, timeToLive: 0) }
    }
    for count in [0, 1025] {
      #expect(throws: InteropError.argument("a salt of \(count) bytes; it has 1 to 1024")) {
        try Fernet.key(password: [1], salt: [UInt8](repeating: 0, count: count))
      }
    }
    for rounds in [0, -1, 1 << 32] {
      #expect(throws: InteropError.argument("\(rounds) rounds; there are 1 to 4294967295")) {
        try Fernet.key(password: [1], salt: [1], rounds: rounds)
      }
    }
    #expect(throws: InteropError.overLimit(rounds: 1_200_000, limit: 1_199_999)) {
      try Fernet.key(password: [1], salt: [1], maximumRounds: 1_199_999)
    }
  }
}
