import MemoryHard
import SwiftVaultCommandSupport
import SwiftVaultSystem

/// Argon2id beside PBKDF2.
extension Calibrate {
  static let argon2id = CalibrationUse(
    name: "argon2id", summary: "the memory and the passes of Argon2id", help: argon2idHelp, choice: "--hash argon2id",
    options: ["--budget", "--hash", "--memory", "--price", "--plot", "--save"], flags: ["--json"],
    isChosen: { $0.hasArgon2id }, run: runArgon2id)

  @Sendable
  private static func runArgon2id(_ arguments: BenchArguments) throws(BenchError) {
    let (hashes, budgets) = (try arguments.hashes, try arguments.budgets)
    let dollarsPerHour = try arguments.amount("--price", in: 0.001...1000) ?? SearchAssumptions().dollarsPerHour
    let (plotFile, saveFile) = try arguments.reports
    if let hash = hashes.first(where: { $0.gpuRoundsPerSecond == nil }) {
      throw BenchError(message: "\(hash.rawValue) with argon2id: no GPU speed is known for it")
    }
    let memory = try arguments.memory(logins: 1)
    try FreeMemory.check(memory)
    let isJSON = arguments.has("--json")
    if !isJSON { printLine(Argon2Calibration.head + "\n") }
    let found = try Argon2Calibration(hashes, budgets, memoryByteCount: memory, dollarsPerHour: dollarsPerHour)
    let doubt = found.decision.doubt(found.trust)
    if isJSON {
      printLine(found.json)
    } else {
      let drawing = plotFile == nil ? [""] + TextPlot(found.plot).lines : []
      let decision = doubt == nil ? [""] + found.decision.lines : []
      printLine((found.lines + drawing + decision).joined(separator: "\n"))
    }
    if let doubt { throw doubt }
    try saveFile?.write(MachineFile.text(found.pbkdf2, found.trust, budget: found.budget, found))
    try plotFile?.write(found.plot.svg)
    if !isJSON { ReportFile.lines(plot: plotFile, saved: saveFile).forEach(printLine) }
  }

  private static let argon2idHelp = """
    usage: vault-bench calibrate --hash argon2id[,LIST] [--memory SIZE]
                                 [--budget LIST] [--price DOLLARS] [--plot FILE]
                                 [--save FILE] [--json]

    Prints the memory and the passes of Argon2id that each budget buys, compared
    with PBKDF2 in the same time, how many logins at once the free memory is enough
    for, and the decision for the first budget.

      --hash LIST    the other hashes of LIST are compared; sha512 if there is none
      --memory SIZE  the memory, such as 256MiB (default \(Argon2id.forFiles.memoryByteCount.binarySize))
      --save FILE    what was measured, for --compare; replaces FILE
      --price DOLLARS
                     the rent of a GPU for an hour (default \(SearchAssumptions().dollarsPerHour), of March 2026)
    """
}
