import Foundation
import VaultFiles

/// The place for the result: a file that appears complete, or standard output.
enum Destination {
  case file(OutputFile, Path, OutputRules)
  case standardOutput

  /// `-o`, or the name made from the input's; checked before any password is asked for.
  init(_ arguments: Arguments, _ rules: OutputRules, input: InputFile, defaultName: () throws -> Path) throws {
    let output = try arguments.path(.output) ?? (input.path == nil ? Path("-") : defaultName())
    let preserves = arguments.has(.preserve)
    if preserves, !input.isRegular || output.isStandardStream {
      throw ToolError.usage("\(Option.preserve.spelling) goes from a file to a file")
    }
    if output.isStandardStream {
      let file = FileState(of: STDOUT_FILENO)?.identity
      if let file, file == input.identity || rules.reads(file) {
        throw file == input.identity
          ? ToolError(.usage, input.name, "is also the output; choose another name")
          : ToolError.usage("standard output leads to a file that is read by this very command")
      }
      self = .standardOutput
    } else {
      let attributes = preserves ? FileAttributes(of: input.descriptor) : FileAttributes()
      self = .file(try rules.output(output, attributes: attributes), output, rules)
    }
  }

  /// The place for a vault: `-o`, or the file's name, without one of the endings, with `.vault` after it.
  init(
    ofVault path: Path, without endings: [String] = [], _ arguments: Arguments, _ rules: OutputRules, input: InputFile
  ) throws {
    try self.init(arguments, rules, input: input) {
      guard input.isRegular else {
        throw ToolError(.usage, input.name, "is not a regular file\(rules.outputAdvice("name the vault with"))")
      }
      let stem = endings.lazy.compactMap { path.removing(suffix: $0) }.first ?? path
      return stem.appending(suffix: SealCommand.suffix)
    }
    if isTerminal, !arguments.has(.force) {
      throw ToolError.usage("a vault is binary and would garble the terminal; use -o FILE, or --force")
    }
  }

  /// The bytes would go to the terminal's screen.
  var isTerminal: Bool {
    if case .standardOutput = self { isatty(STDOUT_FILENO) == 1 } else { false }
  }

  /// The name for the closing remark.
  var name: String {
    switch self {
    case .file(_, let path, _): path.display
    case .standardOutput: "standard output"
    }
  }

  /// Calls `write` with the place for the result. A file appears when `write` returns; standard output receives the bytes as
  /// they come.
  func withSink(_ write: (Pipeline.Sink) throws -> Void) throws {
    switch self {
    case .file(let file, _, let rules):
      defer { file.discard() }
      try file.create()
      try write(.file { try file.write($0, at: $1) })
      try rules.reporting { () throws(VaultFileError) in try file.commit() }
    case .standardOutput: try write(.stream { try StandardStream.writeOutput($0) })
    }
  }
}
