import Foundation
import Vault
import VaultFiles

typealias Path = VaultFilePath

extension Path {
  /// `-` on the command line: standard input, or standard output.
  var isStandardStream: Bool { bytes == Array("-".utf8) }

  /// The name for a message.
  var display: String { description.printable }

  /// Whether it ends in `.vault`.
  var isVault: Bool { removing(suffix: SealCommand.suffix) != nil }
}

extension FileIdentity {
  /// The input that an operand names; `-` is standard input.
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

  /// Runs `body` with a function that it calls with the number of further bytes processed, for the progress line.
  func withProgress<Result>(
    to sink: Pipeline.Sink, _ body: (@escaping (Int) -> Void) throws -> Result
  ) throws -> Result {
    // A terminal shows typed input, and output, without a progress line.
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
