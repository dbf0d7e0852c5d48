import SwiftVaultCommandSupport
import VaultFiles

/// The place for the result: a file that appears only when complete, or standard output or another open descriptor.
enum Destination {
  case file(OutputFile, Path, OutputRules, source: String)
  case stream(Int32, name: String)

  /// `-o`, or a name made from that of the input; checked before any password is asked for.
  init(_ arguments: Arguments, _ rules: OutputRules, input: InputFile, defaultName: () throws -> Path) throws {
    let named = try arguments.path(.output) ?? (input.path == nil ? "-" : nil)
    let stream = named.flatMap { Self(stream: $0) }
    let preserves = arguments.has(.preserve)
    if preserves, !input.isRegular || stream != nil {
      throw ToolError.usage("\(Option.preserve.spelling) needs files as input and output")
    }
    if let stream {
      self = stream
    } else {
      let output = try named ?? defaultName()
      let attributes = preserves ? FileAttributes(of: input.descriptor) : FileAttributes()
      self = .file(try rules.output(output, attributes: attributes), output, rules, source: input.name)
    }
  }

  /// The stream that a name stands for; nil for the name of a file.
  init?(stream path: Path) {
    guard let descriptor = path.isStandardStream ? STDOUT_FILENO : path.descriptor else { return nil }
    self = .stream(descriptor, name: path.isStandardStream ? "standard output" : path.display)
  }

  /// The place for a vault: `-o`, or the file's name, without one of the endings, with `.vault` after it.
  init(
    ofVault path: Path, without endings: [String] = [], _ arguments: Arguments, _ rules: OutputRules, input: InputFile
  ) throws {
    try self.init(arguments, rules, input: input) {
      guard path.descriptor == nil else {
        throw ToolError(.usage, input.name, "is an open descriptor; name the vault with -o")
      }
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

  /// Whether the bytes go to the terminal.
  var isTerminal: Bool {
    if case .stream(let descriptor, _) = self { isatty(descriptor) == 1 } else { false }
  }

  /// The name for the closing remark.
  var name: String {
    switch self {
    case .file(_, let path, _, _): path.display
    case .stream(_, let name): name
    }
  }

  /// Calls `write` with the place for the result. A file appears when `write` returns; a stream gets the bytes as they
  /// are written.
  func withSink(_ write: (Pipeline.Sink) throws -> Void) throws {
    switch self {
    case .file(let file, _, let rules, let source):
      defer { file.discard() }
      try file.create()
      try write(.file { try file.write($0, at: $1) })
      try rules.commit(file, from: source)
    case .stream(let descriptor, let name):
      try write(.stream { try StandardStream.write($0, to: descriptor, name: name) })
    }
  }
}
