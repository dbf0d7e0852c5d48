import AES
import SwiftVaultLessons
import Testing

@Suite("Lessons: the rounds of AES")
struct AESRoundsTests {
  @Test("FIPS 197, appendix B: round 1, the last round and the ciphertext")
  func example() throws {
    let key = try Hex.decode("2b7e151628aed2a6abf7158809cf4f3c")
    let aes = AESRounds(key: key, block: try Hex.decode("3243f6a8885a308d313198a2e0370734"))
    #expect(aes.rounds.map(\.number) == Array(1...10))
    #expect(aes.firstKey == key && Blocks.sum(aes.input, key) == aes.rounds[0].start)
    let first = aes.rounds[0]
    #expect(Hex.encode(first.start) == "193de3bea0f4e22b9ac68d2ae9f84808")
    #expect(Hex.encode(first.substituted) == "d42711aee0bf98f1b8b45de51e415230")
    #expect(Hex.encode(first.shifted) == "d4bf5d30e0b452aeb84111f11e2798e5")
    #expect(Hex.encode(first.mixed ?? []) == "046681e5e0cb199a48f8d37a2806264c")
    #expect(Hex.encode(first.roundKey) == "a0fafe1788542cb123a339392a6c7605")
    let last = aes.rounds[9]
    #expect(last.mixed == nil && Blocks.sum(last.shifted, last.roundKey) == aes.output)
    #expect(Hex.encode(aes.output) == "3925841d02dc09fbdc118597196a0b32")
  }

  @Test("each round starts with the end of the one before; the last gives the ciphertext", arguments: [16, 24, 32])
  func chain(keyByteCount: Int) throws {
    var random = SeededGenerator(seed: UInt64(keyByteCount))
    let (key, block) = (random.bytes(keyByteCount), random.bytes(16))
    let aes = AESRounds(key: key, block: block)
    #expect(aes.rounds.count == keyByteCount / 4 + 6)
    for (round, next) in zip(aes.rounds, aes.rounds.dropFirst()) {
      #expect(Blocks.sum(try #require(round.mixed), round.roundKey) == next.start)
    }
    #expect(try AES.ECB.encrypt(block, using: SymmetricKey(data: key), padding: .none) == aes.output)
    #expect(aes.steps.count == 5 * aes.rounds.count + 2)
  }
}
