import HMAC
import SwiftVaultCryptoBytes
import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: the passes of HMAC")
struct HMACPassesTests {
  @Test("RFC 4231: a short key, and one that is longer than a block")
  func vectors() throws {
    let short = HMACPasses(key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8))
    #expect(Hex.encode(short.tag) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(short.blockKey == Array("Jefe".utf8) + [UInt8](repeating: 0, count: 60))
    let long = HMACPasses(
      key: [UInt8](repeating: 0xaa, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8))
    #expect(Hex.encode(long.tag) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test("every length of the key around a block gives the library's tag", arguments: [1, 31, 32, 63, 64, 65, 128])
  func lengths(keyByteCount: Int) {
    var random = SeededGenerator(seed: UInt64(keyByteCount))
    let key = random.bytes(keyByteCount)
    for messageByteCount in [0, 1, 55, 64, 65] {
      let message = random.bytes(messageByteCount)
      let hmac = HMACPasses(key: key, message: message)
      #expect(hmac.tag == Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key))))
      #expect(hmac.innerDigest == Array(SHA256.hash(data: hmac.innerKey + message)))
      #expect(Set(Blocks.sum(hmac.innerKey, hmac.outerKey)) == [0x6a])
    }
  }

  @Test("the small hash pads as SHA-256 does, in blocks of 16 bytes")
  func smallHash() {
    let start = SmallHash.initialState
    let empty = [0x80] + [UInt8](repeating: 0, count: 15)
    #expect(SmallHash.hash([]) == SmallHash.compress(start, empty))
    let seven = [UInt8](repeating: 1, count: 7)
    #expect(SmallHash.hash(seven) == SmallHash.compress(start, seven + [0x80, 0, 0, 0, 0, 0, 0, 0, 56]))
    let eight = [UInt8](repeating: 1, count: 8)
    let (first, second) = (eight + [0x80] + [UInt8](repeating: 0, count: 7), [UInt8](repeating: 0, count: 15) + [64])
    #expect(SmallHash.hash(eight) == SmallHash.compress(SmallHash.compress(start, first), second))
    #expect(SmallHash.compress(start, empty) == Array(SHA256.hash(data: start + empty).prefix(3)))
  }

  @Test("a collision found without the key is a forgery where the key comes last, and none of HMAC")
  func collision() {
    let (messages, tried) = SmallHash.collision()
    #expect(messages.count == 2 && messages[0] != messages[1] && messages.allSatisfy { $0.count == 16 })
    #expect((100..<50_000).contains(tried))
    let states = messages.map { SmallHash.compress(SmallHash.initialState, $0) }
    #expect(states[0] == states[1])
    for seed: UInt64 in 0..<20 {
      var random = SeededGenerator(seed: seed)
      let key = random.bytes(8)
      #expect(SmallHash.suffixTag(messages[0], key: key) == SmallHash.suffixTag(messages[1], key: key))
      #expect(SmallHash.hmac(messages[0], key: key) != SmallHash.hmac(messages[1], key: key))
    }
  }
}
