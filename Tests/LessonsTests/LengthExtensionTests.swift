import SwiftVaultCryptoBytes
import SwiftVaultLessons
import SHA
import Testing

@Suite("Lessons: length extension")
struct LengthExtensionTests {
  @Test("the padding is that of FIPS 180-4")
  func padding() {
    // Section 5.1.1: "abc" has 24 bits, 423 zeros and the number 24.
    #expect(LengthExtension.padding(after: 3) == [0x80] + [UInt8](repeating: 0, count: 59) + [24])
    #expect(LengthExtension.padding(after: 55) == [0x80, 0, 0, 0, 0, 0, 0, 0x01, 0xb8])
    #expect((0...200).allSatisfy { ($0 + LengthExtension.padding(after: $0).count) % 64 == 0 })
    #expect((0...200).allSatisfy { (9...72).contains(LengthExtension.padding(after: $0).count) })
  }

  @Test("a forgery is accepted for every length of secret and message", arguments: 0...66)
  func forges(secretByteCount: Int) {
    var random = SeededGenerator(seed: UInt64(secretByteCount))
    let server = TagServer(.secretPrefix, secret: random.bytes(secretByteCount))
    for messageByteCount in 0...66 {
      let (message, suffix) = (random.bytes(messageByteCount), random.bytes(messageByteCount % 7))
      let tag = server.tag(message)
      let forgery = LengthExtension.forge(from: message, tag: tag, secretByteCount: secretByteCount, suffix: suffix)
      #expect(forgery.message.starts(with: message) && Array(forgery.message.suffix(suffix.count)) == suffix)
      #expect(forgery.message.count > messageByteCount + suffix.count)
      #expect(server.accepts(forgery.message, tag: forgery.tag))
      #expect(forgery.tag != tag && !server.accepts(message, tag: forgery.tag))
    }
  }

  @Test("the attacker needs as many questions as there are wrong lengths before the right one")
  func attempts() {
    let message = Array("user=carol&role=guest".utf8)
    let suffix = Array("&role=admin".utf8)
    let secret = [UInt8](repeating: 9, count: 23)
    let server = TagServer(.secretPrefix, secret: secret)
    let attempts = LengthExtension.attack(
      server, message: message, tag: server.tag(message), suffix: suffix, secretByteCounts: 1...64)
    #expect(attempts.map(\.secretByteCount) == Array(1...23))
    #expect(attempts.map(\.isAccepted) == [Bool](repeating: false, count: 22) + [true])
    #expect(attempts.last.map { Array(SHA256.hash(data: secret + $0.forgery.message)) } == attempts.last?.forgery.tag)
  }

  @Test("HMAC refuses all of them", arguments: [1, 16, 64])
  func hmac(secretByteCount: Int) {
    let message = Array("user=carol&role=guest".utf8)
    let server = TagServer(.hmac, secret: [UInt8](repeating: 9, count: secretByteCount))
    #expect(server.accepts(message, tag: server.tag(message)))
    // Before the tag, HMAC hashes the key block of 64 bytes and the inner digest: 0 to 200 covers every guess.
    let attempts = LengthExtension.attack(
      server, message: message, tag: server.tag(message), suffix: Array("&role=admin".utf8), secretByteCounts: 0...200)
    #expect(attempts.count == 201 && !attempts.contains(where: \.isAccepted))
  }
}
