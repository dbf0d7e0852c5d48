import SwiftVaultCommandSupport
import SwiftVault
import SwiftVaultCPU

/// `vault-bench limits`: the latency and throughput of this processor's instructions.
enum Limits {
  /// The command.
  static let command = BenchCommand(
    name: "limits",
    summary: "latency and throughput of the instructions of the kernels",
    help: """
      usage: vault-bench limits [--time SECONDS] [--json]

      Measures those instructions of the kernels (inner loops) that this processor
      has: the latency, in a chain in which each instruction waits for the one before,
      and the number that can start per cycle, in twelve independent chains.

        --time SECONDS  how long to measure each figure (default \(standardTime))
        --json          one JSON object instead of the table

      Cycles are of the core's clock: a dependent addition of registers takes one.
      Each figure is the third fastest of \(sliceCount) slices, and so is the clock; all figures
      are measured in turns. A vector add or rotate alternates between 32 and 64 bits.
      A vector load is the operand of an addition. rorx alternates with xor, and the
      cycle of xor is subtracted. Only x86-64 and arm64 are measured.

      Fields of --json: date, version (of vault-bench), processor, family (of the
      processor, null if unknown), architecture, clock_ghz, seconds_per_figure,
      and instructions, each with name, bits (of a register), latency_cycles and
      per_cycle, null if not measured.

      Example:
        vault-bench limits --time 0.01
      """,
    options: ["--time"],
    flags: ["--json"],
    run: run)

  private static let standardTime = "0.01"
  /// The slices in which a figure is measured.
  private static let sliceCount = 20

  /// The figures of an instruction.
  private struct Result {
    let instruction: Instruction
    let latency: Double?
    let perCycle: Double?
  }

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    let seconds = try Throughput.seconds(arguments.value("--time") ?? standardTime)
    let hertz = CoreClock.hertz()
    let results = measure(seconds: seconds)
    if arguments.has("--json") { return printLine(json(results, hertz: hertz, seconds: seconds)) }
    printLine("processor     \(CPU.name)")
    if let family = Processor.family { printLine("family        \(family)") }
    guard let hertz else { return printLine("instructions  not measured on \(CPU.architecture)") }
    printLine("clock         \((hertz * 1e-9).text(2)) GHz\n")
    printLine(row("instruction", "bits", "latency", "a cycle"))
    for result in results {
      let instruction = result.instruction
      printLine(
        row(instruction.name, "\(instruction.bits)", result.latency?.text(2) ?? "", result.perCycle?.text(2) ?? ""))
    }
  }

  private static func row(_ name: String, _ bits: String, _ latency: String, _ perCycle: String) -> String {
    name.padded(to: -14) + bits.padded(to: 5) + latency.padded(to: 10) + perCycle.padded(to: 10)
  }

  private static func json(_ results: [Result], hertz: Double?, seconds: Double) -> String {
    let instructions = results.map { result -> JSON in
      [
        "name": JSON(result.instruction.name), "bits": JSON(result.instruction.bits),
        "latency_cycles": JSON(result.latency), "per_cycle": JSON(result.perCycle),
      ]
    }
    let report: JSON = [
      "date": JSON(currentTime("%Y-%m-%d")),
      "version": JSON(PackageVersion.line(of: "vault-bench")), "processor": JSON(CPU.name),
      "family": JSON(Processor.family), "architecture": JSON(CPU.architecture),
      "clock_ghz": JSON(hertz.map { $0 * 1e-9 }), "seconds_per_figure": JSON(seconds),
      "instructions": .list(instructions),
    ]
    return report.page
  }

  /// Measures the instructions in turns, so that a slow moment of the machine does not fall on one figure alone.
  private static func measure(seconds: Double) -> [Result] {
    guard var clock = Figure(CoreClock.workload) else { return [] }
    let memory = LoopMemory()
    var chains = Instruction.all.map { Figure($0.form == .copies ? nil : $0.workload(isChain: true, in: memory)) }
    var copies = Instruction.all.map { Figure($0.form == .chain ? nil : $0.workload(isChain: false, in: memory)) }
    let slice = seconds / Double(sliceCount)
    for _ in 0..<sliceCount {
      for index in Instruction.all.indices {
        clock.measure(seconds: slice)
        chains[index]?.measure(seconds: slice)
        copies[index]?.measure(seconds: slice)
      }
    }
    return zip(Instruction.all, zip(chains, copies)).map { instruction, figures in
      Result(
        instruction: instruction,
        latency: figures.0.map { $0.nanoseconds / clock.nanoseconds - instruction.otherCycles },
        perCycle: figures.1.map { clock.nanoseconds / $0.nanoseconds })
    }
  }

  /// The time of a unit of a loop, measured in slices.
  private struct Figure {
    private var meter: Meter
    private var slices: [Double] = []

    init?(_ workload: Workload?) {
      guard let workload else { return nil }
      meter = Meter(workload)
    }

    mutating func measure(seconds: Double) {
      slices.append(meter.nanoseconds(seconds: seconds))
    }

    /// The third shortest of twenty. A disturbance makes a slice longer, unless the clock is faster for a moment.
    var nanoseconds: Double { slices.sorted()[slices.count / 8] }
  }
}
