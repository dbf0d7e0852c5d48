import Foundation
import SwiftVaultTestSupport

extension Command {
  /// Runs `swift-vault` in a folder, with files as its standard streams.
  static func swiftVault(_ arguments: String..., in folder: TestFolder, input: Data = Data()) throws -> Outcome {
    try swiftVault(arguments, in: folder, input: input)
  }

  static func swiftVault(_ arguments: [String], in folder: TestFolder, input: Data = Data()) throws -> Outcome {
    try startSwiftVault(arguments, in: folder, input: input).finish()
  }

  /// Runs a shell script in which `$TOOL` is `swift-vault`.
  static func shell(_ script: String, in folder: TestFolder) throws -> Outcome {
    try startShell(script, in: folder).finish()
  }

  /// Starts `swift-vault`, so that the test can interrupt it.
  static func startSwiftVault(
    _ arguments: [String], in folder: TestFolder, input: Data = Data(), blocking blocked: [Int32] = []
  ) throws -> RunningCommand {
    try swiftVault.start(
      arguments, on: .files, input: input, environment: variables, in: folder, blocking: blocked)
  }

  /// Starts a shell script, so that the test can interrupt it.
  static func startShell(_ script: String, in folder: TestFolder) throws -> RunningCommand {
    try Command(path: "/bin/bash").start(["-c", script], on: .files, environment: variables, in: folder)
  }

  private static let variables = ["TOOL": swiftVault.executable.path, "LC_ALL": "C"]

  /// Starts `swift-vault` on a terminal.
  static func onTerminal(
    _ arguments: String..., in folder: TestFolder, streams: Streams = .terminal
  ) throws -> RunningCommand {
    try swiftVault.start(arguments, on: streams, in: folder)
  }

  /// Starts any command on a terminal.
  static func onTerminal(_ words: [String], in folder: TestFolder) throws -> RunningCommand {
    try RunningCommand(Spawning(words: words, folder: folder), on: .terminal, input: Data())
  }
}

extension Command.Outcome {
  /// Standard error without the warning about few rounds, and without the report on the passwords.
  var complaints: String { lines { !$0.hasPrefix("swift-vault: warning: ") && !Self.isReport($0) } }

  /// The report on the passwords: what was done, and the key slots before and after.
  var report: String { lines(Self.isReport) }

  private func lines(_ isIncluded: (Substring) -> Bool) -> String {
    errors.split(separator: "\n").filter(isIncluded).map { $0 + "\n" }.joined()
  }

  private static func isReport(_ line: Substring) -> Bool {
    if line.hasPrefix("swift-vault: ") { return false }
    return line.contains(/^ {2}key slot [1-8]  (PBKDF2-HMAC-SHA(512|256),|HKDF-SHA-256 of a key)/)
      || line.contains(/^[^ ]+, (before|now):$/)
      || line.contains(/^[^ ]+: (password|key of|key added|([0-9] )?key slot|nothing to repair|the two copies)/)
  }
}

extension TestFolder {
  static let password = "open sesame"
  static let newPassword = "open barley"
  static let notes = Data("What only I should read.\n".utf8)

  /// `notes.txt` sealed with `password` and few rounds, made once.
  static let sealedNotes: Data = {
    let folder = TestFolder()
    folder.write("notes.txt", notes)
    folder.write("password", password)
    let run = try! Command.swiftVault(
      "seal", "notes.txt", "--password-file", "password", "--rounds", "1001", in: folder)
    precondition(run.status == 0, run.errors)
    return folder.read("notes.txt.vault")!
  }()

  /// A folder with a file, its vault under another name, and a password file.
  static func furnished() -> TestFolder {
    let folder = TestFolder()
    folder.write("notes.txt", notes)
    folder.write("sealed.vault", sealedNotes)
    folder.write("password", password + "\n")
    return folder
  }
}
