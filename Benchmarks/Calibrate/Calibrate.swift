import SwiftVaultCommandSupport
import SwiftVaultCPU
import Vault

/// `vault-bench calibrate`: PBKDF2 rounds for a time budget on this machine, and whether the budget is enough.
enum Calibrate {
  /// The command.
  static let command = BenchCommand(
    name: "calibrate",
    summary: "PBKDF2 rounds or Argon2id parameters for a time budget",
    help: help,
    options: [
      "--budget", "--hash", "--memory", "--plot", "--save", "--rack", "--price", "--doubling", "--bits", "--watch",
      "--logins", "--cores", "--engine",
    ],
    flags: ["--json", "--compare", "--show-engine"],
    takesOperands: { $0.has("--compare") },
    run: run)

  static let standardBudgets = "250ms,100ms,500ms,1s"
  private static let longestBudget = Duration.seconds(60)
  private static let argon2id = "argon2id"

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    let names = try arguments.list("--hash", default: "sha256,sha512")
    let isArgon2id = names.contains(argon2id)
    let modes = ["--engine", "--compare", "--watch", "--logins", "--cores"]
    let mode = modes.first(where: arguments.has) ?? (isArgon2id ? argon2id : nil)
    if isArgon2id, let mode, ["--engine", "--compare", "--watch"].contains(mode) {
      throw BenchError(message: "\(mode) takes no argon2id")
    }
    if !isArgon2id, arguments.has("--memory") {
      throw BenchError(message: "--memory is for --hash argon2id")
    }
    if let mode {
      let accepted = accepted(beside: mode)
      let others = command.options + command.flags
      if let option = others.first(where: { arguments.has($0) && !accepted.contains($0) }) {
        throw BenchError(message: "\(mode) does not take \(option)")
      }
    }
    if mode != "--engine", arguments.has("--show-engine") {
      throw BenchError(message: "--show-engine needs --engine")
    }
    if mode == "--compare" { return try compare(arguments) }
    var hashes: [NamedHash] = []
    for name in names where name != argon2id {
      guard let hash = NamedHash(rawValue: name) else {
        throw BenchError.unknown("hash", name, known: NamedHash.allCases.map(\.rawValue) + [argon2id])
      }
      hashes.append(hash)
    }
    var budgets: [Duration] = []
    for text in try arguments.list("--budget", default: standardBudgets) { budgets.append(try budget(text)) }

    if hashes.isEmpty { hashes = [HashVerdict.hash] }
    let hash = hashes.contains(HashVerdict.hash) ? HashVerdict.hash : hashes[0]
    if let time = arguments.value("--watch") {
      return try RoundWatch(hash: hash, budget: budgets[0], time: time).run()
    }
    if arguments.has("--logins") || arguments.has("--cores") {
      let cores = try arguments.number("--cores", in: 1...LoginQueue.mostCores, default: coreCount)
      let functions =
        isArgon2id
        ? LoginFunction.argon2id(memoryByteCount: try memory(arguments, logins: cores)) : [LoginFunction(hash)]
      return try LoginLoad(functions[0], budget: budgets[0], rate: arguments.value("--logins"), cores: cores)
        .run(or: functions.dropFirst())
    }
    if let name = arguments.value("--engine") {
      let program = EngineProgram(named: name)
      if arguments.has("--show-engine") { return printLine(program.source) }
      if !arguments.has("--json") { printLine("\(CalibrationReport.head)\nEngine: \(name)\n") }
      let report = try EngineReport(program, hashes, budgets)
      return printLine(arguments.has("--json") ? report.json : report.lines.joined(separator: "\n"))
    }
    let assumptions = try assumptions(arguments)
    let plotFile = try file("--plot", arguments)
    let saveFile = try file("--save", arguments)
    if let plotFile, let saveFile, plotFile.isFile(at: saveFile.path) {
      throw BenchError(message: "--plot and --save name the same file")
    }
    let isJSON = arguments.has("--json")
    if isArgon2id {
      if let hash = hashes.first(where: { $0.gpuRoundsPerSecond == nil }) {
        throw BenchError(message: "\(hash.rawValue) with argon2id: no GPU speed is known for it")
      }
      let memory = try memory(arguments, logins: 1)
      if !isJSON { printLine(Argon2Calibration.head + "\n") }
      let found = try Argon2Calibration(
        hashes, budgets, memoryByteCount: memory, dollarsPerHour: assumptions.dollarsPerHour)
      if isJSON {
        printLine(found.json)
      } else {
        let drawing = plotFile == nil ? [""] + TextPlot(found.plot).lines : []
        printLine((found.lines + drawing + [""] + found.decision.lines).joined(separator: "\n"))
      }
      try plotFile?.write(found.plot.svg)
      if !isJSON { written(plotFile, nil) }
      return
    }
    if !isJSON { printLine(CalibrationReport.head + "\n") }

    let hertz = CoreClock.hertz()
    let calibrations = try Calibration.measure(hashes.flatMap { hash in budgets.map { (hash, $0) } })
    let trust = CalibrationTrust(calibrations, hertzBefore: hertz, hertzAfter: CoreClock.hertz())
    if !isJSON { printLine(CalibrationReport.table(calibrations, trust).joined(separator: "\n")) }

    let byHash = NamedHash.allCases.filter(hashes.contains).map { hash in
      (hash, calibrations.filter { $0.hash == hash })
    }
    var attackers: [Attacker] = []
    for (hash, calibrations) in byHash { attackers.append(try Attacker(hash, calibrations)) }
    let decision = Decision(firstOf: calibrations)
    let cost = attackers.first { $0.hash == decision.hash.rawValue }.flatMap {
      SearchCost(decision, $0, cores: coreCount, assumptions)
    }
    func plot(_ series: [PlotSeries]) -> CalibrationPlot {
      CalibrationPlot(series, title: "PBKDF2 on \(CPU.name)", chosen: decision.rounds)
    }
    let series = byHash.map(PlotSeries.init)
    if isJSON {
      printLine(CalibrationReport.json(calibrations, attackers, trust, cost))
    } else {
      let drawing = plotFile == nil ? [""] + TextPlot(plot(series)).lines : []
      let costs = cost.map { [""] + $0.lines } ?? []
      let lines = [""] + AttackerReport.lines(calibrations, attackers) + costs + drawing
      printLine((lines + [""] + HashVerdict.lines(attackers) + [""] + decision.lines).joined(separator: "\n"))
    }
    try saveFile?.write(MachineFile.text(calibrations, trust))
    try plotFile?.write(plot(zip(series, byHash).map { $0.measuringBetween($1.0) }).svg)
    if !isJSON { written(plotFile, saveFile) }
  }

  /// Compares the machines of files.
  private static func compare(_ arguments: BenchArguments) throws(BenchError) {
    guard MachineComparison.machineCount ~= arguments.operands.count else {
      let counts = MachineComparison.machineCount
      throw BenchError(message: "--compare takes the files of \(counts.lowerBound) to \(counts.upperBound) machines")
    }
    var machines: [Machine] = []
    for path in arguments.operands { machines.append(try Machine(file: path)) }
    let plotFile = try file("--plot", arguments)
    for path in arguments.operands where plotFile?.isFile(at: path) == true {
      throw BenchError(message: "--plot would replace '\(path)', which is to be compared")
    }
    let comparison = try MachineComparison(machines)
    let drawing = plotFile == nil ? [""] + TextPlot(comparison.plot).lines : []
    printLine((comparison.lines + drawing).joined(separator: "\n"))
    try plotFile?.write(comparison.plot.svg)
    written(plotFile, nil)
  }

  /// The options that are accepted with an option that replaces the calibration.
  private static func accepted(beside mode: String) -> [String] {
    switch mode {
    case "--engine": [mode, "--show-engine", "--budget", "--hash", "--json"]
    case "--compare": [mode, "--plot"]
    case "--watch": [mode, "--budget", "--hash"]
    case argon2id: ["--budget", "--hash", "--memory", "--price", "--plot", "--json"]
    default: ["--logins", "--cores", "--budget", "--hash", "--memory"]
    }
  }

  private static var coreCount: Int { Processors.usable }

  private static func assumptions(_ arguments: BenchArguments) throws(BenchError) -> SearchAssumptions {
    var assumptions = SearchAssumptions()
    assumptions.rackCount = try arguments.number("--rack", in: 1...1_000_000, default: assumptions.rackCount)
    assumptions.dollarsPerHour =
      try arguments.amount("--price", in: 0.001...1000) ?? assumptions.dollarsPerHour
    assumptions.doublingYears = try arguments.amount("--doubling", in: 0.1...100) ?? assumptions.doublingYears
    assumptions.bits = try arguments.amount("--bits", in: 1...512)
    return assumptions
  }

  /// The memory of Argon2id for each of so many simultaneous logins.
  private static func memory(_ arguments: BenchArguments, logins: Int) throws(BenchError) -> Int {
    guard let text = arguments.value("--memory") else { return Argon2id.forFiles.memoryByteCount }
    guard let memory = Int(binarySize: text) else {
      throw BenchError(message: "--memory '\(text)'; write a size with its unit, such as 64MiB or 1GiB")
    }
    guard memory == memory.wholeMebibytes else {
      throw BenchError(message: "--memory \(text) is no whole number of MiB")
    }
    let own = (memory / logins).wholeMebibytes
    let least = Argon2Fit.Least.login.memoryByteCount
    guard least <= own, own < 1 << 42 else {
      throw BenchError(
        message: "--memory \(text) is too \(own < least ? "little" : "much") for \(logins.counted("login")); "
          + "each has \(least.binarySize) to \(((1 << 42) - (1 << 20)).binarySize)")
    }
    return own
  }

  private static func file(_ option: String, _ arguments: BenchArguments) throws(BenchError) -> ReportFile? {
    guard let path = arguments.value(option) else { return nil }
    return try ReportFile(path)
  }

  private static func written(_ plot: ReportFile?, _ save: ReportFile?) {
    let names = [("Plot", plot), ("Saved", save)].compactMap { name, file in file.map { "\(name): \($0.path)" } }
    if !names.isEmpty { printLine("\n" + names.joined(separator: "\n")) }
  }

  private static func budget(_ text: String) throws(BenchError) -> Duration {
    guard let budget = Duration(text: text) else {
      throw BenchError(message: "'\(text)' is not a budget; write a time such as 500us, 250ms, 1s or 1.5s")
    }
    guard budget >= .microseconds(1), budget <= longestBudget else {
      throw BenchError(message: "a budget of \(text); it must be from 1us to \(Int(longestBudget.seconds))s")
    }
    return budget
  }
}
