import Vault

/// The description of one command, from which parsing, `--help`, the completion scripts and the manual are made.
struct Subcommand: Sendable {
  /// `seal`, or two words: `password add`.
  let name: String
  /// What it works on, written after the name.
  var operand: Value?
  /// The operand may be given more than once.
  var isRepeatable = false
  /// The option that replaces the operand.
  var substitute: Option?
  /// What it does, in a few words, for a list of commands.
  let summary: String
  /// What it does, a paragraph each.
  let description: [String]
  var options: [Option] = []
  /// What else must be known, a paragraph each.
  var notes: [String] = []
  let examples: [String]
  let run: @Sendable (Arguments) throws -> Void

  var words: [String] { name.split(separator: " ").map(String.init) }

  func has(_ option: Option) -> Bool { (options + Option.common).contains(option) }

  /// The command line in short: `seal FILE... [-o OUT] [options]`.
  var synopsis: String {
    var parts = [name]
    if let operand {
      parts.append(substitute == nil ? operand.name + (isRepeatable ? "..." : "") : "[\(operand.name)]")
    }
    var others = options
    if let output = others.firstIndex(of: .output) {
      others.remove(at: output)
      parts.append("[-o OUT]")
    }
    if others.count == 1 { parts.append("[\(others[0].label)]") }
    if others.count > 1 { parts.append("[options]") }
    return parts.joined(separator: " ")
  }
}

/// What a word in capitals stands for.
struct Value: Sendable {
  /// The completions that a shell offers.
  enum Kind: Sendable, Equatable {
    case file
    /// A file whose name ends in `.vault`.
    case vault
    /// The name of an environment variable.
    case variable
    case words([String])
    /// No completion.
    case free
  }

  let name: String
  let kind: Kind

  init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

  var isFile: Bool { kind == .file || kind == .vault }
}

/// An option; each command may explain it in its own words.
struct Option: Sendable, Hashable {
  let spelling: String
  var short: String?
  var value: Value?
  var explanation = ""

  init(_ spelling: String, short: String? = nil, _ value: Value? = nil, _ explanation: String = "") {
    (self.spelling, self.short, self.value, self.explanation) = (spelling, short, value, explanation)
  }

  /// The same option in the words of one command.
  func explained(_ explanation: String) -> Option { Option(spelling, short: short, value, explanation) }

  var spellings: [String] { (short.map { [$0] } ?? []) + [spelling] }

  /// `-o, --output OUT`.
  var label: String { spellings.joined(separator: ", ") + (value.map { " " + $0.name } ?? "") }

  static func == (left: Option, right: Option) -> Bool { left.spelling == right.spelling }

  func hash(into hasher: inout Hasher) { hasher.combine(spelling) }
}

extension Option {
  static let output = Option("--output", short: "-o", Value("OUT", .file))
  static let force = Option("--force")
  static let context = Option("--context", Value("TEXT", .free))
  static let rounds = Option("--rounds", Value("N", .free))
  static let maximumRounds = Option("--max-rounds", Value("N", .free))
  /// The options of a command that creates a vault or adds a password.
  static let newRounds = rounds.explained(
    "rounds of PBKDF2; if not given \(recommendedRounds). More make every guess, and every opening, dearer")
  static let recommendedRounds = PasswordStretching.Function.allCases.map {
    "\($0.recommendedRounds) with \($0.word)"
  }.joined(separator: ", ")
  static let newMaximumRounds = maximumRounds.explained(
    "allow up to N rounds (\(Vault.Limits().maximumRounds) if not given); whoever opens the vault needs it too")
  static let readMaximumRounds = maximumRounds.explained(
    "accept a vault of up to N rounds (\(Vault.Limits().maximumRounds) if not given)")
  static let json = Option("--json")

  static let passwordFile = Option(
    "--password-file", Value("FILE", .file), "read the password from FILE (- is standard input)")
  static let passwordDescriptor = Option(
    "--password-fd", Value("N", .free), "read the password from the open file descriptor N")

  static let passwordVariable = Option(
    "--password-env", Value("NAME", .variable),
    "read the password from the environment variable NAME; other programs that you run can see it there")

  /// The sources of the password other than the terminal.
  static let password = [passwordFile, passwordDescriptor, passwordVariable]

  static let newPasswordFile = Option(
    "--new-password-file", Value("FILE", .file), "read the new password from FILE (- is standard input)")
  static let newPasswordDescriptor = Option(
    "--new-password-fd", Value("N", .free), "read the new password from the open file descriptor N")
  static let newPasswordVariable = Option(
    "--new-password-env", Value("NAME", .variable), "read the new password from the environment variable NAME")

  /// The sources of a new password other than the terminal.
  static let newPassword = [newPasswordFile, newPasswordDescriptor, newPasswordVariable]

  static let hash = Option(
    "--hash", Value("HASH", .words(PasswordStretching.Function.allCases.map(\.word))),
    "stretch with PBKDF2 of HASH: sha512 (if not given) or sha256")
  static let blocklist = Option("--blocklist", Value("FILE", .file))
  static let credential = Option("--credential", Value("TEXT", .free))

  static let recursive = Option("--recursive", short: "-r")
  static let skipExisting = Option("--skip-existing")
  static let preserve = Option("--preserve")
  static let slot = Option("--slot", Value("N", .free))

  static let help = Option("--help", short: "-h", nil, "explain the command")
  static let version = Option("--version", nil, "print the version")

  /// The options of every command.
  static let common = [help, version]
}
