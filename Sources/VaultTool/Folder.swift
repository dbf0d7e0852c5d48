import Foundation

extension Path {
  /// Whether it leads to a folder; `-` never does.
  fileprivate var isFolder: Bool {
    var status = stat()
    return !isStandardStream && withCString { stat($0, &status) } == 0 && status.kind == mode_t(S_IFDIR)
  }
}

extension Job {
  /// The files that the command line names: with `-r`, in place of a folder, each file below it that is `wanted`.
  static func paths(_ arguments: Arguments, wanted: (Path) -> Bool) throws -> [Path] {
    var paths: [Path] = []
    for operand in arguments.operands {
      if !operand.isFolder {
        paths.append(operand)
      } else if arguments.has(.recursive) {
        try appendFiles(below: operand, wanted, to: &paths)
      } else {
        throw ToolError(.inputOutput, operand, "is a folder; use -r for each file in it")
      }
    }
    if paths.isEmpty {
      throw ToolError(.usage, arguments.operands[0], "has no file below it that this command works on")
    }
    return paths
  }

  /// Regular files in the order of their names, folder by folder; links are not followed.
  private static func appendFiles(below folder: Path, _ wanted: (Path) -> Bool, to paths: inout [Path]) throws {
    for name in try names(in: folder).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let path = Path(folder.bytes + (folder.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
      var status = stat()
      guard path.withCString({ lstat($0, &status) }) == 0 else { continue }  // gone since
      if status.kind == mode_t(S_IFDIR) {
        try appendFiles(below: path, wanted, to: &paths)
      } else if status.isRegular, wanted(path) {
        paths.append(path)
      }
    }
  }

  private static func names(in folder: Path) throws -> [[UInt8]] {
    guard let stream = folder.withCString({ opendir($0) }) else {
      throw ToolError.system(folder.display, "cannot be read", errno)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      // SAFETY: a name is zero-terminated and valid until the next call.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }
}
