extension [UInt8] {
  /// An array of `byteCount` bytes, all written by `initialize`. With 0 bytes, `initialize` is not called.
  ///
  /// `init(unsafeUninitializedCapacity:)` also stores the count of an empty array. That storage is shared by all empty
  /// arrays of the process, so the store is a data race between threads.
  @inlinable @inline(__always)
  package init(byteCount: Int, initialize: (UnsafeMutableRawPointer) -> Void) {
    self = []
    if byteCount == 0 { return }
    self = unsafe Self(unsafeUninitializedCapacity: byteCount) { buffer, initialized in
      unsafe initialize(UnsafeMutableRawPointer(buffer.baseAddress!))
      initialized = byteCount
    }
  }
}

extension Sequence<UInt8> {
  /// Calls `body` with all bytes: in place when they are contiguous, else in a copy that is wiped afterwards.
  @inlinable @inline(__always)
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withContiguousStorageIfAvailable` rethrows untyped, so the typed error is passed on as a value.
    var outcome: Swift.Result<Result, Failure>?
    _ = self.withContiguousStorageIfAvailable { buffer in
      do throws(Failure) {
        outcome = .success(try unsafe body(UnsafeRawBufferPointer(buffer)))
      } catch {
        outcome = .failure(error)
      }
    }
    if let outcome { return try outcome.get() }
    return try unsafe withCopiedBytes(body)
  }

  @usableFromInline
  package func withCopiedBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var copy: [UInt8] = []
    defer { wipe(&copy) }
    copy.reserveCapacity(underestimatedCount)
    for byte in self {
      if copy.count == copy.capacity { copy.growWiping(to: copy.count + 1) }
      copy.append(byte)
    }
    var outcome: Swift.Result<Result, Failure>!
    unsafe copy.withUnsafeBytes { buffer in
      do throws(Failure) {
        outcome = .success(try unsafe body(buffer))
      } catch {
        outcome = .failure(error)
      }
    }
    return try outcome.get()
  }
}

extension Sequence<UInt8> {
  /// Calls `body` with the bytes in order: once when they are contiguous, else with copies of up to 1024 bytes.
  @inlinable @inline(__always)
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    let done: Void? = self.withContiguousStorageIfAvailable { unsafe body(UnsafeRawBufferPointer($0)) }
    if done == nil { unsafe forEachCopiedPiece(body) }
  }

  @usableFromInline
  package func forEachCopiedPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { piece in
      var filled = 0
      for byte in self {
        unsafe piece[filled] = byte
        filled += 1
        if filled == piece.count {
          unsafe body(UnsafeRawBufferPointer(piece))
          filled = 0
        }
      }
      // SAFETY: the first `filled` bytes of the piece have been written.
      unsafe body(UnsafeRawBufferPointer(rebasing: piece[..<filled]))
      if let start = piece.baseAddress { unsafe wipe(start, byteCount: piece.count) }
    }
  }
}
