import Testing

@testable import Credentials

/// Texts that are not credentials, and the error for each.
@Suite struct CredentialTextTests {
  private static let salt = "AAECAwQFBgcICQoLDA0ODw"
  private static let check = "XacIUioViH9TPXkMmUulwDZnP+38y0c8qW5z4fyg6Vs"
  private static let dotted = "XacIUioViH9TPXkMmUulwDZnP.38y0c8qW5z4fyg6Vs"
  private static let own = "$swift-vault-pbkdf2-sha256$v=1$i=1000$\(salt)$\(check)"
  private static let phc = "$pbkdf2-sha256$i=1000,l=32$\(salt)$\(check)"
  private static let passlib = "$pbkdf2-sha256$1000$\(salt)$\(dotted)"
  private static let django = "pbkdf2_sha256$1000$salt$\(check)="

  private static let malformed: [(String, CredentialError)] = [
    ("", .unknownForm), ("$", .unknownForm), ("$$", .unknownForm), ("password", .unknownForm),
    (" " + own, .unknownForm), (String(own.dropFirst()), .unknownForm), ("$" + own, .unknownForm),
    ("\0" + own, .unknownForm), ("é" + django, .unknownForm), ("$" + django, .unknownForm),
    (String(passlib.dropFirst()), .unknownForm), ("$pbkdf2-sha1$1000$\(salt)$\(dotted)", .unknownForm),
    ("$SWIFT-VAULT-pbkdf2-sha256$v=1$i=1000$\(salt)$\(check)", .unknownForm),
    ("$swift-vault-pbkdf2-sha1$v=1$i=1000$\(salt)$\(check)", .unknownForm),
    ("pbkdf2_sha512$1000$salt$\(check)=", .unknownForm),
    (String(repeating: "$", count: 2049), .tooLong(byteCount: 2049, maximum: 2048)),
    (own + String(repeating: "A", count: 2000), .tooLong(byteCount: 2100 + 4, maximum: 2048)),

    ("$swift-vault-pbkdf2-sha256", .fieldCount(2, expected: 6)),
    (own + "$", .fieldCount(7, expected: 6)), (own + "$A", .fieldCount(7, expected: 6)),
    ("$swift-vault-pbkdf2-sha256$v=1$i=1000$\(salt)", .fieldCount(5, expected: 6)),
    ("$swift-vault-pbkdf2-sha256$i=1000$\(salt)$\(check)", .fieldCount(5, expected: 6)),
    (phc + "$", .fieldCount(6, expected: 5)), ("$pbkdf2-sha256$i=1000,l=32$\(salt)", .fieldCount(4, expected: 5)),
    ("$pbkdf2-sha256$v=1$i=1000,l=32$\(salt)$\(check)", .fieldCount(6, expected: 5)),
    (passlib + "$", .fieldCount(6, expected: 5)), ("$pbkdf2-sha256", .fieldCount(2, expected: 5)),
    (django + "$", .fieldCount(5, expected: 4)), ("pbkdf2_sha256$1000$salt", .fieldCount(3, expected: 4)),

    (own.replacing("v=1", with: "v=2"), .malformed(.version)),
    (own.replacing("v=1", with: "v=01"), .malformed(.version)),
    (own.replacing("v=1", with: "v="), .malformed(.version)), (own.replacing("v=1", with: "1"), .malformed(.version)),
    (own.replacing("i=1000", with: "1000"), .malformed(.rounds)),
    (own.replacing("i=", with: "I="), .malformed(.rounds)),
    (own.replacing("i=1000", with: "i=1000,l=32"), .malformed(.rounds)),
    (own.replacing("i=1000", with: ""), .malformed(.rounds)),
    (phc.replacing("i=1000,l=32", with: "l=32,i=1000"), .malformed(.rounds)),
    (phc.replacing("i=1000,", with: "i=1000"), .malformed(.rounds)),
    (phc.replacing(",l=32", with: ","), .malformed(.length)),
    (phc.replacing(",l=32", with: "").replacing(check, with: "AAAA"), .byteCount(.check, 3, allowed: 16...64)),
    (phc.replacing("l=32", with: "l=032"), .malformed(.length)),
    (phc.replacing("l=32", with: "l=32,x=1"), .malformed(.length)),
    (phc.replacing("l=32", with: ""), .malformed(.length)),
    (phc.replacing("l=32", with: "l=31"), .byteCount(.check, 32, allowed: 31...31)),
    (phc.replacing("l=32", with: "l=64"), .byteCount(.check, 32, allowed: 64...64)),
  ]

  /// Rounds in every format that are not a number from 1 to 2^32 - 1 in its only spelling.
  private static let rounds = [
    "", "0", "01000", "-1", "+1", "1e3", "0x10", " 1000", "1000 ", "1_000", "4294967296", "18446744073709551617",
    "99999999999", "1\0", "１", "١",
  ]

  /// Salts and checks that are not in the base 64 of their format.
  private static let notBase64 = [
    "A", "AAAAA", "AAA*", "AA A", "AAA\n", "AA\0A", "AAÄ", "AB", "AAB", "AA=A", "=", "-_-_",
  ]

  @Test func malformedTextsAreRefused() {
    for (text, error) in Self.malformed { #expect(throws: error, "\(text)") { try Credential(text) } }
  }

  @Test func theTextsThatTheTableStartsFromAreRead() throws {
    for (text, form) in [
      (Self.own, Credential.Form.swiftVault), (Self.phc, "phc"), (Self.passlib, "passlib"), (Self.django, "django"),
    ] { #expect(try Credential(text).form == form) }
  }

  /// Spellings that other programs write or accept, besides the usual one of each form.
  @Test func otherSpellings() throws {
    var counts = [0, 0, 0]
    func check(_ text: String, like credential: Credential, _ password: [UInt8]) throws {
      let other = try Credential(text)
      #expect(other.description == text && other.form == credential.form && other.rounds == credential.rounds)
      #expect(try other.logIn(password, stretching: CredentialVectorTests.policy) != .invalid, "\(text)")
      #expect(try other.logIn(password + [1], stretching: CredentialVectorTests.policy) == .invalid, "\(text)")
      #expect(try other.text(as: "hashcat") == credential.text(as: "hashcat"))
    }
    for (credential, password) in try CredentialVectorTests.vectors("phc", 43).prefix(12) {
      try check(credential.description.replacing(/,l=\d+/, with: ""), like: credential, password)
      counts[0] += 1
    }
    for (credential, password) in try CredentialVectorTests.vectors("ldap", 46).prefix(12) {
      let parts = credential.description.split(separator: "}", maxSplits: 1)
      try check("\(parts[0].lowercased())}\(parts[1])", like: credential, password)
      counts[1] += 1
    }
    for (credential, password) in try CredentialVectorTests.vectors("passlib", 47) {
      let text = credential.description.replacing(".", with: "+")
      guard text != credential.description, credential.rounds <= 100_000, !credential.salt.isEmpty else { continue }
      try check(text, like: credential, password)
      counts[2] += 1
    }
    #expect(counts[0] == 12 && counts[1] == 12 && counts[2] > 5)
  }

  @Test func malformedRoundsAreRefused() {
    for text in [Self.own, Self.phc, Self.passlib, Self.django] {
      for text in Self.rounds.map({ text.replacing("1000", with: $0) }) {
        #expect(throws: CredentialError.malformed(.rounds), "\(text)") { try Credential(text) }
      }
    }
  }

  @Test func malformedBase64IsRefused() {
    let salts = [Self.own, Self.phc, Self.passlib].map { ($0, Self.salt, CredentialError.malformed(.salt)) }
    let checks = [(Self.own, Self.check), (Self.phc, Self.check), (Self.passlib, Self.dotted)]
      .map { ($0, $1, CredentialError.malformed(.check)) }
    for (credential, field, error) in salts + checks + [(Self.django, Self.check + "=", .malformed(.check))] {
      for text in Self.notBase64.map({ credential.replacing(field, with: $0) }) {
        // With padding at its end, the text is of Vapor's form, whose salts have padding too.
        let isVapor = credential == Self.passlib && text.hasSuffix("=")
        #expect(throws: isVapor ? .malformed(.salt) : error, "\(text)") { try Credential(text) }
      }
    }
  }

  /// The formats' base 64 differ in the padding and in the character for 62.
  @Test func eachFormHasItsOwnBase64() {
    let wrong = [
      Self.own + "=", Self.phc + "=", String(Self.django.dropLast()), Self.django + "=",
      Self.own.replacing("+", with: "."), Self.phc.replacing("+", with: "."), Self.passlib.replacing(".", with: "-"),
      Self.django.replacing("+", with: "."), Self.own.replacing("+", with: "-"),
    ]
    for text in wrong { #expect(throws: CredentialError.malformed(.check), "\(text)") { try Credential(text) } }
  }

  @Test func saltsAndChecksHaveTheLengthsOfTheirForms() throws {
    func digits(_ count: Int) -> String { Base64.unpadded.encode([UInt8](repeating: 0, count: count)) }
    for count in [0, 1, 15, 17, 32] {
      #expect(throws: CredentialError.byteCount(.salt, count, allowed: 16...16)) {
        try Credential(Self.own.replacing(Self.salt, with: digits(count)))
      }
    }
    for (text, least) in [(Self.phc, 1), (Self.passlib, 0)] {
      for count in [least - 1, 1025] where count >= 0 {
        #expect(throws: CredentialError.byteCount(.salt, count, allowed: least...1024)) {
          try Credential(text.replacing(Self.salt, with: digits(count)))
        }
      }
      for count in [least, 1024] {
        #expect(try Credential(text.replacing(Self.salt, with: digits(count))).salt.count == count)
      }
    }
    for count in [0, 1, 16, 31, 33, 64] {
      for (text, check) in [(Self.own, Self.check), (Self.passlib, Self.dotted)] {
        #expect(throws: CredentialError.byteCount(.check, count, allowed: 32...32)) {
          try Credential(text.replacing(check, with: digits(count)))
        }
      }
    }
    for count in [0, 8, 15, 65] {
      let text = Self.phc.replacing("l=32", with: "l=\(max(1, count))").replacing(Self.check, with: digits(count))
      #expect(throws: CredentialError.byteCount(.check, count, allowed: 16...64)) { try Credential(text) }
    }
  }

  @Test func djangosSaltIsPrintableText() throws {
    for salt in ["s\0lt", "s\u{7f}", "sält", "s\n", "\u{1f}"] {
      #expect(throws: CredentialError.malformed(.salt)) {
        try Credential(Self.django.replacing("salt", with: salt))
      }
    }
    #expect(throws: CredentialError.byteCount(.salt, 0, allowed: 1...1024)) {
      try Credential(Self.django.replacing("salt", with: ""))
    }
    #expect(try Credential(Self.django).salt == Array("salt".utf8))
  }

  /// The limit applies to the rounds of all output blocks together, and a credential over it costs no time.
  @Test func roundsAreLimitedBeforeTheyAreSpent() throws {
    func read(_ text: String, _ rounds: Int) throws { _ = try Credential(text, limits: .init(maximumRounds: rounds)) }
    for text in [Self.own, Self.phc, Self.passlib, Self.django] {
      try read(text, 1000)
      #expect(throws: CredentialError.overLimit(rounds: 1000, limit: 999)) { try read(text, 999) }
      let hostile = text.replacing("1000", with: "4294967295")
      #expect(throws: CredentialError.overLimit(rounds: 4_294_967_295, limit: 10_000_000)) { try Credential(hostile) }
      #expect(try Credential(text.replacing("1000", with: "10000000")).rounds == 10_000_000)
    }
    let blocks = Self.phc.replacing("l=32", with: "l=33").replacing(
      Self.check, with: Base64.unpadded.encode([UInt8](repeating: 0, count: 33)))
    try read(blocks, 2000)
    #expect(throws: CredentialError.overLimit(rounds: 2000, limit: 1999)) { try read(blocks, 1999) }
  }

  /// Replaces each character in turn by every other one, removes it and doubles it.
  @Test(arguments: ["swift-vault", "passlib", "django", "phc", "cta"])
  func noChangedTextVerifies(name: String) throws {
    let file = try #require(CredentialVectorTests.files.first { $0.name == name })
    let vectors = try CredentialVectorTests.vectors(name, file.count)
    for (credential, password) in vectors[4..<7] {
      let text = Array(credential.description.utf8)
      #expect(try credential.logIn(password, stretching: CredentialVectorTests.policy) != .invalid)
      for index in text.indices {
        // A plus may stand for a dot.
        let same: [UInt8] = name == "passlib" && text[index] == UInt8(ascii: ".") ? Array("+.".utf8) : [text[index]]
        var changed = (0..<128).filter { !same.contains($0) }.map {
          Array(text[..<index]) + [$0] + text[(index + 1)...]
        }
        changed.append(Array(text[..<index] + text[(index + 1)...]))
        changed.append(Array(text[...index] + text[index...]))
        for text in changed {
          guard let other = try? Credential(String(decoding: text, as: UTF8.self), limits: .init(maximumRounds: 10_000))
          else { continue }
          #expect(try other.logIn(password, stretching: CredentialVectorTests.policy) == .invalid, "\(other)")
        }
      }
    }
  }

  @Test func errorsAreSentencesWithTheirNumbers() {
    #expect(CredentialError.malformed(.rounds).description == "the rounds field is malformed")
    #expect(CredentialError.fieldCount(4, expected: 6).description == "4 fields; this form has 6")
    #expect(CredentialError.byteCount(.salt, 3, allowed: 16...16).description == "a salt of 3 bytes; it has 16")
    #expect(CredentialError.byteCount(.check, 3, allowed: 16...64).description == "a check of 3 bytes; it has 16 to 64")
    #expect(CredentialError.overLimit(rounds: 9, limit: 8).description == "verifying takes 9 rounds; the limit is 8")
    #expect(
      CredentialError.tooLong(byteCount: 9, maximum: 8).description == "9 bytes of text; a credential has at most 8")
    #expect(CredentialError.unknownForm.description == "not a credential of a known form")
  }
}
