internal import Vault

extension Pipeline.Sink {
  /// Calls `work` with a sink for the output after its header: the first `byteCount` bytes, which `make` returns. If
  /// `isSlow`, `make` and `work` run in parallel. A file gets the header at the end, and a stream before all else.
  func reservingHeader<Result>(
    byteCount: Int, isSlow: Bool, for background: BackgroundWork? = nil, _ make: () throws -> [UInt8],
    _ work: (Self) throws -> Result
  ) throws -> Result {
    let header = DeferredHeader()
    if !isSlow { header.set(.init(catching: make)) }
    let rest: Self
    switch self {
    case .file(let write): rest = unsafe .file { try unsafe write($0, UInt64(byteCount) + $1) }
    case .stream(let write):
      rest = unsafe .stream {
        try unsafe header.write(write)
        try unsafe write($0)
      }
    }
    let result = isSlow ? try header.runBoth(for: background, make) { try work(rest) } : try work(rest)
    if case .file(let write) = self { try unsafe header.write { try unsafe write($0, 0) } }
    return result
  }
}

/// The header of an output, which one thread makes and another writes.
private final class DeferredHeader: @unchecked Sendable {
  private let condition = Lock()
  // Guarded by `condition`.
  private var bytes: Result<[UInt8], any Error>?
  // Used by one thread at a time.
  private var isWritten = false

  func set(_ bytes: Result<[UInt8], any Error>) {
    condition.withLock {
      self.bytes = bytes
      condition.broadcast()
    }
  }

  /// The first call waits for the bytes and writes them. Later calls do nothing.
  func write(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    if isWritten { return }
    let made = condition.withLock {
      while true {
        if let bytes { return bytes }
        condition.wait()
      }
    }
    let data = try made.get()
    isWritten = true
    try unsafe data.withUnsafeBytes(write)
  }

  /// Calls `make` and `body` on two threads, or `make` first if the system gives no other thread.
  func runBoth<Value>(
    for background: BackgroundWork?, _ make: () throws -> [UInt8], _ body: () throws -> Value
  ) throws -> Value {
    var outcome: Result<Value, any Error>?
    withoutActuallyEscaping(make) { make in
      withoutActuallyEscaping(body) { body in
        // SAFETY: each is used by one thread alone, and this one waits for both.
        nonisolated(unsafe) let (make, body) = (make, body)
        unsafe withUnsafeMutablePointer(to: &outcome) { outcome in
          nonisolated(unsafe) let outcome = unsafe outcome
          Threads.perform(2, for: background) { [self] thread in
            if thread == 0 { unsafe set(.init(catching: make)) } else { unsafe outcome.pointee = .init(catching: body) }
          }
        }
      }
    }
    return try outcome!.get()
  }
}
