import Foundation
import VaultFiles

/// Standard input, output and error.
enum StandardStream {
  /// Occupies closed descriptors 0 to 2, so that no file we open later gets a number that means something else.
  ///
  /// Each is opened the wrong way round, so that using it is still an error.
  static func reserveDescriptors() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", mode)  // the lowest free number, so this one
    }
  }

  /// A line on standard error; that it may be closed is no reason to fail. Whatever the line quotes, it is one.
  static func error(_ line: String) { error([line]) }

  /// Lines that stay together.
  static func error(_ lines: [String]) {
    _ = Descriptor.write(Array(lines.map { "\($0.printable)\n" }.joined().utf8), to: STDERR_FILENO)
  }

  /// A line for a person: only if one is watching.
  static func remark(_ line: String) {
    if isatty(STDERR_FILENO) == 1 { error(line) }
  }

  static func writeOutput(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try writeOutput($0) }
  }

  static func writeOutput(_ bytes: UnsafeRawBufferPointer) throws {
    let number = Descriptor.write(bytes, to: STDOUT_FILENO)
    guard number == 0 else {
      var error = ToolError.system("standard output", "cannot be written", number)
      error.isQuiet = number == EPIPE
      throw error
    }
  }
}
