import SwiftVaultCommandSupport

/// `vault-bench calibrate`: PBKDF2 rounds for a time budget on this machine, and whether the budget is enough.
enum Calibrate {
  /// The command.
  static let command = BenchCommand(
    name: "calibrate",
    summary: "PBKDF2 rounds or Argon2id parameters for a time budget",
    help: help,
    pages: [HelpPage(name: "attacker", summary: "what a search costs, and its assumptions", text: attackerHelp)]
      + uses.map(\.page),
    options: Array(Set(plain.options + uses.flatMap(\.options))).sorted(),
    flags: Array(Set(plain.flags + uses.flatMap(\.flags))).sorted(),
    takesOperands: { use(of: $0).takesOperands },
    run: run)

  /// Every use but the plain one. The first of them that the arguments choose counts.
  static let uses = [check, compare, watch, logins, setting, engine, argon2id]

  private static func use(of arguments: BenchArguments) -> CalibrationUse {
    uses.first { $0.isChosen(arguments) } ?? plain
  }

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    let use = use(of: arguments)
    let accepted = use.options + use.flags
    if let option = (command.options + command.flags).first(where: { arguments.has($0) && !accepted.contains($0) }) {
      // The plain use has no option that could be named.
      let other = uses.last { $0.options.contains(option) || $0.flags.contains(option) }
      throw BenchError(
        message: use.choice.isEmpty ? "\(option) needs \(other!.choice)" : "\(use.choice) does not take \(option)")
    }
    try use.run(arguments)
  }
}
