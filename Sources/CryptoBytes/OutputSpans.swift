extension OutputRawSpan {
  /// Appends up to `byteCount` bytes. `body` writes them at the start of the given memory and returns their number.
  /// Traps when there is no room for `byteCount`.
  @inlinable @inline(__always)
  package mutating func append<Failure: Error>(
    byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    precondition(freeCapacity >= byteCount, "room for \(freeCapacity) bytes; \(byteCount) are needed")
    try unsafe withUnsafeMutableBytes { memory, initializedCount throws(Failure) in
      // SAFETY: `byteCount` bytes fit after those that are initialised, and `body` has written as many as it returns.
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[initializedCount..<initializedCount + byteCount])
      initializedCount += try unsafe body(rest)
    }
  }
}
