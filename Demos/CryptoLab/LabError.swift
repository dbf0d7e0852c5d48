import SwiftVaultCommandSupport

/// Why the lab cannot do what it was asked, in words for the person who asked.
struct LabError: CommandError {
  /// What kind of mistake it was, which decides the exit status.
  enum Kind {
    /// The question was wrong: an unknown name, a missing or contradictory option.
    case usage
    /// The data was wrong: a key of a length the cipher does not have, a padding that is none, an unreadable file.
    case data
  }

  /// What kind of mistake it was.
  let kind: Kind
  /// One line without a full stop.
  let message: String

  /// An error in the question.
  static func usage(_ message: String) -> LabError { LabError(kind: .usage, message: message) }

  /// An error in the data.
  static func data(_ message: String) -> LabError { LabError(kind: .data, message: message) }

  /// The exit status of a command that ends with this error.
  var exitStatus: Int32 {
    switch kind {
    case .usage: 2
    case .data: 1
    }
  }
}

/// Calls the library; what it throws becomes a data error in the library's own words.
func askLibrary<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(LabError) -> Result {
  do throws(Failure) {
    return try body()
  } catch {
    throw .data("\(error)")
  }
}
