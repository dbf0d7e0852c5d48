import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// RNCryptor's Python package opens what this library sealed, and the other way around.
@Suite struct RNCryptorPeerTests {
  /// The reason why the package cannot be run.
  private struct Unavailable: Error, CustomStringConvertible {
    let description: String
  }

  /// Few, because the package takes about a second for each.
  private static let pairs = zip(
    ["p", "correct horse", "中文密码", String(repeating: "é", count: 50)], [0, 15, 16, 1000]
  ).map { (password: Array($0.utf8), content: (0..<$1).map { UInt8(truncatingIfNeeded: $0) }) }

  /// The package's answers. If it is not installed, this throws in CI. Elsewhere it records a known issue, so that the
  /// output shows the gap, and returns nil.
  private static func answers(
    _ questions: [(operation: String, password: [UInt8], data: [UInt8])]
  ) throws -> [String]? {
    do {
      return try run(questions.map { "\($0) \(digits($1)) \(digits($2))\n" }.joined())
    } catch {
      if ProcessInfo.processInfo.environment["CI"] != nil { throw error }
      withKnownIssue("RNCryptor's package was not run") { throw error }
      return nil
    }
  }

  private static func digits(_ bytes: [UInt8]) -> String { bytes.isEmpty ? "-" : Hex.encode(bytes) }

  private static func run(_ input: String) throws -> [String] {
    let folder = TestFolder()
    defer { withExtendedLifetime(folder) {} }
    // These are files, not pipes, so that neither side can block on a full pipe.
    let files = ["in", "out", "err"].map { folder.file($0) }
    for (name, text) in [("in", input), ("out", ""), ("err", "")] { folder.write(name, text) }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Interop/rncryptor_peer.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B", script.path]
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unavailable(description: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
    return String(decoding: try Data(contentsOf: files[1]), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func thePackageOpensWhatIsSealedHere() throws {
    var questions = Self.pairs.map { ("open", $0.password, RNCryptor.seal($0.content, password: $0.password)) }
    questions.append(("open", Self.pairs[0].password, questions.last!.2))
    guard let answers = try Self.answers(questions) else { return }
    #expect(answers == Self.pairs.map { Self.digits($0.content) } + ["refused"])
  }

  @Test func whatThePackageSealsIsOpenedHere() throws {
    guard let answers = try Self.answers(Self.pairs.map { ("seal", $0.password, $0.content) }) else { return }
    #expect(answers.count == Self.pairs.count)
    for (answer, pair) in zip(answers, Self.pairs) {
      let file = try Hex.decode(answer)
      #expect(try RNCryptor.open(file, password: pair.password) == pair.content)
      #expect(throws: InteropError.authenticationFailure) { try RNCryptor.open(file, password: pair.password + [0x21]) }
    }
  }
}
