/// The commands by their words, for completion scripts.
struct CommandTree {
  let commands: [Subcommand]
  /// The commands of two words, by their first words.
  let groups: [(word: String, commands: [Subcommand])]
  /// The first words of all commands with what they do, in the order of the table.
  let words: [(word: String, summary: String)]

  init(_ commands: [Subcommand]) {
    self.commands = commands
    var groups: [(word: String, commands: [Subcommand])] = []
    var words: [(word: String, summary: String)] = []
    for command in commands {
      let word = command.words[0]
      if command.words.count == 1 {
        words.append((word, command.summary))
      } else if let index = groups.firstIndex(where: { $0.word == word }) {
        groups[index].commands.append(command)
      } else {
        groups.append((word, [command]))
        words.append((word, ""))
      }
    }
    for group in groups {
      let index = words.firstIndex { $0.word == group.word }!
      words[index].summary = group.commands.map { $0.words[1] }.joined(separator: ", ")
    }
    (self.groups, self.words) = (groups, words)
  }

  /// Every option once.
  var options: [Option] {
    (commands.flatMap(\.options) + Option.common).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The spellings of the options whose value `matches`.
  func spellings(where matches: (Placeholder.Kind) -> Bool) -> [String] {
    options.filter { $0.value.map { matches($0.kind) } ?? false }.flatMap(\.spellings)
  }
}

extension Option {
  /// The explanation up to its first semicolon or parenthesis, for a list.
  var brief: String {
    let end = explanation.firstRange(of: "; ")?.lowerBound ?? explanation.firstRange(of: " (")?.lowerBound
    return String(explanation[..<(end ?? explanation.endIndex)])
  }
}
