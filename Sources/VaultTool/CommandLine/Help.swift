/// The text of `--help`, at most 80 columns wide.
enum Help {
  /// The help of the command or group `name`; without a name, that of `swift-vault`.
  static func text(for name: String?) -> String {
    guard let name else { return overview }
    if let command = Subcommand.all.first(where: { $0.name == name }) { return text(for: command) }
    let group = Subcommand.all.filter { $0.name.hasPrefix(name + " ") }
    return blocks([commandList(group), more(name + " COMMAND")])
  }

  // MARK: - What --help and the manual both say

  static let title = "encrypt files and data with a password"

  static let general = [
    "No file is overwritten without --force. Only password and reseal change the vault that they are given.",
    "The name - stands for standard input or output. Options may stand anywhere; -- ends them.",
  ]

  static let passwordNote = """
    The password is asked for on the terminal, without echo, unless an option names a file, a descriptor or an \
    environment variable. A wrong one may be typed again, with three tries in all. A typed password is converted to \
    Unicode's composed form (NFC). A password from another source is taken byte for byte, minus one trailing newline \
    (LF or CRLF). For ASCII passwords the two are the same.
    """

  static let interrupted = """
    If a signal interrupts swift-vault, it removes its unfinished output and ends by that signal (a shell shows 128 + \
    the signal's number: 130 for Ctrl-C). password and reseal say whether they had changed the vault. After SIGKILL or a power failure, a file .swift-vault-*.tmp may remain \
    beside the output; you may remove it.
    """

  static let several = """
    An error in one of several files does not stop the others: it is reported, and the exit status is that of the first \
    error. With -r, the last line counts the files done, skipped and failed, and symbolic links below a folder are not \
    followed.
    """

  // MARK: - Layout

  private static var overview: String {
    let codes = ExitCode.allCases.map { "  \($0.rawValue)  \($0.meaning)" }
    return blocks([
      "usage: swift-vault COMMAND [options]", "swift-vault encrypts files and data with a password.",
      commandList(Subcommand.all),
      more("COMMAND") + "\n" + wrapped("swift-vault --version prints the version."),
      wrapped(general.joined(separator: " ")),
      (["Exit status:"] + codes).joined(separator: "\n") + "\n" + wrapped(interrupted),
    ])
  }

  private static func text(for command: Subcommand) -> String {
    var parts = ["swift-vault \(command.synopsis)"] + command.description.map { wrapped($0) }
    if !command.options.isEmpty { parts.append(command.options.map(described).joined(separator: "\n")) }
    let isForSeveral = command.options.contains(.recursive)
    let notes =
      (isForSeveral ? [several] : []) + (command.options.contains(.passwordFile) ? [passwordNote] : []) + command.notes
    parts += notes.map { wrapped($0) }
    parts.append((["Examples:"] + command.examples.map { "  \($0)" }).joined(separator: "\n"))
    return blocks(parts)
  }

  private static func commandList(_ commands: [Subcommand]) -> String {
    let lines = commands.map { ("  swift-vault \($0.name)" + ($0.operand.map { " " + $0.name } ?? ""), $0.summary) }
    let column = 4 + (lines.map(\.0.count).max() ?? 0)
    return lines.map { wrapped($1, after: $0, column: column) }.joined(separator: "\n")
  }

  private static func more(_ name: String) -> String {
    wrapped("swift-vault \(name) --help shows a command's options and examples.")
  }

  private static func described(_ option: Option) -> String {
    wrapped(option.explanation, after: "  \(option.label)", column: 25)
  }

  private static func blocks(_ parts: [String]) -> String { parts.joined(separator: "\n\n") + "\n" }

  /// Breaks `text` into lines from `column` to the right margin. The first line follows `label` if that leaves a gap.
  static func wrapped(_ text: String, after label: String = "", column: Int = 0, width: Int = 80) -> String {
    var lines: [String] = []
    var line = label
    if label.count + 2 > column, column > 0 {
      lines.append(label)
      line = ""
    }
    line += String(repeating: " ", count: column - line.count)
    var isStart = true
    for word in text.split(separator: " ") {
      if !isStart, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: column)
        isStart = true
      }
      line += (isStart ? "" : " ") + word
      isStart = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
