/// A reader of the form in XML, in ASCII or UTF-8. Entities are not replaced, and a document type with declarations of
/// its own is refused. Skipped elements are checked only for their nesting.
///
/// Source: Apple, PropertyList-1.0.dtd.
struct XMLPropertyList {
  private let bytes: [UInt8]
  private var position = 0

  /// An element's beginning or end.
  private struct Tag {
    let name: Range<Int>
    let isEnd: Bool
    /// Whether the element ends here too, as `<true/>`.
    let isEmpty: Bool
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the values of the root's keys that have one of the names.
  mutating func read(_ names: [String], into found: inout [[UInt8]?]) throws(InteropError) {
    guard try readPrologue() else { throw .notThisFormat }
    if starts("<!DOCTYPE") { try skipDocumentType() }
    try skipSpace()
    guard try isStart(tag(), "plist") else { throw .malformed("no element plist") }
    try skipSpace()
    let root = try tag()
    guard isName(root, "dict") && !root.isEnd else { throw .malformed("the root is no dictionary") }
    if !root.isEmpty { try readDictionary(names, into: &found) }
    // Only the end of the element `plist` may follow the root.
    try skipSpace()
    let end = try tag()
    guard isName(end, "plist") && end.isEnd else { throw .malformed("more than one value in plist") }
    try skipSpace()
    guard position == bytes.count else { throw .malformed("text after the end of plist") }
  }

  /// Skips everything that may precede the document type and the element `plist`. Returns whether one of them follows.
  mutating func readPrologue() throws(InteropError) -> Bool {
    _ = skip("\u{feff}")
    try skipSpace()
    return starts("<!DOCTYPE plist") || starts("<plist")
  }

  /// The pairs behind `<dict>`, and `</dict>`.
  private mutating func readDictionary(_ names: [String], into found: inout [[UInt8]?]) throws(InteropError) {
    while true {
      try skipSpace()
      let key = try tag()
      if isName(key, "dict") && key.isEnd { return }
      guard try isStart(key, "key") else { throw .malformed("a value without a key") }
      let name = try text(upTo: "key")
      try skipSpace()
      let value = try tag()
      guard !value.isEnd else { throw .malformed("a key without a value") }
      guard let place = names.firstIndex(where: { bytes[name].elementsEqual($0.utf8) }) else {
        try skipElement(value)
        continue
      }
      guard found[place] == nil else { throw .malformed("\(names[place]) occurs twice") }
      guard isName(value, "data") else { throw .malformed("\(names[place]) is not data") }
      let digits = value.isEmpty ? position..<position : try text(upTo: "data")
      found[place] = try Self.base64(bytes[digits], names[place])
    }
  }

  /// The text of an element without other elements. Skips the end tag, too.
  private mutating func text(upTo name: String) throws(InteropError) -> Range<Int> {
    let start = position
    while position < bytes.count && bytes[position] != UInt8(ascii: "<") { position += 1 }
    let text = start..<position
    let end = try tag()
    guard isName(end, name) && end.isEnd else { throw .malformed("an element in \(name)") }
    return text
  }

  /// Skips the rest of an element and everything in it. The open elements are in an array and not on the stack, so that
  /// only memory limits the depth.
  private mutating func skipElement(_ first: Tag) throws(InteropError) {
    var open = first.isEmpty ? [] : [first.name]
    while let innermost = open.last {
      while position < bytes.count && bytes[position] != UInt8(ascii: "<") { position += 1 }
      if try skipRemark() { continue }
      if skip("<![CDATA[") {
        try skip(past: "]]>")
        continue
      }
      let next = try tag()
      if next.isEnd {
        guard bytes[next.name] == bytes[innermost] else { throw .malformed("elements are not nested") }
        open.removeLast()
      } else if !next.isEmpty {
        open.append(next.name)
      }
    }
  }

  // MARK: Tokens

  private func starts(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func skip(_ text: String) -> Bool {
    let found = starts(text)
    if found { position += text.utf8.count }
    return found
  }

  /// Skips all bytes to the end of the next occurrence of a text.
  private mutating func skip(past text: String) throws(InteropError) {
    while position < bytes.count {
      if skip(text) { return }
      position += 1
    }
    throw .malformed("the end is missing")
  }

  /// Skips white space, comments and processing instructions.
  private mutating func skipSpace() throws(InteropError) {
    while position < bytes.count {
      if Base64Decoder.isSpace(bytes[position]) {
        position += 1
      } else if try !skipRemark() {
        return
      }
    }
  }

  /// Skips a comment or a processing instruction, and returns whether there was one.
  private mutating func skipRemark() throws(InteropError) -> Bool {
    if skip("<!--") {
      try skip(past: "-->")
    } else if skip("<?") {
      try skip(past: "?>")
    } else {
      return false
    }
    return true
  }

  private mutating func skipDocumentType() throws(InteropError) {
    while position < bytes.count && bytes[position] != UInt8(ascii: ">") {
      guard bytes[position] != UInt8(ascii: "[") else { throw .unsupported("declarations in the document type") }
      position += 1
    }
    guard skip(">") else { throw .malformed("the end is missing") }
  }

  /// Reads a tag without its attributes.
  private mutating func tag() throws(InteropError) -> Tag {
    guard skip("<") else { throw .malformed(position < bytes.count ? "text between elements" : "the end is missing") }
    let isEnd = skip("/")
    let start = position
    while position < bytes.count && Self.isNameByte(bytes[position]) { position += 1 }
    let name = start..<position
    guard !name.isEmpty else { throw .malformed("an element without a name") }
    while position < bytes.count && bytes[position] != UInt8(ascii: ">") {
      guard bytes[position] != UInt8(ascii: "<") else { throw .malformed("a tag in a tag") }
      position += 1
    }
    let isEmpty = bytes[position - 1] == UInt8(ascii: "/") && position > name.upperBound
    guard skip(">") else { throw .malformed("the end is missing") }
    return Tag(name: name, isEnd: isEnd, isEmpty: isEmpty)
  }

  private func isName(_ tag: Tag, _ name: String) -> Bool { bytes[tag.name].elementsEqual(name.utf8) }

  /// Whether a tag begins an element with the given name.
  private func isStart(_ tag: Tag, _ name: String) throws(InteropError) -> Bool {
    guard !tag.isEmpty else { throw .malformed("an empty \(name)") }
    return isName(tag, name) && !tag.isEnd
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// The bytes of base 64, with white space anywhere.
  private static func base64(_ text: ArraySlice<UInt8>, _ name: String) throws(InteropError) -> [UInt8] {
    do throws(InteropError) {
      var decoder = Base64Decoder()
      let data = try decoder.update(text)
      try decoder.finalize()
      return data
    } catch {
      throw .malformed("\(name) is not base 64")
    }
  }
}
