import SwiftVaultCommandSupport

/// Why the lab cannot perform a command, in words for the user.
struct LabError: CommandError {
  /// The kinds of mistakes, which decide the exit status.
  enum Kind {
    /// The command was wrong: an unknown name, a missing or contradictory option.
    case usage
    /// The data was wrong: a key of the wrong length, an invalid padding, an unreadable file.
    case data
  }

  let kind: Kind
  /// One line without a full stop.
  let message: String

  /// An error in the command.
  static func usage(_ message: String) -> LabError { LabError(kind: .usage, message: message) }

  /// An error in the data.
  static func data(_ message: String) -> LabError { LabError(kind: .data, message: message) }

  /// The error, and a suggested lesson if there is one.
  func naming(lesson: String?) -> LabError {
    LabError(kind: kind, message: message + (lesson.map { "; the lesson is crypto-lab \($0)" } ?? ""))
  }

  /// The exit status of a command that ends with this error.
  var exitStatus: Int32 {
    switch kind {
    case .usage: 2
    case .data: 1
    }
  }
}

/// Calls the library, and turns what it throws into a data error with the library's message.
func askLibrary<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(LabError) -> Result {
  do throws(Failure) {
    return try body()
  } catch {
    throw .data("\(error)")
  }
}
