import SwiftVaultCommandSupport

extension StandardStream {
  /// Writes a line if standard error is a terminal.
  static func remark(_ line: String) {
    if isatty(STDERR_FILENO) == 1 { error(line) }
  }

  static func writeOutput(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try writeOutput($0) }
  }

  static func writeOutput(_ bytes: UnsafeRawBufferPointer) throws {
    try write(bytes, to: STDOUT_FILENO, name: "standard output")
  }

  /// Writes to an open descriptor, called `name` in the message of an error.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, name: String) throws {
    let number = write(bytes, to: descriptor)
    guard number == 0 else {
      var error = ToolError.system(name, "cannot be written", number)
      error.isQuiet = number == EPIPE
      throw error
    }
  }
}
