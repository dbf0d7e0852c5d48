/// The lines of an input, up to a maximum number of bytes each, read without a copy.
package final class InputLines<Failure: Error> {
  /// A line, or the reason why there is none.
  package enum Line {
    /// A line without its newline; a carriage return before it is part of the text. Valid until the next ``next()``.
    case text(UnsafeBufferPointer<UInt8>)
    /// A line that is too long. Its bytes were dropped.
    case tooLong
  }

  private let maximumByteCount: Int
  private let read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// Where the next line begins, how far it has been searched for a newline, and where the bytes end.
  private var start = 0, searched = 0, end = 0
  private var isAtEnd = false

  /// `read` fills a part of a buffer and returns its size in bytes, 0 at the end of the input.
  package init(maximumByteCount: Int, read: @escaping (UnsafeMutableRawBufferPointer) throws(Failure) -> Int) {
    (self.maximumByteCount, self.read) = (maximumByteCount, read)
  }

  deinit {
    buffer.deallocate()
  }

  /// The next line; `nil` after the last, which needs no newline.
  package func next() throws(Failure) -> Line? {
    var isDropping = false
    while true {
      if let newline = findNewline() {
        defer { start = newline + 1; searched = start }
        return isDropping || newline - start > maximumByteCount ? .tooLong : .text(text(upTo: newline))
      }
      if isAtEnd {
        defer { start = end }
        if isDropping || end - start > maximumByteCount { return .tooLong }
        return start == end ? nil : .text(text(upTo: end))
      }
      if end - start > maximumByteCount {
        isDropping = true
        (start, searched, end) = (0, 0, 0)
      }
      try fill()
    }
  }

  private func text(upTo end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start..<end]).assumingMemoryBound(to: UInt8.self)
  }

  private func findNewline() -> Int? {
    let base = UnsafeRawPointer(buffer.baseAddress!)
    defer { searched = end }
    guard let found = memchr(base + searched, 10, end - searched) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Reads more bytes. Makes room first, by moving the line to the front or by doubling the buffer.
  private func fill() throws(Failure) {
    if start > 0, start == end || end == buffer.count {
      memmove(buffer.baseAddress!, buffer.baseAddress! + start, end - start)
      (start, searched, end) = (0, searched - start, end - start)
    }
    if end == buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * buffer.count, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
      buffer.deallocate()
      buffer = larger
    }
    let count = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    end += count
    isAtEnd = count == 0
  }
}
