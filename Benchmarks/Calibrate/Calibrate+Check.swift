import SwiftVaultCommandSupport

/// Stored rounds that may have grown old.
extension Calibrate {
  static let check = CalibrationUse(
    name: "check", summary: "whether stored rounds are still right here, for CI", help: checkHelp, choice: "--check",
    options: ["--check", "--budget", "--engine"], flags: ["--json"], isChosen: { $0.has("--check") }, run: runCheck)

  @Sendable
  private static func runCheck(_ arguments: BenchArguments) throws(BenchError) {
    let value = arguments.value("--check")!
    let budget = try arguments.budgets[0]
    let file = if let work = StoredWork(value) { StoredWorkFile(work) } else { try StoredWorkFile(path: value) }
    let isJSON = arguments.has("--json")
    var meter = RoundMeter.here
    if let name = arguments.value("--engine") { meter = try EngineProgram(named: name).start().rounds }
    if !isJSON { printLine(CalibrationReport.head + "\n") }
    let check = try WorkCheck(file, budget: budget, by: meter)
    printLine(isJSON ? check.json : check.lines.joined(separator: "\n"))
    if check.verdict != .met { exit(check.verdict.status) }
  }

  private static let checkHelp = """
    usage: vault-bench calibrate --check WHAT [--budget TIME] [--engine NAME]
                                 [--json]

    Checks that stored rounds are within the budget on this machine (default \(BenchArguments.standardBudgets.prefix { $0 != "," })), and
    at least what OWASP recommends today.

    WHAT is a setting, such as sha256:600000 or $argon2id$v=19$m=65536,t=3,p=4$, a
    credential, or a file: the JSON of a calibration, or lines with a setting or a
    credential each, such as the export of a table of users. A line of an unknown
    kind is not measured; swift-vault credential convert reads more kinds of tables.

      --engine NAME  the program that computes PBKDF2; see vault-bench help calibrate
                     engine

    Exit status: 0 met; 1 the file cannot be read; 2 an argument is wrong; 3 a part
    could not be measured; 4 too weak; 5 too slow. Of 3, 4 and 5, 4 outweighs 5, and
    5 outweighs 3.
    """
}
