/// A mistake in the arguments of a command.
package enum ArgumentError: Error, Equatable {
  /// An unknown option, with the known one that is close to it.
  case unknownOption(String, near: String? = nil)
  /// More operands than the command takes.
  case unknownArgument(String)
  case twice(String)
  /// Two forms of one option.
  case exclusive(String, String)
  case missingValue(String)
  case superfluousValue(String)
  case number(String, ClosedRange<Int>, String)
  /// An unknown name, with the known ones.
  case unknownName(what: String, String, known: [String])

  /// One line without a full stop. With `command`, the line begins with its name and quotes the argument.
  package func sentence(of command: String? = nil) -> String {
    switch self {
    case .unknownOption(let word, let near):
      (command.map { "\($0) knows no option '\(word)'" } ?? "there is no option \(word)")
        + (near?.suggested ?? "") + (command == nil && !word.hasPrefix("--") ? " (a file: ./\(word))" : "")
    case .unknownArgument(let word):
      command.map { "\($0) knows no argument '\(word)'" } ?? "one argument too many: \(word)"
    case .twice(let option): "\(option) is given twice"
    case .exclusive(let one, let other): "\(one) and \(other) exclude each other"
    case .missingValue(let option): "\(option) needs a value after it"
    case .superfluousValue(let option): "\(option) takes no value"
    case .number(let option, let range, let word):
      command == nil
        ? "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(word)"
        : "\(option) '\(word)'; it is a number from \(range.lowerBound) to \(range.upperBound.grouped)"
    case .unknownName(let what, let name, let known):
      "unknown \(what) '\(name)'\(known.suggestion(for: name))"
        + "; there is \(known.joined(separator: ", "))"
    }
  }
}

/// An error that a command ends with.
package protocol CommandError: Error {
  /// A mistake in the arguments.
  static func usage(_ sentence: String) -> Self
}

extension CommandError {
  /// An unknown name, with the known ones.
  package static func unknown(_ what: String, _ name: String, known: [String]) -> Self {
    usage(ArgumentError.unknownName(what: what, name, known: known).sentence())
  }

  /// Reads arguments; a mistake in them becomes this error.
  package static func reading<Result>(
    for command: String? = nil, _ body: () throws(ArgumentError) -> Result
  ) throws(Self) -> Result {
    do throws(ArgumentError) {
      return try body()
    } catch {
      throw usage(error.sentence(of: command))
    }
  }
}
