import SwiftVaultCommandSupport
import VaultFiles

extension StandardStream {
  /// Refuses an input to which standard output or error leads: a line that is printed would damage it.
  static func check(_ path: Path) throws { try check(FileIdentity(ofOperand: path), path.display) }

  /// Refuses an input, called `name` in the message, to which standard output or error leads.
  static func check(_ input: FileIdentity?, _ name: String) throws {
    guard let input else { return }
    for (descriptor, stream) in [(STDOUT_FILENO, "standard output"), (STDERR_FILENO, "standard error")]
    where FileState(of: descriptor)?.identity == input {
      throw ToolError(.usage, name, "is where \(stream) leads, so it would be changed; choose another file for that")
    }
  }
}

extension Arguments {
  /// Checks that descriptors that the command line names are open, while no other file has their numbers.
  func checkDescriptors() throws {
    for path in try files + [path(.output)].compactMap(\.self) {
      if let descriptor = path.descriptor, fcntl(descriptor, F_GETFD) == -1 {
        throw ToolError.system(path.display, "cannot be used", errno)
      }
    }
  }

  /// The files that the command line names, except the output.
  var files: [Path] {
    get throws {
      guard let command else { return [] }
      let options = command.options.filter { !$0.isOutput && $0.value?.isFile == true }
      return try (command.operand?.isFile == true ? operands : []) + options.flatMap(paths)
    }
  }
}
