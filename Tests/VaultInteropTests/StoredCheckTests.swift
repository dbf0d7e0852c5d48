import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Stored checks that Tests/Vectors/articles.py computed like the code of the two published articles on password
/// checks.
@Suite struct StoredCheckTests {
  private static let policy = try! PasswordStretching(rounds: .unchecked(2))

  @Test func checksOfOneGeneration() throws {
    for record in try VectorFile("Articles/checks.txt", expecting: 24).records {
      let stored = try PasswordCheck(salt: record.bytes("SALT"), check: record.bytes("CHECK"))
      let (password, known) = (try record.bytes("PASSWORD_HEX"), try record.bytes("KNOWN_HEX"))
      let rounds = try record.integer("ROUNDS")
      func result(_ password: [UInt8], _ rounds: Int, _ known: [UInt8]) throws -> String {
        switch try stored.verify(password, generations: [rounds], knownData: known) {
        case .invalid: "invalid"
        case .valid: "valid"
        case .validUpgrade: "upgrade"
        }
      }
      #expect(try result(password, rounds, known) == "valid")
      #expect(try result(password + [1], rounds, known) == "invalid")
      #expect(try result(password, rounds + 1, known) == "invalid")
      #expect(try result(password, rounds, known + [1]) == "invalid")
      for place in 0..<32 {
        var check = stored.check
        check[place] ^= 1
        let changed = try PasswordCheck(salt: stored.salt, check: check)
        guard case .invalid = try changed.verify(password, generations: [rounds], knownData: known) else {
          Issue.record("byte \(place) is not compared")
          continue
        }
      }
    }
  }

  /// Each generation is recognised. An old one is replaced by the newest, with its own salt.
  @Test func generations() throws {
    let generations = [30, 20, 10]
    for rounds in generations {
      let old = try PasswordCheck.create(password: "never tell".utf8, rounds: rounds, knownData: "Fuzzy Aliens".utf8)
      #expect(old.salt.count == 16 && old.check.count == 32)
      switch try old.verify("never tell".utf8, generations: generations, knownData: "Fuzzy Aliens".utf8) {
      case .invalid: Issue.record("\(rounds) rounds")
      case .valid: #expect(rounds == 30)
      case .validUpgrade(let new):
        #expect(rounds != 30 && new.salt != old.salt && new.salt.count == 16)
        guard case .valid = try new.verify("never tell".utf8, generations: [30], knownData: "Fuzzy Aliens".utf8) else {
          Issue.record("the new check of \(rounds) rounds")
          continue
        }
      }
      guard case .invalid = try old.verify("never tel".utf8, generations: generations, knownData: "Fuzzy Aliens".utf8)
      else {
        Issue.record("a wrong password")
        continue
      }
      guard
        case .invalid = try old.verify(
          "never tell".utf8, generations: generations.filter { $0 != rounds }, knownData: "Fuzzy Aliens".utf8)
      else {
        Issue.record("a generation that is not tried")
        continue
      }
    }
  }

  /// A new check has the known data that it was made with.
  @Test func upgradesKeepTheKnownData() throws {
    let old = try PasswordCheck.create(password: [1], rounds: 2, knownData: [7, 8])
    guard case .validUpgrade(let new) = try old.verify([1], generations: [3, 2], knownData: [7, 8]),
      case .valid = try new.verify([1], generations: [3], knownData: [7, 8]),
      case .invalid = try new.verify([1], generations: [3], knownData: "Fuzzy Aliens".utf8)
    else {
      Issue.record("other known data")
      return
    }
  }

  @Test func credentials() throws {
    let stored = try PasswordCheck.create(password: "never tell".utf8, rounds: 3, knownData: "Fuzzy Aliens".utf8)
    let credential = try #require(
      try stored.credential(
        for: "never tell".utf8, generations: [4, 3], knownData: "Fuzzy Aliens".utf8, policy: Self.policy))
    #expect(credential.verify("never tell".utf8, policy: Self.policy) == .valid)
    #expect(credential.verify("never tel".utf8, policy: Self.policy) == .invalid)
    #expect(
      try stored.credential(
        for: "never tel".utf8, generations: [4, 3], knownData: "Fuzzy Aliens".utf8, policy: Self.policy) == nil)
    #expect(
      try stored.credential(
        for: "never tell".utf8, generations: [4], knownData: "Fuzzy Aliens".utf8, policy: Self.policy) == nil)
    #expect(
      try stored.credential(for: "never tell".utf8, generations: [3], knownData: [], policy: Self.policy) == nil)
  }

  @Test func wrongArguments() throws {
    let zeros = [UInt8](repeating: 0, count: 1025)
    for count in [0, 1025] {
      #expect(throws: InteropError.malformed("a salt of \(count) bytes; it has 1 to 1024")) {
        try PasswordCheck(salt: zeros[..<count], check: zeros[..<32])
      }
    }
    for count in [0, 31, 33] {
      #expect(throws: InteropError.malformed("a check of \(count) bytes; it has 32")) {
        try PasswordCheck(salt: [1], check: zeros[..<count])
      }
    }
    let stored = try PasswordCheck(salt: zeros[..<1024], check: zeros[..<32])
    #expect(throws: InteropError.argument("no generation of rounds")) {
      try stored.verify([], generations: [], knownData: "Fuzzy Aliens".utf8)
    }
    for rounds in [0, -1, Int.min, PasswordStretching.maximumRounds + 1, Int.max] {
      let error = InteropError.argument("\(rounds) rounds; a generation has 1 to 4294967295")
      #expect(throws: error) { try stored.verify([], generations: [1, rounds], knownData: "Fuzzy Aliens".utf8) }
      #expect(throws: error) { try PasswordCheck.create(password: [], rounds: rounds, knownData: "Fuzzy Aliens".utf8) }
    }
    let maximum = 10
    #expect(throws: InteropError.overLimit(rounds: 11, limit: 10)) {
      try stored.verify([], generations: [5, 6], knownData: "Fuzzy Aliens".utf8, maximumRounds: maximum)
    }
    #expect(throws: InteropError.overLimit(rounds: 11, limit: 10)) {
      try stored.credential(for: [], generations: [11], knownData: "Fuzzy Aliens".utf8, maximumRounds: maximum)
    }
    guard
      case .invalid = try stored.verify(
        [], generations: [4, 6], knownData: "Fuzzy Aliens".utf8, maximumRounds: maximum)
    else {
      Issue.record("a check of zeros")
      return
    }
  }

  /// This number of rounds would take longer than the test may.
  @Test(.timeLimit(.minutes(5))) func roundsOverTheLimitAreNotBegun() throws {
    let stored = try PasswordCheck(salt: [1], check: [UInt8](repeating: 0, count: 32))
    let most = PasswordStretching.maximumRounds
    #expect(throws: InteropError.overLimit(rounds: most, limit: 10_000_000)) {
      try stored.verify([], generations: [most], knownData: "Fuzzy Aliens".utf8)
    }
    #expect(throws: InteropError.overLimit(rounds: 1 + most, limit: 10_000_000)) {
      try stored.verify([], generations: [1, most], knownData: "Fuzzy Aliens".utf8)
    }
  }

  @Test func iteratedDigests() throws {
    for record in try VectorFile("Articles/digests.txt", expecting: 16).records {
      let (salt, digest) = (try record.bytes("SALT_HEX"), try record.bytes("DIGEST"))
      let password = try record.bytes("PASSWORD_HEX")
      let stored = try IteratedDigest(salt: salt, digest: digest)
      #expect(try stored.verify(password))
      #expect(try !stored.verify(password + [0]))
      #expect(try !stored.verify([1] + password))
      let credential = try #require(try stored.credential(for: password, policy: Self.policy))
      #expect(credential.verify(password, policy: Self.policy) == .valid)
      #expect(try stored.credential(for: password + [0], policy: Self.policy) == nil)
      // The other spelling of a byte is another salt.
      if let space = salt.firstIndex(of: UInt8(ascii: " ")) {
        var other = salt
        other[space] = UInt8(ascii: "0")
        #expect(try !IteratedDigest(salt: other, digest: digest).verify(password))
      }
    }
  }

  @Test func eachByteOfADigestIsCompared() throws {
    let record = try VectorFile("Articles/digests.txt", expecting: 16).records[0]
    let (salt, digest) = (try record.bytes("SALT_HEX"), try record.bytes("DIGEST"))
    for place in digest.indices {
      var changed = digest
      changed[place] ^= 0x80
      #expect(try !IteratedDigest(salt: salt, digest: changed).verify(record.bytes("PASSWORD_HEX")), "\(place)")
    }
  }

  @Test func wrongSalts() throws {
    let digest = [UInt8](repeating: 0, count: 64)
    func salt(_ text: String) throws -> [UInt8] { try IteratedDigest(salt: text.utf8, digest: digest).salt }
    let right = "0 " + String(repeating: "a", count: 30)
    #expect(throws: InteropError.malformed("character 2 of the salt is not hexadecimal")) { try salt(right) }
    let all = String(repeating: " f", count: 16)
    #expect(try salt(all) == Array(all.utf8))
    #expect(try salt("0123456789abcdef 0 1 2 3 4 5 6 7").count == 32)
    for character in ["g", "A", "/", ":", "`", "\0", "\t"] {
      for place in [0, 1, 30, 31] {
        var text = Array(String(repeating: "0", count: 32))
        text[place] = Character(character)
        #expect(throws: InteropError.malformed("character \(place + 1) of the salt is not hexadecimal")) {
          try salt(String(text))
        }
      }
    }
    for count in [0, 31, 33] {
      #expect(throws: InteropError.malformed("a salt of \(count) bytes; it has 32")) {
        try salt(String(repeating: "0", count: count))
      }
    }
    for count in [0, 63, 65, 128] {
      #expect(throws: InteropError.malformed("a digest of \(count) bytes; it has 64")) {
        try IteratedDigest(salt: all.utf8, digest: [UInt8](repeating: 0, count: count))
      }
    }
    let stored = try IteratedDigest(salt: all.utf8, digest: digest)
    let maximum = 4_999
    #expect(throws: InteropError.overLimit(rounds: 5_000, limit: 4_999)) {
      try stored.verify([], maximumRounds: maximum)
    }
    #expect(throws: InteropError.overLimit(rounds: 5_000, limit: 4_999)) {
      try stored.credential(for: [], maximumRounds: maximum)
    }
    #expect(try !stored.verify([], maximumRounds: 5_000))
  }
}
