/// One use of `vault-bench calibrate`: the option that chooses it, and the options that it takes.
struct CalibrationUse: Sendable {
  /// The name of its page of help.
  let name: String
  /// One line for the list of uses.
  let summary: String
  let help: String
  /// The arguments that choose it, for messages.
  let choice: String
  /// The options with a value that it takes.
  let options: [String]
  /// The options without a value that it takes.
  var flags: [String] = []
  var takesOperands = false
  let isChosen: @Sendable (BenchArguments) -> Bool
  let run: @Sendable (BenchArguments) throws(BenchError) -> Void

  var page: HelpPage { HelpPage(name: name, summary: summary, text: help) }
}
