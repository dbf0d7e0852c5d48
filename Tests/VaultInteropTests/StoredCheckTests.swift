import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Stored checks that Tests/Vectors/articles.py computed like the code of the two published articles on password
/// checks.
@Suite struct StoredCheckTests {
  @Test func checksOfOneGeneration() throws {
    for record in try VectorFile("Articles/checks.txt", expecting: 24).records {
      let stored = try PasswordCheck(salt: record.bytes("SALT"), check: record.bytes("CHECK"))
      let (password, known) = (try record.bytes("PASSWORD_HEX"), try record.bytes("KNOWN_HEX"))
      let rounds = try record.integer("ROUNDS")
      func found(_ password: [UInt8], _ rounds: Int, _ known: [UInt8]) throws -> Int? {
        try stored.rounds(of: password, generations: [rounds], knownData: known)
      }
      #expect(try found(password, rounds, known) == rounds)
      #expect(try found(password + [1], rounds, known) == nil)
      #expect(try found(password, rounds + 1, known) == nil)
      #expect(try found(password, rounds, known + [1]) == nil)
      for place in 0..<32 {
        var check = stored.check
        check[place] ^= 1
        let changed = try PasswordCheck(salt: stored.salt, check: check)
        #expect(try changed.rounds(of: password, generations: [rounds], knownData: known) == nil, "byte \(place)")
      }
    }
  }

  /// Each generation is recognised, and each check has its own salt.
  @Test func generations() throws {
    let (generations, known) = ([30, 20, 10], "Fuzzy Aliens".utf8)
    for rounds in generations {
      let old = try PasswordCheck(password: "never tell".utf8, rounds: rounds, knownData: known)
      #expect(old.salt.count == 16 && old.check.count == 32)
      #expect(try old.rounds(of: "never tell".utf8, generations: generations, knownData: known) == rounds)
      let new = try PasswordCheck(password: "never tell".utf8, rounds: generations[0], knownData: known)
      #expect(new.salt != old.salt)
      #expect(try new.rounds(of: "never tell".utf8, generations: [30], knownData: known) == 30)
      #expect(try old.rounds(of: "never tel".utf8, generations: generations, knownData: known) == nil)
      let others = generations.filter { $0 != rounds }
      #expect(try old.rounds(of: "never tell".utf8, generations: others, knownData: known) == nil)
    }
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
      try stored.rounds(of: [], generations: [], knownData: "Fuzzy Aliens".utf8)
    }
    for rounds in [0, -1, Int.min, PasswordStretching.maximumRounds + 1, Int.max] {
      let error = InteropError.argument("\(rounds) rounds; a generation has 1 to 4294967295")
      #expect(throws: error) { try stored.rounds(of: [], generations: [1, rounds], knownData: "Fuzzy Aliens".utf8) }
      #expect(throws: error) { try PasswordCheck(password: [], rounds: rounds, knownData: "Fuzzy Aliens".utf8) }
    }
    let maximum = 10
    #expect(throws: InteropError.overLimit(rounds: 11, limit: 10)) {
      try stored.rounds(of: [], generations: [5, 6], knownData: "Fuzzy Aliens".utf8, maximumRounds: maximum)
    }
    // A check of zeros.
    #expect(
      try stored.rounds(of: [], generations: [4, 6], knownData: "Fuzzy Aliens".utf8, maximumRounds: maximum) == nil)
  }

  /// This number of rounds would take longer than the test may.
  @Test(.timeLimit(.minutes(5))) func roundsOverTheLimitAreNotBegun() throws {
    let stored = try PasswordCheck(salt: [1], check: [UInt8](repeating: 0, count: 32))
    let most = PasswordStretching.maximumRounds
    #expect(throws: InteropError.overLimit(rounds: most, limit: 10_000_000)) {
      try stored.rounds(of: [], generations: [most], knownData: "Fuzzy Aliens".utf8)
    }
    #expect(throws: InteropError.overLimit(rounds: 1 + most, limit: 10_000_000)) {
      try stored.rounds(of: [], generations: [1, most], knownData: "Fuzzy Aliens".utf8)
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
    func salt(_ text: String) throws { _ = try IteratedDigest(salt: text.utf8, digest: digest) }
    let right = "0 " + String(repeating: "a", count: 30)
    #expect(throws: InteropError.malformed("character 2 of the salt is not hexadecimal")) { try salt(right) }
    let all = String(repeating: " f", count: 16)
    for text in [all, "0123456789abcdef 0 1 2 3 4 5 6 7"] { #expect(throws: Never.self) { try salt(text) } }
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
    #expect(try !stored.verify([], maximumRounds: 5_000))
  }
}
