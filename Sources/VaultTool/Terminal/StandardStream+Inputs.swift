import SwiftVaultCommandSupport
import VaultFiles

extension StandardStream {
  /// Refuses an input that standard output or error is redirected to: a printed line would damage it.
  static func check(_ path: Path) throws { try check(FileIdentity(ofOperand: path), path.display) }

  /// Refuses an input, called `name` in the message, that standard output or error is redirected to.
  static func check(_ input: FileIdentity?, _ name: String) throws {
    guard let input else { return }
    for (descriptor, stream) in [(STDOUT_FILENO, "standard output"), (STDERR_FILENO, "standard error")]
    where FileState(of: descriptor)?.identity == input {
      throw ToolError(.usage, name, "is the target of \(stream), which would change it; redirect that elsewhere")
    }
  }
}

extension Arguments {
  /// Checks that the descriptors on the command line are open, before another file can get their numbers.
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
