import Foundation
import VaultFiles

/// Standard input, output and error.
enum StandardStream {
  /// Opens descriptors 0 to 2 if they are closed, so that no file opened later gets the number of a standard stream.
  ///
  /// Each is opened in the opposite direction, so that using it is still an error.
  static func reserveDescriptors() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", mode)  // the lowest free number, so this one
    }
  }

  /// Writes one line to standard error, whatever it quotes; ignores a closed standard error.
  static func error(_ line: String) { error([line]) }

  /// Writes several lines in one piece.
  static func error(_ lines: [String]) {
    _ = Descriptor.write(Array(lines.map { "\($0.printable)\n" }.joined().utf8), to: STDERR_FILENO)
  }

  /// Writes a line if standard error is a terminal.
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
