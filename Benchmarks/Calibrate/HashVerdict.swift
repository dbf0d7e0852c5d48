import SwiftVaultCommandSupport

/// The hash to use and the reason: the same on every machine.
enum HashVerdict {
  static let hash = NamedHash.sha512

  /// The lines of the report, within 80 columns.
  static func lines(_ attackers: [Attacker]) -> [String] {
    let here = comparison(attackers).map { [$0] } ?? []
    return ["Hash to use: SHA-512, on every machine."] + here + [elsewhere]
  }

  /// The cost of SHA-256 to the attacker relative to SHA-512, for the same time here.
  static func costOfSHA256(_ attackers: [Attacker]) -> Double? {
    guard let one = attackers.first(where: { $0.hash == NamedHash.sha256.rawValue })?.ratio,
      let other = attackers.first(where: { $0.hash == NamedHash.sha512.rawValue })?.ratio
    else { return nil }
    return one / other
  }

  /// The gain or loss of the choice on this machine; `nil` unless both hashes were measured. Differences below 5 % do
  /// not count, because a measurement is hardly more exact.
  static func comparison(_ attackers: [Attacker], kernel: String = NamedHash.sha256.kernelFamily.chosen) -> String? {
    guard let cost = costOfSHA256(attackers) else { return nil }
    let hasInstructions = kernel.hasPrefix("x86sha") || kernel.hasPrefix("arm64crypto")
    let here = "  Here (\(kernel)): \(hasInstructions ? "with" : "without") SHA instructions, "
    if abs(cost - 1) < 0.05 { return here + "both cost an attacker\n  the same within 5 %." }
    return cost > 1
      ? here + "SHA-256 would cost an attacker\n"
        + "  \(cost.text(2)) times as much: \(log2(cost).text(1)) bits of a password, given up for the reason below."
      : here + "SHA-512 costs an attacker\n  \((1 / cost).text(2)) times as much."
  }

  /// The reason on other machines, from the table of the article ChoosingRounds.
  static let elsewhere = """
      Elsewhere: without SHA instructions, SHA-512 costs an attacker 2.3 to 3.4
      times as much. So swift-vault uses SHA-512, unless --hash sha256 is given.
    """
}
