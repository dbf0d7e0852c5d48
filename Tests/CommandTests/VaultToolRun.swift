import Foundation
import Testing

/// One finished run of the built `swift-vault`.
struct VaultToolRun {
  let exitCode: Int32
  /// The signal it died of, if it did.
  let signal: Int32?
  let output: Data
  let errors: String

  /// Standard error without the warning that tests with few rounds get, and without what was done to the passwords.
  var complaints: String { lines { !$0.hasPrefix("swift-vault: warning: ") && !Self.isReport($0) } }

  /// What was done to the passwords, and the key slots before and after.
  var report: String { lines(Self.isReport) }

  private func lines(_ isIncluded: (Substring) -> Bool) -> String {
    errors.split(separator: "\n").filter(isIncluded).map { $0 + "\n" }.joined()
  }

  private static func isReport(_ line: Substring) -> Bool {
    if line.hasPrefix("swift-vault: ") { return false }
    return line.contains(/^ {2}key slot [1-8]  PBKDF2-HMAC-SHA(512|256),/) || line.contains(/^[^ ]+, (before|now):$/)
      || line.contains(/^[^ ]+: (password|([0-9] )?key slot|nothing to repair|the two copies)/)
  }

  /// The command, built with the tests and lying beside them.
  static let executable: URL = {
    let beside = Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let candidates =
      beside + [Bundle.main.bundleURL]
      + [Bundle.main.executableURL?.deletingLastPathComponent()]
      .compactMap { $0 }
    let found = candidates.map { $0.appendingPathComponent("swift-vault") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { fatalError("swift-vault is not beside the tests: \(candidates)") }
    return found
  }()

  /// Runs `swift-vault` in a folder.
  static func swiftVault(_ arguments: String..., in folder: VaultToolFolder, input: Data = Data()) throws -> Self {
    try start(arguments, in: folder, input: input).finish()
  }

  /// Runs a shell script in which `$TOOL` is `swift-vault`.
  static func shell(_ script: String, in folder: VaultToolFolder) throws -> Self {
    try startShell(script, in: folder).finish()
  }

  /// Starts `swift-vault`, to be disturbed while it runs.
  static func start(_ arguments: [String], in folder: VaultToolFolder, input: Data = Data()) throws -> Started {
    try Started(executable, arguments, folder, input)
  }

  /// Starts a shell script, to be disturbed while it runs.
  static func startShell(_ script: String, in folder: VaultToolFolder) throws -> Started {
    try Started(URL(fileURLWithPath: "/bin/bash"), ["-c", script], folder, Data())
  }

  /// A run that goes on; its streams are files, so that it never waits for us.
  final class Started {
    let process = Process()
    private let streams = VaultToolFolder()

    fileprivate init(_ program: URL, _ arguments: [String], _ folder: VaultToolFolder, _ input: Data) throws {
      streams.write("in", input)
      streams.write("out", Data())
      streams.write("err", Data())
      process.executableURL = program
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["TOOL": VaultToolRun.executable.path, "LC_ALL": "C"]) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: streams.file("in"))
      process.standardOutput = try FileHandle(forWritingTo: streams.file("out"))
      process.standardError = try FileHandle(forWritingTo: streams.file("err"))
      try process.run()
    }

    func finish() -> VaultToolRun {
      process.waitUntilExit()
      let died = process.terminationReason == .uncaughtSignal
      return VaultToolRun(
        exitCode: died ? -1 : process.terminationStatus, signal: died ? process.terminationStatus : nil,
        output: streams.read("out") ?? Data(), errors: String(decoding: streams.read("err") ?? Data(), as: UTF8.self))
    }
  }
}

/// A folder for one test, removed with it.
final class VaultToolFolder {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("swift-vault-test-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func write(_ name: String, _ content: Data) { try! content.write(to: file(name)) }

  func write(_ name: String, _ content: String) { write(name, Data(content.utf8)) }

  func read(_ name: String) -> Data? { try? Data(contentsOf: file(name)) }

  /// Every name in the folder, hidden ones included.
  var names: [String] { try! FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }

  /// Names and contents: what must be the same after a run that failed.
  var snapshot: [String: Data?] { Dictionary(uniqueKeysWithValues: names.map { ($0, read($0)) }) }

  /// The permission bits of a file.
  func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: file(name).path))?[.posixPermissions] as? Int
  }
}

extension VaultToolFolder {
  static let password = "open sesame"
  static let newPassword = "open barley"
  static let notes = Data("What only I should read.\n".utf8)

  /// `notes.txt` sealed with `password` and few rounds; made once.
  static let sealedNotes: Data = {
    let folder = VaultToolFolder()
    folder.write("notes.txt", notes)
    folder.write("password", password)
    let run = try! VaultToolRun.swiftVault(
      "seal", "notes.txt", "--password-file", "password", "--rounds", "1001", in: folder)
    precondition(run.exitCode == 0, run.errors)
    return folder.read("notes.txt.vault")!
  }()

  /// A folder with a file, its vault under another name, and a password.
  static func furnished() -> VaultToolFolder {
    let folder = VaultToolFolder()
    folder.write("notes.txt", notes)
    folder.write("sealed.vault", sealedNotes)
    folder.write("password", password + "\n")
    return folder
  }
}
