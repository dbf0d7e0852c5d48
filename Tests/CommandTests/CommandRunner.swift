import Foundation

/// A command of this package, as the build has put it beside the test bundle, run as its users run it.
struct Command: Sendable {
  /// What a finished run left behind.
  struct Outcome: Sendable {
    /// The exit status, or the negated signal number when a signal ended the process.
    let status: Int32
    /// Everything written to standard output.
    let stdout: [UInt8]
    /// Everything written to standard error; bytes that are not UTF-8 are replaced.
    let stderr: String

    /// Standard output as text; bytes that are not UTF-8 are replaced.
    var text: String { String(decoding: stdout, as: UTF8.self) }
    /// The lines of standard output, without an empty last one.
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// Why a run gave no outcome.
  enum Failure: Error {
    /// The process was still running when its time was over, and has been killed.
    case timedOut(seconds: Double)
  }

  /// The file that is run.
  let executable: URL

  /// Another program.
  init(executable: URL) { self.executable = executable }

  /// The command of the given product name, for example `crypto-lab`.
  init(_ name: String) {
    #if os(Windows)
    let file = name + ".exe"
    #else
    let file = name
    #endif
    executable = Self.productsDirectory.appendingPathComponent(file)
  }

  /// Runs the command to its end.
  ///
  /// All three pipes are served at the same time, so neither side can block on a full one.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name.
  ///   - input: What the command finds on standard input before the end of file.
  ///   - environment: Variables set in addition to (or instead of) those of the test process.
  ///   - directory: The working directory; that of the test process when `nil`.
  ///   - timeout: The seconds after which the process is killed.
  /// - Throws: ``Failure``, or Foundation's error when the command cannot be started.
  func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    directory: URL? = nil, timeout: Double = 120
  ) throws -> Outcome {
    let running = try RunningCommand(
      executable, arguments, environment: environment, directory: directory)
    let stdout = Collector(running.output)
    let stderr = Collector(running.error)
    Thread.detachNewThread {
      // A command may end without reading all of its input: that is no failure of the run.
      try? running.input.write(contentsOf: Data(input))
      try? running.input.close()
    }
    guard let status = running.waitForExit(seconds: timeout) else {
      running.kill()
      throw Failure.timedOut(seconds: timeout)
    }
    return Outcome(
      status: status, stdout: stdout.bytes(),
      stderr: String(decoding: stderr.bytes(), as: UTF8.self))
  }

  /// Starts the command and leaves it running, for tests that talk with it line by line.
  func start(_ arguments: [String]) throws -> RunningCommand {
    try RunningCommand(executable, arguments, environment: [:], directory: nil)
  }

  /// The folder of the built products.
  private static let productsDirectory: URL = {
    #if canImport(Darwin)
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    #endif
    return Bundle.main.bundleURL
  }()
}

/// A command that has been started, with the test's ends of its three pipes.
final class RunningCommand: @unchecked Sendable {
  /// The end that feeds the command's standard input.
  let input: FileHandle
  /// The end that receives the command's standard output.
  let output: FileHandle
  /// The end that receives the command's standard error.
  let error: FileHandle

  private let process = Process()
  private let ended = DispatchSemaphore(value: 0)

  /// Held while pipes are made and a process is started, so that no other child inherits an end of them
  /// (it would keep the pipe open and hide the end of file).
  private static let starting = NSLock()

  /// A write to a command that has ended must be an error here, not the end of the test process.
  private static let ignoreBrokenPipes: Void = {
    #if !os(Windows)
    signal(SIGPIPE, SIG_IGN)
    #endif
  }()

  fileprivate init(
    _ executable: URL, _ arguments: [String], environment: [String: String], directory: URL?
  ) throws {
    Self.ignoreBrokenPipes
    Self.starting.lock()
    defer { Self.starting.unlock() }
    let pipes = (Pipe(), Pipe(), Pipe())
    input = pipes.0.fileHandleForWriting
    output = pipes.1.fileHandleForReading
    error = pipes.2.fileHandleForReading
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = pipes.0
    process.standardOutput = pipes.1
    process.standardError = pipes.2
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    if let directory { process.currentDirectoryURL = directory }
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
  }

  /// Waits for the end; `nil` when the command still runs after the given seconds.
  func waitForExit(seconds: Double) -> Int32? {
    guard ended.wait(timeout: .now() + seconds) == .success else { return nil }
    ended.signal()
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? -status : status
  }

  /// Ends the command at once.
  func kill() {
    #if os(Windows)
    process.terminate()
    #else
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    #endif
  }
}

/// Reads a pipe to its end on a thread of its own.
private final class Collector: @unchecked Sendable {
  private var data = Data()
  private let finished = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    Thread.detachNewThread {
      self.data = (try? handle.readToEnd()) ?? Data()
      self.finished.signal()
    }
  }

  /// Everything that was read, once the pipe has ended.
  func bytes() -> [UInt8] {
    finished.wait()
    finished.signal()
    return [UInt8](data)
  }
}
