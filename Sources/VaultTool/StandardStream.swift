import Foundation

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

/// Whole reads and writes on a file descriptor: short ones are continued, interrupted ones repeated.
enum Descriptor {
  /// Writes what comes next, or at a place; returns 0, or the error number.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: off_t? = nil) -> Int32 {
    var done = 0
    while done < bytes.count {
      let start = bytes.baseAddress! + done
      let count = min(bytes.count - done, 1 << 30)  // some systems refuse more than Int32.max bytes at once
      let written =
        offset.map { pwrite(descriptor, start, count, $0 + off_t(done)) } ?? Foundation.write(descriptor, start, count)
      if written >= 0 {
        done += written
      } else if !canRetry(descriptor, POLLOUT) {
        return errno
      }
    }
    return 0
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Writes what is there without allocating memory, so that a signal handler can.
  static func write(_ text: StaticString, to descriptor: Int32) {
    _ = write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: descriptor)
  }

  /// Fills as much of `buffer` as one read gives, of what comes next or from a place; 0 at the end of the file, nil on
  /// an error (see `errno`).
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: off_t? = nil
  ) -> Int? {
    while true {
      let start = buffer.baseAddress!
      let count =
        offset.map { pread(descriptor, start, buffer.count, $0) } ?? Foundation.read(descriptor, start, buffer.count)
      if count >= 0 { return count }
      if !canRetry(descriptor, POLLIN) { return nil }
    }
  }

  /// After a failed call: true for an interruption, and for a descriptor that does not block once it is ready.
  private static func canRetry(_ descriptor: Int32, _ event: some FixedWidthInteger) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN else { return false }
    var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }
}
