import SwiftVault
import SwiftVaultTestSupport
import Testing
import VaultInterop

/// `age-open` of `crypto-lab batch`: the content, or the class of the failure.
@Suite struct BatchAgeTests {
  private static func reply(_ file: [UInt8], _ secrets: String) throws -> String {
    let request = #"{"id":1,"op":"age-open","file":"\#(Hex.encode(file))",\#(secrets)}"#
    return try #require(try BatchReply.replies(to: [request]).first).line
  }

  private static func identities(_ identities: AgeFile.Identity...) -> String {
    let texts = identities.map { "\"\($0.withText { String(decoding: $0, as: UTF8.self) })\"" }
    return #""identities":[\#(texts.joined(separator: ","))]"#
  }

  @Test func contents() throws {
    let (one, two) = (AgeFile.Identity(), AgeFile.Identity())
    let file = try AgeFile.seal([1, 2, 255], for: [one.recipient])
    let content = #"{"id":1,"content":"0102ff"}"#
    #expect(try Self.reply(file, Self.identities(two, one)) == content)
    let armored = try AgeFile.seal([1, 2, 255], password: [0x70], workFactor: 1, isArmored: true)
    #expect(try Self.reply(armored, #""password":"70""#) == content)
  }

  @Test func failures() throws {
    let identity = AgeFile.Identity()
    let file = try AgeFile.seal([1, 2, 3], for: [identity.recipient])
    var tag = file
    let place = try #require(file.indices.first { file[$0...].starts(with: "--- ".utf8) })
    tag[place + 4] = file[place + 4] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    let cases: [(String, [UInt8])] = [
      ("header", []), ("header", Array(file.prefix(50))), ("hmac", tag), ("payload", file.dropLast()),
      ("no match", try AgeFile.seal([1], for: [AgeFile.Identity().recipient])),
      ("armor", Array("x\n-----BEGIN AGE ENCRYPTED FILE-----\n-----END AGE ENCRYPTED FILE-----\n".utf8)),
    ]
    for (word, file) in cases {
      #expect(try Self.reply(file, Self.identities(identity)) == #"{"id":1,"failure":"\#(word)"}"#)
    }
    let sealed = try AgeFile.seal([1], password: [0x70], workFactor: 1)
    let hard = sealed.replacing(Array(" 1\n".utf8), with: Array(" 23\n".utf8))
    #expect(try Self.reply(hard, #""password":"70""#) == #"{"id":1,"failure":"header"}"#)
  }
}
