import Foundation
import Testing

/// The reader and writer in Python, `vault.py`, as a command.
struct PythonVault: Sendable {
  /// The exit status and output of a finished run.
  struct Outcome: Sendable {
    let status: Int32
    let output: [UInt8]
    let error: String
  }

  /// The reason why it cannot run.
  struct Unavailable: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The root folder of the package.
  static let package = folder.deletingLastPathComponent().deletingLastPathComponent()

  /// The path of the reader and writer.
  static let program = folder.appendingPathComponent("vault.py")
  static let kit = package.appendingPathComponent("Tests/Vectors/Vault/kit.py")
  static let recovery = package.appendingPathComponent("Tests/Vectors/recovery.py")
  static let recipients = package.appendingPathComponent("Tests/Vectors/recipients.py")
  static let credentials = package.appendingPathComponent("Tests/Vectors/credentials.py")

  private static let availability: Result<PythonVault, Unavailable> = {
    do {
      let outcome = try PythonVault().run(["example"])
      if outcome.status == 0 { return .success(PythonVault()) }
      return .failure(Unavailable(description: "vault.py ends with \(outcome.status): \(outcome.error)"))
    } catch {
      return .failure(Unavailable(description: "python3 does not start: \(error)"))
    }
  }()

  /// The reader, if Python and its AES module are installed.
  ///
  /// If they are not, this throws in CI. Elsewhere it records a known issue, so that the output shows the gap, and
  /// returns nil.
  static func find() throws -> PythonVault? {
    switch availability {
    case .success(let python): return python
    case .failure(let reason):
      if ProcessInfo.processInfo.environment["CI"] != nil { throw reason }
      withKnownIssue("the independent reader was not run") { throw reason }
      return nil
    }
  }

  /// The vault after `vault.py password` changed it in a file.
  func changePasswords(_ vault: [UInt8], _ arguments: [String]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("swift-vault-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(vault).write(to: file)
    let outcome = try run(["password", file.path] + arguments)
    guard outcome.status == 0 else { throw Unavailable(description: outcome.error) }
    return [UInt8](try Data(contentsOf: file))
  }

  /// Runs a script, by default `vault.py`. The argument `-` stands for a file with the bytes of `input`.
  func run(script: URL = program, _ arguments: [String], input: [UInt8] = []) throws -> Outcome {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("swift-vault-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    // These are files, not pipes, so that neither side can block on a full pipe.
    let files = ["in", "out", "err"].map { place.appendingPathComponent($0) }
    try Data(input).write(to: files[0])
    try Data().write(to: files[1])
    try Data().write(to: files[2])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B", script.path] + arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    guard ended.wait(timeout: .now() + 600) == .success else {
      process.terminate()
      throw Unavailable(description: "\(script.lastPathComponent) \(arguments) still runs after ten minutes")
    }
    return Outcome(
      status: process.terminationStatus, output: [UInt8](try Data(contentsOf: files[1])),
      error: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }
}
