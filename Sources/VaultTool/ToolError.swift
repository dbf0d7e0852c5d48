import SwiftVaultCommandSupport

/// The exit codes, also listed by `--help`.
///
/// A signal ends the command by that signal instead.
enum ExitCode: Int32, CaseIterable {
  case success = 0
  /// A file could not be read or written, or another process changed it meanwhile.
  case inputOutput = 1
  /// The command cannot be carried out as given.
  case usage = 2
  /// The password or the context is not the one that the vault or credential was made with.
  case wrongPassword = 3
  /// Not a vault or credential, one that this version cannot read, or one that asks for more work than allowed.
  case notReadable = 4
  /// A vault that was changed or cut off after it was sealed.
  case damaged = 5
  /// The file to be written exists.
  case targetExists = 6
  /// A known-answer test failed.
  case selfTestFailed = 7

  /// For `--help` and the manual.
  var meaning: String {
    switch self {
    case .success: "done"
    case .inputOutput: "a file could not be read or written, or changed while in use"
    case .usage: "the command cannot be carried out as given (options, password entry)"
    case .wrongPassword: "wrong password or context"
    case .notReadable: "not a vault or credential, from a newer version, or over a limit"
    case .damaged: "the vault is damaged or cut short"
    case .targetExists: "the file to be written exists (see --force)"
    case .selfTestFailed: "the self-test failed"
    }
  }
}

/// A sentence for the user, and an exit code for scripts.
struct ToolError: Error, CustomStringConvertible {
  let code: ExitCode
  /// The file, or the option, that the sentence is about.
  let subject: String?
  let sentence: String
  /// Whether nothing is printed, because the reader of the output has closed it.
  var isQuiet = false
  /// Whether any other password or key would also be wrong.
  var isFinal = false

  init(_ code: ExitCode, _ subject: String? = nil, _ sentence: String) {
    self.code = code
    self.subject = subject
    self.sentence = sentence
  }

  init(_ code: ExitCode, _ file: Path, _ sentence: String) { self.init(code, file.display, sentence) }

  /// A mistake in the arguments; the sentence names the argument.
  static func usage(_ sentence: String) -> ToolError { ToolError(.usage, nil, sentence) }

  /// A system call that failed: `cannot be read: permission denied`.
  static func system(_ subject: String, _ what: String, _ number: Int32) -> ToolError {
    ToolError(.inputOutput, subject, "\(what): \(StandardStream.reason(number))")
  }

  var description: String { "swift-vault: " + (subject.map { "\($0): " } ?? "") + sentence }
}
