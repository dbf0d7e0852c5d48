import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// RNCryptor's Python package opens what this library sealed, and vice versa.
@Suite struct RNCryptorPeerTests {
  private static let package = PeerProgram(script: "rncryptor_peer.py")

  /// Few cases, because the package takes about a second for each.
  private static let pairs = zip(
    ["p", "correct horse", "中文密码", String(repeating: "é", count: 50)], [0, 15, 16, 1000]
  ).map { (password: Array($0.utf8), content: (0..<$1).map { UInt8(truncatingIfNeeded: $0) }) }

  private static func question(_ operation: String, _ password: [UInt8], _ data: [UInt8]) -> String {
    "\(operation) \(PeerProgram.digits(password)) \(PeerProgram.digits(data))"
  }

  @Test func thePackageOpensWhatIsSealedHere() throws {
    let files = Self.pairs.map { RNCryptor.seal($0.content, password: $0.password) }
    var questions = zip(Self.pairs, files).map { Self.question("open", $0.password, $1) }
    questions.append(Self.question("open", Self.pairs[0].password, files.last!))
    guard let answers = try Self.package.answers(to: questions) else { return }
    #expect(answers == Self.pairs.map { PeerProgram.digits($0.content) } + ["refused"])
  }

  @Test func whatThePackageSealsIsOpenedHere() throws {
    let questions = Self.pairs.map { Self.question("seal", $0.password, $0.content) }
    guard let answers = try Self.package.answers(to: questions) else { return }
    #expect(answers.count == Self.pairs.count)
    for (answer, pair) in zip(answers, Self.pairs) {
      let file = try Hex.decode(answer)
      #expect(try RNCryptor.open(file, password: pair.password) == pair.content)
      #expect(throws: InteropError.authenticationFailure) { try RNCryptor.open(file, password: pair.password + [0x21]) }
    }
  }
}
