import Foundation

/// A command that has been started, with the test's ends of its streams.
package final class RunningCommand: @unchecked Sendable {
  package enum Ends {
    case pipes(input: FileHandle, output: FileHandle, errors: FileHandle)
    /// A folder with the files `in`, `out` and `err`.
    case files(TestFolder)
    /// The master's side of a pseudo-terminal.
    case terminal(Int32)
  }

  package let process: pid_t
  package let ends: Ends
  /// Everything the terminal has shown.
  package var shown = Data()
  /// The bytes that standard input is to get.
  private let input: Data
  /// The working directory, kept until the command has ended.
  private let folder: TestFolder?
  private let lock = NSLock()
  // Guarded by `lock`.
  private var status: Int32?

  /// The seconds after which a command counts as hanging.
  package static let patience = 600.0

  /// Held while pipes are made and a process is started, so that no other child inherits an end of the pipes. It would
  /// keep the pipe open and hide the end of file.
  private static let starting = NSLock()

  package init(_ spawning: Spawning, on streams: Command.Streams, input: Data) throws {
    signal(SIGPIPE, SIG_IGN)  // a write to a command that has ended is an error, not the end of the tests
    self.input = input
    folder = spawning.folder
    Self.starting.lock()
    defer { Self.starting.unlock() }
    switch streams {
    case .pipes:
      let (input, output, errors) = (Pipe(), Pipe(), Pipe())
      ends = .pipes(
        input: input.fileHandleForWriting, output: output.fileHandleForReading, errors: errors.fileHandleForReading)
      let theirs = [input.fileHandleForReading, output.fileHandleForWriting, errors.fileHandleForWriting]
      defer { theirs.forEach { try? $0.close() } }
      process = try spawning.start(theirs.map { .descriptor($0.fileDescriptor) }, inNewSession: false)
    case .files:
      let files = TestFolder()
      ends = .files(files)
      files.write("in", input)
      files.write("out", "")
      files.write("err", "")
      process = try spawning.start(
        [("in", O_RDONLY), ("out", O_WRONLY), ("err", O_WRONLY)].map { .file(files.file($0).path, $1) },
        inNewSession: false)
    case .terminal, .foreignTerminal:
      var (master, slave) = (Int32(-1), Int32(-1))
      guard openpty(&master, &slave, nil, nil, nil) == 0 else { throw Command.Failure.system("openpty", errno) }
      ends = .terminal(master)
      defer { close(slave) }
      for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      var name = [CChar](repeating: 0, count: 128)
      guard ttyname_r(slave, &name, name.count) == 0 else { throw Command.Failure.system("ttyname_r", errno) }
      // The first terminal that a session leader opens becomes its controlling terminal.
      let mode = O_RDWR | (streams == .foreignTerminal ? O_NOCTTY : 0)
      let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      process = try spawning.start([.file(path, mode), .descriptor(0), .descriptor(0)], inNewSession: true)
    }
  }

  deinit {
    if case .terminal(let master) = ends { close(master) }
    send(SIGKILL)
    _ = hasEnded(within: .infinity)
  }

  // MARK: - The process

  package var isRunning: Bool {
    lock.withLock {
      if status != nil { return false }
      var word: Int32 = 0
      guard waitpid(process, &word, WNOHANG) == process else { return true }
      status = word & 0x7F == 0 ? (word >> 8) & 0xFF : -(word & 0x7F)
      return false
    }
  }

  /// Sends a signal, unless the process has ended.
  package func send(_ signal: Int32) {
    if isRunning { kill(process, signal) }
  }

  private func hasEnded(within seconds: Double) -> Bool {
    let end = Date() + seconds
    while isRunning {
      if Date() > end { return false }
      usleep(500)
    }
    return true
  }

  /// Waits for the end. A process that has not ended after the given seconds is killed.
  package func finish(timeout: Double = RunningCommand.patience) throws -> Command.Outcome {
    let (output, errors): (() -> Data, () -> Data)
    switch ends {
    case .pipes(let input, let outputEnd, let errorEnd):
      // All three pipes are served at the same time, so that neither side blocks on a full one.
      (output, errors) = (Collector(outputEnd).data, Collector(errorEnd).data)
      Thread.detachNewThread { [bytes = self.input] in
        // A command may end without reading all of its input. That is not a failure.
        try? input.write(contentsOf: bytes)
        try? input.close()
      }
    case .files(let files):
      (output, errors) = ({ files.read("out") ?? Data() }, { files.read("err") ?? Data() })
    case .terminal:
      while readTerminal() {}
      (output, errors) = ({ self.shown }, { Data() })
    }
    guard hasEnded(within: timeout) else {
      send(SIGKILL)
      throw Command.Failure.timedOut(seconds: timeout)
    }
    return Command.Outcome(
      status: lock.withLock { status! }, output: output(), errors: String(decoding: errors(), as: UTF8.self))
  }

  /// Sends a line to the command, and returns its answer.
  package func answer(to line: String) throws -> String {
    guard case .pipes(let input, let output, _) = ends else { preconditionFailure("a command is fed through pipes") }
    try input.write(contentsOf: Data("\(line)\n".utf8))
    return String(decoding: output.availableData, as: UTF8.self)
  }
}

/// Reads a pipe to its end on a separate thread.
private final class Collector: @unchecked Sendable {
  private var bytes = Data()
  private let finished = DispatchSemaphore(value: 0)

  package init(_ handle: FileHandle) {
    Thread.detachNewThread {
      self.bytes = (try? handle.readToEnd()) ?? Data()
      self.finished.signal()
    }
  }

  /// Everything that was read. Waits until the pipe has ended.
  package func data() -> Data {
    finished.wait()
    finished.signal()
    return bytes
  }
}
