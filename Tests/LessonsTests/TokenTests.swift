import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: bit-flip")
struct TokenTests {
  private static let (old, new) = (Array("user;".utf8), Array("admin".utf8))

  private static func token(_ text: String, _ mode: Token.Mode, seed: UInt64 = 1) throws -> Token {
    var random = SeededGenerator(seed: seed)
    return try Token(
      Array(text.utf8), mode: mode, key: random.bytes(16), macKey: random.bytes(32), iv: random.bytes(16))
  }

  @Test("unchecked, role=user becomes role=admin; in CBC the block before is lost", arguments: Token.Mode.allCases)
  func forgery(mode: Token.Mode) throws {
    let token = try Self.token("name=eve;id=4711;role=user;", mode)
    #expect(try Token.field("role", of: token.read(token.sent)) == Array("user".utf8))
    let read = try token.read(token.forged(at: 22, Self.old, to: Self.new))
    #expect(Token.field("role", of: read) == Array("admin".utf8))
    #expect(Array(read[16...]) == Array(";role=admin".utf8))
    #expect((Array(read[..<16]) == Array("name=eve;id=4711".utf8)) == (mode == .ctr))
  }

  @Test("in the first block the IV is changed, and nothing is lost in CBC either", arguments: Token.Mode.allCases)
  func firstBlock(mode: Token.Mode) throws {
    let token = try Self.token("role=user;id=4711;name=eve", mode)
    let forged = token.forged(at: 5, Self.old, to: Self.new)
    #expect((forged[..<16] != token.sent[..<16]) == (mode == .cbc))
    #expect(try token.read(forged) == Array("role=adminid=4711;name=eve".utf8))
  }

  @Test("with an HMAC, only the token as it was sent is accepted", arguments: Token.Mode.allCases)
  func hmac(mode: Token.Mode) throws {
    let message = "name=eve;id=4711;role=user;"
    let token = try Self.token(message, mode)
    #expect(try token.read(token.sent, tag: token.tag) == Array(message.utf8))
    #expect(try token.read(token.forged(at: 22, Self.old, to: Self.new), tag: token.tag) == nil)
    for bit in 0..<8 * token.sent.count {
      #expect(try token.read(Blocks.flip(bit: bit, of: token.sent), tag: token.tag) == nil)
    }
    for bit in 0..<256 {
      #expect(try token.read(token.sent, tag: Blocks.flip(bit: bit, of: token.tag)) == nil)
    }
    #expect(try token.read(token.sent, tag: []) == nil)
  }

  @Test("fields of a message")
  func fields() {
    let message = Array("role=user;;xrole=no;id=".utf8)
    #expect(Token.field("role", of: message) == Array("user".utf8))
    #expect(Token.field("id", of: message) == [])
    #expect(Token.field("name", of: message) == nil)
  }
}
