import Testing

@testable import Credentials

/// Each row of the table of forms: the texts that its grammar refuses, and those that are named as another kind.
@Suite struct CredentialRowTests {
  private static let zeros32 = String(repeating: "A", count: 43) + "="
  private static let salt16 = "AAECAwQFBgcICQoLDA0ODw=="

  /// A text of each form that the other tests do not start from.
  static let texts: [Credential.Form: String] = [
    "389ds": "{PBKDF2-SHA256}1000$\(salt16)$\(zeros32)",
    "opendj": "{PBKDF2-HMAC-SHA256}1000:\(Base64.padded.encode([UInt8](repeating: 0, count: 48)))",
    "spring": "{pbkdf2}" + String(repeating: "0a", count: 40),
    "spring58": "{pbkdf2@SpringSecurity_v5_8}" + String(repeating: "0a", count: 48),
    "389ds-binary": "{PBKDF2_SHA256}" + base64([0, 0, 3, 0xe8] + zeros(320)),
    "atlassian": "{PKCS5S2}" + base64(zeros(48)),
    "werkzeug": "pbkdf2:sha256:1000$salt$" + String(repeating: "0a", count: 32),
    "grub": "grub.pbkdf2.sha512.1000.0A.\(String(repeating: "0A", count: 64))",
    "cta": "$p5k2$3e8$AA==$\(String(repeating: "A", count: 27))=",
    "dlitz": "$p5k2$3e8$salt$\(String(repeating: "A", count: 32))",
    "macos": "$ml$1000$0a$\(String(repeating: "0a", count: 64))",
    "cisco8": "$8$abcdefghijklmn$\(String(repeating: ".", count: 43))",
    "mosquitto": "PBKDF2$sha256$1000$\(salt16)$\(zeros32)",
    "aspnet3": base64([1, 0, 0, 0, 1, 0, 0, 3, 0xe8, 0, 0, 0, 16] + zeros(48)), "aspnet2": base64(zeros(49)),
    .argon2id: "$argon2id$v=19$m=64,t=3,p=2$AAECAwQFBgcICQoLDA0ODw$\(zeros32.dropLast())",
    "django-argon2id": "argon2$argon2id$v=19$m=64,t=3,p=2$AAECAwQFBgcICQoLDA0ODw$\(zeros32.dropLast())",
    "ldap-argon2id": "{ARGON2}$argon2id$v=19$m=64,t=3,p=2$AAECAwQFBgcICQoLDA0ODw$\(zeros32.dropLast())",
    "dovecot-argon2id": "{ARGON2ID}$argon2id$v=19$m=64,t=3,p=2$AAECAwQFBgcICQoLDA0ODw$\(zeros32.dropLast())",
    "spring-argon2id":
      "{argon2@SpringSecurity_v5_8}$argon2id$v=19$m=64,t=3,p=2$AAECAwQFBgcICQoLDA0ODw$\(zeros32.dropLast())",
    "vapor": "$pbkdf2-sha256$1000$\(salt16)$\(zeros32)",
    "scrypt": "$scrypt$ln=4,r=8,p=2$AAECAwQFBgcICQoLDA0ODw$\(zeros32.dropLast())",
    "django-scrypt": "scrypt$16$salt$8$2$\(base64(zeros(64)))",
    "werkzeug-scrypt": "scrypt:16:8:2$salt$" + String(repeating: "0a", count: 64),
    "keycloak": keycloak(), "kanidm": #"{"PBKDF2":{"cost":1000,"salt":"AAEC","hash":"\#(zeros32.dropLast())"}}"#,
  ]

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private static func base64(_ bytes: [UInt8]) -> String { Base64.padded.encode(bytes) }

  private static func keycloak(
    _ data: String = #"{"hashIterations":1000,"algorithm":"pbkdf2-sha256"}"#,
    _ secret: String = #"{"value":"\#(zeros32)","salt":"\#(salt16)"}"#
  ) -> String { #"{"id":"é","secretData":\#(secret),"credentialData":\#(data)}"# }

  /// Keycloak's Argon2id, with one parameter of another value.
  private static func keycloakArgon2(_ name: String, _ value: String) -> String {
    let all = ["hashLength": "32", "memory": "64", "type": "id", "version": "1.3", "parallelism": "2"]
    let list = all.merging([name: value]) { $1 }.map { #""\#($0)":["\#($1)"]"# }.joined(separator: ",")
    return keycloak(#"{"hashIterations":3,"algorithm":"argon2","additionalParameters":{\#(list)}}"#)
  }

  /// Texts of one password in the form of each program with Argon2id, which differ in nothing else.
  @Test func argon2idOfEachProgram() throws {
    let phc = try Credential(Self.texts[.argon2id]!)
    for form in [("django-argon2id" as Credential.Form), "ldap-argon2id", "dovecot-argon2id", "spring-argon2id"] {
      #expect(try phc.text(as: form) == Self.texts[form])
      #expect(try Credential(Self.texts[form]!).text(as: .argon2id) == phc.description)
    }
    let keycloak = try Credential(Self.keycloakArgon2("type", "id"))
    #expect(keycloak.form == "keycloak" && keycloak.keyDerivation.hasPrefix("Argon2id"))
    #expect(try keycloak.text(as: .argon2id) == phc.description)
    #expect(try Credential(phc.text(as: "keycloak")).text(as: .argon2id) == phc.description)
    // Spring Security's name of older settings, and braces in either case.
    for name in ["{argon2}", "{Argon2}", "{ARGON2@SPRINGSECURITY_V5_8}"] {
      #expect(try Credential(name + phc.description).text(as: .argon2id) == phc.description)
    }
    for old in ["m=64", "v=16$m=64"] {
      let text = phc.description.replacing("v=19$m=64", with: old)
      for text in [text, "argon2" + text, "{ARGON2}" + text] {
        #expect(
          throws: CredentialError.otherKind("Argon2 of version 1.0 (16); RFC 9106 has version 1.3 (19)"), "\(text)"
        ) { try Credential(text) }
      }
    }
  }

  @Test func eachTextIsOfItsForm() throws {
    for (form, text) in Self.texts {
      let credential = try Credential(text)
      #expect(credential.form == form && credential.description == text, "\(text)")
      #expect(try Credential(text, limits: .init(maximumRounds: .max)) == credential)
    }
    // The other five have a text in the tests before.
    #expect(
      Set(Self.texts.keys).union([.swiftVault, "phc", "passlib", "django", "hashcat", "ldap"])
        == Set(Credential.Form.allCases))
  }

  /// Each word and each name belongs to one form, and the numbers are those of the rows.
  @Test func wordsAndNames() {
    let forms = Credential.Form.allCases
    #expect(forms.count == 32 && Set(forms.map(\.rawValue)).count == 32 && Set(forms.map(\.description)).count == 32)
    for file in CredentialVectorTests.files { #expect(file.form.rawValue == file.name) }
    #expect(Set(CredentialVectorTests.files.map(\.form)) == Set(forms))
    for form in forms { #expect(Credential.Form(rawValue: form.rawValue) == form) }
    #expect(Credential.Form(rawValue: "PHC") == nil)
    #expect(
      "\("phc" as Credential.Form), \("kanidm" as Credential.Form), \("ldap" as Credential.Form)" == "PHC, kanidm, LDAP"
    )
  }

  private static func wrong(
    _ form: Credential.Form, _ part: String, _ other: String, _ error: CredentialError
  ) -> (String, CredentialError) {
    let text = texts[form]!
    precondition(text.contains(part), "\(text) has no \(part)")
    return (text.replacing(part, with: other), error)
  }

  private static let salt0 = CredentialError.byteCount(.salt, 0, allowed: 1...1024)

  private static let malformed: [(String, CredentialError)] = [
    wrong("389ds", "1000", "01000", .malformed(.rounds)),
    wrong("389ds", salt16, "AA", .malformed(.salt)),
    wrong("389ds", salt16, "", salt0), wrong("389ds", "AAA=", "A.A=", .malformed(.check)),
    wrong("389ds", "SHA256", "SHA1", .byteCount(.check, 32, allowed: 20...20)),
    wrong("389ds", "$A", "$$A", .fieldCount(6, expected: 4)),
    wrong("opendj", "1000", "0", .malformed(.rounds)),
    wrong("opendj", "AAAA", "A", .byteCount(.check, 12, allowed: 32...32)),
    wrong("opendj", "1000:", "1000:*", .malformed(.check)),
    wrong("opendj", "1000:", "1000", .unknownForm), wrong("opendj", "0:", "0::", .fieldCount(4, expected: 3)),
    wrong("opendj", "SHA256", "SHA512", .byteCount(.check, 48, allowed: 64...64)),
    ("{PBKDF2-HMAC-SHA256}1:\(zeros32)", salt0), ("{PBKDF2}1:AAAA", .byteCount(.check, 3, allowed: 20...20)),
    wrong("spring58", "0a0a", "0a", .byteCount(.check, 8, allowed: 32...32)),
    wrong("spring58", "0a0a", "0", .byteCount(.salt, 12, allowed: 16...16)),
    wrong("spring", "0a0a", "g", .fieldCount(2, expected: 4)),
    ("{pbkdf2}" + String(repeating: "0g", count: 40), .malformed(.check)),
    ("{pbkdf2}" + String(repeating: "$", count: 80), .fieldCount(82, expected: 4)),
    ("{PBKDF2_SHA256}", .malformed(.rounds)), ("{PBKDF2_SHA256}AAAA", .malformed(.rounds)),
    ("{PBKDF2_SHA256}*", .malformed(.check)), ("{PBKDF2_SHA256}" + base64(zeros(324)), .malformed(.rounds)),
    ("{PBKDF2_SHA256}" + base64([0, 0, 0, 1] + zeros(63)), .byteCount(.salt, 63, allowed: 64...64)),
    ("{PBKDF2_SHA256}" + base64([0, 0, 0, 1] + zeros(319)), .byteCount(.check, 255, allowed: 256...256)),
    ("{PKCS5S2}" + base64(zeros(47)), .byteCount(.check, 31, allowed: 32...32)),
    ("{PKCS5S2}" + base64(zeros(15)), .byteCount(.salt, 15, allowed: 16...16)), ("{PKCS5S2}+", .malformed(.check)),
    wrong("werkzeug", "1000", "1e3", .malformed(.rounds)), wrong("werkzeug", "1000", "3e", .malformed(.rounds)),
    wrong("werkzeug", "$salt", "$s\u{7f}", .malformed(.salt)), wrong("werkzeug", "$salt", "$", salt0),
    wrong("werkzeug", "$0a", "$0", .malformed(.check)),
    wrong("werkzeug", "$0a", "$", .byteCount(.check, 31, allowed: 32...32)),
    wrong("werkzeug", "$salt", "", .fieldCount(3, expected: 4)),
    wrong("werkzeug", "sha256", "sha384", .otherKind("PBKDF2 with another hash")),
    wrong("grub", "1000", "0x3e8", .malformed(.rounds)), wrong("grub", ".0A.", ".0.", .malformed(.salt)),
    wrong("grub", ".0A.", "..", salt0), wrong("grub", "0A0A", "", .byteCount(.check, 0, allowed: 16...64)),
    wrong("grub", "sha512", "sha256", .unknownForm), wrong("grub", ".0A.", ".0A.0A.", .fieldCount(7, expected: 6)),
    wrong("cta", "3e8", "3E8", .malformed(.rounds)), wrong("cta", "3e8", "", .malformed(.rounds)),
    wrong("cta", "3e8", "03e8", .malformed(.rounds)),
    wrong("cta", "3e8", "100000000", .malformed(.rounds)),
    wrong("cta", "AA==", "AA", .malformed(.salt)), wrong("cta", "AAAAA=", "AAA+A=", .malformed(.check)),
    wrong("cta", "AAAA", "", .byteCount(.check, 2, allowed: 20...20)),
    wrong("dlitz", "3e8", "190", .malformed(.rounds)), wrong("dlitz", "3e8", "xyz", .malformed(.rounds)),
    wrong("dlitz", "salt", "s\u{1}", .malformed(.salt)),
    wrong("dlitz", "AAAA", "A", .byteCount(.check, 6, allowed: 24...24)),
    wrong("dlitz", "AAAA", "AAA", .byteCount(.check, 18, allowed: 24...24)),
    wrong("dlitz", "$salt", "", .fieldCount(4, expected: 5)), ("$p5k2", .fieldCount(2, expected: 5)),
    wrong("macos", "1000", "", .malformed(.rounds)), wrong("macos", "$0a$", "$0g$", .malformed(.salt)),
    wrong("macos", "$0a$", "$$", salt0), wrong("macos", "0a0a", "0a", .byteCount(.check, 32, allowed: 64...128)),
    wrong("cisco8", "lmn", "lm", .byteCount(.salt, 13, allowed: 14...14)),
    wrong("cisco8", "$..", "$$..", .fieldCount(5, expected: 4)),
    wrong("mosquitto", "1000", "-1", .malformed(.rounds)), wrong("mosquitto", salt16, "*", .malformed(.salt)),
    wrong("mosquitto", salt16, "", salt0), wrong("mosquitto", zeros32, "AAAA", .byteCount(.check, 3, allowed: 16...64)),
    ("PBKDF2$sha1$1000$AA==$\(zeros32)", .unknownForm),
    // The numbers of ASP.NET: the function, the rounds and the length of the salt.
    ("AQAAAA", .malformed(.check)), ("AQAAAA==", .malformed(.function)), ("AQAAAAM=", .malformed(.function)),
    (base64([1, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 16] + zeros(48)), .malformed(.function)),
    (base64([1, 0, 0, 0, 1, 0, 0]), .malformed(.rounds)),
    (base64([1, 0, 0, 0, 1, 0, 0, 0, 0] + zeros(52)), .malformed(.rounds)),
    (base64([1, 0, 0, 0, 1, 0, 0, 0, 1, 0]), .malformed(.salt)),
    (base64([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 15] + zeros(48)), .byteCount(.salt, 15, allowed: 16...1024)),
    (base64([1, 0, 0, 0, 1, 0, 0, 0, 1, 255, 255, 255, 255] + zeros(48)), .byteCount(.check, 0, allowed: 16...64)),
    (base64([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 16] + zeros(16 + 65)), .byteCount(.check, 65, allowed: 16...64)),
    (base64([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 4, 1] + zeros(1100)), .byteCount(.salt, 1025, allowed: 16...1024)),
    (base64([2] + zeros(48)), .unknownForm), (base64([0x0f] + zeros(48)), .unknownForm),
    (base64(zeros(50)).dropLast() + "*", .malformed(.check)),
    (base64(zeros(47) + [255]), .unknownForm), (base64(zeros(52)), .unknownForm),
  ]

  @Test func malformedFieldsAreRefused() {
    for (text, error) in Self.malformed { #expect(throws: error, "\(text)") { try Credential(text) } }
  }

  private static let malformedObjects: [(String, CredentialError)] = [
    ("{", .unknownForm), ("{}", .unknownForm), (#"{"#, .unknownForm), (#"{"a"}"#, .unknownForm),
    ("{ \"a\": 1 }", .unknownForm),
    (#"{"a":{}}"#, .malformed(.function)), (#"{"a":{},"b":{}}"#, .unknownForm),
    (#"{"secretData":"{}","credentialData":1}"#, .unknownForm),
    (#"{"secretData":"{}","credentialData":"x"}"#, .unknownForm),
    (keycloak("{}"), .malformed(.function)),
    (keycloak(#"{"algorithm":"pbkdf2-sha384"}"#), .otherKind("PBKDF2 with another hash")),
    (keycloak(#"{"algorithm":"argon2","hashIterations":5}"#), .malformed(.function)),
    (keycloakArgon2("type", "i"), .otherKind("Argon2i")), (keycloakArgon2("type", "d"), .otherKind("Argon2d")),
    (keycloakArgon2("type", "e"), .malformed(.function)), (keycloakArgon2("version", "1.4"), .malformed(.version)),
    (keycloakArgon2("version", "1.0"), .otherKind("Argon2 of version 1.0 (16); RFC 9106 has version 1.3 (19)")),
    (keycloakArgon2("memory", "0x40"), .malformed(.parameters)),
    (keycloakArgon2("memory", ""), .malformed(.parameters)),
    (keycloakArgon2("parallelism", "1.5"), .malformed(.parameters)),
    (keycloakArgon2("hashLength", "31"), .byteCount(.check, 32, allowed: 31...31)),
    (keycloakArgon2("type", "id").replacing("\"hashIterations\":3,", with: ""), .malformed(.parameters)),
    (keycloakArgon2("type", "id").replacing(salt16, with: "AAEC"), .byteCount(.salt, 3, allowed: 8...1024)),
    (keycloak(#"{"algorithm":"bcrypt","hashIterations":12}"#), .otherKind("bcrypt")),
    (keycloak(#"{"algorithm":"s\u00e9","hashIterations":12}"#), .malformed(.function)),
    (keycloak(#"{"algorithm":"pbkdf2-sha256"}"#), .malformed(.rounds)),
    (keycloak(#"{"algorithm":"pbkdf2-sha256","hashIterations":0}"#), .malformed(.rounds)),
    (keycloak(#"{"algorithm":"pbkdf2-sha256","hashIterations":"1"}"#), .malformed(.rounds)),
    (keycloak(#"{"algorithm":"pbkdf2-sha256","hashIterations":1.0}"#), .malformed(.rounds)),
    (keycloak(#"{"algorithm":"pbkdf2-sha256","hashIterations":1,"hashIterations":1}"#), .malformed(.rounds)),
    (keycloak(#"{"algorithm":"pbkdf2-sha256","hashIterations":4294967296}"#), .malformed(.rounds)),
    (keycloak(#"{"algorithm":"pbkdf2-sha256","hashIterations":99999999999999999999}"#), .malformed(.rounds)),
    (keycloak().replacing("\"salt\"", with: "\"seed\""), .malformed(.salt)),
    (keycloak().replacing("AAEC", with: "AA-C"), .malformed(.salt)),
    (keycloak().replacing(salt16, with: ""), salt0),
    (keycloak().replacing("\"value\"", with: "\"vaIue\""), .malformed(.check)),
    (keycloak().replacing(zeros32, with: "AAAA"), .byteCount(.check, 3, allowed: 16...64)),
    (keycloak().replacing(zeros32, with: "*"), .malformed(.check)),
    (#"{"PBKDF2_MD5":{"cost":1,"salt":"AAEC","hash":"\#(zeros32.dropLast())"}}"#, .malformed(.function)),
    (#"{"PBKDF2":{"cost":1,"salt":"AAEC","hash":"\#(zeros32)"}}"#, .malformed(.check)),
    (#"{"PBKDF2":{"cost":1,"salt":"A+EC","hash":"AA"}}"#, .malformed(.salt)),
    (#"{"PBKDF2":[1000,[1,2],[3,4]]}"#, .otherKind("a record of kanidm's database, whose bytes are numbers")),
  ]

  @Test func malformedObjectsAreRefused() throws {
    for (text, error) in Self.malformedObjects { #expect(throws: error, "\(text)") { try Credential(text) } }
    // Nested objects, and objects in the text of a string, with white space.
    let written = try Credential(Self.keycloak()).text(as: "kanidm")
    let inText = try Credential(
      #"{"PBKDF2":{"cost":1000,"salt":"AAECAwQFBgcICQoLDA0ODw","hash":"\#(Self.zeros32.dropLast())"}}"#)
    #expect(inText.description == written)
    let spaced = try inText.text(as: "keycloak").replacing("{\"type", with: "{\n\t \"type")
    #expect(try Credential(spaced).text(as: "kanidm") == written)
  }

  /// Hostile numbers cost nothing: each is compared with the limit before a round is computed.
  @Test func roundsOfEachFormAreLimited() throws {
    for (form, text) in Self.texts {
      let rounds = try Credential(text).rounds
      let blocks =
        ["atlassian", "aspnet2", "spring", "dlitz"].contains(form) ? 2 : form == "389ds-binary" ? 8 : 1
      #expect(try Credential(text, limits: .init(maximumRounds: blocks * rounds)).rounds == rounds, "\(form)")
      #expect(throws: CredentialError.overLimit(rounds: blocks * rounds, limit: blocks * rounds - 1), "\(form)") {
        try Credential(text, limits: .init(maximumRounds: blocks * rounds - 1))
      }
      let hostile = text.replacing(":1000,", with: ":4294967295,").replacing("$3e8$", with: "$ffffffff$")
        .replacing("1000", with: "4294967295").replacing("AAAEAAAPo", with: "AAAH/////")
      guard hostile != text else { continue }
      #expect(throws: CredentialError.overLimit(rounds: blocks * 4_294_967_295, limit: 10_000_000), "\(hostile)") {
        try Credential(hostile)
      }
    }
  }

  private static let kinds: [(String, String)] = [
    ("$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW", "bcrypt"), ("$2y$10$x", "bcrypt"),
    ("bcrypt_sha256$$2b$12$x", "bcrypt"), ("{bcrypt}$2a$10$x", "bcrypt"), ("argon2$argon2i$v=19$m=1", "Argon2i"),
    ("$argon2i$v=19$m=65536,t=2,p=1$gZiV/M1gPc22ElAH/Jh1Hw$CWOrkoo7oJBQ/iyh7uJ0LO2aLEfrHwTWllSAxT0zRno", "Argon2i"),
    ("$argon2d$v=19$m=65536,t=2,p=1$x$y", "Argon2d"), ("argon2$argon2d$v=19$m=1", "Argon2d"),
    ("{ARGON2}$argon2i$v=19$m=1", "Argon2i"), ("{argon2}$argon2d$v=19", "Argon2d"), ("{ARGON2I}x", "Argon2i"),
    ("{argon2@other}x", "Argon2"), ("$pbkdf2-sha384$1$a$b", "PBKDF2 with another hash"),
    ("{crypt}x", "crypt(3) in LDAP"),
    ("{scrypt}$e0801$x$y", "scrypt"),
    ("$7$C6..../....x$y", "scrypt"),
    ("$9$x$y", "scrypt, as Cisco's type 9"),
    ("$y$j9T$x$y", "yescrypt"), ("$1$x$y", "MD5-crypt"), ("$5$x$y", "SHA-256-crypt"), ("$6$x$y", "SHA-512-crypt"),
    ("{SSHA512}x", "salted SHA"), ("{SHA}x", "SHA without a salt"), ("{SMD5}x", "salted MD5"),
    ("$P$x", "phpass, which is MD5"),
    ("SCRAM-SHA-256$4096:x$y:z", "SCRAM, which stores keys"), ("5f4dcc3b5aa765d61d8327deb882cf99", "MD5 or NTLM"),
    ("5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8", "SHA-1"), (String(repeating: "0f", count: 64), "SHA-512"),
    ("{pbkdf2@own}00", "PBKDF2 of Spring Security with settings that it does not state"),
    (
      String(repeating: "0f", count: 40),
      "PBKDF2 of Spring Security, whose rounds are missing; with {pbkdf2} before it, it is read"
    ),
    (String(repeating: "0f", count: 48), "SHA-384, or PBKDF2 of Spring Security, whose rounds are missing"),
  ]

  @Test func otherKindsAreNamed() {
    for (text, kind) in Self.kinds {
      #expect(throws: CredentialError.otherKind(kind), "\(text)") { try Credential(text) }
    }
    for text in ["5f4dcc3b5aa765d61d8327deb882cf9", "5f4dcc3b5aa765d61d8327deb882cf9g", "bcrypt", "$2", "{x}"] {
      #expect(throws: CredentialError.unknownForm, "\(text)") { try Credential(text) }
    }
    #expect(CredentialError.otherKind("bcrypt").description == "not a credential of a known form: this is bcrypt")
  }

  /// What OpenLDAP writes may be as long as what Spring Security writes after the same name.
  @Test func oneNameAndOneLengthOfTwoForms() throws {
    let check = Base64.dotted.encode(Self.zeros(20))
    let text = "{PBKDF2}1000$\(Base64.dotted.encode(Self.zeros(35)))$\(check)"
    let lengths = [text, Self.texts["spring"]!].map { $0.utf8.count }
    #expect(lengths[0] == lengths[1])
    #expect(try Credential(text).form == "ldap")
  }

  /// A salt that fits a form may still make a text longer than any credential.
  @Test func textsThatWouldBeTooLong() throws {
    let check = Base64.unpadded.encode(Self.zeros(64))
    let long = try Credential("$pbkdf2-sha512$i=1,l=64$\(Base64.unpadded.encode(Self.zeros(1000)))$\(check)")
    #expect(try long.text(as: "passlib").utf8.count < 2048)
    #expect(throws: CredentialError.notCarried(.salt, by: "grub")) { try long.text(as: "grub") }
  }

  /// Names in braces, and hexadecimal digits, in both cases.
  @Test func capitalsAndSmallLetters() throws {
    for form in [("opendj" as Credential.Form), "389ds", "spring58", "389ds-binary", "atlassian"] {
      let text = Self.texts[form]!
      let name = text.prefix { $0 != "}" }
      for other in [name.lowercased(), name.uppercased()] {
        #expect(try Credential(other + text.dropFirst(name.count)).form == form)
      }
    }
    for (form, text) in Self.texts where ["werkzeug", "grub", "macos"].contains(form) {
      let other = try Credential(text.replacing("0a", with: "0A").replacing(".0A", with: ".0a"))
      #expect(try other.text(as: "phc") == Credential(text).text(as: "phc"))
    }
    #expect(throws: CredentialError.unknownForm) { try Credential("PBKDF2:sha256:1000$salt$00") }
  }
}
