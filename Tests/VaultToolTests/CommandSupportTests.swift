import SHA
import SwiftVaultCommandSupport
import Testing

/// The argument parser and the JSON writer that all commands share.
@Suite struct CommandSupportTests {
  private static let forms: [ParsedArguments.Form] = [
    .init("--output", short: "-o", takesValue: true), .init("--force", takesValue: false),
    .init("--text", of: "data", takesValue: true), .init("-", of: "data", takesValue: false),
  ]

  private static func parse(
    _ words: [String], _ forms: [ParsedArguments.Form] = forms, operandLimit: Int = 2
  ) throws(ArgumentError) -> ParsedArguments {
    try ParsedArguments(words.map { Array($0.utf8) }, forms: forms, operandLimit: operandLimit)
  }

  @Test(arguments: [
    ["--output", "a=b", "x", "--force"], ["--output=a=b", "--force", "x"], ["x", "-oa=b", "--force"],
    ["-o", "a=b", "--force", "--", "x"], ["--force", "-o=a=b", "x"],
  ])
  func aValueIsGivenInEachWay(words: [String]) throws {
    let parsed = try Self.parse(words)
    #expect(parsed.text("--output") == "a=b" && parsed.spelling("--output") == "--output" && parsed.has("--force"))
    #expect(parsed.operands == [Array("x".utf8)] && parsed.options == ["--force", "--output"])
  }

  @Test func aHyphenIsAnOperandUnlessItIsAForm() throws {
    #expect(try Self.parse(["-"], []).operands == [Array("-".utf8)])
    #expect(try Self.parse(["-"]).spelling("data") == "-")
    #expect(try Self.parse(["--", "-", "--force"]).operands == [Array("-".utf8), Array("--force".utf8)])
  }

  static let mistakes: [(words: [String], error: ArgumentError)] = [
    (["--forces"], .unknownOption("--forces", near: "--force")), (["-x=1"], .unknownOption("-x")),
    (["a", "b", "c"], .unknownArgument("c")),
    (["--force", "--force"], .twice("--force")), (["-ox", "--output=y"], .twice("--output")),
    (["--text", "a", "-"], .exclusive("--text", "-")), (["--output"], .missingValue("--output")),
    (["--force="], .superfluousValue("--force")), (["-forced"], .unknownOption("-forced", near: "--force")),
  ]

  @Test(arguments: mistakes.indices)
  func mistakesAreNamed(index: Int) {
    let (words, error) = Self.mistakes[index]
    #expect(throws: error) { try Self.parse(words) }
  }

  @Test(arguments: ["0", "+5", "-1", "", "11", "5.0", "1e1", "99999999999999999999", "٥"])
  func whatIsNoNumberInTheRange(text: String) throws {
    let parsed = try Self.parse(["--output", text])
    #expect(throws: ArgumentError.number("--output", 1...10, text)) { try parsed.number("--output", in: 1...10) }
    #expect(try Self.parse(["--output", "010"]).number("--output", in: 1...10) == 10)
    #expect(try Self.parse([]).number("--output", in: 1...10) == nil)
  }

  private static let value: JSON = [
    "b": .list([JSON(1), JSON(2.5), JSON(3.0), JSON(-Double.infinity), .list([]), .object([])]),
    "a \"\\": JSON("é/\u{1B}\n\u{7F}"), "c": JSON(nil as String?), "d": .written(Array("[1 ]".utf8)), "e": JSON(true),
  ]

  @Test func aLineKeepsTheOrder() {
    #expect(
      String(decoding: Self.value.line, as: UTF8.self)
        == #"{"b":[1,2.5,3,null,[],{}],"a \"\\":"é/\u001b\u000a\u007f","c":null,"d":[1 ],"e":true}"#)
  }

  @Test func aPageIsSorted() {
    #expect(
      Self.value.page == #"""
        {
          "a \"\\" : "é/\u001b\u000a\u007f",
          "b" : [
            1,
            2.5,
            3,
            null,
            [],
            {}
          ],
          "c" : null,
          "d" : [1 ],
          "e" : true
        }
        """#)
  }

  @Test func everyNameHasItsHash() throws {
    let sizes = [
      "md5": 16, "sha1": 20, "sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64, "sha512_224": 28, "sha512_256": 32,
    ]
    #expect(NamedHash.allCases.map(\.rawValue).sorted() == sizes.keys.sorted())
    for hash in NamedHash.allCases {
      #expect(hash.type.byteCount == sizes[hash.rawValue])
      for kernel in hash.kernelFamily.kernels { #expect(type(of: try hash.start(kernel: kernel)) == hash.type) }
    }
    #expect(throws: ArgumentError.self) { try NamedHash(named: "md4") }
    #expect(throws: ArgumentError.self) { try NamedHash.sha1.start(kernel: "abacus") }
  }
}

extension HashFunction {
  fileprivate static var byteCount: Int { Digest.byteCount }
}
