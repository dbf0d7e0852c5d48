import Foundation

/// A program as its users run it: a command of this package, which the build places beside the tests, or another
/// program.
package struct Command: Sendable {
  /// The outcome of a finished run.
  package struct Outcome: Sendable {
    /// The exit status, or the negated number of the signal that ended the process.
    package let status: Int32
    /// Everything written to standard output, or everything shown on a terminal.
    package let output: Data
    /// Everything written to standard error; bytes that are not UTF-8 are replaced.
    package let errors: String

    /// The signal that ended the process, if one did.
    package var signal: Int32? { status < 0 ? -status : nil }
    /// Standard output as text; bytes that are not UTF-8 are replaced.
    package var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines of standard output, without an empty last one.
    package var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// The files that the standard streams of a run are connected to.
  package enum Streams: Sendable {
    /// Pipes, so that the test can feed and read the command while it runs.
    case pipes
    /// Files, so that the command never waits for the test.
    case files
    /// A terminal, on which the test types.
    case terminal
    /// A terminal that does not control the command, so the command cannot ask on it.
    case foreignTerminal
  }

  /// Why a run has no outcome.
  package enum Failure: Error {
    /// The process was still running after its time limit, and was killed.
    case timedOut(seconds: Double)
    /// The terminal of the process, or what was left of it, does not show this text. A line of the test waits for it.
    case notShown(String, on: String, at: String)
    /// A system call failed with this error number.
    case system(String, Int32)
  }

  /// The program file.
  package let executable: URL

  /// The program at a path.
  package init(path: String) { executable = URL(fileURLWithPath: path) }

  /// The command with the given product name, for example `crypto-lab`.
  package init(_ name: String) { executable = Self.productsDirectory.appendingPathComponent(name) }

  package static let swiftVault = Command("swift-vault")

  /// Starts the command. The test can feed it, interrupt it or answer it while it runs.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the command's name.
  /// - streams: What its standard streams are connected to.
  /// - input: The content of standard input; not on a terminal.
  /// - environment: Variables that are added to those of the test process, or replace them.
  /// - folder: The working directory, kept until the run ends; the test process's own when `nil`.
  /// - blocked: The signals that are blocked at the start.
  package func start(
    _ arguments: [String], on streams: Streams = .pipes, input: some Sequence<UInt8> = Data(),
    environment: [String: String] = [:], in folder: TestFolder? = nil, blocking blocked: [Int32] = []
  ) throws -> RunningCommand {
    var spawning = Spawning(words: [executable.path] + arguments, folder: folder, blocked: blocked)
    if !environment.isEmpty { spawning.environment.merge(environment) { $1 } }
    return try RunningCommand(spawning, on: streams, input: Data(input))
  }

  /// Runs the command to its end. It is killed if it takes more than the given seconds.
  package func run(
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
