import Testing
import Vault

/// A reader and a writer made from FORMAT.md alone agree with the Swift code about every byte.
///
/// Long contents are compared with `elementsEqual`: of two arrays that differ, `==` in `#expect` would look for the shortest
/// edit between them, for minutes.
@Suite struct PythonReaderTests {
  private static let lengths = [0, 1, 65_535, 65_536, 65_537, 200_000]
  private static let password = [UInt8]("correct horse".utf8) + [0, 0xff]
  private static let context = [UInt8]("example".utf8) + [0, 0xff]

  private func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 + $0 >> 8) }
  }

  @Test(arguments: lengths) func pythonOpensWhatSwiftSealed(count: Int) throws {
    guard let python = try PythonVault.find() else { return }
    let forms: [(VaultSlot.Stretching, [UInt8])] = [(.pbkdf2SHA512, []), (.pbkdf2SHA256, Self.context)]
    for (stretching, context) in forms {
      let vault = try Vault.seal(
        content(count), password: Self.password, context: context, unsafeUncheckedRounds: 1000, stretching: stretching)
      let outcome = try python.run(
        ["open", "-", "--password-hex", Hex.encode(Self.password), "--context-hex", Hex.encode(context)], input: vault)
      #expect(outcome.status == 0 && outcome.error == "", "\(stretching): \(outcome.error)")
      #expect(outcome.output.elementsEqual(content(count)), "\(stretching)")
    }
  }

  @Test(arguments: lengths) func swiftOpensWhatPythonSealed(count: Int) throws {
    guard let python = try PythonVault.find() else { return }
    for (stretching, context) in [("1", Self.context), ("2", [])] {
      let outcome = try python.run(
        [
          "seal", "-", "--password-hex", Hex.encode(Self.password), "--context-hex", Hex.encode(context),
          "--rounds", "1000", "--stretching", stretching,
        ], input: content(count))
      #expect(outcome.status == 0, "\(outcome.error)")
      let opened = try Vault.open(outcome.output, password: Self.password, context: context)
      #expect(opened.elementsEqual(content(count)), "stretching \(stretching)")
    }
  }

  @Test func everySlotOpensWhateverItsPlaceAndFunction() throws {
    guard let python = try PythonVault.find() else { return }
    let outcome = try python.run(
      [
        "seal", "-", "--password", "one", "--password", "two", "--password", "three", "--slot", "5", "--slot", "0",
        "--slot", "7", "--stretching", "2", "--stretching", "1", "--stretching", "2", "--rounds", "100",
        "--rounds", "200", "--rounds", "300",
      ], input: content(70_000))
    for password in ["one", "two", "three"] {
      #expect(try Vault.open(outcome.output, password: password.utf8).elementsEqual(content(70_000)))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(outcome.output, password: "four".utf8) }
    let inspection = try Vault.inspect(outcome.output)
    #expect(inspection.slots.map(\.rounds) == [200, 100, 300])
    #expect(
      inspection.slots.map(\.keyDerivation) == ["PBKDF2-HMAC-SHA512", "PBKDF2-HMAC-SHA256", "PBKDF2-HMAC-SHA256"])
    #expect(throws: VaultError.overLimit(rounds: 600, limit: 599)) {
      try Vault.open(outcome.output, password: "one".utf8, limits: Vault.Limits(maximumRounds: 599))
    }
  }

  @Test(arguments: [1, 5, 7]) func aSingleSlotOpensInEveryPlace(place: Int) throws {
    guard let python = try PythonVault.find() else { return }
    let outcome = try python.run(
      ["seal", "-", "--password", "pw", "--slot", "\(place)", "--rounds", "10"], input: [1, 2, 3])
    #expect(try Vault.open(outcome.output, password: "pw".utf8) == [1, 2, 3])
    #expect(outcome.output[48 + 80 * place] == 1)
  }

  @Test func eightSlotsOpenWithEightPasswords() throws {
    guard let python = try PythonVault.find() else { return }
    let passwords = (0..<8).map { "password \($0)" }
    let outcome = try python.run(
      ["seal", "-", "--rounds", "10"] + passwords.flatMap { ["--password", $0] }, input: [1, 2, 3])
    for password in passwords { #expect(try Vault.open(outcome.output, password: password.utf8) == [1, 2, 3]) }
    #expect(try Vault.inspect(outcome.output).slots.count == 8)
  }

  @Test func aSeedMakesTheSameVaultAgain() throws {
    guard let python = try PythonVault.find() else { return }
    func seal(_ seed: [String]) throws -> [UInt8] {
      try python.run(["seal", "-", "--password", "pw", "--rounds", "10"] + seed, input: [1, 2, 3]).output
    }
    #expect(try seal(["--seed", "a"]) == seal(["--seed", "a"]))
    #expect(try seal(["--seed", "a"]) != seal(["--seed", "b"]))
    #expect(try seal([]) != seal([]))
    #expect(try Vault.open(seal(["--seed", "a"]), password: "pw".utf8) == [1, 2, 3])
  }

  /// Both readers give each damaged vault the same name.
  @Test func bothReadersNameErrorsAlike() throws {
    guard let python = try PythonVault.find() else { return }
    let vault = try Vault.seal(content(70_000), password: "pw".utf8, unsafeUncheckedRounds: 10)
    func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
      var changed = vault
      changed[place] = byte
      return changed
    }
    let first = 720 + 65_568
    let cases: [([UInt8], VaultError, Int32, String)] = [
      ([], .notAVault, 10, "not a vault"),
      (changed(8, 2), .unsupportedVersion(2), 11, "unsupported version: 2"),
      (changed(9, 2), .invalidHeader, 12, "invalid header: suite"),
      (changed(48, 3), .invalidHeader, 12, "invalid header: slot 0"),
      (changed(687, 1), .invalidHeader, 12, "invalid header: slot 7"),
      (changed(48, 2), .wrongPasswordOrContext, 14, "wrong password or context"),
      (
        changed(52, 1), .overLimit(rounds: 16_777_226, limit: 10_000_000), 13,
        "over limit: 16777226 rounds, 10000000 allowed"
      ),
      (changed(700, vault[700] ^ 1), .wrongPasswordOrContext, 14, "wrong password or context"),
      (changed(first, vault[first] ^ 1), .damaged(chunk: 1), 15, "damaged: chunk 1"),
      (vault + [0], .damaged(chunk: 1), 15, "damaged: chunk 1"),
      (Array(vault.prefix(8)), .truncated, 16, "truncated"),
      (Array(vault.prefix(752)), .damaged(chunk: 0), 15, "damaged: chunk 0"),
      (Array(vault.prefix(first)), .truncated, 16, "truncated"),
      (Array(vault.prefix(first + 32)), .truncated, 16, "truncated"),
      (Array(vault.prefix(first + 33)), .damaged(chunk: 1), 15, "damaged: chunk 1"),
    ]
    for (vault, error, status, text) in cases {
      #expect(throws: error) { try Vault.open(vault, password: "pw".utf8) }
      let outcome = try python.run(["open", "-", "--password", "pw"], input: vault)
      #expect(outcome.status == status && outcome.output.isEmpty, "\(text)")
      #expect(outcome.error == text + "\n")
    }
  }
}
