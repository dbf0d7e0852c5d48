import Foundation
import Vault
import VaultFiles

typealias Path = VaultFilePath

extension Path {
  /// `-` on the command line: standard input, or standard output.
  var isStandardStream: Bool { bytes == Array("-".utf8) }

  /// The name for a message.
  var display: String { description.printable }

  /// Whether it ends as the name of a vault does.
  var isVault: Bool { removing(suffix: SealCommand.suffix) != nil }
}

extension FileIdentity {
  /// What an operand leads to; `-` is standard input.
  init?(ofOperand path: Path) {
    if path.isStandardStream { self.init(of: STDIN_FILENO) } else { self.init(of: path) }
  }
}

extension InputFile {
  /// Opens the file named `path`, or standard input for `-`.
  convenience init(operand path: Path, for purpose: Purpose = .copying) throws(VaultFileError) {
    if path.isStandardStream { try self.init(STDIN_FILENO, for: purpose) } else { try self.init(path, for: purpose) }
  }

  /// For messages.
  var name: String { path?.display ?? "standard input" }

  /// Hands `body` what it has to tell how many bytes more are done with, which a person sees.
  func withProgress<Result>(
    to sink: Pipeline.Sink, _ body: (@escaping (Int) -> Void) throws -> Result
  ) throws -> Result {
    // What is typed, or shown, is seen as it goes.
    let progress = isTerminal || sink.isTerminal ? nil : Progress(total: try remaining())
    defer { progress?.finish() }
    return try body { progress?.advance(by: $0) }
  }
}

extension Pipeline.Sink {
  var isTerminal: Bool { isStream && isatty(STDOUT_FILENO) == 1 }
}

extension EditedVault {
  convenience init(operand path: Path, limits: Vault.Limits) throws {
    if path.isStandardStream {
      throw ToolError.usage("a vault is changed in the file itself, so it needs the name of one, not -")
    }
    try self.init(path, limits: limits)
  }
}
