import Foundation

/// Which files a command may write.
struct OutputRules {
  /// What happens to a file that is there already.
  enum Existing { case refused, skipped, replaced }

  let existing: Existing
  /// What is read by the command, and stays.
  private let read: Set<FileIdentity>
  /// Whether the command reads files of such a name below a folder.
  private let isRead: (Path) -> Bool
  /// Whether `-o` may name the output.
  let mayBeNamed: Bool

  /// The rules for one file.
  init(_ existing: Existing) {
    (self.existing, read, isRead, mayBeNamed) = (existing, [], { _ in false }, true)
  }

  /// The rules by the command line; the `passwordFile` is read too.
  init(_ arguments: Arguments, passwordFile: FileIdentity?, isRead: @escaping (Path) -> Bool) throws {
    if arguments.has(.force), arguments.has(.skipExisting) {
      throw ToolError.usage("give \(Option.force.spelling) or \(Option.skipExisting.spelling), not both")
    }
    existing = arguments.has(.force) ? .replaced : arguments.has(.skipExisting) ? .skipped : .refused
    read = Set((arguments.operands.map { FileIdentity(of: $0) } + [passwordFile]).compactMap(\.self))
    self.isRead = isRead
    mayBeNamed = !arguments.namesSeveral
  }

  /// The file that is written under this name, or why it may not be.
  func target(_ path: Path) throws -> Path {
    let name = path.display
    let isFolder = ToolError(.inputOutput, name, "is a folder\(orElse("name a file in it with"))")
    if path.lastComponent.isEmpty { throw isFolder }
    guard var status = path.status(AT_SYMLINK_NOFOLLOW) else {
      if errno == ENOENT { return path }
      throw ToolError.system(name, "cannot be written", errno)
    }
    var target = path
    if status.kind == mode_t(S_IFLNK) { (target, status) = try linked(path) }
    if status.kind == mode_t(S_IFDIR) { throw isFolder }
    if !status.isRegular {
      let otherwise = mayBeNamed ? "; to write there use -o - and the shell's >" : ""
      throw ToolError(.inputOutput, name, "is not a regular file\(otherwise)")
    }
    if existing != .replaced { throw exists(path) }
    if read.contains(FileIdentity(status)) || path.folder != nil && isRead(path) {
      throw ToolError(.usage, name, "is read by this very command\(orElse("choose another name with"))")
    }
    return target
  }

  /// What a link leads to is replaced, not the link.
  private func linked(_ path: Path) throws -> (Path, stat) {
    guard path.folder == nil else {
      throw ToolError(.inputOutput, path, "is a symbolic link; below a folder none is followed")
    }
    guard let status = path.status(), let resolved = path.withCString({ realpath($0, nil) }) else {
      throw ToolError(
        .targetExists, path, "is a symbolic link that leads nowhere\(orElse("choose another name with"))")
    }
    defer { free(resolved) }
    return (Path(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))), status)
  }

  /// What is thrown where a file is there already.
  func exists(_ path: Path) -> any Error {
    if existing == .skipped { return OutputFile.Skipped() }
    let otherwise = mayBeNamed ? "another name with -o" : "\(Option.skipExisting.spelling) to leave it"
    return ToolError(.targetExists, path, "exists already; use --force to replace it, or \(otherwise)")
  }

  /// Advice that holds where `-o` may be given.
  func orElse(_ advice: String) -> String { mayBeNamed ? "; \(advice) -o" : "" }

  /// Whether a file is read by the command itself.
  func reads(_ file: FileIdentity) -> Bool { read.contains(file) }
}
