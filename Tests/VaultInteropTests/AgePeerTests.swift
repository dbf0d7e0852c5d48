import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// Debian's age opens what this library sealed, and vice versa.
@Suite struct AgePeerTests {
  private static let program = PeerProgram(script: "age_peer.py")
  private static let chunk = 64 << 10
  private static let identities = (0..<3).map { _ in AgeFile.Identity() }
  private static let password = Array("pass word é".utf8)

  private struct Case: Sendable {
    let content: [UInt8]
    let isArmored: Bool
    /// The number of recipients; 0 for a password.
    let recipientCount: Int

    var recipients: [AgeFile.Recipient] { identities.prefix(recipientCount).map(\.recipient) }

    func question(_ operation: String, _ secrets: [String], _ data: [UInt8]) -> String {
      let secret =
        recipientCount == 0 ? "password:\(PeerProgram.digits(password))" : secrets.joined(separator: ",")
      return "\(operation) \(isArmored ? "armored" : "binary") \(secret) \(PeerProgram.digits(data))"
    }
  }

  private static let sizes = [0, 1, 15, 48, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 17]
  private static let cases = sizes.enumerated().flatMap { number, count in
    [false, true].map { isArmored in
      Case(content: testContent(count), isArmored: isArmored, recipientCount: 1 + number % 3)
    }
  }
  private static let passwords = [0, chunk + 1].map { count in
    Case(content: testContent(count), isArmored: count > 0, recipientCount: 0)
  }

  private static func text(_ identity: AgeFile.Identity) -> String {
    identity.withText { String(decoding: $0, as: UTF8.self) }
  }

  @Test func theProgramOpensWhatIsSealedHere() throws {
    var questions: [String] = []
    for item in Self.cases {
      let file = try AgeFile.seal(item.content, for: item.recipients, isArmored: item.isArmored)
      questions.append(item.question("open", [Self.text(Self.identities[item.recipientCount - 1])], file))
    }
    for item in Self.passwords {
      let file = try AgeFile.seal(item.content, password: Self.password, workFactor: 8, isArmored: item.isArmored)
      questions.append(item.question("open", [], file))
    }
    questions.append(
      Self.cases[0].question(
        "open", [Self.text(AgeFile.Identity())], try AgeFile.seal([1], for: Self.cases[0].recipients)))
    guard let answers = try Self.program.answers(to: questions) else { return }
    #expect(answers == (Self.cases + Self.passwords).map { PeerProgram.digits($0.content) } + ["refused"])
  }

  @Test func whatTheProgramSealsIsOpenedHere() throws {
    let all = Self.cases + Self.passwords.prefix(1)
    let questions = all.map { $0.question("seal", $0.recipients.map(\.text), $0.content) }
    guard let answers = try Self.program.answers(to: questions) else { return }
    #expect(answers.count == all.count)
    for (answer, item) in zip(answers, all) {
      let file = try Hex.decode(answer)
      #expect(AgeFile.recognizes(file))
      if item.recipientCount == 0 {
        #expect(try AgeFile.open(file, password: Self.password) == item.content)
      } else {
        for identity in Self.identities.prefix(item.recipientCount) {
          #expect(try AgeFile.open(file, identities: [identity]) == item.content)
        }
      }
    }
  }
}
