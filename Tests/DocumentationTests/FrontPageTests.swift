import Foundation
import SwiftVaultTestSupport
import Testing

/// The README, the first page of the site and `--help` say in the same words what this is.
@Suite struct FrontPageTests {
  private static let readme = Article.text(of: Article.root.appendingPathComponent("README.md"))
  private static let site = Article.text(
    of: Article.root.appendingPathComponent("Documentation/swift-vault.docc/swift-vault.md"))

  /// The paragraph after the title.
  private static func opening(_ page: String) -> String { page.components(separatedBy: "\n\n")[1] }

  /// What each command does, in the words after its name.
  private static let sentences = [
    "swift-vault": "encrypts files and data with a password",
    "vault-bench": "measures this machine",
    "crypto-lab": "teaches why modes and padding matter",
  ]

  @Test func theFirstParagraphIsTheSame() {
    #expect(Self.opening(Self.readme) == Self.opening(Self.site))
    #expect(Self.opening(Self.readme).hasPrefix("swift-vault \(Self.sentences["swift-vault"]!). "))
  }

  @Test("each command is introduced by the same words everywhere", arguments: sentences.keys.sorted())
  func command(name: String) throws {
    let sentence = Self.sentences[name]!
    #expect(Self.readme.contains("| `\(name)` | \(sentence)"))
    #expect(Self.site.contains("- `\(name)` \(sentence)."))
    let help = try Command(name).run(["--help"])
    #expect(help.status == 0 && help.lines.contains("\(name) \(sentence)."), "\(help.text)")
  }

  @Test func theReadmeIsShort() {
    let words = Self.readme.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter || $0.isNumber } }
    #expect(words.count <= 1300)
  }
}
