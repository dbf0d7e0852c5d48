internal import SwiftVaultCryptoBytes

/// A JSON value, for the output of commands.
///
/// Spec: RFC 8259.
package enum JSON: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case list([JSON])
  case object([(name: String, value: JSON)])
  /// Text that is JSON already.
  case written([UInt8])

  package init(_ value: Bool) { self = .boolean(value) }
  package init(_ value: Int) { self = .integer(value) }
  package init(_ value: String?) { self = value.map { .string($0) } ?? .null }

  /// A number; `null` if it is unknown or does not apply.
  package init(_ value: Double?) { self = value.map { .number($0) } ?? .null }

  /// All on one line, members in their given order.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: nil)
    return bytes
  }

  /// One line per value, members sorted by name.
  package var page: String {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter indent: the number of spaces before the value's last line; `nil` for a single line.
  private func write(to bytes: inout [UInt8], indent: Int?) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += "\(value)".utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .number(let value):
      // JSON has no infinity.
      let text = value.isFinite ? "\(value)" : "null"
      bytes += text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .written(let text): bytes += text
    case .list(let values):
      Self.write(values, in: "[]", to: &bytes, indent: indent) { value, bytes, indent in
        value.write(to: &bytes, indent: indent)
      }
    case .object(let members):
      let members = indent == nil ? members : members.sorted { $0.name < $1.name }
      Self.write(members, in: "{}", to: &bytes, indent: indent) { member, bytes, indent in
        Self.write(member.name, to: &bytes)
        bytes += (indent == nil ? ":" : " : ").utf8
        member.value.write(to: &bytes, indent: indent)
      }
    }
  }

  /// Elements between brackets.
  private static func write<Element>(
    _ elements: [Element], in brackets: String, to bytes: inout [UInt8], indent: Int?,
    _ writeElement: (Element, inout [UInt8], Int?) -> Void
  ) {
    func breakLine(_ indent: Int?) {
      if let indent { bytes += "\n".utf8 + [UInt8](repeating: UInt8(ascii: " "), count: indent) }
    }
    bytes += brackets.utf8.prefix(1)
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      breakLine(indent.map { $0 + 2 })
      writeElement(element, &bytes, indent.map { $0 + 2 })
    }
    if !elements.isEmpty { breakLine(indent) }
    bytes += brackets.utf8.suffix(1)
  }

  /// A string: no control character in it reaches a terminal.
  ///
  /// Spec: RFC 8259, section 7.
  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes += "\"".utf8
    var rest = Substring(text).utf8
    // Long strings are hexadecimal digits: what needs no escape is copied at once.
    while let special = rest.firstIndex(where: isSpecial) {
      bytes += rest[..<special]
      let isControl = rest[special] < 0x20 || rest[special] == 0x7F
      bytes += isControl ? Array("\\u00\(Hex.encode([rest[special]]))".utf8) : [UInt8(ascii: "\\"), rest[special]]
      rest = rest[rest.index(after: special)...]
    }
    bytes += rest
    bytes += "\"".utf8
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { ($0.0, $0.1) }) }
}
