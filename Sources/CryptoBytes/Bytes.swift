extension [UInt8] {
  /// An array of `byteCount` bytes, all written by `initialize`. With 0 bytes, `initialize` is not called.
  @inlinable @inline(__always)
  package init(byteCount: Int, initialize: (UnsafeMutableRawPointer) -> Void) {
    unsafe self.init(capacity: byteCount) {
      unsafe initialize($0)
      return byteCount
    }
  }

  /// An array of the first bytes of memory for `capacity`: `initialize` writes them and returns their number. With a
  /// capacity of 0, `initialize` is not called.
  ///
  /// `init(unsafeUninitializedCapacity:)` also stores the count of an empty array. That storage is shared by all empty
  /// arrays of the process, so the store is a data race between threads.
  @inlinable @inline(__always)
  package init(capacity: Int, initialize: (UnsafeMutableRawPointer) -> Int) {
    if capacity == 0 {
      self = []
      return
    }
    #if compiler(>=6.3) && !hasFeature(Embedded)
    let (array, start) = unsafe uninitializedBytes(capacity)
    // SAFETY: `array` owns the memory until after the call.
    let count = unsafe initialize(start)
    precondition(count <= capacity, "\(count) bytes in memory for \(capacity)")
    self = array
    if count < capacity { removeLast(capacity - count) }
    #else
    self = unsafe Self(unsafeUninitializedCapacity: capacity) {
      unsafe $1 = initialize(UnsafeMutableRawPointer($0.baseAddress!))
    }
    #endif
  }
}

#if compiler(>=6.3) && !hasFeature(Embedded)
/// An uninitialised array of at least one byte, and the address of its first byte.
///
/// The compiler calls `_allocateUninitializedArray` for array literals. On an AMD EPYC (Zen 4),
/// `append(addingCapacity:)` takes 16 ns more, and `init(unsafeUninitializedCapacity:)` 28 ns. A name with an
/// underscore may change: only Swift 6.3 was tried. Embedded Swift does not let a library use the result. Not inlined,
/// so that the compiler does not see a literal in the caller. Not a static function, because the compiler would call
/// that through another one.
@usableFromInline @inline(never)
package func uninitializedBytes(_ count: Int) -> ([UInt8], UnsafeMutableRawPointer) {
  let (array, start): ([UInt8], _) = _allocateUninitializedArray(count._builtinWordValue)
  return (array, UnsafeMutableRawPointer(start))
}
#endif

extension Sequence<UInt8> {
  /// Whether other programs or threads may change the bytes during a call. Those of an array cannot change; a pointer
  /// or `Data` may refer to a mapped file.
  package var mayChange: Bool {
    #if hasFeature(Embedded)
    true
    #else
    Self.self != [UInt8].self
    #endif
  }

  /// Calls `body` with all bytes: in place when they are contiguous, else in a copy that is wiped afterwards.
  @inlinable @inline(__always)
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if !hasFeature(Embedded)
    // Without specialisation, a call through the protocol takes 100 ns or more.
    // SAFETY, of both: the types are the same.
    if unsafe Self.self == UnsafeRawBufferPointer.self {
      return try unsafe body(unsafeBitCast(self, to: UnsafeRawBufferPointer.self))
    }
    if Self.self == [UInt8].self {
      let array = unsafe unsafeBitCast(self, to: [UInt8].self)
      return try unsafe array.withUnsafeBufferPointer { buffer throws(Failure) in
        try unsafe body(UnsafeRawBufferPointer(buffer))
      }
    }
    #endif
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
    return try unsafe copy.withUnsafeBufferPointer { buffer throws(Failure) in
      try unsafe body(UnsafeRawBufferPointer(buffer))
    }
  }
}

extension Sequence<UInt8> {
  /// Calls `body` with the bytes in order: once when they are contiguous, else with copies of up to 1024 bytes.
  @inlinable @inline(__always)
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    let done: Void? = unsafe withContiguousBytes(body)
    if done == nil { unsafe forEachCopiedPiece(body) }
  }

  /// Calls `body` with all bytes in place. When they are not contiguous, the result is nil and `body` is not called.
  @inlinable @inline(__always)
  package func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    #if !hasFeature(Embedded)
    // SAFETY, of both: the types are the same.
    if unsafe Self.self == UnsafeRawBufferPointer.self {
      return unsafe body(unsafeBitCast(self, to: UnsafeRawBufferPointer.self))
    }
    if Self.self == [UInt8].self {
      return unsafe unsafeBitCast(self, to: [UInt8].self).withUnsafeBytes { unsafe body($0) }
    }
    #endif
    return self.withContiguousStorageIfAvailable { unsafe body(UnsafeRawBufferPointer($0)) }
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

extension [UInt8] {
  /// Calls `body` with the bytes, in place.
  @inlinable @inline(__always)
  package mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withUnsafeMutableBytes` rethrows untyped.
    try unsafe withUnsafeMutableBufferPointer { bytes throws(Failure) in
      try unsafe body(UnsafeMutableRawBufferPointer(bytes))
    }
  }
}
