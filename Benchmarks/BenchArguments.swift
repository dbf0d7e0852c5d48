import SwiftVaultCommandSupport

/// The arguments of one benchmark.
struct BenchArguments {
  /// What is to be measured; `nil` for a command that takes no such argument.
  let operand: String?
  /// All operands.
  let operands: [String]
  private let parsed: ParsedArguments
  private let command: String

  /// Parses the arguments; the error names the first that `command` does not accept.
  init(_ arguments: some Sequence<String>, for command: BenchCommand) throws(BenchError) {
    self.command = command.name
    parsed = try BenchError.reading(for: command.name) { () throws(ArgumentError) in
      try ParsedArguments(
        arguments.map { Array($0.utf8) }, forms: command.forms, operandLimit: command.operandLimit)
    }
    operands = parsed.operands.map { String(decoding: $0, as: UTF8.self) }
    operand = operands.first
    if let name = command.operand, operand == nil { throw BenchError(message: "\(command.name) needs a \(name)") }
    if let word = operand, let takesOperands = command.takesOperands, !takesOperands(self) {
      throw .usage(ArgumentError.unknownArgument(word).sentence(of: command.name))
    }
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool {
    parsed.has(flag)
  }

  /// The value of an option, if it was given.
  func value(_ option: String) -> String? {
    parsed.text(option)
  }

  /// The value of an option as a number, or `standard` if it was not given.
  func number(_ option: String, in range: ClosedRange<Int>, default standard: Int) throws(BenchError) -> Int {
    try BenchError.reading(for: command) { () throws(ArgumentError) in
      try parsed.number(option, in: range) ?? standard
    }
  }

  /// The value of an option as a decimal number, which may have a point.
  func amount(_ option: String, in range: ClosedRange<Double>) throws(BenchError) -> Double? {
    guard let text = value(option) else { return nil }
    let isDecimal = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard isDecimal, let number = Double(text), range ~= number else {
      throw BenchError(message: "\(option) '\(text)'; it is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The comma-separated words of an option's value, or of `standard` if the option was not given.
  func list(_ option: String, default standard: String) throws(BenchError) -> [String] {
    let words = (value(option) ?? standard).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !words.contains("") else { throw BenchError(message: "\(option) has an empty entry") }
    return words
  }
}
