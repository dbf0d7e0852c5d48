import SwiftVaultTestSupport
import Testing
import Vault

/// A reader and a writer made only from FORMAT.md agree with the Swift code on every byte.
///
/// Long contents are compared with `elementsEqual`. If two long arrays differ, `==` in `#expect` searches for the
/// shortest edit between them, which takes minutes.
@Suite struct PythonReaderTests {
  private static let lengths = [0, 1, 65_535, 65_536, 65_537, 200_000]
  private static let password = [UInt8]("correct horse".utf8) + [0, 0xff]
  private static let context = [UInt8]("example".utf8) + [0, 0xff]

  @Test(arguments: lengths) func pythonOpensWhatSwiftSealed(count: Int) throws {
    guard let python = try PythonVault.find() else { return }
    let forms: [(PasswordStretching.Function, [UInt8])] = [(.pbkdf2HMACSHA512, []), (.pbkdf2HMACSHA256, Self.context)]
    for (function, context) in forms {
      let stretching = try PasswordStretching(function, rounds: .exactly(1000))
      let vault = try Vault.seal(
        testContent(count), under: .password(Self.password), context: VaultContext(context), stretching: stretching)
      try expect(python, opens: vault, context: context, count: count, "\(stretching)")
    }
  }

  /// The same content from a stream of uneven pieces, read by both sides.
  @Test(arguments: lengths + [1 << 20, 1 << 20 + 1]) func pythonOpensWhatSwiftStreamed(count: Int) throws {
    guard let python = try PythonVault.find() else { return }
    var writer = try VaultWriter(
      under: .password(Self.password), context: VaultContext(Self.context),
      stretching: PasswordStretching(rounds: .exactly(1000)))
    var vault: [UInt8] = []
    for piece in testContent(count).pieces(of: [1, 65_536, 7, 300_000]) { try writer.update(piece, into: &vault) }
    try writer.finalize(into: &vault)
    try expect(python, opens: vault, context: Self.context, count: count, "\(count)")
    var reader = try VaultReader(
      header: vault.prefix(Vault.headerByteCount), with: .password(Self.password), context: VaultContext(Self.context))
    var opened: [UInt8] = []
    for piece in Array(vault.dropFirst(Vault.headerByteCount)).pieces(of: [65_568, 31, 400_000]) {
      try reader.update(piece, into: &opened)
    }
    try reader.finalize(into: &opened)
    #expect(opened.elementsEqual(testContent(count)))
  }

  private func expect(
    _ python: PythonVault, opens vault: [UInt8], context: [UInt8], count: Int, _ comment: Comment
  ) throws {
    let outcome = try python.run(
      ["open", "-", "--password-hex", Hex.encode(Self.password), "--context-hex", Hex.encode(context)], input: vault)
    #expect(outcome.status == 0 && outcome.error == "", comment)
    #expect(outcome.output.elementsEqual(testContent(count)), comment)
  }

  @Test(arguments: lengths) func swiftOpensWhatPythonSealed(count: Int) throws {
    guard let python = try PythonVault.find() else { return }
    for (stretching, context) in [("1", Self.context), ("2", [])] {
      let outcome = try python.run(
        [
          "seal", "-", "--password-hex", Hex.encode(Self.password), "--context-hex", Hex.encode(context),
          "--rounds", "1000", "--stretching", stretching,
        ], input: testContent(count))
      #expect(outcome.status == 0, "\(outcome.error)")
      let opened = try Vault.open(outcome.output, with: .password(Self.password), context: VaultContext(context))
      #expect(opened.elementsEqual(testContent(count)), "stretching \(stretching)")
    }
  }

  @Test func everySlotOpensWhateverItsPlaceAndFunction() throws {
    guard let python = try PythonVault.find() else { return }
    let outcome = try python.run(
      [
        "seal", "-", "--password", "one", "--password", "two", "--password", "three", "--slot", "5", "--slot", "0",
        "--slot", "7", "--stretching", "2", "--stretching", "1", "--stretching", "2", "--rounds", "100",
        "--rounds", "200", "--rounds", "300",
      ], input: testContent(70_000))
    for password in ["one", "two", "three"] {
      #expect(try Vault.open(outcome.output, with: .password(password.utf8)).elementsEqual(testContent(70_000)))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(outcome.output, with: .password("four".utf8)) }
    let inspection = try Vault.inspect(outcome.output)
    #expect(inspection.slots.map { $0?.rounds } == [200, nil, nil, nil, nil, 100, nil, 300])
    #expect(inspection.slots[0]?.stretching?.function == .pbkdf2HMACSHA512)
    #expect([5, 7].allSatisfy { inspection.slots[$0]?.stretching?.function == .pbkdf2HMACSHA256 })
    #expect(throws: VaultError.overLimit(.rounds, found: 600, limit: 599)) {
      try Vault.open(outcome.output, with: .password("one".utf8), limits: Vault.Limits(maximumRounds: 599))
    }
  }

  @Test(arguments: [1, 5, 7]) func aSingleSlotOpensInEveryPlace(place: Int) throws {
    guard let python = try PythonVault.find() else { return }
    let outcome = try python.run(
      ["seal", "-", "--password", "pw", "--slot", "\(place)", "--rounds", "10"], input: [1, 2, 3])
    #expect(try Vault.open(outcome.output, with: .password("pw".utf8)) == [1, 2, 3])
    #expect(outcome.output[48 + 80 * place] == 1 && outcome.output[720 + 48 + 80 * place] == 1)
    #expect(try UnlockedVault(header: outcome.output, with: .password("pw".utf8)).openedSlots.first == place)
  }

  @Test func eightSlotsOpenWithEightPasswords() throws {
    guard let python = try PythonVault.find() else { return }
    let passwords = (0..<8).map { "password \($0)" }
    let outcome = try python.run(
      ["seal", "-", "--rounds", "10"] + passwords.flatMap { ["--password", $0] }, input: [1, 2, 3])
    for password in passwords { #expect(try Vault.open(outcome.output, with: .password(password.utf8)) == [1, 2, 3]) }
    #expect(try Vault.inspect(outcome.output).slots.allSatisfy { $0?.rounds == 10 })
  }

  @Test func aSeedMakesTheSameVaultAgain() throws {
    guard let python = try PythonVault.find() else { return }
    func seal(_ seed: [String]) throws -> [UInt8] {
      try python.run(["seal", "-", "--password", "pw", "--rounds", "10"] + seed, input: [1, 2, 3]).output
    }
    #expect(try seal(["--seed", "a"]) == seal(["--seed", "a"]))
    #expect(try seal(["--seed", "a"]) != seal(["--seed", "b"]))
    #expect(try seal([]) != seal([]))
    #expect(try Vault.open(seal(["--seed", "a"]), with: .password("pw".utf8)) == [1, 2, 3])
  }
}
