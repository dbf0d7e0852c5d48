internal import SwiftVaultCLibrary
package import Vault

/// Transforms an input of any length on all cores. Each thread reads a unit of fixed size, transforms it and writes the
/// result, so that the memory in use does not grow with the input.
///
/// Several threads at once read a file at its offsets, and one at a time writes. Streams are read and written in order.
package final class Pipeline: @unchecked Sendable {
  /// A piece of the input.
  @safe
  package struct Unit {
    package let number: UInt64
    /// The memory of `bytes`, which may be overwritten.
    let memory: UnsafeMutableRawBufferPointer
    package let isLast: Bool

    package var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory) }
  }

  package enum Source {
    /// `byteCount` bytes of a file from `offset` on.
    case file(Int32, offset: UInt64, byteCount: UInt64)
    /// Bytes of a stream that were read ahead, and the rest of the stream.
    case stream(Int32, beginning: [UInt8] = [])
  }

  @safe
  package enum Sink {
    /// Writes at an offset from the start of the output. Called by one thread at a time.
    case file((UnsafeRawBufferPointer, _ offset: UInt64) throws -> Void)
    /// Writes the next bytes.
    case stream((UnsafeRawBufferPointer) throws -> Void)

    package var isStream: Bool {
      if case .stream = self { true } else { false }
    }
  }

  package enum Failure: Error {
    /// The input could not be read.
    case read(Int32)
    /// The file became shorter while it was read.
    case shortened
    /// The vault is truncated, and has this many bytes.
    case truncated(UInt64)
  }

  private let source: Source
  private let sink: Sink
  private let unitByteCount: Int
  private let outputByteCount: Int
  private let cores: Int?
  private let background: BackgroundWork?
  private let progress: (Int) throws -> Void
  /// Called when the whole input has been read, before the end of a stream is written.
  var whenRead: () throws -> Void = {}

  // Held while a stream is read, which may take a long time.
  private let reading = Lock()
  // Guarded by `reading`.
  private var claimed: UInt64 = 0
  private var isEnded = false
  private var carried: [UInt8] = []
  /// The number of bytes of the input that have been read.
  private(set) var byteCount: UInt64 = 0

  // The system lets only one thread at a time write to a file, and the others would spin.
  private let writing = Lock()
  private let condition = Lock()
  // Guarded by `condition`.
  private var written: UInt64 = 0  // to a stream
  private var failure: (unit: UInt64, error: any Error)?

  /// - Parameters:
  ///   - unitByteCount: the size of a unit in bytes. The last may be shorter, and is empty only if the input is.
  ///   - outputByteCount: the size of a transformed whole unit in bytes.
  ///   - cores: the maximum number of threads, of which there are at most 8; nil for one more than the processors.
  ///   - progress: called on any thread with the number of further bytes processed of a file, or read of a stream. An
  ///     error that it throws ends the work.
  package init(
    _ source: Source, to sink: Sink, unitByteCount: Int, outputByteCount: Int, cores: Int? = nil,
    for background: BackgroundWork? = nil, progress: @escaping (Int) throws -> Void = { _ in }
  ) {
    self.source = source
    if case .stream(_, let beginning) = source { carried = beginning }
    self.sink = sink
    self.unitByteCount = unitByteCount
    self.outputByteCount = outputByteCount
    self.cores = cores
    self.background = background
    self.progress = progress
  }

  /// Transforms the whole input. Several threads at once call `transform`, which writes its result to the given memory
  /// and returns the number of bytes. Throws the error of the first unit that failed.
  package func run(_ transform: @escaping @Sendable (Unit, UnsafeMutableRawBufferPointer) throws -> Int) throws {
    Threads.perform(threadCount, for: background) { [self] _ in
      // A thread that gets no memory leaves the work to the others.
      try? unsafe Self.withBuffer(bufferByteCounts.input) { input in
        try unsafe Self.withBuffer(bufferByteCounts.output) { output in
          while let number = unsafe process(input, output, transform) { finish(number) }
        }
      }
    }
    if let failure { throw failure.error }
    guard isEnded else { throw Failure.read(ENOMEM) }
    if !sink.isStream { try whenRead() }
  }

  /// Calls `body` with new memory, which is wiped afterwards. Throws if the system does not grant it.
  private static func withBuffer(_ byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
    var memory: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&memory, 4096, byteCount) == 0, let memory = unsafe memory else {
      throw Failure.read(ENOMEM)
    }
    defer {
      unsafe wipe(memory, byteCount: byteCount)
      unsafe free(memory)
    }
    try unsafe body(UnsafeMutableRawBufferPointer(start: memory, count: byteCount))
  }

  /// The sizes of a thread's buffers, which are those of a unit. A file that is smaller gets small ones, because the
  /// system clears every page before it is used, and thousands of small files would cost mostly that.
  private var bufferByteCounts: (input: Int, output: Int) {
    var longest = unitByteCount
    if case .file(_, _, let byteCount) = source { longest = Int(min(UInt64(longest), byteCount)) }
    let most = longest + abs(outputByteCount - unitByteCount)
    return (longest + 1, max(1, min(outputByteCount, most)))
  }

  private var hasFailed: Bool { condition.withLock { failure != nil } }

  /// Whether a part of the output has been written to a stream.
  var hasStreamed: Bool { condition.withLock { written > 0 } }

  /// The number of threads: one more than the cores, because one thread writes; at most 8, because the memory limits
  /// the speed; fewer if memory is short.
  private var threadCount: Int {
    var count = max(1, min(8, cores ?? Processors.available + 1))
    if case .file(_, _, let byteCount) = source {
      count = min(count, Int(clamping: byteCount / UInt64(unitByteCount)) + 1)
    }
    // Twice the memory of a thread and its stack, so that there is room for small allocations, which must not fail.
    while count > 1, !Self.isGranted(count * 2 * (unitByteCount + outputByteCount + 1 << 20)) { count /= 2 }
    return count
  }

  private static func isGranted(_ byteCount: Int) -> Bool {
    var memory: UnsafeMutableRawPointer?
    defer { unsafe free(memory) }
    return unsafe posix_memalign(&memory, 4096, byteCount) == 0
  }

  /// Processes one unit, and returns its number, or nil when there is nothing more to do.
  private func process(
    _ input: UnsafeMutableRawBufferPointer, _ output: UnsafeMutableRawBufferPointer,
    _ transform: (Unit, UnsafeMutableRawBufferPointer) throws -> Int
  ) -> UInt64? {
    var number = UInt64.max
    do {
      guard let unit = try unsafe claim(input, &number) else { return nil }
      let count = try unsafe transform(unit, output)
      let transformed = unsafe UnsafeRawBufferPointer(rebasing: output[..<count])
      switch sink {
      case .file(let write): try writing.withLock { try unsafe write(transformed, number * UInt64(outputByteCount)) }
      case .stream(let write):
        guard awaitTurn(number) else { return nil }
        if unit.isLast { try whenRead() }
        try unsafe write(transformed)
      }
      if case .file = source { try unsafe progress(unit.bytes.count) }
      return number
    } catch {
      fail(number, error)
      return nil
    }
  }

  /// Reads the next unit into `buffer`, and sets `number` as soon as it is known.
  private func claim(_ buffer: UnsafeMutableRawBufferPointer, _ number: inout UInt64) throws -> Unit? {
    reading.lock()
    var isLocked = true
    defer { if isLocked { reading.unlock() } }
    guard !isEnded, !hasFailed else { return nil }
    number = claimed
    claimed += 1
    switch source {
    case .file(let descriptor, let start, let byteCount):
      let offset = number * UInt64(unitByteCount)
      let count = min(UInt64(unitByteCount), byteCount - offset)
      isEnded = offset + count == byteCount
      self.byteCount += count
      let isLast = isEnded
      reading.unlock()
      isLocked = false
      let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(count)])
      try unsafe Self.read(descriptor, into: place, at: start + offset)
      return unsafe Unit(number: number, memory: place, isLast: isLast)
    case .stream(let descriptor, _):
      // One byte more than a unit shows whether another unit follows.
      var count = carried.count
      unsafe buffer.copyBytes(from: carried)
      while count < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        guard let more = unsafe Descriptor.read(descriptor, into: rest, for: background) else {
          throw Failure.read(errno)
        }
        if more == 0 { break }
        count += more
        try progress(more)
      }
      isEnded = count < buffer.count
      carried = unsafe isEnded ? [] : [buffer[unitByteCount]]
      byteCount += UInt64(min(count, unitByteCount))
      let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(count, unitByteCount)])
      return unsafe Unit(number: number, memory: place, isLast: isEnded)
    }
  }

  private static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      guard let count = unsafe Descriptor.read(descriptor, into: rest, at: off_t(offset) + off_t(done)) else {
        throw Failure.read(errno)
      }
      if count == 0 { throw Failure.shortened }
      done += count
    }
  }

  /// Waits until all units before this one are written. False if one of them failed.
  private func awaitTurn(_ number: UInt64) -> Bool {
    condition.withLock {
      while written < number {
        if let failure, failure.unit < number { return false }
        condition.wait()
      }
      return true
    }
  }

  private func finish(_ number: UInt64) {
    guard case .stream = sink else { return }
    condition.withLock {
      written = number + 1
      condition.broadcast()
    }
  }

  private func fail(_ number: UInt64, _ error: any Error) {
    condition.withLock {
      if failure == nil || number < failure!.unit { failure = (number, error) }
      condition.broadcast()
    }
  }
}
