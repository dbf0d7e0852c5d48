// The commands do not import Foundation: linked statically, it is four times as large as a command without it.
@_exported public import SwiftVaultCLibrary

/// Standard input, output and error.
package enum StandardStream {
  /// The name by which the command was called, without folders.
  package static let commandName = String((CommandLine.arguments.first ?? "").split(separator: "/").last ?? "")

  /// Opens descriptors 0 to 2 if they are closed, so that no file opened later gets the number of a standard stream.
  ///
  /// Each is opened in the opposite direction, so that using it is still an error.
  package static func reserveDescriptors() {
    #if !os(Windows)
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", mode)  // the lowest free number, so this one
    }
    #endif
  }

  /// Gives the signals of a crash their default effect. Otherwise Swift's runtime would print registers and memory,
  /// which may hold secrets.
  package static func printNoMemoryInACrash() {
    #if !os(Windows)
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] {
      let before = signal(number, SIG_DFL)
      // SAFETY: a function pointer has the size of an Int; SIG_IGN is the value 1 everywhere.
      if unsafeBitCast(before, to: Int.self) == 1 { signal(number, SIG_IGN) }
    }
    #endif
  }

  /// Makes a closed pipe, and the limit on file size, errors of the writing call instead of signals.
  package static func ignoreSignalsOfOutput() {
    #if !os(Windows)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    #endif
  }

  /// Writes all bytes to an open descriptor, without a buffer, and returns 0 or the error number.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      #if os(Windows)
      let count = Int(_write(descriptor, piece.baseAddress, UInt32(piece.count)))
      #else
      let count = SwiftVaultCommandSupport.write(descriptor, piece.baseAddress, piece.count)
      #endif
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if !canRetry(descriptor) {
        return errno
      }
    }
    return 0
  }

  /// Reads the available bytes of an open descriptor, and waits only if there are none. Returns their number, 0 at the
  /// end, or -1 and sets `errno`.
  package static func read(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
    while true {
      #if os(Windows)
      let count = Int(_read(descriptor, buffer.baseAddress, UInt32(clamping: buffer.count)))
      #else
      let count = SwiftVaultCommandSupport.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Whether to repeat a failed call: after an interruption, or once a non-blocking descriptor is ready.
  private static func canRetry(_ descriptor: Int32) -> Bool {
    if errno == EINTR { return true }
    #if os(Windows)
    return false
    #else
    guard errno == EAGAIN else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
    #endif
  }

  /// The name of standard output or error, if it is redirected to the file at a path, which every line would change.
  package static func leading(toFileAt path: String) -> String? {
    #if os(Windows)
    return nil
    #else
    var (file, stream) = (stat(), stat())
    guard stat(path, &file) == 0, file.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else { return nil }
    return [(STDOUT_FILENO, "standard output"), (STDERR_FILENO, "standard error")].first { descriptor, _ in
      fstat(descriptor, &stream) == 0 && stream.st_dev == file.st_dev && stream.st_ino == file.st_ino
    }?.1
    #endif
  }

  /// Writes one line to standard error, with control characters escaped; ignores a closed standard error.
  package static func error(_ line: String) { error([line]) }

  /// Writes several lines in one piece.
  package static func error(_ lines: [String]) {
    _ = Array(lines.map { "\($0.printable)\n" }.joined().utf8).withUnsafeBytes { write($0, to: 2) }
  }

  /// Writes an error of a program. If its command line is wrong, `commands` are those that it has, and a second line
  /// names the help of the one in the first argument, or of the program.
  package static func error(_ message: String, of program: String, helpOf commands: [String]?) {
    var lines = ["\(program): \(message)"]
    if let commands {
      let named = commands.first { $0 == CommandLine.arguments.dropFirst().first }.map { "\($0) " } ?? ""
      lines.append("\(program): see \(program) \(named)--help")
    }
    error(lines)
  }

  /// The system's text for an error number, written to stand within a sentence.
  package static func reason(_ number: Int32) -> String {
    let text = String(cString: strerror(number))
    // "Is a directory" becomes lower case; "RPC struct is bad" begins with a name and stays.
    guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
    return first.lowercased() + text.dropFirst()
  }
}

/// Prints a line on standard output at once. If it cannot be written, the process ends, as after `printBytes`.
package func printLine(_ line: String) { printBytes(Array("\(line)\n".utf8)) }

/// Writes to standard output at once. If that fails, the process ends with exit status 1 and prints the reason on
/// standard error, unless the reader has closed the pipe.
package func printBytes(_ bytes: [UInt8]) {
  let number = bytes.withUnsafeBytes { StandardStream.write($0, to: 1) }
  if number == 0 { return }
  if number != EPIPE {
    StandardStream.error(
      "\(StandardStream.commandName): standard output: cannot be written: \(StandardStream.reason(number))")
  }
  exit(1)
}
