import SwiftVaultCPU

/// `vault-bench cpu`: what was found in this machine's processor, and which kernels it therefore runs.
enum Processor {
  /// The command.
  static let command = BenchCommand(
    name: "cpu",
    summary: "what was found in the processor, and the kernels it runs",
    help: """
      usage: vault-bench cpu [--json]

      Prints the processor's name, the clock its core was found to run at, which of
      the instructions that kernels (inner loops) can use it has, and for each
      algorithm the kernels it can run, the one marked with a star being used when
      nobody asks. SHA-224 runs on those of SHA-256; SHA-384, SHA-512/224 and
      SHA-512/256 on those of SHA-512.

        --json  one JSON object instead: processor, architecture, clock_ghz (null when
                not known), features (each true or false), kernels (for each
                algorithm: available, chosen)
      """,
    options: [],
    flags: ["--json"],
    run: run)

  private static func run(_ arguments: BenchArguments) {
    let hertz = CoreClock.hertz()
    if arguments.has("--json") { return print(json(hertz: hertz)) }
    print("processor     \(CPU.name)")
    print("architecture  \(CPU.architecture)")
    if let hertz { print("clock         \((hertz * 1e-9).text(2)) GHz, from a chain of dependent additions") }
    for (index, feature) in CPU.instructionSets.enumerated() {
      print((index == 0 ? "features" : "").padded(to: -14) + (feature.isPresent ? "yes  " : "no   ") + feature.name)
    }
    for (index, algorithm) in BenchAlgorithm.allCases.enumerated() {
      let names = algorithm.kernels.map { $0 == algorithm.chosen ? $0 + "*" : $0 }
      print(
        (index == 0 ? "kernels" : "").padded(to: -14) + algorithm.title.padded(to: -9) + names.joined(separator: " "))
    }
  }

  private static func json(hertz: Double?) -> String {
    struct Report: Encodable {
      struct Kernels: Encodable {
        let available: [String]
        let chosen: String
      }
      let processor: String
      let architecture: String
      let clockGhz: Nullable
      let features: [String: Bool]
      let kernels: [String: Kernels]
    }
    let kernels = BenchAlgorithm.allCases.map {
      ($0.rawValue, Report.Kernels(available: $0.kernels, chosen: $0.chosen))
    }
    return JSONText.of(
      Report(
        processor: CPU.name, architecture: CPU.architecture, clockGhz: Nullable(hertz.map { $0 * 1e-9 }),
        features: Dictionary(uniqueKeysWithValues: CPU.instructionSets.map { ($0.name, $0.isPresent) }),
        kernels: Dictionary(uniqueKeysWithValues: kernels)))
  }
}
