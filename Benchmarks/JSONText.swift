import Foundation

/// JSON as all reports write it.
enum JSONText {
  /// The value with indentation and sorted keys in snake case.
  static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // Numbers and strings alone: only a number that is none could fail, and no measurement is one.
    return String(decoding: try! encoder.encode(value), as: UTF8.self)
  }
}

/// A number in JSON; `null` where it is not known or does not apply.
struct Nullable: Encodable {
  /// The number.
  let value: Double?

  /// A number, or none.
  init(_ value: Double?) {
    self.value = value
  }

  /// The number or `null`; a synthesised conformance would leave the field out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
