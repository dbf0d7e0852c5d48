/// The attacker's side as a person reads it, within 80 columns.
enum AttackerReport {
  /// The lines of the report: a table with a row for each calibration, what it says, and the better hash.
  static func lines(_ calibrations: [Calibration], _ attackers: [Attacker]) -> [String] {
    var lines = ["The attacker's side, at the rounds above:", ""]
    lines.append(row("hash", "budget", "core/s", "GPU/s", Attacker.bits.map { "\($0) bits" }))
    for calibration in calibrations {
      guard let attacker = attackers.first(where: { $0.hash == calibration.hash }) else { continue }
      let guessing = Guessing(attacker, rounds: calibration.rounds)
      lines.append(
        row(
          calibration.hash, calibration.budgetMs.millisecondsText, guessing.coreGuessesPerSecond.quantity,
          guessing.gpuGuessesPerSecond?.quantity ?? "-",
          Attacker.bits.map { bits in
            guessing.gpuGuessesPerSecond.map {
              Guessing.seconds(bits: bits, guessesPerSecond: $0).spanText
            } ?? "-"
          }))
    }
    return lines + [legend] + better(attackers).map { ["", $0] }.joined()
  }

  private static let legend = """

    core/s   guesses a second on one core of this machine, \(BenchOperation.batchCount) side by side, measured
    GPU/s    guesses a second on one \(Attacker.gpu), by hashcat 6.2.6:
             8,865.7 kH/s with SHA-256 (mode 10900) and 3,120.9 kH/s with SHA-512
             (mode 12100) at 999 rounds; for SHA-1 none is cited here. Source:
             \(Attacker.source)
    30 bits  how long that GPU needs on average, which is to try half of 2^30
             passwords. Eight random letters a-z have 38 bits, four words drawn
             from 7,776 have 52; a password that someone made up has fewer.
    """

  /// The hash that costs the attacker most for its cost to the defender. Differences below 5 % do not count, since a
  /// measurement is hardly more exact.
  static func better(_ attackers: [Attacker]) -> [String] {
    let known = attackers.filter { $0.ratio != nil }.sorted { $0.ratio! > $1.ratio! }
    guard let best = known.first else { return [] }
    let times = known.map { "\((1 / $0.ratio!).quantity) with \($0.hash)" }
    let rows = stride(from: 0, to: times.count, by: 3).map { times[$0...].prefix(3).joined(separator: ", ") }
    let comparison =
      "Rounds a second of that GPU to those of one derivation here:\n\(rows.joined(separator: ",\n"))."
    guard known.count > 1 else { return [comparison] }
    let equals = known.filter { $0.ratio! > 0.95 * best.ratio! }.map(\.hash).joined(separator: " and ")
    let verdict =
      equals == best.hash
      ? "The better ratio of defender to attacker on this machine: \(best.hash)."
      : "The better ratio of defender to attacker on this machine, within 5 %:\n\(equals)."
    let hashes = Set(known.map(\.hash))
    return [comparison, verdict] + (hashes.isSuperset(of: ["sha256", "sha512"]) ? [elsewhere] : [])
  }

  /// The advice on vaults that are opened on other machines.
  static let elsewhere = """
    SHA-512 is the safer choice for machines that you do not know, and the one that
    swift-vault makes (--hash sha256 takes the other): without SHA instructions it
    is better by a factor of two and more.
    """

  private static func row(
    _ hash: String, _ budget: String, _ core: String, _ gpu: String, _ times: [String]
  ) -> String {
    hash.padded(to: -10) + budget.padded(to: 9) + core.padded(to: 7) + gpu.padded(to: 7)
      + zip(times, [11, 12, 12, 12]).map { $0.padded(to: $1) }.joined()
  }
}
