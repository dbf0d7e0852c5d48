import SwiftVaultCommandSupport

/// The rounds of another program.
extension Calibrate {
  static let engine = CalibrationUse(
    name: "engine", summary: "the rounds of Python, Node, Java, OpenSSL or any program", help: engineHelp,
    choice: "--engine", options: ["--engine", "--budget", "--hash"], flags: ["--show-engine", "--json"],
    isChosen: { $0.has("--engine") || $0.has("--show-engine") }, run: runEngine)

  @Sendable
  private static func runEngine(_ arguments: BenchArguments) throws(BenchError) {
    guard let name = arguments.value("--engine") else { throw BenchError(message: "--show-engine needs --engine") }
    if arguments.hasArgon2id { throw BenchError(message: "--engine takes no argon2id") }
    let program = EngineProgram(named: name)
    if arguments.has("--show-engine") { return printLine(program.source) }
    let (hashes, budgets) = (try arguments.hashes, try arguments.budgets)
    if !arguments.has("--json") { printLine("\(CalibrationReport.head)\nEngine: \(name)\n") }
    let report = try EngineReport(program, hashes, budgets)
    printLine(arguments.has("--json") ? report.json : report.lines.joined(separator: "\n"))
  }

  private static let engineHelp = """
    usage: vault-bench calibrate --engine NAME [--budget LIST] [--hash LIST]
                                 [--show-engine | --json]

    Prints the rounds that each budget buys another program, which an attacker who
    uses the fastest program computes sooner.

      --engine NAME  the PBKDF2 of \(EngineProgram.all.map(\.name).joined(separator: ", ")),
                     which must be installed, or of any program: a command for sh.
                     It reads lines such as pbkdf2 sha256 600000 32, derives a key
                     of so many bytes with so many rounds, and writes the time in
                     nanoseconds, and after a space the CPU time, if known
      --show-engine  print the program of the engine
    """
}
