import SwiftVaultTestSupport
import Testing

@testable import Credentials

/// Credentials made by passlib, Django, Werkzeug and argon2-cffi, and by Python in this library's form and in those of
/// other programs, after examples that the programs publish.
@Suite struct CredentialVectorTests {
  static let files: [(form: Credential.Form, name: String, count: Int)] = [
    (.swiftVault, "swift-vault", 30), ("passlib", "passlib", 47), ("django", "django", 24), ("phc", "phc", 43),
    ("vapor", "vapor", 42), ("ldap", "ldap", 46), ("hashcat", "hashcat", 45), ("opendj", "opendj", 43),
    ("389ds", "389ds", 44),
    ("389ds-binary", "389ds-binary", 15), ("spring", "spring", 3), ("spring58", "spring58", 2),
    ("atlassian", "atlassian", 16), ("werkzeug", "werkzeug", 36), ("grub", "grub", 15), ("cta", "cta", 15),
    ("dlitz", "dlitz", 17), ("macos", "macos", 15), ("cisco8", "cisco8", 15), ("mosquitto", "mosquitto", 28),
    ("aspnet3", "aspnet3", 47), ("aspnet2", "aspnet2", 16), ("keycloak", "keycloak", 57), ("kanidm", "kanidm", 42),
    (.argon2id, "argon2id", 30), ("ldap-argon2id", "ldap-argon2id", 14), ("dovecot-argon2id", "dovecot-argon2id", 14),
    ("spring-argon2id", "spring-argon2id", 14), ("django-argon2id", "django-argon2id", 12), ("scrypt", "scrypt", 29),
    ("django-scrypt", "django-scrypt", 12), ("werkzeug-scrypt", "werkzeug-scrypt", 12),
  ]
  static let count = files.reduce(0) { $0 + $1.count }
  static let policy = try! PasswordStretching(rounds: .exactly(1))

  /// All credentials of a file and their passwords.
  static func vectors(_ name: String, _ count: Int) throws -> [(credential: Credential, password: [UInt8])] {
    try VectorFile("Credential/\(name).txt", expecting: count).records.map {
      (try Credential($0.text("CREDENTIAL")), try $0.bytes("PASSWORD_HEX"))
    }
  }

  @Test(arguments: files)
  func theRightPasswordAloneVerifies(form: Credential.Form, name: String, count: Int) throws {
    for (credential, password) in try Self.vectors(name, count) {
      var others = [password + [1], Array("other".utf8)]
      if !password.isEmpty { others.append(Array(password.dropLast()) + [password.last! ^ 1]) }
      for other in others { #expect(try credential.logIn(other, stretching: Self.policy) == .invalid, "\(credential)") }
      switch try credential.logIn(password, stretching: Self.policy) {
      case .invalid: Issue.record("\(credential)")
      case .valid: #expect(credential.meets(Self.policy), "\(credential)")
      case .validUpgrade(let upgrade):
        #expect(!credential.meets(Self.policy), "\(credential)")
        #expect(upgrade.meets(Self.policy))
        if let old = credential.stretching {
          #expect(upgrade.stretching?.meets(old) == true && upgrade.rounds == (old.meets(Self.policy) ? old.rounds : 1))
        }
        #expect(try upgrade.logIn(password, stretching: Self.policy) == .valid, "\(credential)")
        #expect(try upgrade.logIn(password + [1], stretching: Self.policy) == .invalid, "\(credential)")
      }
    }
  }

  @Test(arguments: files)
  func aTextSaysWhatItIsAndComesBack(form: Credential.Form, name: String, count: Int) throws {
    for record in try VectorFile("Credential/\(name).txt", expecting: count).records {
      let text = try record.text("CREDENTIAL")
      let credential = try Credential(text)
      #expect(credential.description == text)
      #expect(credential.form == form, "\(text)")
      #expect(credential.function.rawValue == Self.function(text, form), "\(text)")
      if let rounds = Self.rounds[form] ?? Self.blocks(text, form) {
        #expect(credential.rounds == rounds, "\(text)")
      } else if form == "cta" || form == "dlitz" {
        let digits = text.split(separator: "$", omittingEmptySubsequences: false)[2]
        #expect(credential.rounds == Int(digits, radix: 16) ?? 400, "\(text)")
      } else if form != "aspnet3" && form != "389ds-binary" {
        let digits = text.split { !"0123456789".contains($0) }
        #expect(digits.contains(Substring(String(credential.rounds))), "\(text)")
      }
      #expect(credential.keyDerivation.hasPrefix(Self.function(text, form) + ", "), "\(text)")
      // Only a credential in this library's own form, or of scrypt, is left unchanged.
      let same = try credential.stretching ?? PasswordStretching(rounds: .exactly(credential.rounds))
      let isLong = credential.salt.count >= 16 && credential.check.count >= 16
      let isKept = form == .swiftVault || form == .argon2id && isLong || credential.function == .scrypt
      #expect(credential.meets(same) == isKept, "\(text)")
    }
  }

  /// The rounds that a form does not state.
  private static let rounds: [Credential.Form: Int] = [
    "spring": 185_000, "spring58": 310_000, "atlassian": 10_000, "cisco8": 20_000, "aspnet2": 1000,
  ]

  /// The blocks of Argon2id and scrypt, which count as rounds; nil with PBKDF2.
  private static func blocks(_ text: String, _ form: Credential.Form) -> Int? {
    let numbers = text.split { !"0123456789".contains($0) }.compactMap { Int($0) }
    switch form {
    case .argon2id: return numbers[2] * numbers[3]
    case "django-argon2id", "ldap-argon2id", "dovecot-argon2id": return numbers[3] * numbers[4]
    case "spring-argon2id": return numbers[5] * numbers[6]
    case "keycloak":
      func number(_ name: String) -> Int? {
        text.firstRange(of: "\\\"\(name)\\\":").flatMap { range in
          Int(text[range.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber })
        }
      }
      return number("memory").flatMap { memory in number("hashIterations").map { memory * $0 } }
    case "scrypt": return (1 << numbers[0]) * numbers[1] * numbers[2] / 4
    case "werkzeug-scrypt": return numbers[0] * numbers[1] * numbers[2] / 4
    case "django-scrypt":
      let fields = text.split(separator: "$")
      return [1, 3, 4].reduce(1) { $0 * Int(fields[$1])! } / 4
    default: return nil
    }
  }

  /// The function that a text names, or that is the only one of its form.
  private static func function(_ text: String, _ form: Credential.Form) -> String {
    switch form {
    case .argon2id, "django-argon2id", "ldap-argon2id", "dovecot-argon2id", "spring-argon2id": return "Argon2id"
    case "keycloak" where text.contains("argon2"): return "Argon2id"
    case "scrypt", "django-scrypt", "werkzeug-scrypt": return "scrypt"
    case "grub", "macos": return "PBKDF2-HMAC-SHA512"
    case "spring58", "cisco8", "389ds-binary": return "PBKDF2-HMAC-SHA256"
    case "aspnet3": return "PBKDF2-HMAC-" + ["A": "SHA1", "E": "SHA256", "I": "SHA512"][text.dropFirst(6).first!]!
    case "kanidm" where text.hasPrefix(#"{"PBKDF2":"#): return "PBKDF2-HMAC-SHA256"
    default:
      let text = text.lowercased()
      return "PBKDF2-HMAC-" + (text.contains("sha512") ? "SHA512" : text.contains("sha256") ? "SHA256" : "SHA1")
    }
  }

  /// All formats, functions and rounds in one batch, each with the right and with a wrong password.
  @Test func aBatchFindsWhatSingleChecksFind() throws {
    let vectors = try Self.files.flatMap { try Self.vectors($0.name, $0.count) }
    let logins: [(credential: Credential, password: [UInt8])] = vectors.flatMap {
      [($0.credential, $0.password), ($0.credential, $0.password + [7])]
    }
    let results = try Credential.logIn(logins, stretching: Self.policy)
    #expect(results.count == 2 * Self.count)
    for ((credential, password), result) in zip(logins, results) {
      switch (result, try credential.logIn(password, stretching: Self.policy)) {
      case (.invalid, .invalid), (.valid, .valid): break
      case (.validUpgrade(let upgrade), .validUpgrade):
        // The upgrade belongs to this password, not to another one in the batch.
        #expect(try upgrade.logIn(password, stretching: Self.policy) == .valid)
      case (let batch, let single): Issue.record("\(credential): \(batch) in a batch, \(single) alone")
      }
    }
    #expect(results.count { $0 == .invalid } == Self.count)
    // 22 of 30 in this library's form, because 8 have too few rounds of SHA-256; 14 of 30 PHC strings of Argon2id,
    // because the others have a short salt or a short check; all 53 of scrypt.
    #expect(results.count { $0 == .valid } == 22 + 14 + 53)
    #expect(try Credential.logIn([] as [(credential: Credential, password: [UInt8])]).isEmpty)
  }

  /// HMAC treats `pw` and `pw‖00` as equal, and a long key and its digest. PBKDF2's output does not distinguish them.
  @Test func passwordsThatHMACTakesForEqual() throws {
    let long = [UInt8](repeating: 0x79, count: 129)
    let pairs: [(PasswordStretching.Function, [UInt8], [UInt8])] = [
      (.pbkdf2HMACSHA512, Array("pw".utf8), Array("pw\0".utf8)),
      (.pbkdf2HMACSHA256, Array("pw".utf8), Array("pw\0".utf8)),
      (.pbkdf2HMACSHA512, long, Array(SHA512.hash(data: long))),
      (.pbkdf2HMACSHA256, long, Array(SHA256.hash(data: long))),
    ]
    for (function, password, equal) in pairs {
      let policy = try PasswordStretching(function, rounds: .exactly(3))
      let credential = try Credential(password: password, stretching: policy)
      #expect(try credential.logIn(password, stretching: policy) == .valid)
      #expect(try credential.logIn(equal, stretching: policy) == .invalid)

      let stretched = try PasswordStretching.results(
        of: [
          .init(
            stretching: policy, password: SymmetricKey(data: password), salt: credential.salt, outputByteCount: 32)
        ], nil)[0].get()
      let output = stretched.withUnsafeBytes { Base64.unpadded.encode(Array($0)) }
      let name = function == .pbkdf2HMACSHA512 ? "pbkdf2-sha512" : "pbkdf2-sha256"
      let foreign = try Credential("$\(name)$i=3,l=32$\(Base64.unpadded.encode(credential.salt))$\(output)")
      for accepted in [password, equal] {
        guard case .validUpgrade(let upgrade) = try foreign.logIn(accepted, stretching: policy) else {
          Issue.record("\(foreign)")
          continue
        }
        #expect(try upgrade.logIn(accepted, stretching: policy) == .valid)
      }
    }
  }
}
