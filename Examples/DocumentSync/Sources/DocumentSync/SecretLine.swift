import Foundation
import Vault

/// A line that is typed without echo on a terminal, or the next line of standard input.
///
/// No `String` is made of it, because that cannot be overwritten; except for letters beyond ASCII, which have to be
/// composed so that they are the same on every keyboard.
enum SecretLine {
  static func password(_ prompt: String) throws -> VaultSecret {
    try read(prompt).withUnsafeBytes { .password($0) }
  }

  static func read(_ prompt: String) throws -> SymmetricKey {
    try withoutEcho(prompt) {
      let line = try line()
      return line.withUnsafeBytes { bytes in
        if bytes.allSatisfy({ $0 < 128 }) { return line }
        return SymmetricKey(data: String(decoding: bytes, as: UTF8.self).precomposedStringWithCanonicalMapping.utf8)
      }
    }
  }

  private static func line() throws -> SymmetricKey {
    // With its capacity from the start, no part of the line is left in a smaller array.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    var byte: UInt8 = 0
    while bytes.count < 1024, Foundation.read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    var span = bytes.mutableSpan
    var raw = span.mutableBytes
    let line = SymmetricKey(copyingWithZeroing: &raw)
    guard 1..<1024 ~= line.bitCount / 8 else { throw CommandError("type a line of 1 to 1023 bytes") }
    return line
  }

  /// The terminal's settings before the prompt.
  private nonisolated(unsafe) static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)

  /// The handler of a signal that ends the process and would leave the terminal without echo. It makes only system
  /// calls.
  private static let restoreEcho: @convention(c) (Int32) -> Void = { number in
    tcsetattr(STDIN_FILENO, TCSANOW, settings)
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func withoutEcho<Result>(_ prompt: String, _ body: () throws -> Result) rethrows -> Result {
    guard tcgetattr(STDIN_FILENO, settings) == 0 else { return try body() }
    let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    let handlers = ends.map { signal($0, restoreEcho) }
    FileHandle.standardError.write(Data(prompt.utf8))
    var silent = settings.pointee
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, settings)
      FileHandle.standardError.write(Data("\n".utf8))
      for (number, handler) in zip(ends, handlers) { signal(number, handler) }
    }
    return try body()
  }
}

struct CommandError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
