/// A lesson run with other input, and what it then shows.
struct Variation {
  /// The command, without `crypto-lab`.
  let command: String
  /// What is different, in a clause that `CryptoLabVariationTests` repeats and checks.
  let outcome: StyledText

  init(_ command: String, _ outcome: StyledText) { (self.command, self.outcome) = (command, outcome) }
}
