import Foundation
import Testing

@testable import Credentials

/// Limits that agree, and upgrades that neither lock anybody out nor make a guess cheaper.
@Suite struct UpgradeTests {
  private static func pbkdf2(_ function: PasswordStretching.Function, _ rounds: Int) -> PasswordStretching {
    try! PasswordStretching(function, rounds: .exactly(rounds))
  }

  private static func argon2id(_ kibibytes: Int, _ passes: Int, _ lanes: Int) -> PasswordStretching {
    PasswordStretching(argon2id: try! Argon2id(memoryByteCount: kibibytes << 10, passes: passes, lanes: lanes))
  }

  /// New stretchings of each function, from the cheapest to those that no default reader accepts.
  static let policies: [PasswordStretching] =
    [1, 219_999, 220_000, 230_000, 10_000_000, 10_000_001, 14_746_301, 0xffff_ffff].map {
      pbkdf2(.pbkdf2HMACSHA512, $0)
    }
    + [1, 600_000, 5_000_000, 10_000_000, 10_000_001, 0xffff_ffff].map { pbkdf2(.pbkdf2HMACSHA256, $0) }
    + [
      argon2id(8, 1, 1), argon2id(19 << 10, 2, 1), argon2id(64 << 10, 3, 4), argon2id(256 << 10, 1, 4),
      argon2id(1 << 20, 1, 4), argon2id(1 << 20, 9, 1), argon2id(1 << 20, 10, 1), argon2id((1 << 20) + 4, 1, 1),
      argon2id(2 << 20, 1, 4), argon2id(64, 0xffff_ffff, 1),
    ]

  /// Stored texts of each function that a default reader accepts. Their checks are of no password.
  static let texts: [String] = {
    func digits(_ count: Int) -> String { Base64.unpadded.encode([UInt8](repeating: 7, count: count)) }
    let pbkdf2 = [1, 1000, 220_000, 600_000, 1_400_000, 9_000_000, 10_000_000].flatMap { rounds in
      [
        "$pbkdf2-sha512$i=\(rounds)$\(digits(16))$\(digits(64))",
        "$pbkdf2-sha256$i=\(rounds)$\(digits(16))$\(digits(32))",
        "$pbkdf2$\(rounds)$\(digits(16))$\(digits(20))",
        "$swift-vault-pbkdf2-sha512$v=1$i=\(rounds)$\(digits(16))$\(digits(64))",
        "$swift-vault-pbkdf2-sha256$v=1$i=\(rounds)$\(digits(16))$\(digits(32))",
      ]
    }
    let argon2id = [(8, 1, 1), (7168, 5, 1), (19_456, 2, 1), (65_536, 3, 4), (262_144, 12, 4), (1_048_576, 9, 8)]
      .flatMap { m, t, p in
        ["", "argon2"].map { "\($0)$argon2id$v=19$m=\(m),t=\(t),p=\(p)$\(digits(16))$\(digits(32))" }
      }
    let scrypt = [(1, 8, 1), (14, 8, 1), (17, 8, 1), (18, 8, 1), (19, 8, 1), (20, 7, 1)].map { n, r, p in
      "$scrypt$ln=\(n),r=\(r),p=\(p)$\(digits(16))$\(digits(32))"
    }
    return pbkdf2 + argon2id + scrypt
      + ["389ds-binary", "macos"].map { "\(CredentialRowTests.texts[Credential.Form(stringLiteral: $0)]!)" }
  }()

  /// Every pair: no upgrade is refused by the reader that asked for it, costs less, or is upgraded again.
  @Test func nobodyIsLockedOutByAnUpgrade() throws {
    var count = 0
    for text in Self.texts {
      let stored = try Credential(text)
      for policy in Self.policies {
        guard let upgrade = stored.upgrade(to: policy) else { continue }
        let pair: Comment = "\(stored.keyDerivation) under \(policy) becomes \(upgrade)"
        let read = try #require(try? Credential(Credential.decoy(stretching: upgrade).description), pair)
        #expect(read.stretching == upgrade, pair)
        #expect(upgrade.guessPrice >= stored.storedStretching.guessPrice, pair)
        #expect(upgrade.argon2id.map { $0.memoryByteCount >= stored.memoryByteCount } ?? (policy.argon2id == nil), pair)
        #expect(read.meets(policy), pair)
        count += 1
      }
    }
    #expect(Self.texts.count == 55 && count > 600)
  }

  /// Every stretching with every reader: what is created can be read and verified, and what cannot is not created.
  @Test func whatIsCreatedCanBeRead() throws {
    let readers = [
      Credential.Limits(), .init(maximumRounds: 219_999), .init(maximumRounds: 14_746_301),
      .init(maximumMemoryByteCount: 64 << 20), .init(maximumRounds: .max, maximumMemoryByteCount: 2 << 30),
    ]
    for limits in readers {
      for policy in Self.policies {
        let read = Result { () throws(CredentialError) in
          try Credential(Credential.decoy(stretching: policy).description, limits: limits)
        }
        let creation = Result { () throws(CredentialError) in try limits.check(.policy(policy)) }
        switch (creation, read) {
        case (.success, .success(let read)): #expect(read.meets(policy))
        case (.failure(let refused), .failure(let error)): #expect(refused == error)
        default: Issue.record("\(policy), \(limits): created \(creation), read \(read)")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(5))) func creationIsRefusedBeforeAnyWork() throws {
    let slow = Self.pbkdf2(.pbkdf2HMACSHA256, 0xffff_ffff)
    let over = CredentialError.overLimit(rounds: 0xffff_ffff, limit: 10_000_000)
    #expect(throws: over) { try Credential(password: "pw".utf8, stretching: slow) }
    let large = Self.argon2id((1 << 20) + 4, 1, 1)
    let overMemory = CredentialError.overMemoryLimit(byteCount: (1 << 30) + 4096, limit: 1 << 30)
    #expect(throws: overMemory) { try Credential(password: "pw".utf8, stretching: large) }
    let few = Credential.Limits(maximumRounds: 9)
    #expect(throws: CredentialError.overLimit(rounds: 10, limit: 9)) {
      try Credential(password: "pw".utf8, stretching: Self.pbkdf2(.pbkdf2HMACSHA512, 10), limits: few)
    }
  }

  /// The exact upgrades of pairs across functions. A block of Argon2id costs as much as 9 rounds of SHA-512, one of
  /// scrypt as much as 16.
  @Test(
    arguments: [
      // 9,000,000 rounds of SHA-256 cost 3,300,000 of SHA-512, and those 366,667 blocks: 6 passes of 64 MiB.
      ("$pbkdf2-sha256$i=9000000", argon2id(65_536, 3, 4), argon2id(65_536, 6, 4)),
      ("$pbkdf2-sha512$i=220000", argon2id(65_536, 3, 4), argon2id(65_536, 3, 4)),
      ("$pbkdf2$10000000", argon2id(19_456, 2, 1), argon2id(19_456, 9, 1)),
      // 256 MiB of scrypt cost 8,388,608 rounds, and stay.
      ("$scrypt$ln=18,r=8,p=1", pbkdf2(.pbkdf2HMACSHA512, 220_000), nil),
      ("$scrypt$ln=18,r=8,p=1", argon2id(65_536, 3, 4), nil),
      ("$scrypt$ln=18,r=8,p=1", pbkdf2(.pbkdf2HMACSHA512, 9_500_000), pbkdf2(.pbkdf2HMACSHA512, 9_500_000)),
      // 16 MiB of scrypt cost more than 220,000 rounds, but have less memory than 19 MiB.
      ("$scrypt$ln=14,r=8,p=1", pbkdf2(.pbkdf2HMACSHA512, 220_000), nil),
      ("$scrypt$ln=14,r=8,p=1", argon2id(19_456, 2, 1), argon2id(19_456, 3, 1)),
      // More memory in one function than the other asks for is kept.
      ("$argon2id$v=19$m=262144,t=1,p=4", argon2id(65_536, 5, 4), argon2id(262_144, 2, 4)),
      ("$argon2id$v=19$m=19456,t=12,p=1", argon2id(65_536, 3, 4), argon2id(65_536, 4, 4)),
      ("$argon2id$v=19$m=65536,t=3,p=4", pbkdf2(.pbkdf2HMACSHA512, 220_000), nil),
      ("$argon2id$v=19$m=19456,t=2,p=1", pbkdf2(.pbkdf2HMACSHA512, 1_000_000), pbkdf2(.pbkdf2HMACSHA512, 1_000_000)),
      // An upgrade that the reader would refuse does not happen.
      ("$pbkdf2-sha512$i=220000", pbkdf2(.pbkdf2HMACSHA512, 14_746_301), nil),
      ("$pbkdf2-sha512$i=220000", argon2id(2 << 20, 1, 4), nil),
    ] as [(String, PasswordStretching, PasswordStretching?)])
  func upgradesAcrossFunctions(
    stored: String, policy: PasswordStretching, upgrade: PasswordStretching?
  ) throws {
    let isSHA1 = stored.hasPrefix("$pbkdf2$"), check = isSHA1 ? 20 : stored.contains("sha512") ? 64 : 32
    func digits(_ count: Int) -> String { Base64.unpadded.encode([UInt8](repeating: 7, count: count)) }
    let credential = try Credential("\(stored)$\(digits(16))$\(digits(check))")
    let found = credential.upgrade(to: policy)
    // A PHC string of PBKDF2 that costs enough becomes one of this library's own form with the same rounds.
    #expect(found == upgrade, "\(found as Any)")
  }

  /// What is within a tenth of the policy stays, but nothing below OWASP's recommendation does.
  @Test func theNoiseOfACalibrationIsNoUpgrade() throws {
    func isKept(_ stored: PasswordStretching, _ policy: PasswordStretching) -> Bool {
      Credential.decoy(stretching: stored).meets(policy)
    }
    #expect(isKept(Self.pbkdf2(.pbkdf2HMACSHA512, 431_100), Self.pbkdf2(.pbkdf2HMACSHA512, 479_000)))
    #expect(!isKept(Self.pbkdf2(.pbkdf2HMACSHA512, 431_099), Self.pbkdf2(.pbkdf2HMACSHA512, 479_000)))
    #expect(!isKept(Self.pbkdf2(.pbkdf2HMACSHA512, 219_999), Self.pbkdf2(.pbkdf2HMACSHA512, 220_000)))
    #expect(isKept(Self.pbkdf2(.pbkdf2HMACSHA512, 220_000), Self.pbkdf2(.pbkdf2HMACSHA512, 230_000)))
    #expect(!isKept(Self.pbkdf2(.pbkdf2HMACSHA512, 219_999), Self.pbkdf2(.pbkdf2HMACSHA512, 230_000)))
    #expect(isKept(Self.argon2id(60_000, 3, 4), Self.argon2id(65_536, 3, 4)))
    #expect(!isKept(Self.argon2id(58_000, 4, 4), Self.argon2id(65_536, 3, 4)))
    #expect(!isKept(Self.argon2id(19_452, 2, 1), Self.argon2id(19_456, 2, 1)))
  }

  /// 14 calibrations of one machine whose speed is measured with an error of up to 3 %: no credential is upgraded,
  /// whatever the speed.
  @Test func calibrationsThatDifferUpgradeNothing() throws {
    var random = Numbers()
    for step in 0..<400 {
      let affordable = 200_000 * exp2(Double(step) / 70)
      for function in PasswordStretching.Function.pbkdf2 {
        try expectNoUpgrade {
          PasswordStretching.recommended(function).rounded(toBudgetRounds: Int(affordable * random.noise))
        }
      }
      for least in [Argon2id.forLogins, .forFiles, try Argon2id(memoryByteCount: 32 << 20, passes: 1, lanes: 2)] {
        try expectNoUpgrade {
          PasswordStretching(
            argon2id: try least.calibrated(for: affordable / 1e6, memoryLimit: 1 << 30) {
              Double($0.rounds) * 1e-6 / random.noise
            })
        }
      }
    }
  }

  private func expectNoUpgrade(_ calibrate: () throws -> PasswordStretching) throws {
    let calibrations = try (0..<14).map { _ in try calibrate() }
    for first in Set(calibrations) {
      let stored = try Credential(Credential.decoy(stretching: first).description)
      let upgrades = calibrations.filter { !stored.meets($0) }
      #expect(upgrades.isEmpty, "\(first) under \(upgrades)")
    }
  }

  /// Factors from 0.97 to 1.03, the same in each run.
  private struct Numbers {
    private var state: UInt64 = 1

    var noise: Double {
      mutating get {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return 0.97 + 0.06 * Double(state >> 40) / Double(1 << 24)
      }
    }
  }

  // MARK: Memory that the system refuses

  /// 4 TiB of Argon2id, and more than all memory of scrypt.
  private static let impossible = [
    "$argon2id$v=19$m=4294967295,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc",
    "$scrypt$ln=61,r=8,p=1$BwcHBwcHBwcHBwcHBwcHBw$BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc",
  ]

  private static func isRefusal(_ error: (any Error)?) -> Bool {
    guard case .memoryUnavailable(let count) = error as? CredentialError else { return false }
    return count >= 4 << 40 && "\(error!)".contains("MiB of memory; see ulimit -v")
  }

  @Test(arguments: impossible) func refusedMemoryIsAnErrorOfItsLogin(text: String) throws {
    let good = try Credential(password: "pw".utf8, stretching: Self.pbkdf2(.pbkdf2HMACSHA512, 1))
    let credential = try Credential(text, limits: .none)
    #expect(Self.isRefusal(#expect(throws: CredentialError.self) { try credential.verify("pw".utf8) }))
    let results = Credential.verify([(credential, "pw".utf8), (good, "pw".utf8), (good, "no".utf8)])
    #expect(Self.isRefusal(#expect(throws: CredentialError.self) { try results[0].get() }))
    #expect(try results[1].get().isValid && !results[2].get().isValid)
    guard let stretching = credential.stretching else { return }
    let refused = #expect(throws: CredentialError.self) {
      try Credential(password: "pw".utf8, stretching: stretching, limits: .none)
    }
    #expect(Self.isRefusal(refused))
  }

  @Test(arguments: impossible) func refusedMemoryWhileATaskWaits(text: String) async throws {
    let credential = try Credential(text, limits: .none)
    let error = await #expect(throws: CredentialError.self) { _ = try await credential.verify("pw".utf8) }
    #expect(Self.isRefusal(error))
  }

  // MARK: Files of many rows

  private struct Account: Codable { let credential: Credential }

  /// A decoder takes limits, and names the row that it refuses. Rows that are text are read one by one.
  @Test func aFileOfManyRows() throws {
    let good = Credential.decoy()
    let slow = Credential.decoy(stretching: Self.pbkdf2(.pbkdf2HMACSHA256, 14_746_301))
    let file = Data(
      #"[{"credential":"\#(good)"},{"credential":"\#(slow)"},{"credential":"$2b$12$bcrypt"}]"#.utf8)
    let two = Data(#"[{"credential":"\#(good)"},{"credential":"\#(slow)"}]"#.utf8)

    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([Account].self, from: two) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [1, nil] && context.codingPath.last?.stringValue == "credential")
    #expect(
      context.underlyingError as? CredentialError == .overLimit(rounds: 14_746_301, limit: 10_000_000))

    let decoder = JSONDecoder()
    decoder.userInfo[Credential.limitsKey] = Credential.Limits(maximumRounds: 20_000_000)
    #expect(try decoder.decode([Account].self, from: two).map(\.credential) == [good, slow])
    let encoded = try JSONEncoder().encode([Account(credential: slow)])
    #expect(try decoder.decode([Account].self, from: encoded).map(\.credential) == [slow])

    let rows = try JSONDecoder().decode([[String: String]].self, from: file).map { row in
      Result { () throws(CredentialError) in try Credential(row["credential"]!) }
    }
    #expect(
      rows == [
        .success(good), .failure(.overLimit(rounds: 14_746_301, limit: 10_000_000)), .failure(.otherKind("bcrypt")),
      ])
  }
}
