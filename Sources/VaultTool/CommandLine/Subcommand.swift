import SwiftVaultCommandSupport
import Vault

/// The description of one command: the source of parsing, `--help`, the completion scripts and the manual.
struct Subcommand: Sendable {
  /// `seal`, or two words: `password add`.
  let name: String
  /// What it works on, written after the name.
  var operand: Placeholder?
  /// Whether the operand may be given more than once.
  var isRepeatable = false
  /// The option that replaces the operand.
  var substitute: Option?
  /// What it does, in a few words, for a list of commands.
  let summary: String
  /// What it does, in paragraphs.
  let description: [String]
  var options: [Option] = []
  /// Further notes, in paragraphs.
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
struct Placeholder: Sendable {
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
  var value: Placeholder?
  var explanation = ""
  /// Whether it may be given several times.
  var isRepeatable = false

  init(_ spelling: String, short: String? = nil, _ value: Placeholder? = nil, _ explanation: String = "") {
    (self.spelling, self.short, self.value, self.explanation) = (spelling, short, value, explanation)
  }

  /// The option with the explanation that one command gives.
  func explained(_ explanation: String) -> Option {
    var option = self
    option.explanation = explanation
    return option
  }

  /// Whether the command writes what it names.
  var isOutput: Bool { value?.name == Self.output.value?.name }

  var spellings: [String] { (short.map { [$0] } ?? []) + [spelling] }

  /// `-o, --output OUT`.
  var label: String { spellings.joined(separator: ", ") + (value.map { " " + $0.name } ?? "") }

  static func == (left: Option, right: Option) -> Bool { left.spelling == right.spelling }

  func hash(into hasher: inout Hasher) { hasher.combine(spelling) }
}

extension Option {
  static let output = Option("--output", short: "-o", Placeholder("OUT", .file))
  static let force = Option("--force")
  static let context = Option("--context", Placeholder("TEXT", .free))
  static let rounds = Option("--rounds", Placeholder("N", .free))
  static let time = Option(
    "--time", Placeholder("TIME", .free),
    "choose the rounds, or the passes of argon2id, that take TIME on this machine, such as 250ms or 1s; never fewer "
      + "than recommended")
  static let maximumRounds = Option("--max-rounds", Placeholder("N", .free))
  /// The options of a command that creates a vault or adds a password.
  static let newRounds = rounds.explained(
    "rounds of PBKDF2; default \(recommendedRounds). More rounds slow both guessing and opening")
  static let recommendedRounds = PasswordStretching.Function.pbkdf2.map {
    "\($0.recommendedRounds) with \($0.word)"
  }.joined(separator: ", ")
  static let newMaximumRounds = maximumRounds.explained(
    "allow up to N rounds (default \(Vault.Limits().maximumRounds)); opening the vault then needs this option too")
  static let readMaximumRounds = maximumRounds.explained(
    "accept a vault of up to N rounds (default \(Vault.Limits().maximumRounds))")
  static let json = Option("--json")

  static let passwordFile = Option(
    "--password-file", Placeholder("FILE", .file), "read the password from FILE (- is standard input)")
  static let passwordDescriptor = Option(
    "--password-fd", Placeholder("N", .free), "read the password from the open file descriptor N")

  static let passwordVariable = Option(
    "--password-env", Placeholder("NAME", .variable),
    "read the password from the environment variable NAME; other programs that you run can see it there")

  /// The sources of the password other than the terminal.
  static let password = [passwordFile, passwordDescriptor, passwordVariable]

  static let keyFile = Option(
    "--key-file", Placeholder("FILE", .file), "open with the key in FILE instead of a password (- is standard input)")
  static let recovery = Option("--recovery", nil, "open with a recovery key, typed on the terminal")

  /// A recipient that a command seals for.
  static let recipient = {
    var option = Option("--recipient", Placeholder("RECIPIENT", .file))
    option.isRepeatable = true
    return option
  }()

  /// What opens a vault, other than a password from the terminal.
  static let secret = password + [keyFile, recovery]

  static let newPasswordFile = Option(
    "--new-password-file", Placeholder("FILE", .file), "read the new password from FILE (- is standard input)")
  static let newPasswordDescriptor = Option(
    "--new-password-fd", Placeholder("N", .free), "read the new password from the open file descriptor N")
  static let newPasswordVariable = Option(
    "--new-password-env", Placeholder("NAME", .variable), "read the new password from the environment variable NAME")

  static let newKeyFile = Option(
    "--new-key-file", Placeholder("FILE", .file), "use the key in FILE instead of a new password (- is standard input)"
  )

  /// The sources of a new password or key other than the terminal.
  static let newSecret = [newPasswordFile, newPasswordDescriptor, newPasswordVariable, newKeyFile]

  /// A further source of a new password, in neither list.
  static let generate = Option(
    "--generate", nil,
    "generate the password: \(Passphrase.wordCount) random words (\(Passphrase.bitCount) bits), "
      + "shown once on standard error")

  static let hash = Option(
    "--hash", Placeholder("HASH", .words(PasswordStretching.Function.pbkdf2.map(\.word))),
    "the hash of PBKDF2; sha512 by default, or sha256")
  static let blocklist = Option("--blocklist", Placeholder("FILE", .file))
  static let credential = Option("--credential", Placeholder("TEXT", .free))
  static let passwords = Option("--passwords", Placeholder("TABLE", .file))

  static let recursive = Option("--recursive", short: "-r")
  static let skipExisting = Option("--skip-existing")
  static let preserve = Option("--preserve")
  static let slot = Option("--slot", Placeholder("N", .free))

  static let help = Option("--help", short: "-h", nil, "explain the command")
  static let version = Option("--version", nil, "print the version")

  /// The options of every command.
  static let common = [help, version]
}
