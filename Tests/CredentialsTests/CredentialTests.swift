import Testing

@testable import Credentials

/// Credentials in this library's own format: creation, checks and upgrades.
@Suite struct CredentialTests {
  private func policy(_ function: PasswordStretching.Function, _ rounds: Int) throws -> PasswordStretching {
    try PasswordStretching(function, rounds: .exactly(rounds))
  }

  @Test(arguments: PasswordStretching.Function.pbkdf2, [1, 2, 1000])
  func whatIsMadeVerifies(function: PasswordStretching.Function, rounds: Int) throws {
    let policy = try policy(function, rounds)
    for password in ["", "pw", "correct horse battery", String(repeating: "long", count: 100)] {
      let credential = try Credential(password: password.utf8, stretching: policy)
      #expect(try credential.logIn(password.utf8, stretching: policy) == .valid)
      #expect(try credential.logIn(AnySequence(Array(password.utf8)), stretching: policy) == .valid)
      #expect(try credential.logIn((password + "x").utf8, stretching: policy) == .invalid)
      #expect(try Credential(credential.description) == credential)
      #expect(credential.form == .swiftVault && credential.rounds == rounds)
      #expect(credential.keyDerivation == policy.description)
    }
  }

  /// Credentials are equal only if their texts are equal, wherever they differ.
  @Test func equalityIsThatOfTheText() throws {
    let credential = try Credential(password: "pw".utf8, stretching: try policy(.pbkdf2HMACSHA512, 1))
    let same = try Credential(credential.description)
    #expect(same == credential && same.hashValue == credential.hashValue)
    let (salt, check) = (credential.salt, credential.check)
    let others = [
      Credential(try policy(.pbkdf2HMACSHA512, 2), salt: salt, check: check, .none),
      Credential(try policy(.pbkdf2HMACSHA512, 1), salt: [salt[0] ^ 1] + salt[1...], check: check, .none),
      Credential(
        try policy(.pbkdf2HMACSHA512, 1), salt: salt, check: check.dropLast() + [check.last! ^ 1], .none),
    ]
    for other in others { #expect(other != credential) }
    #expect(Set([credential, same] + others).count == 4)
  }

  @Test func theDefaultIsThePolicyRecommended() throws {
    let credential = try Credential(password: "pw".utf8)
    #expect(credential.description.hasPrefix("$swift-vault-pbkdf2-sha512$v=1$i=220000$"))
    #expect(credential.description.utf8.count == 149)
    #expect(credential.meets(.recommended))
    #expect(try credential.logIn("pw".utf8) == .valid)
    #expect(try credential.logIn("PW".utf8) == .invalid)
  }

  @Test func theLongestTextIs153Bytes() throws {
    let slowest = try policy(.pbkdf2HMACSHA512, PasswordStretching.maximumRounds)
    #expect(Credential.decoy(stretching: slowest).description.utf8.count == 153)
  }

  @Test func saltsDiffer() throws {
    let policy = try policy(.pbkdf2HMACSHA256, 1)
    let credentials = try (0..<50).map { _ in try Credential(password: "pw".utf8, stretching: policy) }
    #expect(Set(credentials.map(\.salt)).count == 50)
    #expect(Set(credentials.map(\.check)).count == 50)
    #expect(credentials.allSatisfy { $0.salt.count == 16 && $0.check.count == 32 })
  }

  /// The answer to a login when the stored credential and the policy differ.
  @Test(arguments: [
    (PasswordStretching.Function.pbkdf2HMACSHA512, 5, PasswordStretching.Function.pbkdf2HMACSHA512, 5, false),
    (.pbkdf2HMACSHA512, 5, .pbkdf2HMACSHA512, 6, true),  // the policy has more rounds
    (.pbkdf2HMACSHA512, 5, .pbkdf2HMACSHA512, 4, false),  // the policy has fewer rounds
    (.pbkdf2HMACSHA256, 5, .pbkdf2HMACSHA512, 5, true),  // 600,000 rounds of SHA-256 cost as much as 220,000 of SHA-512
    (.pbkdf2HMACSHA256, 30, .pbkdf2HMACSHA512, 11, false),
    (.pbkdf2HMACSHA256, 29, .pbkdf2HMACSHA512, 12, true),
    (.pbkdf2HMACSHA512, 5, .pbkdf2HMACSHA256, 13, false),
    (.pbkdf2HMACSHA512, 5, .pbkdf2HMACSHA256, 15, true),
    (.pbkdf2HMACSHA256, 5, .pbkdf2HMACSHA256, 7, true),
  ])
  func theCredentialFollowsThePolicy(
    function: PasswordStretching.Function, rounds: Int, wanted: PasswordStretching.Function, wantedRounds: Int,
    isReplaced: Bool
  ) throws {
    let wanted = try policy(wanted, wantedRounds)
    let credential = try Credential(password: "pw".utf8, stretching: try policy(function, rounds))
    #expect(try credential.logIn("wrong".utf8, stretching: wanted) == .invalid)
    switch try credential.logIn("pw".utf8, stretching: wanted) {
    case .valid: #expect(!isReplaced)
    case .validUpgrade(let upgrade):
      #expect(isReplaced)
      #expect(upgrade.stretching == wanted)
      #expect(upgrade.salt != credential.salt)
      #expect(try upgrade.logIn("pw".utf8, stretching: wanted) == .valid)
      #expect(try upgrade.logIn("wrong".utf8, stretching: wanted) == .invalid)
    case .invalid: Issue.record("the password is right")
    }
  }

  /// A guess at the new credential never costs less than a guess at the old one.
  @Test(arguments: [
    // (stored, the policy's rounds of SHA-512, the new function and rounds)
    ("$pbkdf2-sha256$i=600,l=32$", 5, PasswordStretching.Function.pbkdf2HMACSHA256, 600),  // costs 220 of SHA-512
    ("$pbkdf2-sha256$i=600,l=32$", 220, .pbkdf2HMACSHA256, 600),
    ("$pbkdf2-sha256$i=600,l=32$", 221, .pbkdf2HMACSHA512, 221),
    ("$pbkdf2-sha512$i=50,l=32$", 5, .pbkdf2HMACSHA512, 50), ("$pbkdf2-sha512$i=50,l=32$", 60, .pbkdf2HMACSHA512, 60),
    ("$pbkdf2$1400$", 5, .pbkdf2HMACSHA512, 220),
    ("$pbkdf2$1400$", 300, .pbkdf2HMACSHA512, 300),
  ])
  func noUpgradeIsWeaker(stored: String, rounds: Int, function: PasswordStretching.Function, newRounds: Int) throws {
    let byteCount = stored.contains("sha") ? 32 : 20
    let salt = Base64.unpadded.encode([UInt8](repeating: 1, count: 16))
    func text(_ check: [UInt8]) -> String {
      let text = stored + salt + "$" + Base64.unpadded.encode(check)
      return stored.contains("sha") ? text : text.replacing("+", with: ".")
    }
    var credential = try Credential(text([UInt8](repeating: 0, count: byteCount)))
    let right = try Credential.stretched([(credential, SymmetricKey(data: "pw".utf8))], nil)[0].get()
      .withUnsafeBytes { Array($0) }
    credential = try Credential(text(right))
    let policy = try policy(.pbkdf2HMACSHA512, rounds)
    guard case .validUpgrade(let upgrade) = try credential.logIn("pw".utf8, stretching: policy) else {
      Issue.record("no upgrade")
      return
    }
    #expect(upgrade.form == .swiftVault && upgrade.stretching?.function == function && upgrade.rounds == newRounds)
    #expect(try upgrade.logIn("pw".utf8, stretching: policy) == .valid)
  }

  /// A check costs the rounds of its credential, here 1, and not those of the policy, which take half an hour.
  @Test(.timeLimit(.minutes(5))) func aCheckDoesNotUpgrade() throws {
    let limits = Credential.Limits(maximumRounds: .max)
    let made = try Credential(password: "pw".utf8, stretching: try policy(.pbkdf2HMACSHA512, 1), limits: limits)
    let wanted = try policy(.pbkdf2HMACSHA512, PasswordStretching.maximumRounds)
    for credential in [made, try Credential(made.description, limits: limits)] {
      #expect(try credential.verify("pw".utf8, stretching: wanted).upgrade == wanted)
      #expect(try credential.verify("wrong".utf8, stretching: wanted).upgrade == nil)
    }
    let results = Credential.verify([(made, "pw".utf8), (made, "wrong".utf8)], stretching: wanted)
    #expect(try results.map { try $0.get().upgrade } == [wanted, nil])
    #expect(try results.map { try $0.get().isValid } == [true, false])
  }

  /// For the same password and salt, the stored value is neither PBKDF2's output nor a slot's key, nor a part of them.
  @Test(arguments: PasswordStretching.Function.pbkdf2)
  func theCheckIsNoKey(function: PasswordStretching.Function) throws {
    let policy = try policy(function, 3)
    let credential = try Credential(password: "pw".utf8, stretching: policy)
    let stretched = try PasswordStretching.results(
      of: [
        .init(
          stretching: policy, password: SymmetricKey(data: "pw".utf8), salt: credential.salt,
          outputByteCount: credential.check.count)
      ], nil)[0].get()
    let slotInfo = Array("swift-vault v1 slot".utf8) + [0, 0, 0, 0, 0, 0, 0, 2]
    let slotKey = function.expand(stretched, info: slotInfo, outputByteCount: function.digestByteCount)
    for key in [stretched, slotKey] {
      let common = key.withUnsafeBytes { key in zip(key, credential.check).count { $0 == $1 } }
      #expect(common < 12)
    }
  }

  /// The decoy has the form and the cost of a real credential, and no password is right for it.
  @Test func noPasswordFitsADecoy() throws {
    for policy in try PasswordStretching.Function.pbkdf2.map({ try policy($0, 2) }) + [MemoryHardTests.policy] {
      let (decoy, other) = (Credential.decoy(stretching: policy), Credential.decoy(stretching: policy))
      let real = try Credential(password: "pw".utf8, stretching: policy)
      #expect(decoy.meets(policy) && decoy.stretching == policy)
      #expect(decoy.description.utf8.count == real.description.utf8.count)
      #expect(decoy.salt != other.salt && decoy.check != other.check)
      #expect(try Credential(decoy.description) == decoy)
      for password in ["", "pw"] { #expect(try decoy.logIn(password.utf8, stretching: policy) == .invalid) }
    }
  }
}
