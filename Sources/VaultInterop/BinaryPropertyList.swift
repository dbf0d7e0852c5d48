import Vault

/// A reader of the binary form, `bplist00`.
///
/// | bytes | content |
/// |---|---|
/// | 8 | `bplist00` |
/// | | the objects: a marker with the kind in its high half and the count in its low half, then the content |
/// | | the offset table: where each object begins |
/// | 6 | not used |
/// | 1, 1 | the size of an offset, and of a reference to an object |
/// | 8, 8, 8 | big-endian: the number of objects, the number of the root, and the offset of the table |
///
/// A dictionary refers to its keys and then to its values by their numbers. Only the root, its keys and the requested
/// values are visited. Keys and values contain no other objects, so neither the depth of a list nor a cycle matters.
///
/// Source: Apple, CFBinaryPList.c.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetByteCount: Int
  private let referenceByteCount: Int
  private let objectCount: Int
  private let root: Int
  /// Where the offset table begins, and the objects end.
  private let table: Int

  init(_ bytes: [UInt8]) throws(InteropError) {
    self.bytes = bytes
    guard bytes.count >= 40 else {
      throw .malformed("\(bytes.count.units("byte")); a binary property list has at least 40")
    }
    let trailer = bytes.count - 32
    offsetByteCount = Int(bytes[trailer + 6])
    referenceByteCount = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetByteCount && 1...8 ~= referenceByteCount else {
      throw .malformed(
        "offsets of \(offsetByteCount.units("byte")) and references of \(referenceByteCount); they have 1 to 8")
    }
    guard let table = Self.number(bytes[(trailer + 24)...]), 8...trailer ~= table,
      let objectCount = Self.number(bytes[(trailer + 8)..<(trailer + 16)]),
      objectCount == (trailer - table) / offsetByteCount, (trailer - table) % offsetByteCount == 0
    else { throw .malformed("the offset table does not extend to the trailer") }
    guard let root = Self.number(bytes[(trailer + 16)..<(trailer + 24)]), root < objectCount else {
      throw .malformed("the root is not among the objects")
    }
    (self.table, self.objectCount, self.root) = (table, objectCount, root)
  }

  /// Reads the values of the root's keys that have one of the names.
  func read(_ names: [String], into found: inout [[UInt8]?]) throws(InteropError) {
    let (kind, references) = try object(root)
    guard kind == 0xd else { throw .malformed("the root is no dictionary") }
    let count = references.count / referenceByteCount / 2
    for pair in 0..<count {
      let key = try object(reference(pair, in: references))
      guard key.kind == 0x5, let place = names.firstIndex(where: { bytes[key.content].elementsEqual($0.utf8) })
      else { continue }
      guard found[place] == nil else { throw .malformed("\(names[place]) occurs twice") }
      let value = try object(reference(count + pair, in: references))
      guard value.kind == 0x4 else { throw .malformed("\(names[place]) is not data") }
      found[place] = Array(bytes[value.content])
    }
  }

  /// The kind of an object, and where its content is. Content whose size is not needed here is empty.
  private func object(_ number: Int) throws(InteropError) -> (kind: UInt8, content: Range<Int>) {
    guard number < objectCount else { throw .malformed("a reference to object \(number) of \(objectCount)") }
    let entry = table + number * offsetByteCount
    guard let offset = Self.number(bytes[entry..<(entry + offsetByteCount)]), 8..<table ~= offset else {
      throw .malformed("object \(number) is outside of the objects")
    }
    let kind = bytes[offset] >> 4
    let byteCount: Int
    switch kind {
    case 0x4, 0x5: byteCount = 1
    case 0xd: byteCount = 2 * referenceByteCount
    default: return (kind, offset..<offset)
    }
    let (count, start) = try count(at: offset)
    guard count <= (table - start) / byteCount else { throw .malformed("object \(number) extends beyond the objects") }
    return (kind, start..<(start + count * byteCount))
  }

  /// The count of an object, and where its content begins. If the low half of the marker is 15, the count is an integer
  /// after the marker.
  private func count(at offset: Int) throws(InteropError) -> (count: Int, start: Int) {
    let low = Int(bytes[offset] & 15)
    guard low == 15 else { return (low, offset + 1) }
    guard offset + 1 < table, 0x10...0x13 ~= bytes[offset + 1] else { throw .malformed("a count is no integer") }
    let start = offset + 2 + 1 << (bytes[offset + 1] & 15)
    guard start <= table, let count = Self.number(bytes[(offset + 2)..<start]) else {
      throw .malformed("a count extends beyond the objects")
    }
    return (count, start)
  }

  private func reference(_ index: Int, in references: Range<Int>) throws(InteropError) -> Int {
    let start = references.lowerBound + index * referenceByteCount
    guard let number = Self.number(bytes[start..<(start + referenceByteCount)]) else {
      throw .malformed("a reference to no object")
    }
    return number
  }

  /// The big-endian number in at most 8 bytes; nil if it is larger than any array.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(exactly: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }
}
