import AES
import SwiftVaultLessonLogic
import Testing
import Vault

@Suite("Lessons: nonce-reuse")
struct CribDragTests {
  private static let first = Array("Meet me at the old bridge at noon, bring the map.".utf8)
  private static let second = Array("The transfer of the money will be made on Friday.".utf8)

  private static func drag(sameNonce: Bool) throws -> CribDrag {
    var random = SeededGenerator(seed: 4)
    let (key, nonce) = (random.bytes(16), random.bytes(16))
    let other = sameNonce ? nonce : random.bytes(16)
    return CribDrag(
      try ModeCipher(.ctr, key: key, iv: nonce).encrypt(first),
      try ModeCipher(.ctr, key: key, iv: other).encrypt(second))
  }

  @Test("the keystream falls out of the sum, and with another nonce it does not")
  func sum() throws {
    #expect(try Self.drag(sameNonce: true).sum == Blocks.sum(Self.first, Self.second))
    #expect(try Self.drag(sameNonce: false).sum != Blocks.sum(Self.first, Self.second))
  }

  @Test("a word is found where it stands in either message, and few places look so beside them")
  func finds() throws {
    let drag = try Self.drag(sameNonce: true)
    let crib = Array(" the ".utf8)
    #expect(drag.placeCount(of: crib) == 45)
    let finds = drag.finds(of: crib)
    #expect(finds.map(\.offset) == [3, 10, 15, 30, 40])
    let revealed = finds.map { String(decoding: $0.revealed, as: UTF8.self) }
    #expect(revealed == ["t wan", "er of", "old b", "oycim", "n Fri"])
    #expect(try Self.drag(sameNonce: false).finds(of: crib).isEmpty)
    #expect(drag.placeCount(of: Self.first + [0]) == 0 && drag.finds(of: Self.first + [0]).isEmpty)
  }

  @Test("each guess of one message reads the same place of the other, and one whole message the whole other")
  func reveal() throws {
    let drag = try Self.drag(sameNonce: true)
    #expect(drag.reveal(Array("old bridge".utf8), at: 15) == Array(" the money".utf8))
    #expect(drag.reveal(Array("The transfer of the money".utf8), at: 0) == Array("Meet me at the old bridge".utf8))
    #expect(drag.reveal(Self.first, at: 0) == Self.second)
  }

  @Test(
    "what looks like a piece of a sentence",
    arguments: [
      ("old b", true), ("n Fri", true), ("Fri", true), ("now, a", true), ("now.", true), ("", true), ("nFri", false),
      (".a", false), ("a1", false), ("a\n", false), ("\u{e9}", false),
    ])
  func text(piece: String, isText: Bool) {
    #expect(CribDrag.looksLikeText(Array(piece.utf8)) == isText)
  }

  @Test("equal first blocks show under one IV of CBC, and not under two")
  func equalIV() throws {
    var random = SeededGenerator(seed: 5)
    let (key, iv, other) = (random.bytes(16), random.bytes(16), random.bytes(16))
    let messages = ["Verdict: guilty. Fine: 500 EUR", "Verdict: guilty. Prison: 1 year"].map { Array($0.utf8) }
    func groups(_ ivs: [[UInt8]]) throws -> [Int] {
      Blocks.groups(
        try zip(messages, ivs).flatMap { message, iv in
          let cipher = ModeCipher(.cbc, key: key, iv: iv)
          return Blocks.split(try cipher.encrypt(cipher.padded(message)))
        })
    }
    #expect(try groups([iv, iv]) == [0, 1, 0, 2])
    #expect(try groups([iv, other]) == [0, 1, 2, 3])
  }

  @Test("two vaults of one message have no block in common")
  func vaults() throws {
    #expect(try Vault.commonBlockCount(sealing: Self.first, password: [1]) == 0)
  }
}
