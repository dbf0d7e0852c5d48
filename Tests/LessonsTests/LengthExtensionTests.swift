import SwiftVaultCryptoBytes
import SwiftVaultLessonLogic
import SHA
import Testing

@Suite("Lessons: length extension")
struct LengthExtensionTests {
  @Test("the padding is that of FIPS 180-4")
  func padding() {
    // Section 5.1.1: "abc" has 24 bits, 423 zeros and the number 24.
    #expect(ExtendedHash.sha256.padding(after: 3) == [0x80] + [UInt8](repeating: 0, count: 59) + [24])
    #expect(ExtendedHash.sha256.padding(after: 55) == [0x80, 0, 0, 0, 0, 0, 0, 0x01, 0xb8])
    #expect((0...200).allSatisfy { ($0 + ExtendedHash.sha256.padding(after: $0).count) % 64 == 0 })
    #expect((0...200).allSatisfy { (9...72).contains(ExtendedHash.sha256.padding(after: $0).count) })
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

  @Test("the padding of every hash makes whole blocks and ends in the length", arguments: ExtendedHash.allCases)
  func paddings(hash: ExtendedHash) {
    let (block, length) = (hash.blockByteCount, hash.blockByteCount / 8)
    for count in 0...300 {
      let padding = hash.padding(after: count)
      #expect((count + padding.count) % block == 0 && (length + 1...length + block).contains(padding.count))
      #expect(padding[0] == 0x80 && padding[1..<padding.count - 8].allSatisfy { $0 == 0 })
      #expect(padding.suffix(8).reduce(0) { $0 << 8 | Int($1) } == 8 * count)
    }
  }

  @Test("a digest is the beginning of the state, and the state goes on to the digest", arguments: ExtendedHash.allCases)
  func states(hash: ExtendedHash) {
    var random = SeededGenerator(seed: 1)
    for count in [0, 1, 63, 111, 112, 128, 200] {
      let (message, suffix) = (random.bytes(count), random.bytes(count))
      let state = hash.state(after: message)
      #expect(
        state.count == hash.stateByteCount && Array(state.prefix(hash.digestByteCount)) == hash.digest(of: message))
      let padded = message + hash.padding(after: count)
      #expect(hash.digest(from: state, afterByteCount: padded.count, suffix) == hash.digest(of: padded + suffix))
    }
    #expect(hash.hiddenByteCount == [.sha224: 4, .sha384: 16, .sha512_224: 36, .sha512_256: 32][hash, default: 0])
  }

  @Test("whole states can be continued, others cannot, and HMAC never", arguments: ExtendedHash.allCases)
  func hashes(hash: ExtendedHash) {
    let message = Array("user=carol&role=guest".utf8)
    for construction in [TagServer.Construction.secretPrefix, .hmac] {
      let server = TagServer(construction, secret: [UInt8](repeating: 9, count: 23), hash: hash)
      let attempts = LengthExtension.attack(
        server, message: message, tag: server.tag(message), suffix: Array("&role=admin".utf8), secretByteCounts: 1...64,
        hash: hash)
      let isForged = construction == .secretPrefix && hash.hiddenByteCount == 0
      #expect(attempts.contains { $0.isAccepted } == isForged && attempts.count == (isForged ? 23 : 64))
    }
  }

  @Test(
    "who knows the hidden bits but for a few finds them in as many questions as there are values",
    arguments: ExtendedHash.allCases.filter { $0.hiddenByteCount > 0 })
  func search(hash: ExtendedHash) {
    let (message, suffix) = (Array("user=carol".utf8), Array("&role=admin".utf8))
    let secret = [UInt8](repeating: 7, count: 16)
    let server = TagServer(.secretPrefix, secret: secret, hash: hash)
    let hidden = Array(hash.state(after: secret + message).suffix(hash.hiddenByteCount))
    func questions(_ hidden: [UInt8], _ bits: Int) -> Int? {
      LengthExtension.search(
        server, message: message, tag: server.tag(message), suffix: suffix, secretByteCount: 16, hash: hash,
        hidden: hidden, unknownBits: bits)
    }
    let last = Int(hidden[hidden.count - 2]) << 8 | Int(hidden[hidden.count - 1])
    for bits in [0, 1, 5, 10] { #expect(questions(hidden, bits) == last % (1 << bits) + 1) }
    // With one wrong known bit, no value of the others helps.
    #expect(questions(Blocks.flip(bit: 0, of: hidden), 5) == nil)
  }
}
