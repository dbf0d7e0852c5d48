import MemoryHard
import SwiftVaultCPU
import SwiftVaultSystem
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
      } + [legend, ""] + memoryLines + trust.lines
  }

  /// How many logins fit the free memory at once, each with some memory.
  private var memoryLines: [String] {
    guard let free else { return [] }
    let counts = Self.loginMemories.map { "\($0.binarySize): \(free.loginsAtOnce($0).grouped)" }
    return ["Logins at once, each with its memory; \(free.sentence):", "  " + counts.joined(separator: "   "), ""]
  }

  /// The memory of OWASP's recommendations and of a vault, and more.
  private static let loginMemories = [19 << 20, 46 << 20, 64 << 20, 256 << 20, 1 << 30]

  private var legend: String {
    """

    rounds    PBKDF2 on one core; Argon2id in \(Argon2id.forFiles.lanes) lanes on all cores
    measured  CPU time of a thread, of Argon2id the one that fills most, which waits
              5 to 10 % longer for the others; the fastest of three or more
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
        ("results", .list(rows.map(\.json))), ("decision", decision.doubt(trust) == nil ? decision.json : .null),
        ("disturbed", JSON(trust.isDisturbed)),
        ("available_memory_bytes", free.map { JSON($0.byteCount) } ?? .null),
        (
          "logins_at_once",
          .list(
            free.map { free in
              Self.loginMemories.map { ["memory_bytes": JSON($0), "count": JSON(free.loginsAtOnce($0))] }
            } ?? [])
        ),
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
        ("budget_ms", JSON(budgetMs)), ("measured_ms", JSON(measuredMs)), ("measured_wall_ms", JSON(measuredWallMs)),
        ("gpu_guesses_per_second", JSON(gpuGuessesPerSecond)), ("equal_sha512_rounds", JSON(Int(equalRounds))),
      ])
  }
}

extension FreeMemory {
  /// The number of logins that it is enough for at once.
  func loginsAtOnce(_ memoryByteCount: Int) -> Int { byteCount / memoryByteCount }

  /// Throws unless so much is free, before it is taken. Swap does not count: its speed would be measured.
  static func check(_ byteCount: Int) throws(BenchError) {
    if let refusal = FreeMemory(countingSwap: false)?.refusal(of: byteCount) {
      throw BenchError(message: "argon2id \(refusal)", isArgument: false)
    }
  }
}
