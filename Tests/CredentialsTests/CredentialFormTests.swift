import SwiftVaultTestSupport
import Testing

@testable import Credentials

/// Credentials written in the forms of other programs.
@Suite struct CredentialFormTests {
  /// The values that a form can hold.
  private struct Places {
    var functions = ["SHA1", "SHA256", "SHA512"]
    var salt = 1...1024
    /// A separator that a salt of printable ASCII must not contain; nil if the salt may be any bytes.
    var textWithout: Character?
    /// One digest if nil.
    var check: ClosedRange<Int>?
    var rounds: Int?
  }

  /// The rules of the forms, by the table in the documentation.
  private static let places: [Credential.Form: Places] = [
    "phc": Places(check: 16...64), "vapor": Places(), "passlib": Places(salt: 0...1024),
    "django": Places(functions: ["SHA1", "SHA256"], textWithout: "$"), "hashcat": Places(check: 16...64),
    "opendj": Places(), "389ds": Places(),
    "spring": Places(functions: ["SHA1"], salt: 8...8, check: 32...32, rounds: 185_000),
    "spring58": Places(functions: ["SHA256"], salt: 16...16, rounds: 310_000), "ldap": Places(salt: 0...1024),
    "389ds-binary": Places(functions: ["SHA256"], salt: 64...64, check: 256...256),
    "atlassian": Places(functions: ["SHA1"], salt: 16...16, check: 32...32, rounds: 10_000),
    "werkzeug": Places(textWithout: "$"), "grub": Places(functions: ["SHA512"], check: 16...64),
    "cta": Places(functions: ["SHA1"], salt: 0...1024),
    "dlitz": Places(functions: ["SHA1"], check: 24...24), "macos": Places(functions: ["SHA512"], check: 64...128),
    "cisco8": Places(functions: ["SHA256"], salt: 14...14, textWithout: "$", rounds: 20_000),
    "mosquitto": Places(functions: ["SHA256", "SHA512"], check: 16...64),
    "aspnet3": Places(salt: 16...1024, check: 16...64),
    "aspnet2": Places(functions: ["SHA1"], salt: 16...16, check: 32...32, rounds: 1000),
    "keycloak": Places(functions: ["SHA1", "SHA256", "SHA512", "Argon2id"], check: 16...64),
    "kanidm": Places(check: 16...64),
    .argon2id: Places(functions: ["Argon2id"], salt: 8...1024, check: 4...1024),
    "django-argon2id": Places(functions: ["Argon2id"], salt: 8...1024, check: 4...1024),
    "ldap-argon2id": Places(functions: ["Argon2id"], salt: 8...1024, check: 4...1024),
    "dovecot-argon2id": Places(functions: ["Argon2id"], salt: 8...1024, check: 4...1024),
    "spring-argon2id": Places(functions: ["Argon2id"], salt: 8...1024, check: 4...1024),
    "scrypt": Places(functions: ["scrypt"], salt: 0...1024, check: 16...64),
    "django-scrypt": Places(functions: ["scrypt"], textWithout: "$", check: 64...64),
    "werkzeug-scrypt": Places(functions: ["scrypt"], textWithout: "$", check: 64...64),
  ]

  /// The check in a form: the output of PBKDF2 and scrypt may be cut.
  private static func check(_ credential: Credential, _ form: Credential.Form) -> [UInt8] {
    let function = credential.function.rawValue.replacing("PBKDF2-HMAC-", with: "")
    guard function != "Argon2id", form != credential.form, let places = places[form] else { return credential.check }
    let most = places.check?.upperBound ?? ["SHA1": 20, "SHA256": 32, "SHA512": 64][function] ?? 0
    return Array(credential.check.prefix(most))
  }

  /// The values that a form cannot hold, by the rules in the documentation.
  private static func refusal(_ credential: Credential, _ form: Credential.Form) -> CredentialError? {
    if form == credential.form { return nil }
    guard credential.form != .swiftVault, let places = places[form] else { return .notCarried(.check, by: form) }
    let function = credential.function.rawValue.replacing("PBKDF2-HMAC-", with: "")
    if !places.functions.contains(function) { return .notCarried(.function, by: form) }
    let digest = ["SHA1": 20, "SHA256": 32, "SHA512": 64][function] ?? 0
    guard (places.check ?? digest...digest) ~= check(credential, form).count else {
      return .notCarried(.check, by: form)
    }
    if let rounds = places.rounds, rounds != credential.rounds { return .notCarried(.rounds, by: form) }
    let salt = credential.salt
    var isCarried = places.salt ~= salt.count
    if let separator = places.textWithout?.asciiValue {
      isCarried = isCarried && !salt.contains { $0 < 32 || $0 > 126 || $0 == separator }
    }
    // Its salt begins with the rounds. No other form makes such a salt.
    if form == "dlitz" { isCarried = salt.starts(with: "$p5k2$".utf8) }
    return isCarried ? nil : .notCarried(.salt, by: form)
  }

  /// Every vector in every form: what is written is read as the same function, rounds, salt and check.
  @Test func eachFormOfEachCredential() throws {
    var (written, refused) = (0, 0)
    for file in CredentialVectorTests.files {
      for (credential, _) in try CredentialVectorTests.vectors(file.name, file.count) {
        for form in Credential.Form.allCases {
          if let error = Self.refusal(credential, form) {
            #expect(throws: error, "\(credential) as \(form)") { try credential.text(as: form) }
            refused += 1
            continue
          }
          let text = try credential.text(as: form)
          let read = try Credential(text)
          #expect(read.form == form && read.keyDerivation == credential.keyDerivation, "\(credential): \(text)")
          #expect(read.storedStretching == credential.storedStretching)
          #expect(read.salt == credential.salt && read.check == Self.check(credential, form))
          #expect(try read.text(as: form) == text)
          written += 1
        }
      }
    }
    #expect(written + refused == CredentialVectorTests.count * 32)
    #expect(written > 4000 && refused > 4000, "\(written), \(refused)")
  }

  /// Each vector is written as a PHC string or, if this cannot hold it, in another form, and converted back.
  @Test func eachCredentialComesBack() throws {
    var count = 0
    for file in CredentialVectorTests.files where file.form != .swiftVault {
      for (credential, _) in try CredentialVectorTests.vectors(file.name, file.count) {
        guard let text = try? credential.text(as: Self.other(credential)) else { continue }
        let other = try Credential(text)
        guard other.check == credential.check else { continue }
        let back = try Credential(other.text(as: file.form))
        #expect(back.form == file.form && back.keyDerivation == credential.keyDerivation, "\(credential)")
        #expect(back.storedStretching == credential.storedStretching)
        #expect(back.salt == credential.salt && back.check == credential.check)
        // Some vectors have another name of SHA-1, white space or small letters, or lack fields that Keycloak adds.
        let isSame = back.description == credential.description
        #expect(isSame || ["ldap", "389ds", "keycloak", "grub"].contains(file.form), "\(credential)")
        count += 1
      }
    }
    // Not the 15 and 7 checks of more than 64 bytes, nor scrypt's of 32 bytes.
    #expect(count == CredentialVectorTests.count - 30 - 15 - 7 - 29)
  }

  /// Another form that can hold most values of a form.
  private static func other(_ credential: Credential) -> Credential.Form {
    switch credential.form {
    case .argon2id: "django-argon2id"
    case "django-argon2id", "ldap-argon2id", "dovecot-argon2id", "spring-argon2id": .argon2id
    case "keycloak" where credential.memoryByteCount > 0: .argon2id
    case "scrypt": "django-scrypt"
    case "django-scrypt", "werkzeug-scrypt": "scrypt"
    case "phc": credential.salt.isEmpty ? "ldap" : "hashcat"
    case "ldap": credential.salt.isEmpty ? "passlib" : "phc"
    default: credential.salt.isEmpty ? "ldap" : "phc"
    }
  }

  /// passlib's two forms differ only in the text before the rounds.
  @Test func passlibsTwoForms() throws {
    var count = 0
    for (credential, _) in try CredentialVectorTests.vectors("passlib", 47) {
      let text = "\(credential)"
      let name = text.split(separator: "$")[0]
      let ldap = text.replacing("$\(name)$", with: "{\(name.uppercased())}")
      #expect(try credential.text(as: "ldap") == ldap)
      #expect(try Credential(ldap).text(as: "passlib") == text)
      count += 1
    }
    #expect(count == 47)
  }

  @Test func formsByHand() throws {
    let check = "XacIUioViH9TPXkMmUulwDZnP+38y0c8qW5z4fyg6Vs"
    let hashcat = try Credential("sha256:1000:c2FsdA==:\(check)=")
    let dotted = check.replacing("+", with: ".")
    let expected: [(Credential.Form, String)] = [
      ("phc", "$pbkdf2-sha256$i=1000,l=32$c2FsdA$\(check)"), ("passlib", "$pbkdf2-sha256$1000$c2FsdA$\(dotted)"),
      ("django", "pbkdf2_sha256$1000$salt$\(check)="), ("ldap", "{PBKDF2-SHA256}1000$c2FsdA$\(dotted)"),
      ("hashcat", "sha256:1000:c2FsdA==:\(check)="),
    ]
    for (form, text) in expected {
      #expect(try hashcat.text(as: form) == text)
      for (other, otherText) in expected { #expect(try Credential(text).text(as: other) == otherText) }
    }
    // OpenLDAP's other name of SHA-1 stays, and is written in short from other forms.
    let value = "QJTEclnXgh9Cz3ChCWpdAg$9.s98jwFJM.NXJK9ca/oJ5AyoAQ"
    #expect(try Credential("{PBKDF2-SHA1}10000$\(value)").text(as: "ldap") == "{PBKDF2-SHA1}10000$\(value)")
    #expect(try Credential("$pbkdf2$10000$\(value)").text(as: "ldap") == "{PBKDF2}10000$\(value)")
  }

  /// A credential that came from a converted text still belongs to its password.
  @Test func convertedCredentialsVerify() throws {
    let credential = try Credential("sha512:1000:ODQyMDEwNjQyODY=:MKaHNWXUsuJB3IEwBHbm3w==")
    let phc = try Credential(credential.text(as: "phc"))
    #expect(try phc.logIn("hashcat".utf8, stretching: CredentialVectorTests.policy) != .invalid)
    #expect(try phc.logIn("hashcats".utf8, stretching: CredentialVectorTests.policy) == .invalid)
  }

  /// The first digest of a longer check is the check of a form with one digest, and belongs to the same password.
  @Test func longChecksAreCut() throws {
    let keycloak = try CredentialVectorTests.vectors("keycloak", 57)[0]
    #expect(keycloak.credential.check.count == 64)
    for form in [("passlib" as Credential.Form), "ldap", "389ds", "opendj", "vapor"] {
      let cut = try Credential(keycloak.credential.text(as: form))
      #expect(cut.check == Array(keycloak.credential.check.prefix(32)))
      #expect(try cut.logIn(keycloak.password, stretching: CredentialVectorTests.policy) != .invalid, "\(form)")
      #expect(try cut.logIn(keycloak.password + [1], stretching: CredentialVectorTests.policy) == .invalid, "\(form)")
    }
    // Argon2id's output of another length is another output.
    let argon2id = try Credential(
      "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$\(Base64.unpadded.encode([UInt8](repeating: 0, count: 65)))")
    #expect(throws: CredentialError.notCarried(.check, by: "keycloak")) { try argon2id.text(as: "keycloak") }
  }

  @Test func malformedTexts() throws {
    let check = "XacIUioViH9TPXkMmUulwDZnP.38y0c8qW5z4fyg6Vs"
    let padded = check.replacing(".", with: "+") + "="
    let wrong: [(String, CredentialError)] = [
      ("{PBKDF2-SHA256}1000$c2FsdA", .fieldCount(3, expected: 4)),
      ("{PBKDF2-SHA256}$1000$c2FsdA$\(check)", .fieldCount(5, expected: 4)),
      ("{PBKDF2-SHA256}", .fieldCount(2, expected: 4)),
      ("{PBKDF2_SHA256}1000$c2FsdA$\(check)", .fieldCount(4, expected: 2)),
      ("{PBKDF2-SHA384}1000$c2FsdA$\(check)", .unknownForm), ("{SSHA}1000$c2FsdA$\(check)", .otherKind("salted SHA")),
      ("{PBKDF2-SHA256}01000$c2FsdA$\(check)", .malformed(.rounds)),
      ("{PBKDF2-SHA256}i=1000$c2FsdA$\(check)", .malformed(.rounds)),
      ("{PBKDF2-SHA256}1000$c2FsdA==$\(check)", .malformed(.salt)),
      ("{PBKDF2-SHA256}1000$c2FsdA$\(padded)", .malformed(.salt)),
      ("{PBKDF2-SHA512}1000$c2FsdA$\(check)", .byteCount(.check, 32, allowed: 64...64)),
      ("{PBKDF2}1000$c2FsdA$\(check)", .byteCount(.check, 32, allowed: 20...20)),
      ("sha256:1000:c2FsdA==", .fieldCount(3, expected: 4)), ("sha256:", .fieldCount(2, expected: 4)),
      ("sha256:1000:c2FsdA==:\(padded):", .fieldCount(5, expected: 4)),
      ("sha256$1000$c2FsdA==$\(padded)", .unknownForm), ("sha256", .unknownForm),
      ("SHA256:1:c2FsdA==:\(padded)", .unknownForm),
      ("sha384:1000:c2FsdA==:\(padded)", .unknownForm), ("sha256:0:c2FsdA==:\(padded)", .malformed(.rounds)),
      ("sha256:1000:c2FsdA:\(padded)", .malformed(.salt)), ("sha256:1000:c2FsdA==:\(check)", .malformed(.check)),
      ("sha256:1000:c2FsdA==:AAAAAAAAAAAAAAAAAAAA", .byteCount(.check, 15, allowed: 16...64)),
      ("sha256:10000001:c2FsdA==:\(padded)", .overLimit(rounds: 10_000_001, limit: 10_000_000)),
      // Two digests of 20 bytes take the rounds twice.
      ("sha1:5000001:c2FsdA==:\(padded)", .overLimit(rounds: 10_000_002, limit: 10_000_000)),
    ]
    for (text, error) in wrong { #expect(throws: error, "\(text)") { try Credential(text) } }
    #expect(try Credential("{PBKDF2-SHA256}1000$$\(check)").salt.isEmpty)
    #expect(try Credential("sha1:5000000:c2FsdA==:\(padded)").rounds == 5_000_000)
  }
}
