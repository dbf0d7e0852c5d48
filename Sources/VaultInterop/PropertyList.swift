/// A reader of property lists whose root is a dictionary. It reads values of data, and skips all others.
enum PropertyList {
  /// The values of data under the given names, in their order.
  ///
  /// - Throws: ``InteropError`` for any other text, a missing name, a name that occurs twice, and another kind of
  ///   value.
  static func data(_ names: [String], in bytes: [UInt8]) throws(InteropError) -> [[UInt8]] {
    var found = [[UInt8]?](repeating: nil, count: names.count)
    if isBinary(bytes) {
      try BinaryPropertyList(bytes).read(names, into: &found)
    } else {
      var reader = XMLPropertyList(bytes)
      try reader.read(names, into: &found)
    }
    var values: [[UInt8]] = []
    for (name, value) in zip(names, found) {
      guard let value else { throw .malformed("no \(name)") }
      values.append(value)
    }
    return values
  }

  /// Whether bytes begin as a property list does.
  static func recognizes(_ beginning: [UInt8]) -> Bool {
    var reader = XMLPropertyList(beginning)
    return isBinary(beginning) || (try? reader.readPrologue()) == true
  }

  private static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist00".utf8) }
}
