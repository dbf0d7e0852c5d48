import SwiftVault
import SwiftVaultCommandSupport

/// The manual page, in the `man` macros of roff.
///
/// Spec: groff_man(7), mandoc man(7).
enum Manual {
  static var page: String {
    var lines = [
      ".TH SWIFT\\-VAULT 1 \(PackageVersion.date) \"swift\\-vault \(PackageVersion.number)\" \"User Commands\"",
      ".SH NAME", "swift\\-vault \\- \(Help.title.inRoff)",
      ".SH SYNOPSIS",
    ]
    lines += Subcommand.all.flatMap { [".B swift\\-vault", $0.synopsis.inRoff, ".br"] }.dropLast()
    lines += [".SH DESCRIPTION"] + paragraphs(Help.general).dropFirst()
    lines += [".SH COMMANDS"] + Subcommand.all.flatMap(section)
    lines += [".SH OPTIONS OF EVERY COMMAND"] + Option.common.flatMap(item)
    lines += [".SH PASSWORDS"] + text(Help.passwordNote)
    lines += [".SH EXIT STATUS"] + ExitCode.allCases.flatMap { [".TP", ".B \($0.rawValue)"] + text($0.meaning) }
    lines += paragraphs([Help.several, Help.interrupted])
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ command: Subcommand) -> [String] {
    var lines = [".SS swift\\-vault \(command.synopsis.inRoff)"]
    lines += paragraphs(command.description).dropFirst()
    lines += command.options.flatMap(item)
    lines += paragraphs(command.notes)
    return lines + [".PP", "Examples:", ".PP", ".nf", ".RS"] + command.examples.map(\.inRoff) + [".RE", ".fi"]
  }

  private static func item(_ option: Option) -> [String] {
    let spellings = option.spellings.map { "\\fB\($0.inRoff)\\fR" }.joined(separator: ", ")
    let value = option.value.map { " \\fI\($0.name)\\fR" } ?? ""
    return [".TP", spellings + value] + text(option.explanation)
  }

  private static func paragraphs(_ texts: [String]) -> [String] {
    texts.flatMap { [".PP"] + text($0) }
  }

  /// Lines well under 80 bytes, also with what escaping adds.
  private static func text(_ text: String) -> [String] {
    Help.wrapped(text, width: 66).split(separator: "\n").map { String($0).inRoff }
  }
}
