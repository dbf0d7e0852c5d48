import SwiftVault
import SwiftVaultTestSupport
import Testing

/// `--version` and `help` of the three commands.
struct VersionTests {
  @Test("a command tells its version and its commit", arguments: ["swift-vault", "vault-bench", "crypto-lab"])
  func isTold(name: String) throws {
    let outcome = try Command(name).run(["--version"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.text == PackageVersion.line(of: name) + "\n")
    #expect(outcome.text.contains(/^[a-z-]+ [0-9]+\.[0-9]+\.[0-9]+ \((commit unknown|[0-9a-f]{12})\)\n$/))
  }

  @Test(
    "help COMMAND is COMMAND --help",
    arguments: [
      ("swift-vault", ["seal"]), ("swift-vault", ["password"]), ("swift-vault", ["password", "add"]),
      ("vault-bench", ["serve"]), ("crypto-lab", ["digest"]),
    ])
  func help(name: String, words: [String]) throws {
    let command = Command(name)
    let help = try command.run(["help"] + words)
    #expect(help.status == 0 && help.errors.isEmpty)
    #expect(try help.output == command.run(words + ["--help"]).output)
    let overview = try command.run(["help"])
    #expect(try overview.status == 0 && overview.output == command.run(["--help"]).output)
    #expect(!help.output.isEmpty && help.output != overview.output)
    let unknown = try command.run(["help", "bake"])
    #expect(unknown.status == 2 && unknown.output.isEmpty && unknown.errors.contains("bake"), "\(unknown.errors)")
  }
}
