/// Why a text is not the JSON that was expected, and where the error is.
package struct JSONError: Error {
  /// One line without a full stop.
  package let message: String
}

/// A JSON parser that checks the whole text and copies nothing.
///
/// Spec: RFC 8259. Numbers stay as they are written: 1.0 is 1.0, and thirty digits are thirty digits.
package struct JSONReader {
  /// The maximum depth of nested lists and objects.
  private static let maximumDepth = 64

  private let text: ArraySlice<UInt8>
  private var position: Int

  /// A parser at the beginning of `text`.
  package init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  /// Reads an object that is the whole text.
  package mutating func object() throws(JSONError) -> [(name: String, value: JSONValue)] {
    skipSpace()
    guard peek() == UInt8(ascii: "{") else {
      let found = try value(depth: 0)
      try end()
      throw JSONError(message: "the JSON is \(found.kind.description); it must be an object")
    }
    var members: [(name: String, value: JSONValue)] = []
    try forEachMember { name, value in members.append((name.string ?? "", value)) }
    return members
  }

  /// Calls `body` with each member of an object that is the whole text, before the rest is checked.
  package mutating func forEachMember(_ body: (_ name: JSONValue, _ value: JSONValue) -> Void) throws(JSONError) {
    skipSpace()
    try object(depth: 0, member: body)
    try end()
  }

  /// Calls `body` with each element of a list that is the whole text, before the rest is checked.
  package mutating func forEachElement(_ body: (JSONValue) -> Void) throws(JSONError) {
    skipSpace()
    try array(depth: 0, element: body)
    try end()
  }

  /// Whether the next value is a list.
  package var isAtArray: Bool {
    text[position...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
  }

  /// Reads a list that is the whole text.
  package mutating func array() throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try forEachElement { elements.append($0) }
    return elements
  }

  private mutating func end() throws(JSONError) {
    skipSpace()
    if position < text.endIndex { throw failure("the end of the text") }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < Self.maximumDepth else { throw JSONError(message: "the JSON nests deeper than \(depth) levels") }
    let start = position
    var isPlain = true
    let kind: JSONValue.Kind
    switch peek() {
    case UInt8(ascii: "{"):
      kind = .object
      try object(depth: depth) { _, _ in }
    case UInt8(ascii: "["):
      kind = .array
      try array(depth: depth) { _ in }
    case UInt8(ascii: "\""):
      kind = .string
      isPlain = try string()
    case UInt8(ascii: "t"):
      kind = .boolean
      try word("true")
    case UInt8(ascii: "f"):
      kind = .boolean
      try word("false")
    case UInt8(ascii: "n"):
      kind = .null
      try word("null")
    default:
      kind = .number
      try number()
    }
    return JSONValue(kind: kind, text: text[start..<position], isPlain: isPlain)
  }

  private mutating func object(depth: Int, member: (_ name: JSONValue, _ value: JSONValue) -> Void) throws(JSONError) {
    try expect("{")
    skipSpace()
    if skip("}") { return }
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw failure("a name in quotes") }
      let name = try value(depth: depth + 1)
      skipSpace()
      try expect(":")
      skipSpace()
      member(name, try value(depth: depth + 1))
      skipSpace()
      if skip("}") { return }
      guard skip(",") else { throw failure("',' or '}'") }
    }
  }

  private mutating func array(depth: Int, element: (JSONValue) -> Void) throws(JSONError) {
    try expect("[")
    skipSpace()
    if skip("]") { return }
    while true {
      skipSpace()
      element(try value(depth: depth + 1))
      skipSpace()
      if skip("]") { return }
      guard skip(",") else { throw failure("',' or ']'") }
    }
  }

  /// Reads a string, and returns whether it has no escapes.
  private mutating func string() throws(JSONError) -> Bool {
    let start = position
    var isPlain = true
    var isASCII = true
    position += 1
    while position < text.endIndex {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        if !isASCII, !isUTF8(text[start..<position]) { throw JSONError(message: "not JSON: a string is not UTF-8") }
        return isPlain
      } else if byte == UInt8(ascii: "\\") {
        isPlain = false
        try escape()
      } else if byte < 0x20 {
        position -= 1
        throw failure("no control character")
      } else if byte >= 0x80 {
        isASCII = false
      }
    }
    throw failure("the end of a string")
  }

  private mutating func escape() throws(JSONError) {
    guard let letter = peek() else { throw failure("an escape") }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      position += 1
      for _ in 0..<4 {
        guard let digit = peek(), 0x30...0x39 ~= digit || 0x61...0x66 ~= digit | 0x20 else {
          throw failure("four hexadecimal digits")
        }
        position += 1
      }
    default: throw failure("an escape of JSON")
    }
  }

  private mutating func number() throws(JSONError) {
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    if position == start { throw failure("a value or a digit") }
  }

  private mutating func word(_ word: String) throws(JSONError) {
    guard text[position...].begins(with: word) else { throw failure(word) }
    position += word.utf8.count
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ mark: Unicode.Scalar) throws(JSONError) {
    guard skip(mark) else { throw failure("'\(mark)'") }
  }

  private func peek() -> UInt8? { position < text.endIndex ? text[position] : nil }

  private func failure(_ expected: String) -> JSONError {
    JSONError(message: "not JSON: expected \(expected) at byte \(position - text.startIndex)")
  }
}

/// Whether bytes are well-formed UTF-8.
private func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
  var iterator = bytes.makeIterator()
  var decoder = UTF8()
  while true {
    switch decoder.decode(&iterator) {
    case .scalarValue: continue
    case .emptyInput: return true
    case .error: return false
    }
  }
}
