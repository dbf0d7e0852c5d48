import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// An error that ends a run over several files, because it is not about one of them.
struct EndOfRun: Error {
  let reason: any Error
}

/// A command that works on files one by one, each independent of the others.
protocol FileCommand {
  /// A file that is ready to be worked on.
  associatedtype PreparedFile
  /// What all files are opened with, or sealed under.
  associatedtype Access = Secret

  /// The word for a finished file, such as `sealed`.
  static var outcome: String { get }

  var arguments: Arguments { get }

  /// Whether the command works on a file of this name below a folder.
  static func isWanted(_ path: Path) -> Bool

  /// Whether folders without such a file are an error, because they are probably not the ones that were meant.
  static var needsFile: Bool { get }

  /// Makes the checks that need no password.
  func prepare(_ path: Path) throws -> PreparedFile

  /// Reads the password or the key, once, when the first file is ready.
  func secret() throws -> Access

  /// Asks again for a password or key that was wrong for the first file; nil if there is nobody to ask.
  func secretAgain(_ secret: Access, triesLeft: Int) throws -> Access?

  /// Processes the file; returns the line that reports it. Throws `EndOfRun` to leave out the other files.
  func work(_ file: PreparedFile, _ secret: Access) throws -> String?

  func report(_ line: String) throws
}

extension FileCommand {
  func run() throws {
    var run = FileRun(command: self)
    for operand in arguments.operands { try run.take(operand) }
    try run.finish()
  }

  static var needsFile: Bool { true }

  func secretAgain(_ secret: Access, triesLeft: Int) throws -> Access? { nil }

  func report(_ line: String) { StandardStream.remark(line) }

  /// What the prompt names: the file, or the number of files.
  var subject: String {
    let operands = arguments.operands
    if operands.count == 1 { return operands[0].isStandardStream ? "standard input" : operands[0].display }
    return "\(operands.count) files\(arguments.has(.recursive) ? " and folders" : "")"
  }
}

/// Runs a command on its files and counts them. An error in one is reported, and the others are still processed.
private struct FileRun<Command: FileCommand> {
  let command: Command
  private var secret: Command.Access?
  private var done = 0
  private var skipped = 0
  private var failed = 0
  private var leftOut = 0
  private var firstFailure: ToolError?

  private var isRecursive: Bool { command.arguments.has(.recursive) }

  init(command: Command) { self.command = command }

  mutating func take(_ operand: Path) throws {
    guard operand.isFolder else { return try work(on: operand) }
    guard isRecursive else { return fail(ToolError(.inputOutput, operand, "is a folder; use -r for each file in it")) }
    guard let walk = try attempt(operand, { try FolderWalk(operand, isWanted: Command.isWanted) }) else { return }
    for item in walk {
      switch item {
      case .file(let path): try work(on: path)
      case .leftOut: leftOut += 1
      case .failure(let failure): fail(failure)
      }
    }
  }

  /// Throws only errors that end the run, such as a closed output.
  private mutating func work(on path: Path) throws {
    let command = command
    let prepared = try attempt(path) {
      try StandardStream.check(path)
      return try command.prepare(path)
    }
    guard let file = prepared else { return }
    // Only the first file asks for a password or key, and asks again. The others use the same one.
    let isFirst = secret == nil
    var secret = try secret ?? command.secret()
    let line = try attempt(path) {
      try SecretSource.retrying(&secret, again: { isFirst ? try command.secretAgain($0, triesLeft: $1) : nil }) {
        try command.work(file, $0)
      }
    }
    self.secret = secret
    guard let line else { return }
    done += 1
    if let line { try command.report(line) }
  }

  private mutating func attempt<Result>(_ path: Path, _ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch let end as EndOfRun {
      throw end.reason
    } catch is OutputRules.Skipped {
      skipped += 1
    } catch let error as ToolError {
      fail(error)
    } catch let error as VaultFileError {
      fail(ToolError(error))
    } catch let error as RefusedVault {
      fail(ToolError(error))
    } catch VaultError.memoryUnavailable(let byteCount) {
      fail(ToolError(path.display, memoryUnavailable: byteCount))
    } catch {
      fail(ToolError(.inputOutput, path, "\(error)"))
    }
    return nil
  }

  private mutating func fail(_ error: ToolError) {
    failed += 1
    firstFailure = firstFailure ?? error
    if !error.isQuiet { StandardStream.error("\(error)") }
  }

  /// The summary, and the exit code: that of the first failure.
  func finish() throws {
    if isRecursive, Command.needsFile, done + skipped + failed == 0 {
      guard command.arguments.operands.count == 1 else {
        throw ToolError.usage("these folders have no file below them that this command works on")
      }
      throw ToolError(.usage, command.subject, "has no file below it that this command works on")
    }
    if isRecursive {
      let others = leftOut == 0 ? "" : "; left out: \(leftOut.grouped) (links, pipes, devices, temporary files)"
      let counts = "\(done.grouped) \(Command.outcome), \(skipped.grouped) skipped, \(failed.grouped) failed"
      StandardStream.error("swift-vault: \(counts)\(others)")
    }
    guard var firstFailure else { return }
    firstFailure.isQuiet = true
    throw firstFailure
  }
}
