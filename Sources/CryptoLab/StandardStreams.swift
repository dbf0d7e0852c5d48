import SwiftVaultCommandSupport

/// Standard input as bytes, without a buffer, and whether the streams are terminals.
enum StandardStreams {
  /// Reads the available bytes, and waits only if there are none. Returns their number, or 0 at the end of the input.
  static func read(into buffer: UnsafeMutableRawBufferPointer) throws(LabError) -> Int {
    let count = StandardStream.read(into: buffer, from: 0)
    guard count >= 0 else { throw .data("standard input: \(String(cString: strerror(errno)))") }
    return count
  }

  /// The lines of standard input; by default, of up to `LabLimit.lineByteCount` bytes each.
  static func lines(maximumByteCount: Int = LabLimit.lineByteCount) -> InputLines<LabError> {
    InputLines(maximumByteCount: maximumByteCount) { buffer throws(LabError) in try read(into: buffer) }
  }

  /// All of standard input.
  static func readAll() throws(LabError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer)
      guard count > 0 else { return bytes }
      guard bytes.count + count <= LabLimit.inputByteCount else { throw .tooLong("standard input") }
      bytes += buffer[..<count]
    }
  }

  /// Whether standard input is a terminal.
  static var inputIsTerminal: Bool {
    #if os(Windows)
    _isatty(0) != 0
    #else
    isatty(0) != 0
    #endif
  }

  /// Whether standard output is a terminal.
  static var outputIsTerminal: Bool {
    #if os(Windows)
    _isatty(1) != 0
    #else
    isatty(1) != 0
    #endif
  }
}

extension LabError {
  /// The error for more input than the lab keeps in memory.
  static func tooLong(_ what: String) -> LabError {
    .data("\(what) is longer than the \(LabLimit.inputByteCount) bytes the lab works with")
  }
}
