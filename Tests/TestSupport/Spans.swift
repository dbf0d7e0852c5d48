extension [UInt8] {
  /// Calls `body` with a span of the bytes in `range`, or of all.
  package mutating func withRawSpan<Result, Failure: Error>(
    _ range: Range<Int>? = nil, _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    withUnsafeMutableBytes {
      var part = UnsafeMutableRawBufferPointer(rebasing: $0[range ?? $0.indices]).mutableBytes
      do throws(Failure) {
        outcome = .success(try body(&part))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome!.get()
  }

  /// The bytes that `body` appends to a span with room for `capacity` and guard bytes after it.
  package init<Failure: Error>(capacity: Int, _ body: (inout OutputRawSpan) throws(Failure) -> Void) throws(Failure) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity + 1, alignment: 1)
    defer { room.deallocate() }
    room[capacity] = 0xee
    let buffer = UnsafeMutableRawBufferPointer(rebasing: room[..<capacity])
    var output = OutputRawSpan(buffer: buffer, initializedCount: 0)
    try body(&output)
    let count = output.finalize(for: buffer)
    precondition(room[capacity] == 0xee, "more than \(capacity) bytes were written")
    self.init(buffer[..<count])
  }
}
