import Foundation

/// A program as its users run it: a command of this package, which the build has put beside the tests, or another one.
struct Command: Sendable {
  /// What a finished run left behind.
  struct Outcome: Sendable {
    /// The exit status, or the negated number of the signal that ended the process.
    let status: Int32
    /// Everything written to standard output; on a terminal, everything shown.
    let output: Data
    /// Everything written to standard error; bytes that are not UTF-8 are replaced.
    let errors: String

    /// The signal that ended the process, if one did.
    var signal: Int32? { status < 0 ? -status : nil }
    /// Standard output as text; bytes that are not UTF-8 are replaced.
    var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines of standard output, without an empty last one.
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// What the standard streams of a run lead to.
  enum Streams: Sendable {
    /// Pipes, by which the test may feed and read the command while it runs.
    case pipes
    /// Files, so that the command never waits for the test.
    case files
    /// A terminal, on which the test types.
    case terminal
    /// A terminal that is not the one the command was started from, so that it has none to ask on.
    case foreignTerminal
  }

  /// Why a run gave no outcome.
  enum Failure: Error {
    /// The process was still running when its time was over, and has been killed.
    case timedOut(seconds: Double)
    /// A system call failed: an error number.
    case system(String, Int32)
  }

  /// The file that is run.
  let executable: URL

  /// The program at a path.
  init(path: String) { executable = URL(fileURLWithPath: path) }

  /// The command of the given product name, for example `crypto-lab`.
  init(_ name: String) { executable = Self.productsDirectory.appendingPathComponent(name) }

  static let swiftVault = Command("swift-vault")

  /// Starts the command, to be fed, disturbed or talked with while it runs.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name.
  ///   - streams: What its standard streams lead to.
  ///   - input: What it finds on standard input before the end of file; not on a terminal.
  ///   - environment: Variables set in addition to (or instead of) those of the test process.
  ///   - folder: The working directory, kept until the run is over; that of the test process when `nil`.
  ///   - blocked: The signals that are blocked when it starts.
  func start(
    _ arguments: [String], on streams: Streams = .pipes, input: some Sequence<UInt8> = Data(),
    environment: [String: String] = [:], in folder: TestFolder? = nil, blocking blocked: [Int32] = []
  ) throws -> RunningCommand {
    var spawning = Spawning(words: [executable.path] + arguments, folder: folder, blocked: blocked)
    if !environment.isEmpty { spawning.environment.merge(environment) { $1 } }
    return try RunningCommand(spawning, on: streams, input: Data(input))
  }

  /// Runs the command to its end; it is killed when that takes more than the given seconds.
  func run(
    _ arguments: [String], on streams: Streams = .pipes, input: some Sequence<UInt8> = Data(),
    environment: [String: String] = [:], in folder: TestFolder? = nil, timeout: Double = RunningCommand.patience
  ) throws -> Outcome {
    try start(arguments, on: streams, input: input, environment: environment, in: folder).finish(timeout: timeout)
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
