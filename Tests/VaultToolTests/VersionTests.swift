import SwiftVault
import SwiftVaultTestSupport
import Testing

/// `--version` of the three commands.
struct VersionTests {
  @Test("a command tells its version and its commit", arguments: ["swift-vault", "vault-bench", "crypto-lab"])
  func isTold(name: String) throws {
    let outcome = try Command(name).run(["--version"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.text == PackageVersion.line(of: name) + "\n")
    #expect(outcome.text.contains(/^[a-z-]+ [0-9]+\.[0-9]+\.[0-9]+ \((commit unknown|[0-9a-f]{12})\)\n$/))
  }
}
