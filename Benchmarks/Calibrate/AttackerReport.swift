/// The attacker's side as text, within 80 columns.
enum AttackerReport {
  /// The lines of the report: a table with a row for each calibration, its legend, and the ratios.
  static func lines(_ calibrations: [Calibration], _ attackers: [Attacker]) -> [String] {
    var lines = ["The attacker's side, at the rounds above:", ""]
    lines.append(row("hash", "budget", "core/s", "GPU/s", Attacker.bits.map { "\($0) bits" }))
    for calibration in calibrations.listed {
      guard let attacker = attackers.first(where: { $0.hash == calibration.hash.rawValue }) else { continue }
      let guessing = Guessing(attacker, rounds: calibration.rounds)
      lines.append(
        row(
          calibration.hash.rawValue, calibration.budgetMs.millisecondsText, guessing.coreGuessesPerSecond.quantity,
          guessing.gpuGuessesPerSecond?.quantity ?? "-",
          Attacker.bits.map { bits in
            guessing.gpuGuessesPerSecond.map {
              Guessing.seconds(bits: bits, guessesPerSecond: $0).spanText
            } ?? "-"
          }))
    }
    return lines + [legend] + ratios(attackers).map { ["", $0] }.joined()
  }

  private static let legend = """

    core/s   guesses a second on one core of this machine, \(BenchOperation.batchCount) side by side, measured
    GPU/s    guesses a second on one \(Attacker.gpu), by hashcat 6.2.6:
             8,865.7 kH/s with SHA-256 (mode 10900) and 3,120.9 kH/s with SHA-512
             (mode 12100) at 999 rounds; for SHA-1 none is cited here. Source:
             \(Attacker.source)
    30 bits  the average time that GPU needs, to try half of 2^30 passwords. Eight
             random letters a-z have 38 bits, four words drawn from 7,776 have
             52; a password that a person made up has fewer.
    """

  /// The rounds that the GPU computes while one derivation here computes one; empty if no speed is known.
  static func ratios(_ attackers: [Attacker]) -> [String] {
    let known = attackers.filter { $0.ratio != nil }.sorted { $0.ratio! > $1.ratio! }
    guard !known.isEmpty else { return [] }
    let times = known.map { "\((1 / $0.ratio!).quantity) with \($0.hash)" }
    let rows = stride(from: 0, to: times.count, by: 3).map { times[$0...].prefix(3).joined(separator: ", ") }
    return ["Rounds a second of that GPU, relative to one derivation here:\n\(rows.joined(separator: ",\n"))."]
  }

  private static func row(
    _ hash: String, _ budget: String, _ core: String, _ gpu: String, _ times: [String]
  ) -> String {
    hash.padded(to: -10) + budget.padded(to: 9) + core.padded(to: 7) + gpu.padded(to: 7)
      + zip(times, [11, 12, 12, 12]).map { $0.padded(to: $1) }.joined()
  }
}
