// What Embedded Swift asks of a C library, for platforms that come without one. Memory is never given back: the programs
// here are short.

/// The memory that is handed out, on a page of its own at the end of the program's data.
nonisolated(unsafe) private var arena = Arena()

private struct Arena {
  private var next: UInt = 0
  private var end: UInt = 0

  mutating func allocate(_ byteCount: UInt, alignment: UInt) -> UnsafeMutableRawPointer? {
    let start = (next + alignment - 1) & ~(alignment - 1)
    if start + byteCount > end || next == 0 {
      guard let grown = grow(byteCount + alignment) else { return nil }
      (next, end) = (grown.start, grown.end)
      return allocate(byteCount, alignment: alignment)
    }
    next = start + byteCount
    return UnsafeMutableRawPointer(bitPattern: start)
  }
}
