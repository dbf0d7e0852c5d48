import Testing
import Vault

/// The rules of NIST SP 800-63B-4, section 3.1.1.2.
@Suite struct PasswordPolicyTests {
  private let policy = PasswordPolicy { _ in false }

  @Test func fifteenCharactersAreEnough() throws {
    #expect(throws: PasswordPolicyError.tooShort(0, minimum: 15)) { try policy.check("") }
    #expect(throws: PasswordPolicyError.tooShort(14, minimum: 15)) { try policy.check("aaaaaaaaaaaaaa") }
    // No rules on kinds of characters: one letter fifteen times passes unless it is blocked, and so do spaces.
    try policy.check("aaaaaaaaaaaaaaa")
    try policy.check("               ")
    #expect(policy.minimumLength == 15 && policy.maximumLength == 1024)
  }

  @Test func theLengthIsInCodePoints() throws {
    // 15 code points each: of 1, 2, 4 UTF-8 bytes, and of one grapheme.
    for text in ["abcdefghijklmno", String(repeating: "é", count: 15), String(repeating: "𝄞", count: 15)] {
      try policy.check(text)
      #expect(throws: PasswordPolicyError.tooShort(14, minimum: 15)) {
        try policy.check(String(text.unicodeScalars.dropLast()))
      }
    }
    try policy.check("e" + String(repeating: "\u{301}", count: 14))
  }

  @Test func longOnesPassUpToTheMaximum() throws {
    try policy.check(String(repeating: "x", count: 1024))
    #expect(throws: PasswordPolicyError.tooLong(1025, maximum: 1024)) {
      try policy.check(String(repeating: "x", count: 1025))
    }
    let narrow = PasswordPolicy(minimumLength: 8, maximumLength: 64) { _ in false }
    try narrow.check("12345678")
    try narrow.check(String(repeating: "x", count: 64))
    #expect(throws: PasswordPolicyError.tooShort(7, minimum: 8)) { try narrow.check("1234567") }
    #expect(throws: PasswordPolicyError.tooLong(65, maximum: 64)) {
      try narrow.check(String(repeating: "x", count: 65))
    }
  }

  /// The whole password is compared, in any canonically equivalent form, and no part of it.
  @Test func theBlocklistIsComparedWithTheWholePassword() throws {
    let words: Set = ["correct horse battery", "mot de passe préféré"]
    let policy = PasswordPolicy(isBlocked: words.contains)
    for blocked in ["correct horse battery", "mot de passe préféré", "mot de passe pre\u{301}fe\u{301}re\u{301}"] {
      #expect(throws: PasswordPolicyError.blocked) { try policy.check(blocked) }
    }
    try policy.check("correct horse battery staple")
    try policy.check("Correct Horse Battery")
  }

  @Test func theErrorsAreReasonsForTheUser() {
    #expect(PasswordPolicyError.tooShort(1, minimum: 15).description == "1 character; a password needs 15")
    #expect(PasswordPolicyError.tooShort(3, minimum: 15).description == "3 characters; a password needs 15")
    #expect(PasswordPolicyError.tooLong(99, maximum: 64).description == "99 characters; a password has at most 64")
    #expect(PasswordPolicyError.blocked.description.contains("attackers try first"))
  }
}
