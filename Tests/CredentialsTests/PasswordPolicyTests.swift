import Testing
@testable import Credentials

extension PasswordPolicy {
  fileprivate func check(_ password: String) throws(PasswordPolicyError) { try check(utf8: password.utf8) }
}

/// The rules of NIST SP 800-63B-4, section 3.1.1.2.
@Suite struct PasswordPolicyTests {
  private let policy = PasswordPolicy()
  /// `count` characters without a pattern.
  private static func mixed(_ count: Int) -> String {
    let bytes = (0..<count).map { number -> UInt8 in
      let square: Int = 7 * number * number
      return UInt8(33 + (square + number / 90) % 94)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func fifteenCharactersAreEnough() throws {
    #expect(throws: PasswordPolicyError.tooShort(0, minimum: 15)) { try policy.check("") }
    #expect(throws: PasswordPolicyError.tooShort(14, minimum: 15)) { try policy.check("onion and clod") }
    // There are no rules on kinds of characters.
    for password in ["onions and cloud", "onionsandclouds", "840219573618402", "!?;:,.-_#+*~()="] {
      try policy.check(password)
    }
    #expect(policy.minimumLength == 15 && policy.maximumLength == 1024)
  }

  @Test func theLengthIsInCodePoints() throws {
    // 15 code points each: of 1, 2 and 4 UTF-8 bytes, and in one grapheme.
    for text in ["onionsandclouds", "éàèùâêîôûëïüçœæ", "𝄞𝄢𝄡𝄪𝄫𝄀𝄁𝄂𝄃𝄄𝄅𝄆𝄇𝄈𝄋"] {
      try policy.check(text)
      #expect(throws: PasswordPolicyError.tooShort(14, minimum: 15)) {
        try policy.check(String(text.unicodeScalars.dropLast()))
      }
    }
    try policy.check("e\u{301}o\u{302}a\u{303}i\u{304}u\u{306}y\u{307}n\u{308}s")
  }

  @Test func longOnesPassUpToTheMaximum() throws {
    try policy.check(Self.mixed(1024))
    #expect(throws: PasswordPolicyError.tooLong(1025, maximum: 1024)) { try policy.check(Self.mixed(1025)) }
    let narrow = PasswordPolicy(minimumLength: 8, maximumLength: 64)
    try narrow.check("84021957")
    try narrow.check(Self.mixed(64))
    #expect(throws: PasswordPolicyError.tooShort(7, minimum: 8)) { try narrow.check("8402195") }
    #expect(throws: PasswordPolicyError.tooLong(65, maximum: 64)) { try narrow.check(Self.mixed(65)) }
  }

  /// The bounds are those of the standard. Each pair that traps has a neighbour that does not.
  @Test func theBoundsHaveBounds() async {
    _ = PasswordPolicy(minimumLength: 8, maximumLength: 64)
    _ = PasswordPolicy(minimumLength: 64, maximumLength: 64)
    _ = PasswordPolicy(minimumLength: 100, maximumLength: 100)
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 7) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 7, maximumLength: 64) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(maximumLength: 63) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 8, maximumLength: 63) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 65, maximumLength: 64) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 100, maximumLength: 64) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(minimumLength: 100, maximumLength: 99) }
    await #expect(processExitsWith: .failure) { _ = PasswordPolicy(maximumLength: 1025) }
  }

  /// The whole password is compared, in any canonically equivalent form; a part of it is not.
  @Test func theBlocklistIsComparedWithTheWholePassword() throws {
    let words: Set = ["correct horse battery", "mot de passe préféré"]
    let policy = PasswordPolicy(isBlocked: words.contains)
    for blocked in ["correct horse battery", "mot de passe préféré", "mot de passe pre\u{301}fe\u{301}re\u{301}"] {
      #expect(throws: PasswordPolicyError.blocked) { try policy.check(blocked) }
    }
    try policy.check("correct horse battery staple")
    try policy.check("Correct Horse Battery")
  }

  /// The caller's list takes the place of the policy's, which would need a `String`.
  @Test func bytesAreCheckedAsTheirTextIs() throws {
    func check(_ password: some Sequence<UInt8>, isBlocked: Bool) throws(PasswordPolicyError) {
      try SymmetricKey(data: password).withUnsafeBytes { bytes throws(PasswordPolicyError) in
        try PasswordPolicy { _ in true }.check(bytes) { isBlocked }
      }
    }
    for password in ["onionsandclouds", "éàèùâêîôûëïüçœæ", "𝄞𝄢𝄡𝄪𝄫𝄀𝄁𝄂𝄃𝄄𝄅𝄆𝄇𝄈𝄋"] {
      try check(password.utf8, isBlocked: false)
      #expect(throws: PasswordPolicyError.blocked) { try check(password.utf8, isBlocked: true) }
      #expect(throws: PasswordPolicyError.blocked) { try PasswordPolicy { _ in true }.check(password) }
      let short = password.unicodeScalars.dropLast()
      #expect(throws: PasswordPolicyError.tooShort(14, minimum: 15)) {
        try check(String(String.UnicodeScalarView(short)).utf8, isBlocked: false)
      }
    }
    #expect(throws: PasswordPolicyError.blocked) { try check("123456789012345".utf8, isBlocked: false) }
    for bytes in [[0xFF], Array("onionsandclouds".utf8) + [0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      #expect(throws: PasswordPolicyError.notUTF8) { try policy.check(utf8: AnySequence(bytes)) }
    }
    #expect(PasswordPolicyError.notUTF8.description == "it is not UTF-8")
  }

  /// Every policy refuses these, even without a list from the caller.
  @Test(arguments: [
    // one character or one piece, repeated
    "aaaaaaaaaaaaaaa", "               ", "éééééééééééééééé", "passwordpassword", "abcabcabcabcabca",
    "lolololololololol", "Tr0ub4dor&3Tr0ub4dor&3",
    // runs of the alphabet, of digits and of keyboards, in both directions
    "abcdefghijklmno", "ZYXWVUTSRQPONML", "123456789012345", "12345678901234567890", "987654321098765",
    "1111222233334444", "qwertyuiopasdfgh", "qwertzuiopyxcvbnm", "azertyuiopqsdfgh", "123456789qwerty",
    "qwerty123456789", "asdfghjkl1234567", "zxcvbnm,,,1234567", "aaaaabbbbbccccc",
    // common passwords, and a common password with a run
    "1qaz2wsx3edc4rfv", "q1w2e3r4t5y6u7i8", "QWERTASDFGZXCVB", "passwordstandard", "password12345678",
    "1234567Password", "iloveyou!!!!!!!", "1234567890dragon1234567890", "monkeymonkey12345",
  ])
  func commonPasswordsAreRefused(password: String) {
    #expect(PasswordPolicy.isCommon(password))
    #expect(throws: PasswordPolicyError.blocked) { try policy.check(password) }
    #expect(throws: PasswordPolicyError.blocked) { try PasswordPolicy(isBlocked: { _ in false }).check(password) }
  }

  /// A run or a common word *in* a password is allowed, because only the whole is compared.
  @Test(arguments: [
    "correct horse battery", "my password is long", "dragon and monkey", "abcdefg-onions-12", "qwertyuiop[]asdf",
    "1234567890 clouds", "12 45 78 01 34 6", "passwordpasswort", "abcabcabcabcabd", "ababacababacaba!",
  ])
  func othersPass(password: String) throws {
    #expect(!PasswordPolicy.isCommon(password))
    try policy.check(password)
  }

  /// An invisible code point does not count as a character, and does not hide one.
  @Test func invisibleCodePointsDoNotCount() throws {
    let spaced = "onions".unicodeScalars.map { "\($0)\u{200B}" }.joined()
    #expect(throws: PasswordPolicyError.tooShort(6, minimum: 15)) {
      try policy.check(spaced + "\u{2060}\u{FE0F}\u{E0041}")
    }
    #expect(throws: PasswordPolicyError.blocked) { try policy.check("pass\u{AD}word12345678") }
    #expect(PasswordPolicy.isCommon("dra\u{200D}gon"))
    try policy.check("onions\u{200B}and\u{200B}clouds")
    for value in 0...0x10FFFF {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      #expect(PasswordPolicy.isInvisible(scalar.value) == scalar.properties.isDefaultIgnorableCodePoint, "\(value)")
    }
  }

  /// The work is proportional to the length: these took half a minute each when it was not.
  @Test(.timeLimit(.minutes(1))) func longPasswordsTakeNoTime() {
    let half = String(repeating: "a", count: 100_000)
    #expect(!PasswordPolicy.isCommon(half + "b" + half + "c"))
    #expect(PasswordPolicy.isCommon(half + half))
    #expect(!PasswordPolicy.isCommon(String(repeating: "ab", count: 100_000) + "!"))
    #expect(!PasswordPolicy.isCommon(String(repeating: "123x", count: 50_000) + "!"))
  }

  @Test func emptyAndShortAreLookedAtToo() {
    #expect(PasswordPolicy.isCommon("") && PasswordPolicy.isCommon("123") && PasswordPolicy.isCommon("dragon"))
    #expect(!PasswordPolicy.isCommon("x") && !PasswordPolicy.isCommon("12"))
  }

  @Test func theErrorsAreReasonsForTheUser() {
    #expect(PasswordPolicyError.tooShort(1, minimum: 15).description == "1 character; a password needs 15")
    #expect(PasswordPolicyError.tooShort(3, minimum: 15).description == "3 characters; a password needs 15")
    #expect(PasswordPolicyError.tooLong(99, maximum: 64).description == "99 characters; a password has at most 64")
    #expect(PasswordPolicyError.blocked.description.contains("attackers try first"))
  }
}
