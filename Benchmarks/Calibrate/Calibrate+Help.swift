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
           vault-bench calibrate --watch TIME [--budget LIST] [--hash LIST]
           vault-bench calibrate --compare FILE FILE... [--plot FILE]

    For each hash and each time budget: the PBKDF2 rounds the budget buys on this
    machine, the time those rounds then really take, and whether they are as many
    as OWASP recommends. Then the attacker's side: how many passwords a second one
    core of this machine and one GPU try at those rounds, and how long the GPU needs
    for passwords of 30 to 60 bits. What a search costs follows, in years and in
    dollars; at the end the hash to take, the rounds for the first budget, and what
    to type and to write for them.

      --budget LIST  budgets between commas, as 500us, 250ms, 1s, 1.5s, up to a
                     minute; the first is the one to decide for, the others are
                     beside it (default \(standardBudgets))
      --hash LIST    of \(NamedHash.list)
                     (default sha256,sha512), or argon2id, beside those and sha512
                     if there are none: the memory and the passes that a time buys
      --memory SIZE  the memory of argon2id, as 256MiB; with --logins or --cores
                     that of all logins at once, one on each core (default \(Argon2id.lowMemory.memoryByteCount.binarySize)
                     for each)
      --plot FILE    draw time against rounds as an SVG instead of in characters,
                     with \(PlotSeries.extraPointCount) more points measured for each hash; replaces FILE
      --save FILE    also write what was measured, for --compare; replaces FILE
      --rack N       the GPUs of a larger attacker (default \(SearchAssumptions().rackCount))
      --price DOLLARS
                     the rent of a GPU for an hour (default \(SearchAssumptions().dollarsPerHour), of March 2026)
      --doubling YEARS
                     the time in which a dollar's computing power doubles, for the
                     rounds of later years (default \(SearchAssumptions().doublingYears), of 2022)
      --bits B       also what a search for a password of so many bits costs
      --json         one JSON object instead of the tables, times in milliseconds
      --logins RATE  instead, the rounds with which 99 of 100 logins end within the
                     first budget when so many arrive at random, as 50/s: by the
                     time of a round on busy cores, a simulation, and then a run of
                     20 to 40 seconds, one at a time and in batches
      --cores N      the cores that serve logins (default: those of this machine);
                     more than it has are planned for, without the run. Without
                     --logins, every core always has a login
      --watch TIME   instead, the time of a round once a second for up to an hour,
                     such as 60s, with the hash and the budget of the decision
      --compare      measure nothing: read the files that --save wrote on \(MachineComparison.machineCount.lowerBound) to \(MachineComparison.machineCount.upperBound)
                     machines, and propose rounds that keep each of them within the
                     first budget it was calibrated for, or say which cannot

    All points are measured in turns. A point that is off its budget by more than
    \(Calibration.tolerancePercent.text(0)) % is measured again, twice at most, and marked with * if it still is.

    Fields of each result of --json: hash, budget_ms, rounds (what the budget buys),
    expected_ms, measured_ms (CPU time), measured_wall_ms, error_percent,
    off_budget, owasp_rounds, meets_owasp, calibrated_rounds (never below OWASP's
    figure), needs_max_rounds (whether they are more than the \(Vault.Limits().maximumRounds.grouped) that
    swift-vault takes without --max-rounds),
    nanoseconds_per_round, spread_percent, attempts; core_guesses_per_second,
    gpu_guesses_per_second and gpu_years (by bits, to try half of the passwords) at
    those rounds. For each hash in attackers: defender_rounds_per_second (one
    derivation), core_rounds_per_second, gpu_rounds_per_second, ratio (defender to
    GPU). Null: no GPU figure known. decision: hash, rounds, budget_ms, expected_ms,
    expected_wall_ms (elapsed, where that is over 10 % longer),
    within_budget, needs_max_rounds, shell (null: no vault has that hash), swift,
    config. cost (null: no GPU figure), at the decision's rounds: rack,
    dollars_per_gpu_hour, doubling_years; guesses_per_second of core, machine, gpu
    and rack; bits, gpu_dollars and years of passwords; rounds_for_10000_guesses;
    rounds_in_years. verdict: the hash to take, with sha256_cost_to_sha512 (an
    attacker's cost, here). samples, slow_samples (slower by a tenth),
    clock_ghz_before and _after, disturbed (whether to calibrate again).

    With argon2id, fields of each result: hash, and rounds or memory_bytes, passes,
    lanes and gpu_guesses_at_once; budget_ms, measured_ms, gpu_guesses_per_second,
    equal_sha512_rounds (that cost that GPU as much). decision: those of the
    function that was decided on, with cost_to_pbkdf2, shell, swift and config.

    Example:
      vault-bench calibrate --budget 250ms,1s --hash sha512 --plot rounds.svg
    """
}
