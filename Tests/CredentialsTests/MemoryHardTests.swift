import Synchronization
import SwiftVaultTestSupport
import Testing

@testable import Credentials

/// Credentials of Argon2id and scrypt: creation, refusals, and the upgrade from PBKDF2 to Argon2id.
@Suite struct MemoryHardTests {
  /// Argon2id that takes little time.
  static let policy = PasswordStretching(argon2id: try! Argon2id(memoryByteCount: 64 << 10, passes: 2, lanes: 2))

  private static let salt = "AAECAwQFBgcICQoLDA0ODw"
  private static let check = String(repeating: "A", count: 43)
  private static let argon2id = "$argon2id$v=19$m=64,t=2,p=1$\(salt)$\(check)"
  private static let scrypt = "$scrypt$ln=4,r=8,p=1$\(salt)$\(check)"
  private static let djangoScrypt = "scrypt$16$seasalt$8$5$\(Base64.padded.encode(zeros(64)))"
  private static let werkzeugScrypt = "scrypt:16:8:2$salt$" + String(repeating: "0a", count: 64)

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private static func digits(_ count: Int) -> String { Base64.unpadded.encode(zeros(count)) }

  @Test func whatIsMadeIsAPHCString() throws {
    for password in ["", "pw", "correct horse battery", String(repeating: "long", count: 100)] {
      let credential = try Credential(password: password.utf8, stretching: Self.policy)
      #expect(credential.description.hasPrefix("$argon2id$v=19$m=64,t=2,p=2$"))
      #expect(credential.form == .argon2id && credential.salt.count == 16 && credential.check.count == 32)
      #expect(credential.keyDerivation == "Argon2id, 64 KiB, 2 passes, 2 lanes" && credential.rounds == 128)
      #expect(try Credential(credential.description) == credential)
      #expect(try credential.meets(Self.policy) && credential.logIn(password.utf8, stretching: Self.policy) == .valid)
      #expect(try credential.logIn((password + "x").utf8, stretching: Self.policy) == .invalid)
      // The check is the output of Argon2id itself.
      let key = try Self.policy.argon2id!.deriveKey(
        password: password.utf8, salt: .init(data: credential.salt), outputByteCount: 32)
      #expect(key == SymmetricKey(data: credential.check))
    }
    // HMAC treats these as equal, and Argon2id does not.
    #expect(try Credential(password: "pw".utf8, stretching: Self.policy).logIn("pw\0".utf8) == .invalid)
  }

  @Test func theDefaultIsLowMemory() throws {
    let credential = try Credential(password: "pw".utf8, stretching: PasswordStretching(argon2id: .forFiles))
    #expect(credential.description.hasPrefix("$argon2id$v=19$m=65536,t=3,p=4$"))
    #expect(credential.description.utf8.count == 97)
    #expect(credential.rounds == 196_608 && credential.meets(PasswordStretching(argon2id: .forFiles)))
    #expect(try credential.logIn("pw".utf8) == .valid)  // It also meets the recommendation for PBKDF2.
  }

  private static func wrong(_ text: String, _ part: String, _ other: String, _ error: CredentialError)
    -> (String, CredentialError)
  {
    precondition(text.contains(part), "\(text) has no \(part)")
    return (text.replacing(part, with: other), error)
  }

  private static let malformed: [(String, CredentialError)] =
    ["v=18", "v=20", "v=019", "v=", "19", "V=19"].map {
      wrong(argon2id, "v=19", $0, .malformed(.version))
    }
    + [
      "m=0,t=2,p=1", "m=064,t=2,p=1", "m=7,t=2,p=1", "m=15,t=2,p=2", "m=64,t=0,p=1", "m=64,t=2,p=0", "m=64,t=2",
      "m=64,t=2,p=1,", "t=2,m=64,p=1", "m=64,p=1,t=2", "m=64;t=2;p=1", "m=64,t=2,p=1,keyid=AAAA",
      "m=64,t=2,p=1,data=AAAA",
      "m=-64,t=2,p=1", "m=+64,t=2,p=1", "m=64, t=2,p=1", "64,2,1", "", "m=,t=,p=", "m=4294967296,t=1,p=1",
      "m=64,t=4294967296,p=1", "m=4294967295,t=1,p=16777216", "m=99999999999,t=1,p=1", "m=64,t=2,p=1,m=64",
      "m=6４,t=2,p=1",
    ].map { wrong(argon2id, "m=64,t=2,p=1", $0, .malformed(.parameters)) }
    + [
      "ln=0,r=8,p=1", "ln=04,r=8,p=1", "ln=63,r=8,p=1", "ln=64,r=8,p=1", "ln=16,r=1,p=1", "ln=4,r=0,p=1",
      "ln=4,r=8,p=0",
      "ln=4,r=8", "r=8,ln=4,p=1", "ln=4,r=8,p=1,x=1", "ln=4,r=1073741824,p=1", "ln=4,r=8,p=134217728", "n=16,r=8,p=1",
      "",
    ].map { wrong(scrypt, "ln=4,r=8,p=1", $0, .malformed(.parameters)) }
    + ["scrypt$15$", "scrypt$1$", "scrypt$0$", "scrypt$016$", "scrypt$$", "scrypt$N=16$"].map {
      wrong(djangoScrypt, "scrypt$16$", $0, .malformed(.parameters))
    }
    + ["16:8", "16:8:2:1", "15:8:2", "16:0:2", "16:8:0", "16:8:02", ":8:2", ""].map {
      wrong(werkzeugScrypt, "16:8:2", $0, .malformed(.parameters))
    }
    + [
      ("$argon2id", .fieldCount(2, expected: 6)), ("$argon2id$", .fieldCount(3, expected: 6)),
      (argon2id + "$", .fieldCount(7, expected: 6)),
      wrong(scrypt, "$scrypt", "$scrypt$", .fieldCount(6, expected: 5)), ("scrypt", .fieldCount(1, expected: 6)),
      wrong(djangoScrypt, "$8", "", .fieldCount(5, expected: 6)),
      wrong(werkzeugScrypt, "$salt", "", .fieldCount(3, expected: 4)),
      wrong(argon2id, salt, salt + "==", .malformed(.salt)),
      wrong(argon2id, salt, "AAECAwQFBgcICQoLDA0ODx", .malformed(.salt)),
      wrong(argon2id, check, check.dropLast() + "B", .malformed(.check)),
      wrong(argon2id, check, check + "=", .malformed(.check)),
      wrong(scrypt, check, check.dropLast() + ".", .malformed(.check)),
      wrong(djangoScrypt, "==", "", .malformed(.check)),
      wrong(werkzeugScrypt, "0a0a", "0g0a", .malformed(.check)),
      wrong(argon2id, salt, digits(7), .byteCount(.salt, 7, allowed: 8...1024)),
      wrong(argon2id, salt, digits(1025), .byteCount(.salt, 1025, allowed: 8...1024)),
      wrong(argon2id, check, digits(3), .byteCount(.check, 3, allowed: 4...1024)),
      wrong(scrypt, check, digits(15), .byteCount(.check, 15, allowed: 16...64)),
      wrong(scrypt, check, digits(65), .byteCount(.check, 65, allowed: 16...64)),
      wrong(djangoScrypt, "$seasalt$", "$$", .byteCount(.salt, 0, allowed: 1...1024)),
      wrong(werkzeugScrypt, "0a0a", "0a", .byteCount(.check, 32, allowed: 64...64)),
      ("argon2$argon2id", .fieldCount(2, expected: 6)), ("argon2$argon2", .otherKind("Argon2")),
    ]

  @Test func malformedTextsAreRefused() throws {
    for text in [Self.argon2id, Self.scrypt, Self.djangoScrypt, Self.werkzeugScrypt, "argon2" + Self.argon2id] {
      #expect(try Credential(text).description == text)
    }
    for (text, error) in Self.malformed { #expect(throws: error, "\(text)") { try Credential(text) } }
    for (text, error) in Self.malformed where text.hasPrefix("$argon2id$v") {
      #expect(throws: error, "\(text)") { try Credential("argon2" + text) }
    }
  }

  /// The memory is compared with the limit before any is allocated.
  @Test func memoryIsLimitedBeforeItIsTaken() throws {
    let texts: [(String, byteCount: Int)] = [
      (Self.argon2id, 64 << 10), ("argon2" + Self.argon2id, 64 << 10), (Self.scrypt, 1024 * (16 + 1 + 2)),
      (Self.djangoScrypt, 1024 * (16 + 5 + 2)), (Self.werkzeugScrypt, 1024 * (16 + 2 + 2)),
    ]
    for (text, byteCount) in texts {
      #expect(try Credential(text, limits: .init(maximumMemoryByteCount: byteCount)).description == text)
      #expect(throws: CredentialError.overMemoryLimit(byteCount: byteCount, limit: byteCount - 1), "\(text)") {
        try Credential(text, limits: .init(maximumMemoryByteCount: byteCount - 1))
      }
      let rounds = try Credential(text).rounds
      #expect(throws: CredentialError.overLimit(rounds: rounds, limit: rounds - 1), "\(text)") {
        try Credential(text, limits: .init(maximumRounds: rounds - 1))
      }
    }
    let hostile: [(String, byteCount: Int)] = [
      ("m=4294967295,t=1,p=1", 4_294_967_295 << 10), ("m=1048577,t=1,p=1", 1_048_577 << 10),
    ]
    for (parameters, byteCount) in hostile {
      let text = Self.argon2id.replacing("m=64,t=2,p=1", with: parameters)
      #expect(throws: CredentialError.overMemoryLimit(byteCount: byteCount, limit: 1 << 30)) { try Credential(text) }
    }
    for parameters in ["ln=62,r=8,p=1", "ln=61,r=1073741823,p=1"] {
      let text = Self.scrypt.replacing("ln=4,r=8,p=1", with: parameters)
      #expect(throws: CredentialError.overMemoryLimit(byteCount: .max, limit: 1 << 30)) { try Credential(text) }
      #expect(
        try Credential(text, limits: .init(maximumRounds: .max, maximumMemoryByteCount: .max)).description == text)
    }
    let slow = Self.argon2id.replacing("t=2", with: "t=4294967295")
    #expect(throws: CredentialError.overLimit(rounds: 64 * 4_294_967_295, limit: 10_000_000)) { try Credential(slow) }
    #expect(
      CredentialError.overMemoryLimit(byteCount: 9, limit: 8).description
        == "verifying takes 9 bytes of memory; the limit is 8")
    #expect(CredentialError.malformed(.parameters).description == "the parameters field is malformed")
  }

  @Test func argon2idAndScryptInOtherForms() throws {
    let django = try Credential("argon2" + Self.argon2id)
    #expect(try django.text(as: .argon2id) == Self.argon2id)
    #expect(try Credential(Self.argon2id).text(as: "django-argon2id") == "argon2" + Self.argon2id)
    let werkzeug = try Credential(Self.djangoScrypt).text(as: "werkzeug-scrypt")
    #expect(werkzeug == "scrypt:16:8:5$seasalt$" + String(repeating: "00", count: 64))
    #expect(try Credential(werkzeug).text(as: "django-scrypt") == Self.djangoScrypt)
    #expect(try Credential(werkzeug).text(as: "scrypt") == "$scrypt$ln=4,r=8,p=5$c2Vhc2FsdA$\(Self.digits(64))")
    for form in [("phc" as Credential.Form), "passlib", "django", "scrypt", "kanidm", "aspnet3", "389ds-binary"] {
      #expect(throws: CredentialError.notCarried(.function, by: form)) { try django.text(as: form) }
    }
    #expect(throws: CredentialError.notCarried(.check, by: .swiftVault)) { try django.text(as: .swiftVault) }
    // A check of 32 bytes where the programs have 64, and a salt that is not text.
    let phc = try Credential(Self.scrypt)
    #expect(throws: CredentialError.notCarried(.check, by: "django-scrypt")) { try phc.text(as: "django-scrypt") }
    let long = try Credential(Self.scrypt.replacing(Self.check, with: Self.digits(64)))
    #expect(throws: CredentialError.notCarried(.salt, by: "werkzeug-scrypt")) { try long.text(as: "werkzeug-scrypt") }
    #expect(throws: CredentialError.notCarried(.function, by: .argon2id)) { try long.text(as: .argon2id) }
  }

  /// The generations of a table: each login upgrades its credential to the policy of its time.
  @Test func theLadderLeadsToArgon2id() throws {
    let policies = [
      try PasswordStretching(.pbkdf2HMACSHA256, rounds: .exactly(10)),
      try PasswordStretching(.pbkdf2HMACSHA512, rounds: .exactly(20)), Self.policy,
      PasswordStretching(argon2id: try Argon2id(memoryByteCount: 128 << 10, passes: 2, lanes: 2)),
      PasswordStretching(argon2id: try Argon2id(memoryByteCount: 128 << 10, passes: 3, lanes: 1)),
    ]
    var credential = try Credential(password: "pw".utf8, stretching: policies[0])
    for (old, policy) in zip(policies, policies.dropFirst()) {
      #expect(try credential.logIn("pw".utf8, stretching: old) == .valid)
      #expect(try credential.logIn("wrong".utf8, stretching: policy) == .invalid)
      guard case .validUpgrade(let upgrade) = try credential.logIn("pw".utf8, stretching: policy) else {
        Issue.record("\(credential) under \(policy)")
        return
      }
      #expect(upgrade.stretching == policy && upgrade.salt != credential.salt)
      #expect(upgrade.form == (policy.argon2id == nil ? .swiftVault : .argon2id))
      credential = try Credential(upgrade.description)
    }
    // No older policy downgrades it.
    for policy in policies { #expect(try credential.logIn("pw".utf8, stretching: policy) == .valid, "\(policy)") }
    let more = try PasswordStretching(rounds: .exactly(1 << 20))
    guard case .validUpgrade(let upgrade) = try credential.logIn("pw".utf8, stretching: more) else {
      Issue.record("384 blocks are less than \(more)")
      return
    }
    #expect(upgrade.stretching == more)
  }

  /// Credentials of other systems are upgraded to the policy, or keep their parameters if these meet it.
  @Test func otherFormsFollowThePolicy() throws {
    let pbkdf2 = CredentialVectorTests.policy
    for name in ["passlib", "django", "argon2id", "django-argon2id", "scrypt", "django-scrypt", "werkzeug-scrypt"] {
      let file = try #require(CredentialVectorTests.files.first { $0.name == name })
      for (credential, password) in try CredentialVectorTests.vectors(name, file.count).suffix(6) {
        for policy in [pbkdf2, Self.policy] {
          let result = try credential.logIn(password, stretching: policy)
          let kept = credential.stretching.flatMap { $0.meets(policy) ? $0 : nil }
          if credential.meets(policy) {
            #expect(result == .valid, "\(credential)")
            #expect(credential.form == .argon2id || credential.function == .scrypt, "\(credential)")
          } else if case .validUpgrade(let upgrade) = result {
            #expect(upgrade.stretching?.function == (kept ?? policy).function, "\(credential)")
            #expect(kept == nil || upgrade.stretching == kept, "\(credential)")
            #expect(upgrade.storedStretching.guessPrice >= credential.storedStretching.guessPrice, "\(credential)")
            #expect(try upgrade.logIn(password, stretching: policy) == .valid)
            #expect(try upgrade.logIn(password + [1], stretching: policy) == .invalid)
          } else {
            Issue.record("\(credential): \(result)")
          }
        }
      }
    }
  }

  /// PHC strings with a short salt or check are replaced by one with the same parameters.
  @Test func shortSaltsAndChecksAreReplaced() throws {
    for (saltByteCount, checkByteCount) in [(8, 32), (15, 32), (16, 15), (16, 4), (16, 16), (64, 64)] {
      let salt = Self.zeros(saltByteCount)
      let check = try Self.policy.argon2id!.deriveKey(
        password: "pw".utf8, salt: .init(unchecked: salt), outputByteCount: checkByteCount
      ).withUnsafeBytes { Base64.unpadded.encode(Array($0)) }
      let credential = try Credential(
        "$argon2id$v=19$m=64,t=2,p=2$\(Base64.unpadded.encode(salt))$\(check)")
      let isLong = saltByteCount >= 16 && checkByteCount >= 16
      #expect(try credential.verify("pw".utf8, stretching: Self.policy).isValid)
      #expect(credential.upgrade(to: Self.policy) == (isLong ? nil : Self.policy))
    }
  }

  @Test func aBatchOfAllKinds() throws {
    let files = CredentialVectorTests.files.suffix(5) + CredentialVectorTests.files.prefix(2)
    let vectors = try files.flatMap { try CredentialVectorTests.vectors($0.name, $0.count).prefix(4) }
    let logins: [(credential: Credential, password: [UInt8])] = vectors.flatMap {
      [($0.credential, $0.password), ($0.credential, $0.password + [7])]
    }
    for (index, result) in try Credential.logIn(logins, stretching: Self.policy).enumerated() {
      #expect((result == .invalid) == (index % 2 == 1), "\(logins[index].credential)")
      guard case .validUpgrade(let upgrade) = result else { continue }
      let isRight = try upgrade.logIn(logins[index].password, stretching: Self.policy) == .valid
      #expect(isRight && upgrade.form == .argon2id)
    }
  }

  /// Argon2id that has several steps, and the example of passlib's documentation.
  private static let larger = PasswordStretching(
    argon2id: try! Argon2id(memoryByteCount: 32 << 20, passes: 2, lanes: 1))
  private static let passlib =
    "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E"

  @Test func progressRises() async throws {
    func fractions(_ work: (@escaping @Sendable (Double) -> Void) async throws -> Void) async throws -> [Double] {
      let fractions = Mutex<[Double]>([])
      try await work { fraction in fractions.withLock { $0.append(fraction) } }
      return fractions.withLock { $0 }
    }
    let credential = Mutex<Credential?>(nil)
    let scrypt = try Credential(Self.passlib)
    let creating = try await fractions { progress in
      let made = try await Credential(password: "pw".utf8, stretching: Self.larger, progress: progress)
      credential.withLock { $0 = made }
    }
    let made = try #require(credential.withLock { $0 })
    let verifying = try await fractions { progress in
      let result = try await made.verify("pw".utf8, stretching: Self.larger, progress: progress)
      #expect(result.isValid && result.upgrade == nil)
    }
    let other = try await fractions { progress in
      let result = try await scrypt.verify("password".utf8, stretching: Self.larger, progress: progress)
      #expect(result.isValid)
    }
    for all in [creating, verifying, other] {
      #expect(
        all.count > 2 && all[0] > 0 && all.last == 1 && zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "\(all)")
    }
  }

  @Test func cancellation() async throws {
    let made = try await Credential(password: "pw".utf8, stretching: Self.larger)
    for credential in [made, try Credential(Self.passlib)] {
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await credential.verify("pw".utf8, stretching: Self.larger)
      }
      await #expect(throws: CancellationError.self) { try await early.value }
      let late = await outcome(cancellingAt: 1) { progress in
        try await credential.verify("pw".utf8, stretching: Self.larger, progress: progress)
      }
      #expect(throws: CancellationError.self) { try late.0.get() }
    }
  }
}
