import Credentials
import SwiftVaultCryptoBytes

/// The members of a JSON object. The errors quote nothing from its text.
struct JSONFields {
  private let members: [(name: String, value: JSONValue)]

  init(_ text: ArraySlice<UInt8>) throws(BenchError) {
    var reader = JSONReader(text)
    do throws(JSONError) {
      members = try reader.object()
    } catch {
      throw Self.failure(error.message)
    }
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  func string(_ name: String) throws(BenchError) -> String { try read(name, \.string) }

  func integer(_ name: String) throws(BenchError) -> Int { try read(name, \.integer) }

  func boolean(_ name: String) throws(BenchError) -> Bool {
    try read(name) { $0.kind == .boolean ? $0.text.first == UInt8(ascii: "t") : nil }
  }

  func number(_ name: String) throws(BenchError) -> Double {
    let number = try read(name) { $0.kind == .number ? Double(String(decoding: $0.text, as: UTF8.self)) : nil }
    guard number.isFinite else { throw Self.failure("its '\(name)' is out of range") }
    return number
  }

  func object(_ name: String) throws(BenchError) -> JSONFields {
    try JSONFields(try read(name) { $0.kind == .object ? $0 : nil }.text)
  }

  func objects(_ name: String) throws(BenchError) -> [JSONFields] {
    var objects: [JSONFields] = []
    for element in try read(name, \.elements) { objects.append(try JSONFields(element.text)) }
    return objects
  }

  private func value(_ name: String) -> JSONValue? {
    guard let value = members.last(where: { $0.name.isIdentical(to: name) })?.value, value.kind != .null else {
      return nil
    }
    return value
  }

  private func read<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(BenchError) -> Value {
    guard let value = value(name) else { throw Self.failure("a '\(name)' is missing") }
    guard let read = read(value) else { throw Self.failure("its '\(name)' is of the wrong kind") }
    return read
  }

  private static func failure(_ problem: String) -> BenchError { BenchError(message: problem, isArgument: false) }
}
