import Vault

/// Reads the distinguished encoding rules of ASN.1: definite lengths, each in its shortest form.
/// Spec: ITU-T X.690, section 10.
struct DERReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The types that are read here, by their identifier octet.
  enum Tag: UInt8 {
    case integer = 0x02
    case octetString = 0x04
    case null = 0x05
    case objectIdentifier = 0x06
    case sequence = 0x30
  }

  /// Whether the next value is of that type.
  func isNext(_ tag: Tag) -> Bool { bytes.first == tag.rawValue }

  /// The content of the next value.
  mutating func read(_ tag: Tag, _ field: StaticString) throws(InteropError) -> ArraySlice<UInt8> {
    guard let first = bytes.popFirst() else { throw .malformed("\(field): it is missing") }
    guard first == tag.rawValue else {
      throw .malformed("\(field): a value with the tag \(first); its tag is \(tag.rawValue)")
    }
    let count = try length(field)
    guard count <= UInt64(bytes.count) else {
      throw .malformed("\(field): \(count.units("byte")); there is room for \(bytes.count)")
    }
    defer { bytes = bytes.dropFirst(Int(count)) }
    return bytes.prefix(Int(count))
  }

  /// The next length. Spec: ITU-T X.690, sections 8.1.3 and 10.1.
  private mutating func length(_ field: StaticString) throws(InteropError) -> UInt64 {
    guard let first = bytes.popFirst() else { throw .malformed("\(field): it ends before its length") }
    if first < 0x80 { return UInt64(first) }
    let count = Int(first & 0x7f)
    guard 1...8 ~= count else { throw .malformed("\(field): an indefinite length, or one of more than 8 bytes") }
    guard bytes.count >= count else { throw .malformed("\(field): it ends within its length") }
    let value = bytes.prefix(count).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard value >= 0x80, bytes.first != 0 else {
      throw .malformed("\(field): a length that is not in its shortest form")
    }
    bytes = bytes.dropFirst(count)
    return value
  }

  /// A reader of the content of the next value, a sequence.
  mutating func sequence(_ field: StaticString) throws(InteropError) -> DERReader {
    DERReader(try read(.sequence, field))
  }

  /// The next value, an integer from 0 to 2^31 - 1. Spec: ITU-T X.690, section 8.3.
  mutating func integer(_ field: StaticString) throws(InteropError) -> Int {
    let content = try read(.integer, field)
    guard let first = content.first else { throw .malformed("\(field): an integer of no byte") }
    guard first < 0x80 else { throw .malformed("\(field): a negative integer") }
    if first == 0, let second = content.dropFirst().first, second < 0x80 {
      throw .malformed("\(field): an integer that is not in its shortest form")
    }
    guard content.count <= 4 else { throw .malformed("\(field): an integer of more than 31 bits") }
    return content.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The next value, an object identifier. Spec: ITU-T X.690, section 8.19.
  mutating func objectIdentifier(_ field: StaticString) throws(InteropError) -> ObjectIdentifier {
    let content = try read(.objectIdentifier, field)
    guard let last = content.last, last < 0x80 else {
      throw .malformed("\(field): an object identifier without an end")
    }
    guard content.count <= 64 else { throw .malformed("\(field): an object identifier of \(content.count) bytes") }
    var startsArc = true
    for byte in content {
      if startsArc && byte == 0x80 {
        throw .malformed("\(field): an object identifier that is not in its shortest form")
      }
      startsArc = byte < 0x80
    }
    return ObjectIdentifier(bytes: Array(content))
  }

  /// Refuses values after the last one.
  func end(_ field: StaticString) throws(InteropError) {
    guard bytes.isEmpty else { throw .malformed("\(field): \(bytes.count.units("byte")) after its end") }
  }
}

/// An object identifier: the content of its encoding.
struct ObjectIdentifier: Equatable, CustomStringConvertible {
  let bytes: [UInt8]

  /// The numbers with dots between them, and a question mark for a number of 2^64 or more.
  /// Spec: ITU-T X.690, section 8.19.
  var description: String {
    var (numbers, number, isTooLarge): ([String], UInt64, Bool) = ([], 0, false)
    for byte in bytes {
      isTooLarge = isTooLarge || number >> 57 > 0
      number = number << 7 | UInt64(byte & 0x7f)
      guard byte < 0x80 else { continue }
      if isTooLarge {
        numbers.append("?")
      } else if numbers.isEmpty {
        let root = min(number / 40, 2)
        numbers += ["\(root)", "\(number - 40 * root)"]
      } else {
        numbers.append("\(number)")
      }
      (number, isTooLarge) = (0, false)
    }
    return numbers.joined(separator: ".")
  }
}

/// Writes the distinguished encoding rules of ASN.1. Spec: ITU-T X.690, section 10.
enum DERWriter {
  /// The tag and the length of a value, in front of its content.
  static func head(_ tag: DERReader.Tag, byteCount: Int) -> [UInt8] {
    if byteCount < 0x80 { return [tag.rawValue, UInt8(byteCount)] }
    let count = byteCount.bigEndianBytes.drop { $0 == 0 }
    return [tag.rawValue, 0x80 | UInt8(count.count)] + count
  }

  static func value(_ tag: DERReader.Tag, _ content: [UInt8]) -> [UInt8] {
    head(tag, byteCount: content.count) + content
  }

  static func sequence(_ values: [UInt8]...) -> [UInt8] { value(.sequence, values.flatMap { $0 }) }

  /// An integer from 0 on.
  static func integer(_ number: Int) -> [UInt8] {
    let content = number.bigEndianBytes.drop { $0 == 0 }
    return value(.integer, (content.first ?? 0x80) < 0x80 ? Array(content) : [0] + content)
  }

  static func objectIdentifier(_ identifier: ObjectIdentifier) -> [UInt8] { value(.objectIdentifier, identifier.bytes) }
}
