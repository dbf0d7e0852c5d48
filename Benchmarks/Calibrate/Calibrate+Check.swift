import SwiftVaultCommandSupport

/// Stored rounds that may have grown old.
extension Calibrate {
  static let check = CalibrationUse(
    name: "check", summary: "whether stored rounds are still right here, for CI", help: checkHelp, choice: "--check",
    options: ["--check", "--budget", "--engine", "--for"], flags: ["--json"], isChosen: { $0.has("--check") },
    run: runCheck)

  @Sendable
  private static func runCheck(_ arguments: BenchArguments) throws(BenchError) {
    let value = arguments.value("--check")!
    let budget = try arguments.budgets[0]
    let setting = try arguments.value("--for").map { name throws(BenchError) in try Setting(named: name) }
    let file =
      if setting == nil, let work = StoredWork(value) { StoredWorkFile(work) } else {
        try StoredWorkFile(path: value, of: setting)
      }
    let engine = try (arguments.value("--engine") ?? setting?.engine).map { name throws(BenchError) in
      try EngineProgram(named: name).start()
    }
    let isJSON = arguments.has("--json")
    if !isJSON { printLine(CalibrationReport.head + "\n") }
    let check = try WorkCheck(
      file, budget: budget, by: engine?.rounds ?? .here,
      seconds: { request throws(BenchError) in
        if let engine { try engine.derive(request).seconds(share: engine.share) } else { try WorkCheck.here(request) }
      })
    printLine(isJSON ? check.json : check.lines.joined(separator: "\n"))
    if check.verdict != .met { exit(check.verdict.status) }
  }

  private static let checkHelp = """
    usage: vault-bench calibrate --check WHAT [--budget TIME] [--engine NAME]
                                 [--for NAME] [--json]

    Checks that stored rounds are within the budget on this machine (default
    \(BenchArguments.standardBudgets.prefix { $0 != "," })), and at least what OWASP recommends today.

    WHAT is a setting, such as sha256:600000 or $argon2id$v=19$m=65536,t=3,p=4$, a
    credential, or a file: the JSON of a calibration, or lines with a setting or a
    credential each, such as the export of a table of users. A line of an unknown
    kind is not measured; swift-vault credential convert reads more kinds of tables.

      --engine NAME  the program that derives the keys; bcrypt needs one. See
                     vault-bench help calibrate engine
      --for NAME     WHAT is the file with the setting of a program, such as django:
                     see vault-bench help calibrate for

    The exit status is 0 if all is met, 1 if the file cannot be read, 2 if an
    argument is wrong, 3 if a part could not be measured, 4 if a part is too weak,
    and 5 if it is too slow. Of these, 4 outweighs 5, and 5 outweighs 3.
    """
}
