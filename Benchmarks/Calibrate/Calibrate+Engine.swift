import MemoryHard
import SwiftVaultCPU
import SwiftVaultCommandSupport

/// The rounds of another program.
extension Calibrate {
  static let engine = CalibrationUse(
    name: "engine", summary: "what Python, Node, Java, PHP or any program computes", help: engineHelp,
    choice: "--engine", options: ["--engine", "--budget", "--hash", "--memory"], flags: ["--show-engine", "--json"],
    isChosen: { $0.has("--engine") || $0.has("--show-engine") }, run: runEngine)

  @Sendable
  private static func runEngine(_ arguments: BenchArguments) throws(BenchError) {
    guard let name = arguments.value("--engine") else { throw BenchError(message: "--show-engine needs --engine") }
    let program = EngineProgram(named: name)
    if arguments.has("--show-engine") { return printLine(program.source) }
    let ((hashes, functions), budgets) = (try arguments.engineFunctions, try arguments.budgets)
    if arguments.has("--memory"), !functions.contains(.argon2id) {
      throw BenchError(message: "--memory needs --hash argon2id")
    }
    let memory = arguments.has("--memory") ? try arguments.memory(logins: 1) : Argon2id.forLogins.memoryByteCount
    if !arguments.has("--json") { printLine("Engine: \(name)\nCalibrated on: \(CPU.name.prefix(64))\n") }
    let report = try EngineReport(program, hashes, budgets, functions: functions, memoryByteCount: memory)
    printLine(arguments.has("--json") ? report.json : report.lines.joined(separator: "\n"))
    if let doubt = report.doubt { throw doubt }
  }

  private static let engineHelp = """
    usage: vault-bench calibrate --engine NAME [--budget LIST] [--hash LIST]
                                 [--memory SIZE] [--show-engine | --json]

    Prints what each budget buys another program, and how much longer that takes it
    than this package, which an attacker may use.

      --engine NAME  \(EngineProgram.all.prefix(5).map(\.name).joined(separator: ", ")),
                     \(EngineProgram.all.dropFirst(5).map(\.name).joined(separator: ", ")), or a command for sh;
                     dotnet, which needs .NET 10, was not tried
      --hash LIST    hashes of PBKDF2, argon2id, scrypt and bcrypt, as far as the
                     engine has them (default sha256,sha512)
      --memory SIZE  the memory of Argon2id (default \(Argon2id.forLogins.memoryByteCount.binarySize))
      --show-engine  print the program of the engine

    A command reads a line for each key: a function, its parameters and the bytes of
    the key. It writes a line with the time of the key in nanoseconds, and after a
    space the CPU time, if known; or unsupported and a reason. Such lines are:
      pbkdf2 sha256 600000 32
      argon2id 19456 2 1 32     KiB of memory, passes, lanes
      scrypt 131072 8 1 32      N, r, p
      bcrypt 12                 cost
    """
}

extension BenchArguments {
  /// The hashes of PBKDF2 and the other functions to measure in an engine.
  fileprivate var engineFunctions: (hashes: [NamedHash], functions: [EngineFunction]) {
    get throws(BenchError) {
      var (hashes, functions): ([NamedHash], [EngineFunction]) = ([], [])
      for name in try list("--hash", default: "sha256,sha512") {
        if let hash = NamedHash(rawValue: name) {
          hashes.append(hash)
        } else if let function = EngineFunction(rawValue: name) {
          functions.append(function)
        } else {
          throw .unknown(
            "hash", name, known: NamedHash.allCases.map(\.rawValue) + EngineFunction.allCases.map(\.rawValue))
        }
      }
      return (hashes, functions)
    }
  }
}
