import SwiftVaultCommandSupport

/// A machine watched, and several compared.
extension Calibrate {
  static let watch = CalibrationUse(
    name: "watch", summary: "the time of a round, once a second", help: watchHelp, choice: "--watch",
    options: ["--watch", "--budget", "--hash"], isChosen: { $0.has("--watch") }, run: runWatch)

  static let compare = CalibrationUse(
    name: "compare", summary: "the rounds for the slowest of several machines", help: compareHelp,
    choice: "--compare", options: ["--plot"], flags: ["--compare"], takesOperands: true,
    isChosen: { $0.has("--compare") }, run: runCompare)

  @Sendable
  private static func runWatch(_ arguments: BenchArguments) throws(BenchError) {
    if arguments.hasArgon2id { throw BenchError(message: "--watch takes no argon2id") }
    try RoundWatch(
      hash: try arguments.hash, budget: try arguments.budgets[0], time: arguments.value("--watch")!
    ).run()
  }

  @Sendable
  private static func runCompare(_ arguments: BenchArguments) throws(BenchError) {
    guard MachineComparison.machineCount ~= arguments.operands.count else {
      let counts = MachineComparison.machineCount
      throw BenchError(message: "--compare takes the files of \(counts.lowerBound) to \(counts.upperBound) machines")
    }
    var machines: [Machine] = []
    for path in arguments.operands { machines.append(try Machine(file: path)) }
    let plotFile = try arguments.file("--plot")
    for path in arguments.operands where plotFile?.isFile(at: path) == true {
      throw BenchError(message: "--plot would replace '\(path)', which is to be compared")
    }
    let comparison = try MachineComparison(machines)
    let drawing = plotFile == nil ? [""] + TextPlot(comparison.plot).lines : []
    printLine((comparison.lines + drawing).joined(separator: "\n"))
    try plotFile?.write(comparison.plot.svg)
    ReportFile.lines(plot: plotFile).forEach(printLine)
  }

  private static let watchHelp = """
    usage: vault-bench calibrate --watch TIME [--budget LIST] [--hash LIST]

    Prints the time of a round once a second for TIME, such as 60s, up to an hour,
    with the decision's hash and budget.
    """

  private static let compareHelp = """
    usage: vault-bench calibrate --compare FILE FILE... [--plot FILE]

    Measures nothing: reads the files that --save wrote on \(MachineComparison.machineCount.lowerBound) to \(MachineComparison.machineCount.upperBound) machines, and
    proposes rounds that keep each of them within the first budget it was calibrated
    for, or says which cannot; and Argon2id, if --hash argon2id measured it on each.
    """
}
