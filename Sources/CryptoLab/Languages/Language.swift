import SwiftVaultCommandSupport
import SwiftVaultCryptoBytes

/// The language of the lessons and of the quiz.
///
/// Texts stand in English where they are used, and are looked up as they are put on a page. The parts of a literal that
/// are not its own are numbered: `"\(count) keys derived"` is `{1} keys derived`. A translation has them in its own
/// order, and `{2|one|other}` for one of two words: the first if part 2 is empty, such as the ending of a plural.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  /// The option that chooses it.
  static let option = Option.text("language")

  /// The help of the option.
  static let help = "  --language de    in German"

  /// Chosen once, before anything is put on a page.
  nonisolated(unsafe) static private(set) var current = english

  /// Takes the option's value.
  static func choose(_ options: some Parameters) throws(LabError) {
    current = try options.choice(option.name) ?? english
  }

  /// The columns of a label before bytes, in lessons whose German words need more than English ones.
  var labelWidth: Int { self == .german ? 10 : 8 }

  /// The translation of a text, or `nil` if there is none or none is needed.
  func translation(of text: String) -> String? { self == .german ? Self.toGerman[text] : nil }

  /// A text as it is in this language.
  func text(_ text: String) -> String { translation(of: text) ?? text }

  /// Each entry has two lines: the English text, and the translation. A text that stays the same has one, after `== `.
  private static let toGerman: [String: String] = {
    var found: [String: String] = [:]
    for table in germanTables {
      let lines = table.split(separator: "\n").filter { !$0.hasPrefix("== ") }
      for place in stride(from: 0, to: lines.count - 1, by: 2) {
        found[String(lines[place])] = String(lines[place + 1])
      }
    }
    return found
  }()
}

/// Numbers in the page's language.
extension Int {
  /// Digits in groups of three: `220,000`, in German `220.000`.
  var localized: String { grouped(by: Language.current == .german ? "." : ",") }

  /// `1 byte`, `1,234 bytes`, in German `1.234 Bytes`. A plural that has more than an `s` is given.
  func localizedCount(of noun: String, plural: String? = nil) -> String {
    "\(localized) \(Language.current.text(self == 1 ? noun : plural ?? noun + "s"))"
  }
}
