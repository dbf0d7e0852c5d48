import AES
import SwiftVaultLessonLogic
import SwiftVaultReference
import Testing
import Vault

@Suite("Lessons: gcm")
struct GCMForgeryTests {
  @Test("the field's laws hold")
  func field() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let (a, b, c) = (
        GHASHElement(random.bytes(16)), GHASHElement(random.bytes(16)), GHASHElement(random.bytes(16))
      )
      #expect(a * b == b * a && a * (b * c) == (a * b) * c && a * (b + c) == a * b + a * c)
      #expect(a * .one == a && a + a == .zero && a * a.inverse == .one)
      #expect(a.squareRoot * a.squareRoot == a)
      #expect(GHASHElement(a.block) == a)
    }
    #expect(GHASHElement.zero.inverse == .zero && GHASHElement([]).block == [UInt8](repeating: 0, count: 16))
  }

  /// Test case 2 of "The Galois/Counter Mode of Operation", McGrew and Viega, appendix B: a zero key, nonce and block.
  @Test("GHASH and the tag of the specification's example")
  func specification() throws {
    let hashKey = GHASHElement(try Hex.decode("66e94bd4ef8a2c3b884cfa59ca342b2e"))
    let ciphertext = try Hex.decode("0388dace60b6a392f328c2b971b2fe78")
    #expect(
      try GHASHElement.hash(GCMTag.blocks(of: ciphertext), key: hashKey).block
        == Hex.decode("f38cbb1ad69223dcc3457ae5b6b0f885"))
    #expect(GCMTag.lengths(0x1234_5678).block == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x91, 0xa2, 0xb3, 0xc0])
    let mask = GHASHElement(try Hex.decode("58e2fccefa7e3061367f1d57a4e7455a"))
    #expect(
      try GCMTag.tag(of: ciphertext, hashKey: hashKey, mask: mask).block
        == Hex.decode("ab6e47d42cec13bdf53a67b21257bddf"))
  }

  private static func seal(_ text: String, _ key: SymmetricKey, _ nonce: [UInt8]) throws -> GCMForgery.Sealed {
    let box = try AES.GCM.seal(text.utf8, using: key, nonce: AES.GCM.Nonce(data: nonce))
    return GCMForgery.Sealed(ciphertext: box.ciphertext, tag: box.tag)
  }

  @Test("one nonce twice gives the hash key and a forgery, for every length of a block", arguments: 1...16)
  func reuse(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let (key, nonce) = (SymmetricKey(data: random.bytes(32)), random.bytes(12))
    let (known, other, wanted) = ("sixteen letters.", "another message!", "what I would say")
    let first = try Self.seal(String(known.prefix(count)), key, nonce)
    let forgery = GCMForgery(first, try Self.seal(String(other.prefix(count)), key, nonce))
    let hashKey = try AES.ECB.encrypt([UInt8](repeating: 0, count: 16), using: key, padding: .none)
    #expect(forgery.hashKey == GHASHElement(hashKey))

    let made = forgery.forge(Array(wanted.utf8.prefix(count)), known: Array(known.utf8.prefix(count)), first)
    let box = try AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: nonce), ciphertext: made.ciphertext, tag: made.tag)
    #expect(try AES.GCM.open(box, using: key).elementsEqual(wanted.utf8.prefix(count)))

    let apart = GCMForgery(first, try Self.seal(String(other.prefix(count)), key, random.bytes(12)))
    #expect(apart.hashKey != GHASHElement(hashKey))
  }
}

@Suite("Lessons: commitment")
struct CommitmentTests {
  @Test("one box opens under two keys, with a message each")
  func box() throws {
    var random = SeededGenerator(seed: 5)
    let (first, second) = (SymmetricKey(data: random.bytes(32)), SymmetricKey(data: random.bytes(16)))
    let nonce = random.bytes(12)
    let box = try TwoKeyBox(
      Array("a message".utf8), under: first, Array("sixteen letters.".utf8), under: second, nonce: nonce)
    #expect(box.ciphertext.count == 48)
    let (left, right) = (try box.open(using: first, nonce: nonce), try box.open(using: second, nonce: nonce))
    #expect(left.prefix(16).elementsEqual("a message       ".utf8))
    #expect(right[16..<32].elementsEqual("sixteen letters.".utf8))
    #expect(left != right)
    #expect(throws: AESError.authenticationFailure) {
      try box.open(using: SymmetricKey(data: random.bytes(32)), nonce: nonce)
    }
  }

  @Test("a vault with another vault's slot opens under neither password")
  func vault() throws {
    let (first, second) = (Array("one".utf8), Array("two".utf8))
    let vault = try SplicedVault([1, 2, 3], password: first, [4, 5, 6], password: second)
    #expect(vault.originalRefusal(of: first) == nil)
    #expect(vault.originalRefusal(of: second) == .wrongPasswordOrContext)
    #expect(vault.refusal(of: first) == .wrongPasswordOrContext)
    #expect(vault.refusal(of: second) == .wrongPasswordOrContext)
  }
}
