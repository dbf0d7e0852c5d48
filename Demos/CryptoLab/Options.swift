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
  /// How it is written.
  let form: Form

  static func flag(_ name: String) -> Option { Option(name: name, form: .flag) }
  static func text(_ name: String) -> Option { Option(name: name, form: .value) }
  static func integer(_ name: String) -> Option { Option(name: name, form: .value) }
  static func integers(_ name: String) -> Option { Option(name: name, form: .value) }
  static func hex(_ name: String) -> Option { Option(name: name, form: .hex) }
  static func bytesAsText(_ name: String) -> Option { Option(name: name, form: .bytesAsText) }
  static func input(_ name: String) -> Option { Option(name: name, form: .input) }
  static func oneOf(_ name: String, _ flags: [String]) -> Option { Option(name: name, form: .oneOf(flags)) }

  /// The spellings on the command line, with what each is followed by.
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

/// What follows one spelling of an option.
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

/// The options given to a command, by the name of the parameter.
struct Options: Parameters {
  private struct Given {
    let spelling: String
    let kind: Spelling
    let value: String
  }

  private var given: [String: Given] = [:]
  private let accepted: [Option]

  /// Sorts the arguments by the options that `command` accepts; anything else among them is an error that names it.
  init(_ arguments: some Sequence<String>, for command: LabCommand) throws(LabError) {
    accepted = command.options
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      var spelling = argument == "-o" ? "--output" : argument
      var attached: String?
      if spelling.hasPrefix("--"), let equals = spelling.firstIndex(of: "=") {
        attached = String(spelling[spelling.index(after: equals)...])
        spelling = String(spelling[..<equals])
      }
      guard let (name, kind) = Self.find(spelling, in: accepted) else {
        let what = spelling.hasPrefix("-") ? "option" : "argument"
        throw .usage("\(command.name) knows no \(what) '\(spelling)'")
      }
      if let other = given[name] {
        throw .usage(
          other.spelling == spelling ? "\(spelling) twice" : "\(other.spelling) and \(spelling) exclude each other")
      }
      var value = ""
      if kind.takesValue {
        guard let next = attached ?? rest.popFirst() else { throw .usage("\(spelling) needs a value") }
        value = next
      } else if attached != nil {
        throw .usage("\(spelling) takes no value")
      }
      given[name] = Given(spelling: spelling, kind: kind, value: value)
    }
  }

  private static func find(_ spelling: String, in options: [Option]) -> (name: String, kind: Spelling)? {
    for option in options {
      if let found = option.spellings.first(where: { $0.spelling == spelling }) { return (option.name, found.kind) }
    }
    return nil
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool {
    given[flag] != nil
  }

  func label(_ name: String) -> String {
    if let given = given[name] { return given.spelling }
    switch accepted.first(where: { $0.name == name })?.form {
    case .input: return "the input (--text, --hex, --file or -)"
    case .oneOf(let flags): return flags.map { "--\($0)" }.joined(separator: " or ")
    default: return "--\(name)"
    }
  }

  func text(_ name: String) -> String? {
    guard let given = given[name] else { return nil }
    // One of several flags: the flag is the value.
    return given.kind == .flag ? String(given.spelling.dropFirst(2)) : given.value
  }

  func bytes(_ name: String) throws(LabError) -> [UInt8]? {
    guard let given = given[name] else { return nil }
    switch given.kind {
    case .flag: return nil
    case .standardInput: return try StandardStreams.readAll()
    case .text: return Array(given.value.utf8)
    case .file: return try Files.read(given.value)
    case .hex:
      guard let bytes = Hex.decode(given.value) else { throw .notHex(given.spelling, digits: given.value.utf8.count) }
      return bytes
    }
  }

  func integer(_ name: String) throws(LabError) -> Int? {
    guard let given = given[name] else { return nil }
    return try Self.integer(given.value, given.spelling)
  }

  func integers(_ name: String) throws(LabError) -> [Int]? {
    guard let given = given[name] else { return nil }
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
  /// Digits that are not hexadecimal, or an odd number of them.
  static func notHex(_ label: String, digits: Int) -> LabError {
    .data(
      digits % 2 == 0
        ? "\(label) is not hexadecimal" : "\(label) has \(digits) characters; hexadecimal bytes have two digits each")
  }
}
