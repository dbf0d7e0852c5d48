import SwiftVaultCommandSupport
import VaultFiles

extension Path {
  /// Whether it names a folder; `-` never does.
  var isFolder: Bool { !isStandardStream && status()?.kind == mode_t(S_IFDIR) }
}

/// A walk through a folder: the files in the order of their names, then those of the subfolders. It follows no symbolic
/// link, not even one that replaces a folder during the walk.
///
/// At any depth, two folders are open, and the names in memory are those of one folder and of the subfolders not yet
/// visited.
struct FolderWalk: Sequence, IteratorProtocol {
  enum Item {
    case file(Path)
    /// A symbolic link, pipe, socket or device with a wanted name, or a temporary file of this command.
    case leftOut
    /// A file or folder that cannot be examined.
    case failure(ToolError)
  }

  private let root: OpenFolder
  private let isWanted: (Path) -> Bool
  private var current: OpenFolder
  private var names: FileNames
  /// The names from the root to the current folder.
  private var way: [[UInt8]] = []
  /// The subfolders of the current folder.
  private var subfolders: [[UInt8]] = []
  /// The folders not yet visited, the next one last. Each is `name` in the folder that the first `depth` names lead to.
  private var pending: [(depth: Int, name: [UInt8])] = []
  private var failure: ToolError?

  /// Walks through the folder `path`, for the files with wanted names.
  init(_ path: Path, isWanted: @escaping (Path) -> Bool) throws(VaultFileError) {
    root = try OpenFolder(path)
    self.isWanted = isWanted
    current = root
    (names, failure) = root.listing
  }

  mutating func next() -> Item? {
    repeat {
      if let failure {
        self.failure = nil
        return .failure(failure)
      }
      while let name = names.popFirst() {
        if let item = look(at: name) { return item }
      }
    } while enterNextFolder()
    return nil
  }

  /// The entry of that name; nil for a folder, an unwanted file, or a name that no longer exists.
  private mutating func look(at name: [UInt8]) -> Item? {
    let path = current.file(name)
    guard let status = path.status() else {
      return errno == ENOENT ? nil : .failure(.system(path.display, "cannot be examined", errno))
    }
    if status.kind == mode_t(S_IFDIR) {
      subfolders.append(name)
      return nil
    }
    guard isWanted(path) else { return nil }
    return status.isRegular && !TemporaryFile.isTemporary(name[...]) ? .file(path) : .leftOut
  }

  /// False if there is none left.
  private mutating func enterNextFolder() -> Bool {
    pending += subfolders.reversed().map { (way.count, $0) }
    subfolders = []
    guard let next = pending.popLast() else { return false }
    let isInCurrent = next.depth == way.count
    way.removeSubrange(next.depth...)
    way.append(next.name)
    do throws(VaultFileError) {
      if let folder = try isInCurrent ? current.subfolder([next.name]) : root.subfolder(way) {
        current = folder
        (names, failure) = folder.listing
      }
    } catch { failure = ToolError(error) }
    return true
  }
}

extension OpenFolder {
  /// The names in the folder, and the error that may have hidden others.
  fileprivate var listing: (FileNames, ToolError?) {
    let (names, failure) = names()
    return (names, failure.map { ToolError($0) })
  }
}
