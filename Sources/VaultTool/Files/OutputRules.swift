import VaultFiles

/// Which files a command may write.
struct OutputRules {
  /// What happens to an existing file.
  enum Existing { case refused, skipped, replaced }

  let existing: Existing
  /// The files that the command reads and must not change.
  private let read: Set<FileIdentity>
  /// Whether the command reads files of such a name below a folder.
  private let isRead: (Path) -> Bool
  /// Whether `-o` may name the output.
  let mayBeNamed: Bool
  private let made = OutputsMade()

  /// The rules for one file.
  init(_ existing: Existing) { (self.existing, read, isRead, mayBeNamed) = (existing, [], { _ in false }, true) }

  /// The rules that the command line sets. The `passwordFile` and the files of `recipients` count as files that are
  /// read.
  init(
    _ arguments: Arguments, passwordFile: FileIdentity?, recipients: Recipients? = nil,
    isRead: @escaping (Path) -> Bool
  ) throws {
    if arguments.has(.force), arguments.has(.skipExisting) {
      throw ToolError.usage("give \(Option.force.spelling) or \(Option.skipExisting.spelling), not both")
    }
    existing = arguments.has(.force) ? .replaced : arguments.has(.skipExisting) ? .skipped : .refused
    let others = [passwordFile] + (recipients?.files ?? [])
    read = Set((arguments.operands.map { FileIdentity(ofOperand: $0) } + others).compactMap(\.self))
    self.isRead = isRead
    mayBeNamed = !arguments.namesSeveral
  }

  /// The file exists already, which is not a failure.
  struct Skipped: Error {}

  /// A file to be written under this name. One that this run made is not replaced, and not passed over.
  func output(_ path: Path, attributes: FileAttributes = FileAttributes()) throws -> OutputFile {
    if let source = FileIdentity(of: path).flatMap({ made.sources[$0] }) {
      throw ToolError(.targetExists, path, "was just made from \(source); it is kept, and the second file is left out")
    }
    return try reporting { () throws(VaultFileError) in
      try OutputFile(path, replaces: existing == .replaced, attributes: attributes) {
        read.contains($0) || path.folder != nil && isRead(path)
      }
    }
  }

  /// A vault's name without its suffix, for what the command makes of it, such as "opened file".
  func name(of result: String, from vault: Path, _ input: InputFile) throws -> Path {
    guard let name = vault.removing(suffix: SealCommand.suffix) else {
      let otherwise = outputAdvice("name the \(result) with")
      throw ToolError(.usage, input.name, "does not end in \(SealCommand.suffix)\(otherwise)")
    }
    return name
  }

  /// Gives the finished file its name.
  func commit(_ file: OutputFile, from source: String) throws {
    try reporting { () throws(VaultFileError) in try file.commit() }
    if let identity = file.identity { made.sources[identity] = source }
  }

  /// Adds advice to the error of an output's name that cannot be used.
  func reporting<Result>(_ body: () throws(VaultFileError) -> Result) throws -> Result {
    do throws(VaultFileError) {
      return try body()
    } catch {
      let name = error.path?.display ?? ""
      switch error.reason {
      case .folder: throw ToolError(.inputOutput, name, "is a folder\(outputAdvice("name a file in it with"))")
      case .notRegular:
        let otherwise = mayBeNamed ? "; to write there use -o - and the shell's >" : ""
        throw ToolError(.inputOutput, name, "is not a regular file\(otherwise)")
      case .exists where existing == .skipped: throw Skipped()
      case .exists:
        let otherwise = mayBeNamed ? "another name with -o" : "\(Option.skipExisting.spelling) to leave it"
        throw ToolError(.targetExists, name, "exists already; use --force to replace it, or \(otherwise)")
      case .isInput: throw ToolError(.usage, name, "is read by this command\(outputAdvice("choose another name with"))")
      case .symbolicLink: throw ToolError(.inputOutput, name, "is a symbolic link; below a folder none is followed")
      case .danglingLink:
        throw ToolError(
          .targetExists, name, "is a symbolic link that leads nowhere\(outputAdvice("choose another name with"))")
      default: throw error
      }
    }
  }

  /// Advice for commands that take `-o`.
  func outputAdvice(_ advice: String) -> String { mayBeNamed ? "; \(advice) -o" : "" }
}

/// The files that a run has made, by their identity, because two names may lead to one file.
private final class OutputsMade {
  /// What each was made from.
  var sources: [FileIdentity: String] = [:]
}
