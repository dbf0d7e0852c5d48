import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVault
@testable import SwiftVaultVaultTool
@testable import VaultFiles

/// The output that is generated from the table of commands: help, manual page, parsing.
@Suite struct VaultToolTableTests {
  @Test(arguments: [nil] + Subcommand.all.map(\.name))
  func helpFitsATerminal(command: String?) throws {
    let words = command.map { $0.split(separator: " ").map(String.init) } ?? []
    let run = try Command.swiftVault(words + ["--help"], in: TestFolder())
    let text = run.text
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(text.contains("swift-vault \(command ?? "seal")"))
    guard let command = Subcommand.all.first(where: { $0.name == command }) else { return }
    #expect(text.contains("Examples:\n  \(command.examples[0])"))
    for option in command.options { #expect(text.contains("\n  \(option.label)")) }
  }

  /// The values are read before the command is known.
  @Test func anOptionTakesAValueInEveryCommandOrInNone() {
    let options = Dictionary(grouping: Subcommand.all.flatMap(\.options) + Option.common, by: \.spelling)
    for (spelling, uses) in options {
      #expect(Set(uses.map { $0.value == nil }).count == 1 && Set(uses.map(\.short)).count == 1, "\(spelling)")
    }
  }

  @Test(arguments: ["password", "credential"])
  func helpOfAGroup(group: String) throws {
    let run = try Command.swiftVault(group, "--help", in: TestFolder())
    let text = run.text
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    for command in Subcommand.all {
      let isListed = ("\n" + text).contains("\n  swift-vault \(command.name) ")
      #expect(isListed == command.name.hasPrefix(group + " "), "\(command.name)")
    }
    #expect(text.contains("swift-vault \(group) COMMAND --help"))
  }

  @Test func theCommandLineInShort() throws {
    let seal = try #require(Subcommand.all.first { $0.name == "seal" })
    #expect(seal.synopsis == "seal FILE... [-o OUT] [options]")
    for command in Subcommand.all {
      #expect(command.synopsis.hasPrefix(command.name))
      if let operand = command.operand { #expect(command.synopsis.contains(operand.name)) }
    }
  }

  @Test func aFailedSelfTestIsAnError() throws {
    var run = SelfTestRun()
    run.expect("right", "known", on: "portable", [0] as [UInt8], is: "00")
    try SelfTestCommand.report(SelfTest.Report(checks: run.checks))
    run.expect("wrong", "known", on: "portable", [1] as [UInt8], is: "00")
    let error = #expect(throws: ToolError.self) { try SelfTestCommand.report(SelfTest.Report(checks: run.checks)) }
    #expect(error?.code == .selfTestFailed)
  }

  @Test func everyExitCodeIsExplained() {
    let text = Help.text(for: nil)
    for code in ExitCode.allCases { #expect(text.contains("\n  \(code.rawValue)  \(code.meaning)\n")) }
  }

  @Test(arguments: [
    ["password", "add", "a.vault"], ["--password-fd", "3", "password", "add", "a.vault"],
    ["password", "--password-fd=3", "add", "--", "a.vault"],
  ])
  func commandsOfTwoWords(line: [String]) throws {
    let arguments = try Arguments(parsing: line.map { Array($0.utf8) })
    try arguments.checkOperands()
    #expect(arguments.command?.name == "password add")
    #expect(arguments.operands == [Path("a.vault")])
  }

  @Test(arguments: [
    (
      ["password"],
      "password must be followed by one of these words: add, change, remove, raise, repair; see swift-vault password --help"
    ),
    (["password", "drop"], "password must be followed by one of these words: add, change, remove, raise, repair"),
    (["password", "add"], "password add needs the name of a file; see swift-vault password add --help"),
    (["password", "add", "a", "--force"], "password add has no option --force; see swift-vault password add --help"),
    (["key", "recipient", "a", "b"], "one argument too many: b (key recipient takes one FILE)"),
  ])
  func mistakesInTwoWords(line: [String], sentence: String) throws {
    let error = #expect(throws: ToolError.self) {
      try Arguments(parsing: line.map { Array($0.utf8) }).checkOperands()
    }
    #expect(error?.code == .usage)
    #expect(error?.sentence.hasPrefix(sentence) == true, "\(error?.sentence ?? "")")
  }

  @Test func theManualSaysAll() throws {
    let run = try Command.swiftVault("manual", in: TestFolder())
    let text = run.text.replacing("\\-", with: "-")
    #expect(text.hasPrefix(".TH SWIFT-VAULT 1 "))
    for command in Subcommand.all {
      #expect(text.contains("\n.SS swift-vault \(command.synopsis)\n"))
      for option in command.options { #expect(text.contains("\\fB\(option.spelling)\\fR")) }
    }
  }

  @Test(.enabled(if: VaultToolShellTests.installed("groff"), "groff is not installed"))
  func groffTakesTheManual() throws { try check("groff -ww -man -Tutf8 -z") }

  @Test(.enabled(if: VaultToolShellTests.installed("mandoc"), "mandoc is not installed"))
  func mandocTakesTheManual() throws { try check("mandoc -Tlint") }

  private func check(_ program: String) throws {
    let run = try Command.shell("\"$TOOL\" manual | \(program)", in: TestFolder())
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.output) \(run.errors)")
  }
}
