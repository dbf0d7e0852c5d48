package import SwiftVaultCLibrary
package import Vault

/// Reads and writes on a file descriptor. Short writes are continued, and interrupted calls repeated.
///
/// Background work on streams gives its place in the queue to other work until a stream is ready. If it is cancelled
/// meanwhile, the error is `ECANCELED`.
package enum Descriptor {
  /// Writes at the current position or at `offset`, and returns 0 or the error number.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: off_t? = nil, for work: BackgroundWork? = nil
  ) -> Int32 {
    let work = work?.kind == .streams && offset == nil ? work : nil
    // Some systems refuse more than Int32.max bytes at once. A ready pipe takes at least PIPE_BUF without waiting.
    let most = work == nil ? 1 << 30 : pipeByteCount
    var done = 0
    while done < bytes.count {
      if let work, !isReady(descriptor, POLLOUT, for: work) { return ECANCELED }
      let start = unsafe bytes.baseAddress! + done
      let count = min(bytes.count - done, most)
      let written =
        unsafe offset.map { unsafe pwrite(descriptor, start, count, $0 + off_t(done)) }
        ?? systemWrite(descriptor, start, count)
      if written >= 0 {
        done += written
      } else if !canRetry(descriptor, POLLOUT) {
        return errno
      }
    }
    return 0
  }

  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: descriptor) }
  }

  /// Writes a text without allocating memory, so that a signal handler may call it.
  package static func write(_ text: StaticString, to descriptor: Int32) {
    _ = unsafe write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: descriptor)
  }

  /// Reads once into `buffer`, from the current position or from `offset`. Returns the number of bytes, 0 at the end of
  /// the file, and nil after an error (see `errno`).
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: off_t? = nil,
    for work: BackgroundWork? = nil
  ) -> Int? {
    if let work, work.kind == .streams, offset == nil, !isReady(descriptor, POLLIN, for: work) {
      errno = ECANCELED
      return nil
    }
    while true {
      let start = buffer.baseAddress!
      let count =
        unsafe offset.map { unsafe pread(descriptor, start, buffer.count, $0) }
        ?? systemRead(descriptor, start, buffer.count)
      if count >= 0 { return count }
      if !canRetry(descriptor, POLLIN) { return nil }
    }
  }

  /// PIPE_BUF, a macro that Swift does not import everywhere.
  private static var pipeByteCount: Int {
    #if canImport(Darwin)
    512
    #else
    4096
    #endif
  }

  /// Waits until a descriptor is ready, which may be to report an error. False if the work is cancelled, which is
  /// noticed within a tenth of a second.
  private static func isReady(_ descriptor: Int32, _ event: some FixedWidthInteger, for work: BackgroundWork) -> Bool {
    func poll(_ milliseconds: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
      let count = systemPoll(&request, milliseconds)
      return count > 0 || count < 0 && errno != EINTR
    }
    if !work.isCancelled, !poll(0) {
      work.withoutPlace {
        while !work.isCancelled, !poll(100) {}
      }
    }
    return !work.isCancelled
  }

  /// Whether to repeat a failed call: after an interruption, or once a non-blocking descriptor is ready.
  private static func canRetry(_ descriptor: Int32, _ event: some FixedWidthInteger) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN else { return false }
    var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
    return systemPoll(&request, -1) >= 0 || errno == EINTR
  }
}

/// Calls write(2). Inside `Descriptor`, its name means another function.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}

/// Calls poll(2) for one descriptor.
private func systemPoll(_ request: inout pollfd, _ milliseconds: Int32) -> Int32 {
  unsafe poll(&request, 1, milliseconds)
}

/// Calls read(2). Inside `Descriptor`, its name means another function.
private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, start, count)
}
