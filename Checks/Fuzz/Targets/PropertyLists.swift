import Foundation
import Vault

@testable import VaultInterop

/// Any bytes read as a property list are refused, or their values can be written and read again. A list that this
/// target writes, binary and in XML, is read. With one byte changed, it is refused or read within its bounds.
enum PropertyLists: Target {
  private static let names = ["EncryptionSalt", "EncryptionIV", "EncryptionData"]

  static func run(_ bytes: [UInt8]) {
    if let values = read(bytes) {
      expect(PropertyList.recognizes(bytes), "a list that is not recognised")
      expect(values.reduce(0) { $0 + $1.count } <= names.count * bytes.count, "more data than the list has")
      expect(read(binary(values, 2, 2)) == values && read(xml(values, "")) == values, "read, written and read again")
    }
    _ = attempt(InteropError.self) {
      try KeychainDictionary.open(bytes, password: [], maximumRounds: 0)
    }

    var input = FuzzInput(bytes)
    let isBinary = input.flag()
    let (sizes, place, value) = ((1 + input.number(below: 8), 1 + input.number(below: 8)), input.byte(), input.byte())
    let space = input.choice(["", "\n\t", "<!-- > -->", "<?a <b?>"])
    let values = (0..<3).map { _ in input.bytes(input.number(below: 40)) }
    var list = isBinary ? binary(values, max(sizes.0, 2), sizes.1) : xml(values, space)
    expect(read(list) == values, "a list that was written here: \(values)")
    list[Int(place) % list.count] ^= value
    _ = read(list)
    _ = read(list.dropLast(1 + Int(value)))
  }

  private static func read(_ bytes: [UInt8]) -> [[UInt8]]? {
    attempt(InteropError.self) { try PropertyList.data(names, in: bytes) }
  }

  /// A binary list with an unused array, a dictionary with the keys, the keys and the values.
  private static func binary(_ values: [[UInt8]], _ offsetByteCount: Int, _ referenceByteCount: Int) -> [UInt8] {
    func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
      (0..<byteCount).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }
    func counted(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
      content.count < 15
        ? [kind << 4 | UInt8(content.count)] + content : [kind << 4 | 15, 0x11] + number(content.count, 2) + content
    }
    let references = (2..<8).flatMap { number($0, referenceByteCount) }
    var objects = [[0xa1] + number(0, referenceByteCount), [0xd3] + references]
    objects += names.map { counted(0x5, Array($0.utf8)) } + values.map { counted(0x4, $0) }
    var (list, table): ([UInt8], [UInt8]) = (Array("bplist00".utf8), [])
    for object in objects {
      table += number(list.count, offsetByteCount)
      list += object
    }
    let start = list.count
    list += table + [0, 0, 0, 0, 0, 0, UInt8(offsetByteCount), UInt8(referenceByteCount)]
    return list + number(objects.count, 8) + number(1, 8) + number(start, 8)
  }

  private static func xml(_ values: [[UInt8]], _ space: String) -> [UInt8] {
    var text = "<?xml version=\"1.0\"?>\(space)<plist>\(space)<dict>\(space)<key>other</key><array><x/></array>"
    for (name, value) in zip(names, values) {
      text += "<key>\(name)</key>\(space)<data>\n\(Data(value).base64EncodedString())\n</data>\(space)"
    }
    return Array("\(text)</dict></plist>\n".utf8)
  }
}
