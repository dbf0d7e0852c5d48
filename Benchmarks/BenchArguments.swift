/// The arguments of one benchmark, sorted by option.
struct BenchArguments {
  /// What is to be measured; `nil` for a command that takes no such argument.
  private(set) var operand: String?
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Sorts the arguments; one that `command` does not accept is an error that names it.
  init(_ arguments: some Sequence<String>, for command: BenchCommand) throws(BenchError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard !values.keys.contains(name), !flags.contains(name) else { throw BenchError(message: "\(name) twice") }
      if command.options.contains(name) {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
          throw BenchError(message: "\(name) needs a value")
        }
        values[name] = value
      } else if command.flags.contains(argument) {
        flags.insert(argument)
      } else if command.operand != nil, operand == nil, !argument.hasPrefix("-") {
        operand = argument
      } else {
        let what = argument.hasPrefix("-") ? "option" : "argument"
        throw BenchError(message: "\(command.name) knows no \(what) '\(argument)'")
      }
    }
    if let name = command.operand, operand == nil { throw BenchError(message: "\(command.name) needs a \(name)") }
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool {
    flags.contains(flag)
  }

  /// The value of an option, if it was given.
  func value(_ option: String) -> String? {
    values[option]
  }

  /// The value of an option as a number, or `standard` when it was not given.
  func number(_ option: String, in range: ClosedRange<Int>, default standard: Int) throws(BenchError) -> Int {
    guard let text = values[option] else { return standard }
    guard let number = Int(text), range ~= number else {
      throw BenchError(
        message: "\(option) '\(text)'; it is a number from \(range.lowerBound) to \(range.upperBound.grouped)")
    }
    return number
  }

  /// The words between the commas of an option's value, or of `standard` when the option was not given.
  func list(_ option: String, default standard: String) throws(BenchError) -> [String] {
    let words = (values[option] ?? standard).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !words.contains("") else { throw BenchError(message: "\(option) has an empty entry") }
    return words
  }
}
