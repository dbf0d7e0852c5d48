import Testing

@testable import VaultInterop

@Suite struct PropertyListTests {
  // MARK: Binary

  /// A binary property list, from its objects and the fields of its trailer.
  struct Binary {
    var objects: [[UInt8]]
    var offsets: [Int]?
    var offsetByteCount = 1
    var referenceByteCount = 1
    var objectCount: UInt64?
    var root: UInt64 = 0
    var table: UInt64?

    init(_ objects: [[UInt8]]) { self.objects = objects }

    var bytes: [UInt8] {
      var (bytes, places): ([UInt8], [Int]) = (Array("bplist00".utf8), [])
      for object in objects {
        places.append(bytes.count)
        bytes += object
      }
      let start = bytes.count
      for offset in offsets ?? places { bytes += big(UInt64(offset), offsetByteCount) }
      bytes += [UInt8](repeating: 0, count: 6) + [UInt8(offsetByteCount), UInt8(referenceByteCount)]
      return bytes + big(objectCount ?? UInt64(objects.count), 8) + big(root, 8) + big(table ?? UInt64(start), 8)
    }
  }

  private static func big(_ number: UInt64, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (byteCount - 1 - $0))) }
  }

  private static func string(_ text: String) -> [UInt8] {
    (text.utf8.count < 15 ? [0x50 | UInt8(text.utf8.count)] : [0x5f, 0x10, UInt8(text.utf8.count)]) + Array(text.utf8)
  }

  /// `{ a: <01 02>, b: <03>, c: true }`
  private static let objects: [[UInt8]] = [
    [0xd3, 1, 2, 3, 4, 5, 6], string("a"), string("b"), string("c"), [0x42, 1, 2], [0x41, 3], [0x09],
  ]

  private static func read(_ list: Binary, _ names: [String] = ["b", "a"]) throws -> [[UInt8]] {
    try PropertyList.data(names, in: list.bytes)
  }

  @Test func binary() throws {
    var list = Binary(Self.objects)
    #expect(try Self.read(list) == [[3], [1, 2]])
    #expect(try Self.read(list, []) == [])
    for offsetByteCount in 1...8 {
      list.offsetByteCount = offsetByteCount
      #expect(try Self.read(list) == [[3], [1, 2]])
    }
    // References of each size, and counts of each.
    for referenceByteCount in 1...8 {
      list.referenceByteCount = referenceByteCount
      list.objects[0] = [0xd3] + (1...6).flatMap { Self.big($0, referenceByteCount) }
      #expect(try Self.read(list) == [[3], [1, 2]])
    }
    for (marker, size) in [(0x10 as UInt8, 1), (0x11, 2), (0x12, 4), (0x13, 8)] {
      var list = Binary(Self.objects)
      list.objects[4] = [0x4f, marker] + Self.big(2, size) + [8, 9]
      #expect(try Self.read(list) == [[3], [8, 9]])
    }
    // The root may be any object, and one object may be the value of two keys.
    list = Binary([[0xa0]] + [[0xd2, 2, 3, 4, 4]] + Self.objects[1...2] + [[0x41, 7]])
    list.root = 1
    #expect(try Self.read(list) == [[7], [7]])
  }

  /// A dictionary that contains itself, under its own keys: what is not asked for is not entered.
  @Test func cycles() throws {
    var list = Binary(Self.objects)
    list.objects[0] = [0xd3, 1, 2, 0, 4, 5, 0]
    #expect(try Self.read(list) == [[3], [1, 2]])
    #expect(throws: InteropError.malformed("no c")) { try Self.read(list, ["c"]) }
    list.objects[0] = [0xd3, 1, 2, 3, 4, 5, 0]
    #expect(throws: InteropError.malformed("c is not data")) { try Self.read(list, ["c"]) }
    list.objects[6] = [0xa1, 6]
    list.objects[0] = [0xd3, 1, 2, 3, 4, 5, 6]
    #expect(try Self.read(list) == [[3], [1, 2]])
  }

  @Test func hostileBinary() throws {
    func expect(_ message: String, _ change: (inout Binary) -> Void) {
      var list = Binary(Self.objects)
      change(&list)
      #expect(throws: InteropError.malformed(message), "\(message)") { try Self.read(list, ["b", "a"]) }
    }
    let table = "the offset table does not extend to the trailer"
    for size in [0, 9, 255] {
      expect("offsets of \(size) bytes and references of 1; they have 1 to 8") { list in
        list.offsets = []
        list.offsetByteCount = size
      }
      expect("offsets of 1 byte and references of \(size); they have 1 to 8") { $0.referenceByteCount = size }
    }
    for count in [0, 6, 8, 1 << 32, UInt64.max / 2, UInt64.max] { expect(table) { $0.objectCount = count } }
    for start in [0, 7, 9, 1 << 32, UInt64.max / 2, UInt64.max] { expect(table) { $0.table = start } }
    for start in 0...7 {  // within the name of the format, with as many offsets as there is room for
      expect(table) { list in
        list.objectCount = UInt64(list.bytes.count - 32 - start)
        list.table = UInt64(start)
      }
    }
    for root in [7, 1 << 40, UInt64.max] { expect("the root is not among the objects") { $0.root = root } }
    for root in [1, 4, 6] as [UInt64] { expect("the root is no dictionary") { $0.root = root } }
    for offset in [0, 7, 33, 255] {
      expect("object 0 is outside of the objects") { $0.offsets = [offset, 15, 17, 19, 21, 24, 26] }
      expect("object 2 is outside of the objects") { $0.offsets = [8, 15, offset, 19, 21, 24, 26] }
    }
    expect("a reference to object 7 of 7") { $0.objects[0] = [0xd3, 1, 2, 7, 4, 5, 6] }
    expect("a reference to object 255 of 7") { $0.objects[0] = [0xd3, 1, 2, 3, 4, 255, 6] }
    expect("object 0 extends beyond the objects") { $0.objects[0] = [0xde, 1, 2, 3, 4, 5, 6] }
    expect("object 5 extends beyond the objects") { $0.objects[5] = [0x44, 3] }
    expect("object 2 extends beyond the objects") { $0.objects[2] = [0x5f, 0x13] + Self.big(UInt64(Int.max), 8) }
    expect("object 0 extends beyond the objects") { $0.objects[0] = [0xdf, 0x13] + Self.big(1 << 62, 8) }
    expect("a count extends beyond the objects") { $0.objects[4] = [0x4f, 0x13] + Self.big(UInt64.max, 8) }
    expect("a count extends beyond the objects") { $0.objects[4] = [0x4f, 0x13] + Self.big(1 << 63, 8) }
    expect("a count extends beyond the objects") { list in
      list.objects[6] = [0x4f, 0x10]
      list.objects[0] = [0xd3, 1, 2, 3, 6, 5, 4]
    }
    expect("a count is no integer") { $0.objects[4] = [0x4f, 0x14] + Self.big(2, 16) + [1, 2] }
    expect("a count is no integer") { $0.objects[4] = [0x4f, 0x52, 1, 2] }
    expect("a count is no integer") { list in
      list.objects[6] = [0x4f]
      list.objects[0] = [0xd3, 1, 2, 3, 6, 5, 4]
    }
    expect("a occurs twice") { $0.objects[3] = Self.string("a") }
    expect("no b") { $0.objects[2] = Self.string("B") }
    expect("no b") { $0.objects[2] = [0x61, 0, 0x62] }
    expect("a is not data") { $0.objects[4] = Self.string("ab") }
    expect("a reference to no object") { list in
      list.referenceByteCount = 8
      list.objects[0] = [0xd2] + [UInt64.max, 2, 4, 5].flatMap { Self.big($0, 8) }
    }
  }

  @Test func binaryAtEachLength() throws {
    let bytes = Binary(Self.objects).bytes
    for count in 0..<bytes.count {
      #expect(throws: InteropError.self, "\(count)") { try PropertyList.data(["a"], in: Array(bytes[..<count])) }
    }
    #expect(throws: InteropError.malformed("39 bytes; a binary property list has at least 40")) {
      try PropertyList.data([], in: Array(bytes[..<39]))
    }
  }

  /// With a byte replaced by any other, a list is refused or read within its bounds.
  @Test func eachByteChanged() throws {
    let bytes = Binary(Self.objects).bytes
    var refused = 0
    for place in bytes.indices {
      for value in UInt8.min...UInt8.max where value != bytes[place] {
        var changed = bytes
        changed[place] = value
        do {
          let values = try PropertyList.data(["b", "a"], in: changed)
          #expect(values.count == 2 && values.allSatisfy { $0.count < bytes.count })
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 255 * 24, "the name, the root, two keys, two markers, and most of the trailer")
  }

  // MARK: XML

  private static let head = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist SYSTEM \"file://localhost/x.dtd\">\n"
  private static let xml =
    head
    + "<plist version=\"1.0\"><dict><key>a</key><data>AQI=</data><key>b</key>\n\t<data>\n\tAw==\n\t</data>\n</dict></plist>\n"

  private static func read(_ text: String, _ names: [String] = ["b", "a"]) throws -> [[UInt8]] {
    try PropertyList.data(names, in: Array(text.utf8))
  }

  @Test func xmlForms() throws {
    let values: [[UInt8]] = [[3], [1, 2]]
    let forms = [
      Self.xml, "\u{feff}" + Self.xml, "<!-- a > b -- --><?p?>\n" + Self.xml + "<!-- end -->\n",
      Self.xml.replacing("<?xml version=\"1.0\"?>\n", with: ""), Self.xml.replacing(Self.head, with: ""),
      Self.xml.replacing("AQI=", with: " A\tQ\r\nI = "), Self.xml.replacing("<key>a", with: "<!-- x --><key\n>a"),
      Self.xml.replacing("<key>b", with: "<key>c</key><true/><key>b"),
      Self.xml.replacing("<key>b", with: "<key/><true/><key>b").replacing("<key/>", with: "<key></key>"),
      Self.xml.replacing(
        "<key>b",
        with: "<key>c</key><dict><key>a</key><array><data>####</data><x/><!-- </dict> --></array></dict><key>b"),
      Self.xml.replacing("<key>b", with: "<key>c</key><string><![CDATA[</string>]]>&lt;</string><key>b"),
      Self.xml.replacing("<key>b", with: "<key>c</key><string><?x </string>?></string><key>b"),
    ]
    for form in forms { #expect(try Self.read(form) == values, "\(form)") }
    #expect(try Self.read(Self.xml.replacing("<data>AQI=</data>", with: "<data/>"), ["a"]) == [[]])
    #expect(try Self.read("<plist><dict/></plist>", []) == [])
    for count in 0...70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 0xff &- $0 &* 37) }
      #expect(try Self.read(Self.xml.replacing("AQI=", with: PropertyListText.base64(bytes)), ["a"]) == [bytes])
    }
  }

  @Test func hostileXML() throws {
    let wrong: [(String, InteropError)] = [
      ("", .notThisFormat), ("<html>", .notThisFormat), ("x" + Self.xml, .notThisFormat),
      ("<!-- <plist>", .malformed("the end is missing")), ("<plist", .malformed("the end is missing")),
      ("<plist>", .malformed("the end is missing")), ("<plist/>", .malformed("an empty plist")),
      ("<plistx><dict/></plistx>", .malformed("no element plist")),
      ("<!DOCTYPE plist", .malformed("the end is missing")),
      ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist>", .unsupported("declarations in the document type")),
      ("<!DOCTYPE plist><html>", .malformed("no element plist")),
      ("<plist><array/></plist>", .malformed("the root is no dictionary")),
      ("<plist></dict></plist>", .malformed("the root is no dictionary")),
      ("<plist><dict/><dict/></plist>", .malformed("more than one value in plist")),
      ("<plist>text<dict/></plist>", .malformed("text between elements")),
      ("<plist><dict>text</dict></plist>", .malformed("text between elements")),
      ("<plist><dict/></plist>x", .malformed("text after the end of plist")),
      ("<plist><dict><true/></dict></plist>", .malformed("an empty key")),
      ("<plist><dict><data>AA==</data></dict></plist>", .malformed("a value without a key")),
      ("<plist><dict><key>a</key></dict></plist>", .malformed("a key without a value")),
      ("<plist><dict><key>a<b/></key></dict></plist>", .malformed("an element in key")),
      ("<plist><dict><key>a</key><string>AQI=</string></dict></plist>", .malformed("a is not data")),
      ("<plist><dict><key>c</key><dict></array></dict></plist>", .malformed("elements are not nested")),
      ("<plist><dict><key>c</key><x></y></x></dict></plist>", .malformed("elements are not nested")),
      ("<plist><dict><key>c</key><x", .malformed("the end is missing")),
      ("<plist><dict><key>c</key><x><![CDATA[", .malformed("the end is missing")),
      ("<plist><dict><key>c</key><x>", .malformed("the end is missing")),
      ("<plist><dict><key>c</key><x <y>", .malformed("a tag in a tag")),
      ("<plist><dict><>", .malformed("an element without a name")),
      (Self.xml.replacing("<key>b", with: "<key>a"), .malformed("a occurs twice")),
      (Self.xml.replacing("<key>b", with: "<key>&#98;"), .malformed("no b")),
      (Self.xml.replacing("<data>AQI=</data>", with: "<data>AQ<x/>I=</data>"), .malformed("an element in data")),
    ]
    for (text, error) in wrong { #expect(throws: error, "\(text)") { try Self.read(text) } }
    for digits in [
      "A", "AQ", "AQI", "AQI==", "=AQI", "A===", "====", "AQ=I", "AQI=AQI=", "AR==", "AQJ=", "AQ*=", "AQI_",
    ] {
      let text = Self.xml.replacing("AQI=", with: digits)
      #expect(throws: InteropError.malformed("a is not base 64"), "\(digits)") { try Self.read(text) }
    }
  }

  /// A million open elements take a list of a million names, and no stack frames.
  @Test func deepNesting() throws {
    let open = String(repeating: "<array>", count: 1_000_000)
    #expect(throws: InteropError.malformed("the end is missing")) {
      try Self.read("<plist><dict><key>c</key>" + open)
    }
    let closed = open + String(repeating: "</array>", count: 1_000_000)
    #expect(try Self.read(Self.xml.replacing("<key>b", with: "<key>c</key>\(closed)<key>b")) == [[3], [1, 2]])
  }

  @Test func xmlAtEachLength() throws {
    let bytes = Array(Self.xml.utf8.dropLast())
    for count in bytes.indices {
      #expect(throws: InteropError.self, "\(count)") { try PropertyList.data(["a"], in: Array(bytes[..<count])) }
    }
  }
}
