import Credentials
import SwiftVaultCryptoBytes

/// A request of `batch`, split into its fields. A field's value is read when an operation asks for it.
struct BatchRequest: Parameters {
  /// The bytes of the id as received: numbers keep all their digits, and strings keep their escapes.
  let id: ArraySlice<UInt8>?

  private let fields: [(name: String, value: JSONValue)]

  /// Parses a line.
  init(_ line: [UInt8]) throws(JSONError) {
    var reader = JSONReader(line[...])
    fields = try reader.object()
    id = fields.last { $0.name.isIdentical(to: "id") }?.value.text
  }

  /// The value of a field. If several fields have one name, the last counts, as in most JSON parsers.
  private func value(_ name: String) -> JSONValue? {
    guard let value = fields.last(where: { $0.name.isIdentical(to: name) })?.value, value.kind != .null else {
      return nil
    }
    return value
  }

  func label(_ name: String) -> String { "\"\(name)\"" }

  func text(_ name: String) throws(LabError) -> String? {
    guard let value = value(name) else { return nil }
    guard let string = value.string else { throw wrong(name, value, "a string") }
    return string
  }

  func bytes(_ name: String) throws(LabError) -> [UInt8]? {
    guard let value = value(name) else { return nil }
    guard let digits = value.string else { throw wrong(name, value, "a string of hexadecimal digits") }
    guard let bytes = try? Hex.decode(digits) else { throw .notHex(label(name), digits: digits.count) }
    return bytes
  }

  func flag(_ name: String) throws(LabError) -> Bool {
    guard let value = value(name) else { return false }
    guard value.kind == .boolean else { throw wrong(name, value, "true or false") }
    return value.text.first == UInt8(ascii: "t")
  }

  func integer(_ name: String) throws(LabError) -> Int? {
    guard let value = value(name) else { return nil }
    guard value.kind == .number else { throw wrong(name, value, "a whole number") }
    guard let integer = value.integer else { throw .data("\(label(name)) is no whole number, or far too large") }
    return integer
  }

  func integers(_ name: String) throws(LabError) -> [Int]? { try list(name, "whole numbers") { $0.integer } }

  /// A list of texts; `nil` when it is absent.
  func texts(_ name: String) throws(LabError) -> [String]? { try list(name, "strings") { $0.string } }

  /// A list of bytes; empty when it is absent.
  func byteLists(_ name: String) throws(LabError) -> [[UInt8]] {
    try list(name, "strings of hexadecimal digits") { element in element.string.flatMap { try? Hex.decode($0) } } ?? []
  }

  /// A list of objects; empty when it is absent.
  func objects(_ name: String) throws(LabError) -> [BatchRequest] {
    try list(name, "objects") { $0.kind == .object ? try? BatchRequest(Array($0.text)) : nil } ?? []
  }

  /// A list whose elements `read` takes, or refuses with nil; `nil` when it is absent.
  private func list<Element>(
    _ name: String, _ wanted: String, _ read: (JSONValue) -> Element?
  ) throws(LabError) -> [Element]? {
    guard let value = value(name) else { return nil }
    guard let elements = value.elements else { throw wrong(name, value, "a list of \(wanted)") }
    let read = elements.compactMap(read)
    guard read.count == elements.count else { throw .data("\(label(name)) holds something other than \(wanted)") }
    return read
  }

  private func wrong(_ name: String, _ value: JSONValue, _ wanted: String) -> LabError {
    .data("\(label(name)) is \(value.kind.description); it must be \(wanted)")
  }
}
