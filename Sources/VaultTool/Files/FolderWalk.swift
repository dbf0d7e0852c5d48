import Foundation
import VaultFiles

extension Path {
  /// Whether it leads to a folder; `-` never does.
  var isFolder: Bool { !isStandardStream && status()?.kind == mode_t(S_IFDIR) }
}

/// What is below a folder, one thing at a time: the files of a folder in the order of their names, then those of its
/// subfolders. No symbolic link is followed, also none that takes the place of a folder meanwhile.
///
/// Two folders are open at a time, however deep it goes, and the names in memory are those of one folder and of the
/// subfolders still to come.
struct FolderWalk: Sequence, IteratorProtocol {
  enum Item {
    case file(Path)
    /// A symbolic link, pipe, socket or device of a name that is wanted, or a temporary file of this command.
    case leftOut
    /// Something that cannot be looked at.
    case failure(ToolError)
  }

  private let root: OpenFolder
  private let isWanted: (Path) -> Bool
  private var current: OpenFolder
  private var names: FileNames
  /// The names that lead from the root to the folder that was entered last.
  private var way: [[UInt8]] = []
  /// The subfolders of the current folder.
  private var subfolders: [[UInt8]] = []
  /// The folders still to come, the next one last: each is called `name` in the folder that the first `depth` names of
  /// the way lead to.
  private var pending: [(depth: Int, name: [UInt8])] = []
  private var failure: ToolError?

  /// Walks through the folder that `path` leads to, for the files whose names are wanted.
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

  /// What has that name; nil for a folder, for a file that is not wanted, and for what is gone since.
  private mutating func look(at name: [UInt8]) -> Item? {
    let path = current.file(name)
    guard let status = path.status() else {
      return errno == ENOENT ? nil : .failure(.system(path.display, "cannot be looked at", errno))
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
  /// The names of all that is in it, and why there may be more.
  fileprivate var listing: (FileNames, ToolError?) {
    let (names, failure) = names()
    return (names, failure.map { ToolError($0) })
  }
}
