import Testing

@testable import Credentials

@Suite struct JSONReaderTests {
  private static func object(_ text: String) throws -> [(name: String, value: JSONValue)] {
    // A slice that does not begin at 0.
    var reader = JSONReader(([0] + Array(text.utf8)).dropFirst())
    return try reader.object()
  }

  private static func message(_ text: String) -> String {
    do {
      _ = try object(text)
      return "read"
    } catch {
      return (error as? JSONError)?.message ?? "\(error)"
    }
  }

  @Test func valuesOfEachKind() throws {
    let text = #" { "a" : [ 1 , -2.5e+3, [ ] ], "b":{}, "c":true,"d":false, "e":null, "f":0, "g":"" } "#
    let members = try Self.object(text)
    #expect(members.map(\.name) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(
      members.map(\.value.kind.description) == [
        "a list", "an object", "a boolean", "a boolean", "null", "a number", "a string",
      ])
    let elements = try #require(members[0].value.elements)
    #expect(elements.map(\.integer) == [1, nil, nil])
    #expect(String(decoding: elements[1].text, as: UTF8.self) == "-2.5e+3")
    #expect(elements[2].elements?.isEmpty == true)
    #expect(members[5].value.integer == 0)
    #expect(members[5].value.string == nil && members[5].value.elements == nil && members[6].value.integer == nil)
    #expect(members[6].value.string == "")
  }

  @Test func integersUpToTheirRange() throws {
    let beyond = ["\(Int.max)0", "\(Int.min)0", "\(UInt(Int.max) + 1)", "-\(UInt(Int.max) + 2)", "1.0", "1e2"]
    let text = ([Int.max, Int.min, -1].map { "\($0)" } + ["-0"] + beyond).joined(separator: ",")
    let elements = try #require(try Self.object("{\"a\":[\(text)]}")[0].value.elements)
    #expect(elements.map(\.integer) == [Int.max, Int.min, -1, 0] + beyond.map { _ in nil })
  }

  /// RFC 8259, section 7.
  @Test func escapes() throws {
    let text = #"{"\u0061":"\"\\\/\b\f\n\r\t\u00E9\ud834\uDD1Eé","half":"\ud834"}"#
    let members = try Self.object(text)
    #expect(members.map(\.name) == ["a", "half"])
    #expect(members[0].value.string == "\"\\/\u{8}\u{c}\n\r\té𝄞é")
    #expect(members[1].value.string == "\u{fffd}")
  }

  @Test(arguments: [
    ("", "expected a value or a digit at byte 0"), ("{", "expected a name in quotes at byte 1"),
    ("[1]", "the JSON is a list; it must be an object"), ("1 2", "expected the end of the text at byte 2"),
    (#"{"a""#, "expected ':' at byte 4"), (#"{"a":1"#, "expected ',' or '}' at byte 6"),
    (#"{"a":[1"#, "expected ',' or ']' at byte 7"), (#"{"a":tru}"#, "expected true at byte 5"),
    (#"{"a":"#, "expected a value or a digit at byte 5"), (#"{"a":01}"#, "expected ',' or '}' at byte 6"),
    (#"{"a":1.}"#, "expected a value or a digit at byte 7"), (#"{"a":"b"#, "expected the end of a string at byte 7"),
    (#"{"a":"\"#, "expected an escape at byte 7"), (#"{"a":"\x"}"#, "expected an escape of JSON at byte 7"),
    (#"{"a":"\u12g4"}"#, "expected four hexadecimal digits at byte 10"),
    ("{\"a\":\"\n\"}", "expected no control character at byte 6"),
    (#"{} {}"#, "expected the end of the text at byte 3"),
  ])
  func whatIsNotJSON(text: String, message: String) {
    #expect(Self.message(text).hasSuffix(message))
  }

  @Test func limits() {
    let deep = String(repeating: "[", count: 64)
    #expect(Self.message(#"{"a":"# + deep).hasSuffix("nests deeper than 64 levels"))
    let text = Array(#"{"a":""#.utf8) + [0xc3, 0x28] + Array(#""}"#.utf8)
    var reader = JSONReader(text[...])
    #expect(throws: JSONError.self) { try reader.object() }
  }
}
