import SwiftVaultCommandSupport

/// `swift-vault completion SHELL`: prints the script with which a shell completes every command.
struct CompletionCommand {
  private let shell: Shell

  init(_ arguments: Arguments) throws {
    let name = arguments.operands[0].display
    guard let shell = Shell(rawValue: name) else {
      let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw ToolError.usage("there is no completion for \(name); it exists for \(known)")
    }
    self.shell = shell
  }

  func run() throws { try StandardStream.writeOutput(Array(shell.completion.utf8)) }
}

extension CompletionCommand {
  static let subcommand = Subcommand(
    name: "completion", operand: Placeholder("SHELL", .words(Shell.allCases.map(\.rawValue))),
    summary: "prints a completion script for a shell",
    description: [
      """
      Prints a script for bash, zsh or fish, with which the shell completes the commands, options and file names of \
      swift-vault.
      """
    ],
    examples: [
      "source <(swift-vault completion bash)     # in ~/.bashrc",
      "source <(swift-vault completion zsh)      # in ~/.zshrc, after compinit",
      "swift-vault completion fish | source      # in config.fish",
    ],
    run: { try CompletionCommand($0).run() })
}
