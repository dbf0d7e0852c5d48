import Foundation
import SwiftVaultTestSupport
import Testing

/// The manual pages and the completion scripts of the commands whose help is written by hand.
@Suite struct CommandPagesTests {
  struct Program: Sendable, CustomTestStringConvertible {
    let name: String
    let commands: [String]
    /// A line that is typed, without the name, and the words that bash offers.
    let offers: [(line: String, words: String)]
    var testDescription: String { name }
    var command: Command { Command(name) }
  }

  static let programs = [
    Program(
      name: "crypto-lab", commands: ["modes", "quiz", "aes", "batch"],
      offers: [
        ("ae", "aes aes-rounds"), ("man", "manual"), ("completion ", "bash fish zsh"), ("aes --mo", "--mode"),
        ("aes --key-f", "--key-file"), ("aes --key-file no", "notes.txt"), ("digest --for", "--force"),
        ("nothing --", ""),
      ]),
    Program(
      name: "vault-bench", commands: ["calibrate", "throughput", "timing", "serve"],
      offers: [
        ("cal", "calibrate"), ("calibrate --bu", "--budget"), ("calibrate --json --comp", "--compare"),
        ("calibrate --save no", "notes.txt"), ("--v", "--version"),
      ]),
  ]

  private static func isInstalled(_ program: String) -> Bool {
    (try? Command(path: "/bin/sh").run(["-c", "command -v \(program)"]).status) == 0
  }

  @Test(arguments: programs)
  func theManualSaysAll(program: Program) throws {
    let manual = try program.command.run(["manual"])
    #expect(manual.status == 0 && manual.errors.isEmpty)
    let text = manual.text.replacing("\\-", with: "-").replacing("\\(aq", with: "'").replacing("\\e", with: "\\")
    #expect(text.hasPrefix(".TH \(program.name.uppercased()) 1 "))
    for name in program.commands {
      let help = try program.command.run([name, "--help"]).text
      // The help of other uses may follow.
      let section = "\n.SS \(program.name) \(name)\n.nf\n\(help)"
      #expect(
        text.contains(section + ".fi\n") || text.contains(section + "\nusage: \(program.name) \(name) "), "\(name)")
    }
    #expect(text.contains("\n.SH EXIT STATUS\n.nf\n0 "))
    #expect(!text.contains("\nExit status: "))
    #expect(try program.command.run(["--help"]).text.contains("\(program.name) manual the manual page."))
  }

  @Test(.enabled(if: isInstalled("groff"), "groff is not installed"), arguments: programs)
  func groffTakesTheManual(program: Program) throws {
    let script = "'\(program.command.executable.path)' manual | groff -ww -man -Tutf8 -z"
    let run = try Command(path: "/bin/sh").run(["-c", script])
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
  }

  @Test(arguments: programs)
  func bashOffers(program: Program) throws {
    let folder = TestFolder()
    folder.write("notes.txt", "")
    folder.write("script", try program.command.run(["completion", "bash"]).text)
    for (line, words) in program.offers {
      let script = """
        source ./script; COMP_WORDS=(\(program.name) \(line)); [[ '\(line)' != *' ' ]] || COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _\(program.name.replacing("-", with: "_"))
        printf '%s\\n' "${COMPREPLY[@]}" | sort | paste -sd' '
        """
      let run = try Command(path: "/bin/bash").run(["-c", script], in: folder)
      #expect(run.text == words + "\n" && run.errors.isEmpty, "\(line): \(run.text) \(run.errors)")
    }
  }

  /// The shells read the scripts.
  @Test(arguments: programs, ["bash", "zsh", "fish"])
  func theScriptIsOne(program: Program, shell: String) throws {
    let script = try program.command.run(["completion", shell])
    #expect(script.status == 0 && script.text.contains(program.name))
    guard Self.isInstalled(shell) else { return }
    let folder = TestFolder()
    folder.write("script", script.output)
    let run = try Command(path: "/bin/sh").run(["-c", "\(shell) -n ./script"], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test(arguments: programs)
  func mistakes(program: Program) throws {
    for (words, sentence) in [
      (["completion"], "unknown shell ''; there is bash, zsh, fish"),
      (["completion", "fsh"], "unknown shell 'fsh' (did you mean zsh?); there is bash, zsh, fish"),
      (["completion", "bash", "zsh"], "completion knows no argument 'zsh'"),
      (["manual", "aes"], "manual knows no argument 'aes'"),
    ] {
      let run = try program.command.run(words)
      #expect(run.status == 2 && run.errors.hasPrefix("\(program.name): \(sentence)"), "\(words): \(run.errors)")
    }
  }
}
