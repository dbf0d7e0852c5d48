import SwiftVaultCommandSupport
import VaultFiles

/// The parsed command line: a command, its operands and its options.
///
/// Options may stand anywhere; `--` ends them; a value follows as the next argument or after `=`.
struct Arguments {
  private let commands: [Subcommand]
  private(set) var command: Subcommand?
  /// The first word of a two-word command, given without the second.
  private(set) var group: String?
  private(set) var operands: [Path] = []
  private let parsed: ParsedArguments

  init(parsing arguments: [[UInt8]], commands: [Subcommand] = Subcommand.all) throws {
    self.commands = commands
    let forms = (commands.flatMap(\.options) + Option.common).map {
      ParsedArguments.Form($0.spelling, short: $0.short, takesValue: $0.value != nil, isRepeatable: $0.isRepeatable)
    }
    do throws(ArgumentError) {
      parsed = try ParsedArguments(arguments, forms: forms, operandLimit: .max)
    } catch {
      let words = arguments.prefix { $0.first != UInt8(ascii: "-") }.map { String(decoding: $0, as: UTF8.self) }
      let named = commands.first { words.starts(with: $0.words) }
      throw ToolError(
        error.suggesting(only: named?.options), hint: "; see swift-vault \(named.map { "\($0.name) " } ?? "")--help")
    }
    operands = parsed.operands.map { Path($0) }
    try takeCommand()
    // From here on, `-` is the one name of standard input.
    if command?.operand?.isFile == true { operands = operands.map { $0.descriptor == STDIN_FILENO ? "-" : $0 } }
  }

  /// Removes the command's one or two words from the operands.
  private mutating func takeCommand() throws {
    let words = operands.prefix(2).map(\.display)
    guard let first = words.first else { return }
    guard let command = commands.first(where: { words.starts(with: $0.words) }) else {
      guard commands.contains(where: { $0.words.count > 1 && $0.words[0] == first }) else {
        let suggestion = commands.map { $0.words[0] }.suggestion(for: first)
        throw ToolError.usage("there is no command \(first)\(suggestion); see swift-vault --help")
      }
      group = first
      return
    }
    self.command = command
    operands.removeFirst(command.words.count)
    for option in parsed.options where !command.has(Option(option)) {
      throw ToolError.usage("\(command.name) has no option \(option); see swift-vault \(command.name) --help")
    }
  }

  func requireCommand() throws -> Subcommand {
    if let command { return command }
    guard let group else { throw ToolError.usage("nothing to do: name a command; see swift-vault --help") }
    let known = commands.filter { $0.words[0] == group }.map { $0.words[1] }
    let list =
      known.joined(separator: ", ") + (operands.dropFirst().first.map { known.suggestion(for: $0.display) } ?? "")
    throw ToolError.usage("\(group) must be followed by one of these words: \(list); see swift-vault \(group) --help")
  }

  /// Checks the number of operands, and that none is empty.
  func checkOperands() throws {
    let command = try requireCommand()
    let allowed = command.operand == nil ? 0 : command.isRepeatable ? Int.max : 1
    if operands.count > allowed {
      let takes = command.operand.map { "takes one \($0.name)" } ?? "takes none"
      throw ToolError.usage("one argument too many: \(operands[allowed].display) (\(command.name) \(takes))")
    }
    if let substitute = command.substitute, has(substitute) {
      if let operand = operands.first {
        throw ToolError.usage("give \(substitute.spelling) or \(operand.display), not both")
      }
      return
    }
    if let operand = command.operand, operands.isEmpty {
      let need = operand.isFile ? "the name of a file" : "a \(operand.name)"
      throw ToolError.usage("\(command.name) needs \(need); see swift-vault \(command.name) --help")
    }
    if operands.contains(where: \.bytes.isEmpty) { throw ToolError.usage("the name of the file is empty") }
    guard namesSeveral else { return }
    if operands.contains(where: \.isStandardStream) {
      throw ToolError.usage("standard input (-) cannot be one of several files")
    }
    if has(.output) { throw ToolError.usage("--output names the result of one file; leave it out for several") }
  }

  /// Whether the command may process several files.
  var namesSeveral: Bool { operands.count > 1 || has(.recursive) }

  func has(_ option: Option) -> Bool { parsed.has(option.spelling) }

  func bytes(_ option: Option) -> [UInt8]? { parsed.bytes(option.spelling) }

  func path(_ option: Option) throws -> Path? { try paths(option).first }

  /// The names that an option is given, which may be several.
  func paths(_ option: Option) throws -> [Path] {
    try parsed.values(option.spelling).map { bytes in
      guard !bytes.isEmpty else { throw ToolError.usage("\(option.spelling) is given an empty name") }
      let path = Path(bytes)
      return path.descriptor == (option.isOutput ? STDOUT_FILENO : STDIN_FILENO) ? "-" : path
    }
  }

  /// A plain decimal number in `range`; an error for one outside of it ends with the hint.
  func number(_ option: Option, in range: ClosedRange<Int>, hint: String = "") throws -> Int? {
    do throws(ArgumentError) {
      return try parsed.number(option.spelling, in: range)
    } catch {
      throw ToolError(error, hint: hint)
    }
  }
}

extension ArgumentError {
  /// The error without a suggestion that the command does not have; nil stands for any command.
  fileprivate func suggesting(only options: [Option]?) -> ArgumentError {
    guard case .unknownOption(let word, let near?) = self, let options else { return self }
    return (options + Option.common).contains { $0.spelling == near } ? self : .unknownOption(word)
  }
}

extension ToolError {
  fileprivate init(_ error: ArgumentError, hint: String = "") { self = .usage(error.sentence().printable + hint) }
}
