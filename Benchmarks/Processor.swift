import SwiftVaultCommandSupport
import SwiftVaultCPU

/// `vault-bench cpu`: the features of this machine's processor, and the kernels that it can run.
enum Processor {
  /// The command.
  static let command = BenchCommand(
    name: "cpu",
    summary: "the features of the processor, and the kernels that it can run",
    help: """
      usage: vault-bench cpu [--json]

      Prints the processor's name and family, the measured clock of its core, the
      features that kernels (inner loops) can use, and the kernels that it can run for
      each algorithm. A star marks the default kernel. SHA-224 runs on the kernels of
      SHA-256; SHA-384, SHA-512/224 and SHA-512/256 run on those of SHA-512.

        --json  one JSON object instead: processor, family, architecture, clock_ghz
                (null if unknown, as is family), features (each true or false),
                kernels (for each algorithm: available, chosen)
      """,
    options: [],
    flags: ["--json"],
    run: run)

  /// The family and model from CPUID, or the main ID register of arm64 as Linux shows it.
  static let family: String? = {
    let register = PlainFile.text(at: "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1")
    return CPU.family ?? register.map { "MIDR " + $0.trimmed(of: " \n") }
  }()

  private static func run(_ arguments: BenchArguments) {
    let hertz = CoreClock.hertz()
    if arguments.has("--json") { return printLine(json(hertz: hertz)) }
    printLine("processor     \(CPU.name)")
    if let family { printLine("family        \(family)") }
    printLine("architecture  \(CPU.architecture)")
    if let hertz { printLine("clock         \((hertz * 1e-9).text(2)) GHz, from a chain of dependent additions") }
    for (index, feature) in CPU.instructionSets.enumerated() {
      printLine((index == 0 ? "features" : "").padded(to: -14) + (feature.isPresent ? "yes  " : "no   ") + feature.name)
    }
    for (index, family) in KernelFamily.allCases.enumerated() {
      let names = family.kernels.map { $0 == family.chosen ? $0 + "*" : $0 }
      printLine(
        (index == 0 ? "kernels" : "").padded(to: -14) + family.title.padded(to: -9) + names.joined(separator: " "))
    }
  }

  private static func json(hertz: Double?) -> String {
    let kernels = KernelFamily.allCases.map { family -> (name: String, value: JSON) in
      let available = family.kernels.map { JSON($0) }
      return (family.rawValue, ["available": .list(available), "chosen": JSON(family.chosen)])
    }
    let report: JSON = [
      "processor": JSON(CPU.name), "family": JSON(family), "architecture": JSON(CPU.architecture),
      "clock_ghz": JSON(hertz.map { $0 * 1e-9 }),
      "features": .object(CPU.instructionSets.map { ($0.name, JSON($0.isPresent)) }),
      "kernels": .object(kernels),
    ]
    return report.page
  }
}

extension KernelFamily {
  /// The name as its standard writes it.
  fileprivate var title: String {
    switch self {
    case .md5: "MD5"
    case .sha1: "SHA-1"
    case .sha256: "SHA-256"
    case .sha512: "SHA-512"
    case .aes: "AES"
    case .chacha20: "ChaCha20"
    case .argon2id: "Argon2id"
    }
  }
}
