import MemoryHard
import SwiftVaultCPU
import SwiftVaultCommandSupport

/// Argon2id compared with PBKDF2, as text and as JSON.
extension Argon2Calibration {
  /// The first line of the report, printed before anything is measured.
  static var head: String { "PBKDF2 and Argon2id calibrated on: \(String(CPU.name.prefix(44)))" }

  /// The bits of four words.
  private static let bits = SearchCost.policies[1].1

  /// The lines of the report, within 80 columns.
  var lines: [String] {
    let head = Self.line("hash", ["memory", "rounds", "budget", "measured", "GPU/s", "at once", "equal", "4 words"])
    let budgets = Set(rows.map(\.budgetMs)).sorted()
    return [head]
      + budgets.flatMap { budget in rows.filter { $0.budgetMs == budget } }.map { row in
        let (name, memory, count) =
          switch row.function {
          case .pbkdf2(let hash, let rounds): (hash.rawValue, "-", rounds.grouped)
          case .argon2id(let argon2id):
            ("argon2id", argon2id.memoryByteCount.binarySize, argon2id.passes.counted("pass", plural: "passes"))
          }
        return Self.line(
          name,
          [
            memory, count, row.budgetMs.millisecondsText, row.measuredMs.millisecondsText + (row.isOff ? "*" : ""),
            row.gpuGuessesPerSecond.quantity,
            row.guessesAtOnce?.grouped ?? "-", row.equalRounds.quantity,
            "$" + row.dollars(bits: Self.bits, perHour: dollarsPerHour).quantity,
          ])
      } + [legend, ""] + trust.lines
  }

  private var legend: String {
    """

    rounds    PBKDF2 on one core; Argon2id in \(Argon2id.forFiles.lanes) lanes on all cores
    measured  CPU time of PBKDF2, elapsed time of Argon2id; the fastest of three
    GPU/s     guesses a second on one \(Attacker.gpu): PBKDF2 by hashcat
              6.2.6, Argon2id by the \(SearchCost.memoryHard[0].guesses.quantity) of hashcat with 64 MiB and 3 passes,
              estimated in proportion to the number of filled blocks.
              \(Attacker.source)
              \(SearchCost.memoryHard[0].source)
    at once   guesses whose memory fits into the 24 GiB of that GPU at once
    equal     equally costly rounds of PBKDF2-SHA512 on that GPU
    4 words   average rent of such GPUs to find 4 words drawn from 7,776, at
              \(dollarsPerHour.text(2)) dollars an hour (--price). Default:
    \(SearchAssumptions.priceSource)
    """
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    name.padded(to: -9) + zip(cells, [8, 12, 8, 9, 8, 9, 8, 8]).map { $0.padded(to: $1) }.joined()
  }

  /// One JSON object.
  var json: String {
    CalibrationPage.text(
      of: "argon2id",
      [
        ("gpu", JSON(Attacker.gpu)),
        ("gpu_sources", .list([JSON(Attacker.source), JSON(SearchCost.memoryHard[0].source)])),
        ("results", .list(rows.map(\.json))), ("decision", decision.json), ("disturbed", JSON(trust.isDisturbed)),
      ])
  }
}

extension Argon2Calibration.Row {
  fileprivate var json: JSON {
    let parameters: [(String, JSON)] =
      switch function {
      case .pbkdf2(let hash, let rounds): [("hash", JSON(hash.rawValue)), ("rounds", JSON(rounds))]
      case .argon2id(let argon2id):
        [
          ("hash", JSON("argon2id")), ("memory_bytes", JSON(argon2id.memoryByteCount)),
          ("passes", JSON(argon2id.passes)),
          ("lanes", JSON(argon2id.lanes)), ("gpu_guesses_at_once", JSON(guessesAtOnce!)),
        ]
      }
    return .object(
      parameters + [
        ("budget_ms", JSON(budgetMs)), ("measured_ms", JSON(measuredMs)),
        ("gpu_guesses_per_second", JSON(gpuGuessesPerSecond)), ("equal_sha512_rounds", JSON(Int(equalRounds))),
      ])
  }
}
