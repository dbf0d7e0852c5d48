/// A test vector: its fields by name, decoded from the file's text on demand.
package struct VectorRecord: Sendable {
  /// The text of the last `[header]` before the record, such as `ENCRYPT`; empty if there is none.
  package let section: String
  /// The line the record begins on.
  package let line: Int
  private let file: File
  private var fields: [(key: String, value: Range<Int>)] = []

  /// The contents that all records of a file share.
  final class File: Sendable {
    let path: String
    let contents: [UInt8]

    init(path: String, contents: [UInt8]) {
      self.path = path
      self.contents = contents
    }

    func text(_ range: Range<Int>) -> String { String(decoding: contents[range], as: UTF8.self) }
  }

  init(file: File, section: String, line: Int) {
    self.file = file
    self.section = section
    self.line = line
  }

  mutating func append(_ key: String, _ value: Range<Int>) { fields.append((key, value)) }

  /// The place of the vector, for failure messages: the file and the line on which its record begins.
  package var place: String { "\(file.path), line \(line)" }

  /// Whether the record has a field or flag of this name.
  package func has(_ key: String) -> Bool { fields.contains { $0.key == key } }

  /// The value as written.
  package func text(_ key: String) throws -> String { file.text(try range(key)) }

  /// The value as a decimal number.
  package func integer(_ key: String) throws -> Int {
    guard let number = Int(try text(key)) else { throw VectorError.field(file.path, line: line, key: key) }
    return number
  }

  /// The value's hexadecimal digits as bytes.
  package func bytes(_ key: String) throws -> [UInt8] {
    guard let bytes = HexDigits.decode(file.contents[try range(key)]) else {
      throw VectorError.field(file.path, line: line, key: key)
    }
    return bytes
  }

  /// The value's characters as bytes; `\0` stands for a zero byte.
  package func characters(_ key: String) throws -> [UInt8] {
    var characters: [UInt8] = []
    var digits = file.contents[try range(key)]
    while let character = digits.popFirst() {
      if character == UInt8(ascii: "\\") {
        guard digits.popFirst() == UInt8(ascii: "0") else { throw VectorError.field(file.path, line: line, key: key) }
        characters.append(0)
      } else {
        characters.append(character)
      }
    }
    return characters
  }

  private func range(_ key: String) throws -> Range<Int> {
    guard let field = fields.first(where: { $0.key == key }) else {
      throw VectorError.field(file.path, line: line, key: key)
    }
    return field.value
  }
}
