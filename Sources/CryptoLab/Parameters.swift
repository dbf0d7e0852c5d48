/// The parameters of an operation by name: the options of a command line or the fields of a request.
///
/// An operation reads both in the same way, so both accept the same parameters.
protocol Parameters {
  /// The name of the parameter in messages, for example `--hash` or `"hash"`.
  func label(_ name: String) -> String

  /// A word or a line of text; `nil` when it is absent.
  func text(_ name: String) throws(LabError) -> String?

  /// Bytes; `nil` when they are absent.
  func bytes(_ name: String) throws(LabError) -> [UInt8]?

  /// Whether something is asked for; false when it is absent.
  func flag(_ name: String) throws(LabError) -> Bool

  /// A whole number of either sign; `nil` when it is absent.
  func integer(_ name: String) throws(LabError) -> Int?

  /// A list of whole numbers; `nil` when it is absent.
  func integers(_ name: String) throws(LabError) -> [Int]?
}

extension Parameters {
  /// A required text.
  func requiredText(_ name: String) throws(LabError) -> String {
    guard let value = try text(name) else { throw missing(name) }
    return value
  }

  /// Required bytes, which may be empty.
  func requiredBytes(_ name: String) throws(LabError) -> [UInt8] {
    guard let value = try bytes(name) else { throw missing(name) }
    return value
  }

  /// A required number in `range`.
  func requiredInteger(_ name: String, in range: ClosedRange<Int>) throws(LabError) -> Int {
    guard let value = try integer(name, in: range) else { throw missing(name) }
    return value
  }

  /// A number in `range`; `nil` when it is absent.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(LabError) -> Int? {
    guard let value = try integer(name) else { return nil }
    guard range.contains(value) else {
      throw .data("\(label(name)) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// One of the names of `Choice`; `nil` when it is absent.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Choice.Type = Choice.self
  ) throws(LabError) -> Choice? {
    guard let word = try text(name) else { return nil }
    guard let value = Choice(rawValue: word) else { throw .unknown(name, word, known: Choice.allCases.map(\.rawValue)) }
    return value
  }

  /// One of the names of `Choice`, which is required.
  func requiredChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Choice.Type = Choice.self
  ) throws(LabError) -> Choice {
    guard let value: Choice = try choice(name) else { throw missing(name) }
    return value
  }

  private func missing(_ name: String) -> LabError { .usage("\(label(name)) is missing") }
}
