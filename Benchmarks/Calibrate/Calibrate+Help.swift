import SwiftVaultCommandSupport
import Vault

extension Calibrate {
  static let help = """
    usage: vault-bench calibrate [--budget LIST] [--hash LIST] [--plot FILE]
                                 [--save FILE] [--rack N] [--price DOLLARS]
                                 [--doubling YEARS] [--bits B] [--json]
           vault-bench calibrate --logins RATE | --cores N [--budget LIST]
                                 [--hash LIST]
           vault-bench calibrate --hash argon2id[,LIST] [--memory SIZE]
                                 [--budget LIST] [--price DOLLARS] [--plot FILE]
                                 [--json | --logins RATE | --cores N]
           vault-bench calibrate --engine NAME [--budget LIST] [--hash LIST]
                                 [--show-engine | --json]
           vault-bench calibrate --watch TIME [--budget LIST] [--hash LIST]
           vault-bench calibrate --compare FILE FILE... [--plot FILE]

    For each hash and each time budget, prints the PBKDF2 rounds that the budget
    buys on this machine, the time that those rounds then take, and whether they are
    as many as OWASP recommends. Then follow the attacker's side (how many passwords
    a second one core of this machine and one GPU try at those rounds, and how long
    the GPU needs for passwords of 30 to 60 bits), the cost of a search in years and
    in dollars, the hash to use, and the decision: the rounds for the first budget,
    as a command, as Swift and as configuration.

      --budget LIST  budgets separated by commas, such as 500us, 250ms, 1s or 1.5s,
                     up to a minute; the decision is for the first, the others are
                     for comparison (default \(standardBudgets))
      --hash LIST    of \(NamedHash.list)
                     (default sha256,sha512); or argon2id, for the memory and the
                     passes that a budget buys, compared with the other hashes of
                     LIST, or with sha512 if there are none
      --memory SIZE  the memory of argon2id, such as 256MiB; with --logins or
                     --cores, of all logins at once, one on each core (default
                     \(Argon2id.forFiles.memoryByteCount.binarySize) for each)
      --plot FILE    plot time against rounds as an SVG instead of in characters,
                     with \(PlotSeries.extraPointCount) more points measured for each hash; replaces FILE
      --save FILE    also write what was measured, for --compare; replaces FILE
      --rack N       the GPUs of a larger attacker (default \(SearchAssumptions().rackCount))
      --price DOLLARS
                     the rent of a GPU for an hour (default \(SearchAssumptions().dollarsPerHour), of March 2026)
      --doubling YEARS
                     the time in which a dollar's computing power doubles, for the
                     rounds of later years (default \(SearchAssumptions().doublingYears), of 2022)
      --bits B       also print the cost of a search for a password of B bits
      --json         one JSON object instead of the tables, times in milliseconds
      --logins RATE  instead, find the rounds with which 99 of 100 logins end within
                     the first budget if RATE logins arrive at random, such as 50/s:
                     from the time of a round on busy cores, by a simulation, and
                     then by a run of 20 to 40 seconds, one at a time and in batches
      --cores N      the cores that serve logins (default: those of this machine);
                     for more cores than it has, there is a plan but no run. Without
                     --logins, every core always has a login
      --engine NAME  instead, measure the PBKDF2 of \(EngineProgram.all.map(\.name).joined(separator: ", ")),
                     which must be installed, or of any program: a command for sh.
                     It reads lines such as pbkdf2 sha256 600000 32, derives a key
                     of so many bytes with so many rounds, and writes the time in
                     nanoseconds, and after a space the CPU time, if known
      --show-engine  print the program of the engine
      --watch TIME   instead, print the time of a round once a second for TIME, such
                     as 60s, up to an hour, with the decision's hash and budget
      --compare      measure nothing: read the files that --save wrote on \(MachineComparison.machineCount.lowerBound) to \(MachineComparison.machineCount.upperBound)
                     machines, and propose rounds that keep each of them within the
                     first budget it was calibrated for, or say which cannot

    All points are measured in turns. A point that misses its budget by more than
    \(Calibration.tolerancePercent.text(0)) % is measured again, at most twice, and marked with * if it still does.

    Fields of each result of --json: hash, budget_ms, rounds (what the budget buys),
    expected_ms, measured_ms (CPU time), measured_wall_ms, error_percent,
    off_budget, owasp_rounds, meets_owasp, calibrated_rounds (never below OWASP's
    figure), needs_max_rounds (whether they are more than the \(Vault.Limits().maximumRounds.grouped) that
    swift-vault accepts without --max-rounds),
    nanoseconds_per_round, spread_percent, attempts; core_guesses_per_second,
    gpu_guesses_per_second and gpu_years (by bits, to try half of the passwords) at
    those rounds. For each hash in attackers: defender_rounds_per_second (one
    derivation), core_rounds_per_second, gpu_rounds_per_second, ratio (defender to
    GPU). Null: no known GPU figure. decision: hash, rounds, budget_ms, expected_ms,
    expected_wall_ms (elapsed, where that is over 10 % longer),
    within_budget, needs_max_rounds, shell (null: no vault has that hash), swift,
    config. cost (null: no GPU figure), at the decision's rounds: rack,
    dollars_per_gpu_hour, doubling_years; guesses_per_second of core, machine, gpu
    and rack; bits, gpu_dollars and years of passwords; rounds_for_10000_guesses;
    rounds_in_years. verdict: the hash to use, with sha256_cost_to_sha512 (an
    attacker's cost, here). samples, slow_samples (slower by a tenth),
    clock_ghz_before and _after, disturbed (whether to calibrate again).

    With argon2id, fields of each result: hash, and rounds or memory_bytes, passes,
    lanes and gpu_guesses_at_once; budget_ms, measured_ms, gpu_guesses_per_second,
    equal_sha512_rounds (as costly for that GPU). decision: those of the
    chosen function, with cost_to_pbkdf2, shell, swift and config.

    Example:
      vault-bench calibrate --budget 250ms,1s --hash sha512 --plot rounds.svg
    """
}
