import MemoryHard
import SwiftVaultCommandSupport
import SwiftVaultSystem

/// The rounds of a login server.
extension Calibrate {
  static let logins = CalibrationUse(
    name: "logins", summary: "the rounds of a server with so many logins a second", help: loginsHelp,
    choice: "--logins", options: ["--logins", "--cores", "--budget", "--hash", "--memory", "--plot"],
    flags: ["--json"], isChosen: { $0.has("--logins") || $0.has("--cores") }, run: runLogins)

  @Sendable
  private static func runLogins(_ arguments: BenchArguments) throws(BenchError) {
    let budget = try arguments.budgets[0]
    let cores = try arguments.number("--cores", in: 1...LoginQueue.mostCores, default: Processors.usable)
    if arguments.has("--memory"), !arguments.hasArgon2id {
      throw BenchError(message: "--memory needs --hash argon2id")
    }
    let functions =
      arguments.hasArgon2id
      ? LoginFunction.argon2id(memoryByteCount: try arguments.memory(logins: cores))
      : [LoginFunction(try arguments.hash)]
    if let memory = functions[0].memoryByteCount { try FreeMemory.check(memory * min(cores, Processors.usable)) }
    let load = try LoginLoad(functions[0], budget: budget, rate: arguments.value("--logins"), cores: cores)
    let plotFile = try arguments.file("--plot")
    let isJSON = arguments.has("--json")
    if !isJSON { printLine(load.function.head + "\n\n" + load.title + "\n") }
    let report = LoginReport(load, or: functions.dropFirst()) { if !isJSON { printLine($0.joined(separator: "\n")) } }
    if isJSON { printLine(report.json) }
    if let plotFile, let plot = report.plot {
      try plotFile.write(plot.svg)
      if !isJSON { ReportFile.lines(plot: plotFile).forEach(printLine) }
    }
    if report.isDisturbed { exit(3) }
  }

  private static let loginsHelp = """
    usage: vault-bench calibrate --logins RATE | --cores N [--budget LIST]
                                 [--hash LIST] [--memory SIZE] [--plot FILE]
                                 [--json]

    Finds the rounds with which 99 of 100 logins end within the first budget if RATE
    logins arrive at random: from the time of a round on busy cores, by a
    simulation, and then by a run of 20 to 40 seconds, one at a time and in batches.

      --logins RATE  logins a second, such as 50/s
      --cores N      the cores that serve logins (default: those of this machine);
                     for more cores than it has, there is a plan but no run. Without
                     --logins, every core always has a login
      --hash LIST    a hash, or argon2id
      --memory SIZE  the memory of all logins at once with argon2id, one on each
                     core (default \(Argon2id.forFiles.memoryByteCount.binarySize) for each)
      --plot FILE    the time within which 99 of 100 logins end, against their
                     rounds, as an SVG; not written if no rounds are possible

    Exit status 3: other programs kept the machine busy, so there is no decision.
    """
}
