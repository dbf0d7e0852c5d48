import AES
import SwiftVaultLessonLogic
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

  @Test("FIPS 197, appendix A.1: the first words of the key schedule")
  func schedule() throws {
    let aes = AESRounds(
      key: try Hex.decode("2b7e151628aed2a6abf7158809cf4f3c"), block: [UInt8](repeating: 0, count: 16))
    let first = aes.schedule[0]
    #expect(first.index == 4 && Hex.encode(first.previous) == "09cf4f3c" && Hex.encode(first.earlier) == "2b7e1516")
    #expect(first.rotated.map { Hex.encode($0) } == "cf4f3c09")
    #expect(first.substituted.map { Hex.encode($0) } == "8a84eb01")
    #expect(first.withConstant.map { Hex.encode($0) } == "8b84eb01")
    #expect(aes.schedule.prefix(4).map { Hex.encode($0.word) } == ["a0fafe17", "88542cb1", "23a33939", "2a6c7605"])
    #expect(aes.schedule[1].rotated == nil && aes.schedule[1].substituted == nil)
    #expect(aes.schedule.last.map { Hex.encode($0.word) } == "b6630ca6" && aes.schedule.count == 40)
  }

  @Test("each word is the sum of what its row says, at every length of the key", arguments: [16, 24, 32])
  func scheduleRows(keyByteCount: Int) {
    var random = SeededGenerator(seed: UInt64(keyByteCount))
    let (key, count) = (random.bytes(keyByteCount), keyByteCount / 4)
    let aes = AESRounds(key: key, block: random.bytes(16))
    #expect(aes.schedule.map(\.index) == Array(count..<4 * (aes.rounds.count + 1)))
    #expect(key + aes.schedule.flatMap(\.word) == aes.firstKey + aes.rounds.flatMap(\.roundKey))
    for word in aes.schedule {
      let last = word.withConstant ?? word.substituted ?? word.previous
      #expect(Blocks.sum(last, word.earlier) == word.word)
      #expect((word.rotated != nil) == (word.index % count == 0))
      #expect((word.substituted != nil) == (word.index % count == 0 || count == 8 && word.index % 8 == 4))
    }
  }

  @Test("FIPS 197, appendix C.1: the first round of the inverse cipher; and every block comes back")
  func inverse() throws {
    let key = try Hex.decode("000102030405060708090a0b0c0d0e0f")
    let aes = AESRounds(key: key, ciphertext: try Hex.decode("69c4e0d86a7b0430d8cdb78070b4c55a"))
    #expect(Hex.encode(aes.input) == "00112233445566778899aabbccddeeff")
    let first = aes.inverseRounds[0]
    #expect(Hex.encode(first.start) == "7ad5fda789ef4e272bca100b3d9ff59f")
    #expect(Hex.encode(first.shifted) == "7a9f102789d5f50b2beffd9f3dca4ea7")
    #expect(Hex.encode(first.substituted) == "bd6e7c3df2b5779e0b61216e8b10b689")
    #expect(first.keyAdded.map { Hex.encode($0) } == "e9f74eec023020f61bf2ccf2353c21c7")
    #expect(first.substituted == aes.rounds[9].start && first.roundKey == aes.rounds[8].roundKey)
    #expect(aes.inverseRounds[9].keyAdded == nil)
    #expect(Blocks.sum(aes.inverseRounds[9].substituted, aes.inverseRounds[9].roundKey) == aes.input)
    #expect(aes.inverseSteps.count == aes.steps.count)
  }
}
