import SwiftVaultCommandSupport
import SwiftVaultCryptoBytes

/// An option a command accepts.
struct Option: Sendable {
  /// How it is written on the command line.
  enum Form: Sendable {
    /// `--name`.
    case flag
    /// `--name VALUE`.
    case value
    /// `--name HEX`, `--name-text TEXT` or `--name-file FILE`.
    case hex
    /// `--name TEXT`, `--name-hex HEX` or `--name-file FILE`.
    case bytesAsText
    /// `--hex HEX`, `--text TEXT`, `--file FILE` or `-`.
    case input
    /// One of several flags that exclude each other.
    case oneOf([String])
  }

  /// The name of the parameter.
  let name: String
  let form: Form
  /// A second spelling: one hyphen and a letter.
  var short: String?

  static func flag(_ name: String) -> Option { Option(name: name, form: .flag) }
  static func text(_ name: String) -> Option { Option(name: name, form: .value) }
  static func integer(_ name: String) -> Option { Option(name: name, form: .value) }
  static func integers(_ name: String) -> Option { Option(name: name, form: .value) }
  static func hex(_ name: String) -> Option { Option(name: name, form: .hex) }
  static func bytesAsText(_ name: String) -> Option { Option(name: name, form: .bytesAsText) }
  static func input(_ name: String) -> Option { Option(name: name, form: .input) }
  static func oneOf(_ name: String, _ flags: [String]) -> Option { Option(name: name, form: .oneOf(flags)) }

  static let output = Option(name: "output", form: .value, short: "-o")

  /// The spellings on the command line, as the parser takes them.
  var forms: [ParsedArguments.Form] {
    spellings.map { spelling, kind in
      ParsedArguments.Form(spelling, short: short, of: name, takesValue: kind.takesValue)
    }
  }

  /// The spellings on the command line, and what follows each.
  fileprivate var spellings: [(spelling: String, kind: Spelling)] {
    switch form {
    case .flag: [("--\(name)", .flag)]
    case .value: [("--\(name)", .text)]
    case .hex: [("--\(name)", .hex), ("--\(name)-text", .text), ("--\(name)-file", .file)]
    case .bytesAsText: [("--\(name)", .text), ("--\(name)-hex", .hex), ("--\(name)-file", .file)]
    case .input: [("--hex", .hex), ("--text", .text), ("--file", .file), ("-", .standardInput)]
    case .oneOf(let flags): flags.map { ("--\($0)", .flag) }
    }
  }
}

/// What follows a spelling.
private enum Spelling {
  case flag
  case standardInput
  case text
  case hex
  case file

  var takesValue: Bool {
    switch self {
    case .flag, .standardInput: false
    case .text, .hex, .file: true
    }
  }
}

/// The options given to a command, by parameter name.
struct Options: Parameters {
  private let parsed: ParsedArguments
  private let accepted: [Option]

  /// Parses the arguments by the options of `command`. Any other argument is an error that names it.
  init(_ arguments: some Sequence<String>, for command: LabCommand) throws(LabError) {
    accepted = command.options
    parsed = try LabError.reading(for: command.name) { () throws(ArgumentError) in
      try ParsedArguments(
        arguments.map { Array($0.utf8) }, forms: command.options.flatMap(\.forms), operandLimit: command.operandLimit)
    }
  }

  /// The words that are not options.
  var operands: [String] { parsed.operands.map { String(decoding: $0, as: UTF8.self) } }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { parsed.has(flag) }

  /// How a parameter was given: the spelling, what follows it, and the value.
  private func given(_ name: String) -> (spelling: String, kind: Spelling, value: String)? {
    guard let spelling = parsed.spelling(name), let value = parsed.text(name) else { return nil }
    return accepted.lazy.flatMap(\.spellings).first { $0.spelling == spelling }.map { (spelling, $0.kind, value) }
  }

  func label(_ name: String) -> String {
    if let spelling = parsed.spelling(name) { return spelling }
    switch accepted.first(where: { $0.name == name })?.form {
    case .input: return "the input (--text, --hex, --file or -)"
    case .oneOf(let flags): return flags.map { "--\($0)" }.joined(separator: " or ")
    default: return "--\(name)"
    }
  }

  func text(_ name: String) -> String? {
    guard let given = given(name) else { return nil }
    // One of several flags: the flag is the value.
    return given.kind == .flag ? String(given.spelling.dropFirst(2)) : given.value
  }

  func bytes(_ name: String) throws(LabError) -> [UInt8]? {
    guard let given = given(name) else { return nil }
    switch given.kind {
    case .flag: return nil
    case .standardInput: return try StandardStreams.readAll()
    case .text: return Array(given.value.utf8)
    case .file: return try Files.read(given.value)
    case .hex:
      guard let bytes = try? Hex.decode(given.value) else {
        throw .notHex(given.spelling, digits: given.value.utf8.count)
      }
      return bytes
    }
  }

  func flag(_ name: String) -> Bool { has(name) }

  func integer(_ name: String) throws(LabError) -> Int? {
    guard let given = given(name) else { return nil }
    return try Self.integer(given.value, given.spelling)
  }

  func integers(_ name: String) throws(LabError) -> [Int]? {
    guard let given = given(name) else { return nil }
    var integers: [Int] = []
    for word in given.value.split(separator: ",") {
      integers.append(try Self.integer(word, given.spelling))
    }
    return integers
  }

  private static func integer(_ text: some StringProtocol, _ spelling: String) throws(LabError) -> Int {
    guard let value = Int(text) else { throw .usage("\(spelling) '\(text)' is no whole number of this machine's size") }
    return value
  }
}

extension LabError {
  /// The error for digits that are not hexadecimal, or for an odd number of them.
  static func notHex(_ label: String, digits: Int) -> LabError {
    .data(
      digits % 2 == 0
        ? "\(label) is not hexadecimal"
        : "\(label) has \(digits.units("character")); hexadecimal bytes have two digits each")
  }
}
