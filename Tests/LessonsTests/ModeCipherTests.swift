import SwiftVaultCryptoBytes
import SwiftVaultLessonLogic
import SwiftVaultTestSupport
import Testing

@Suite("Lessons: modes")
struct ModeCipherTests {
  private static let key = "2b7e151628aed2a6abf7158809cf4f3c"
  private static let plaintext = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"

  /// SP 800-38A, F.1.1, F.2.1, F.5.1, F.3.13 and F.4.1: mode, IV, and the first two blocks of ciphertext.
  static let examples: [(mode: ModeCipher.Mode, iv: String, ciphertext: String)] = [
    (.ecb, "00000000000000000000000000000000", "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf"),
    (.cbc, "000102030405060708090a0b0c0d0e0f", "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"),
    (.ctr, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"),
    (.cfb, "000102030405060708090a0b0c0d0e0f", "3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b"),
    (.ofb, "000102030405060708090a0b0c0d0e0f", "3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed825"),
  ]

  @Test("the steps are those of SP 800-38A's examples", arguments: examples.indices)
  func publishedSteps(index: Int) throws {
    let (mode, iv, ciphertext) = Self.examples[index]
    let cipher = ModeCipher(mode, key: try Hex.decode(Self.key), iv: try Hex.decode(iv))
    let message = try Hex.decode(Self.plaintext)
    let steps = try cipher.steps(message)
    #expect(ModeCipher.Mode.allCases == Self.examples.map(\.mode))
    #expect(Hex.encode(steps.flatMap(\.ciphertext)) == ciphertext)
    #expect(Hex.encode(try cipher.encrypt(message)) == ciphertext)
    #expect(try cipher.decrypt(steps.flatMap(\.ciphertext)) == message)
    #expect(steps.flatMap(\.plaintext) == message)
    // F.5.1: the second counter ends in ff00, its keystream begins 362b7c3c.
    if mode == .ctr {
      #expect(Hex.encode(steps[1].input) == "f0f1f2f3f4f5f6f7f8f9fafbfcfdff00")
      #expect(Hex.encode(steps[1].output.prefix(4)) == "362b7c3c")
    }
  }

  @Test("the steps give the library's ciphertext at every length", arguments: ModeCipher.Mode.allCases)
  func everyLength(mode: ModeCipher.Mode) throws {
    var random = SeededGenerator(seed: 1)
    let cipher = ModeCipher(mode, key: random.bytes(32), iv: [UInt8](repeating: 0xff, count: 16))
    for count in 1...63 {
      let padded = cipher.padded(random.bytes(count))
      #expect(padded.count == (mode.hasKeystream ? count : count / 16 * 16 + 16))
      let ciphertext = try cipher.encrypt(padded)
      #expect(try cipher.steps(padded).flatMap(\.ciphertext) == ciphertext)
      #expect(try cipher.decrypt(ciphertext) == padded)
    }
  }

  @Test("equal blocks show in ECB alone")
  func equalBlocks() throws {
    var random = SeededGenerator(seed: 2)
    let (key, iv, block) = (random.bytes(16), random.bytes(16), random.bytes(16))
    let message = block + block + random.bytes(16) + block
    let groups = try ModeCipher.Mode.allCases.map { mode in
      Blocks.groups(Blocks.split(try ModeCipher(mode, key: key, iv: iv).encrypt(message)))
    }
    #expect(groups == [[0, 0, 1, 0]] + [[Int]](repeating: [0, 1, 2, 3], count: 4))
  }

  @Test("what one changed bit does: the claims of the lesson", arguments: 0..<64)
  func changedBit(bit: Int) throws {
    var random = SeededGenerator(seed: UInt64(bit))
    let (key, iv, message) = (random.bytes(16), random.bytes(16), random.bytes(64))
    let position = 2 * bit + 128  // in the second block of four
    func differences(_ left: [UInt8], _ right: [UInt8]) -> [Int] {
      zip(Blocks.split(left), Blocks.split(right)).map { Blocks.differingBits($0, $1) }
    }
    let half = 30...98
    for mode in ModeCipher.Mode.allCases {
      let cipher = ModeCipher(mode, key: key, iv: iv)
      let ciphertext = try cipher.encrypt(message)
      let forward = differences(ciphertext, try cipher.encrypt(Blocks.flip(bit: position, of: message)))
      let back = try cipher.decrypt(Blocks.flip(bit: position, of: ciphertext))
      let backward = differences(message, back)
      switch mode {
      case .ecb:
        #expect(forward[0] == 0 && half.contains(forward[1]) && forward[2...] == [0, 0])
        #expect(backward[0] == 0 && half.contains(backward[1]) && backward[2...] == [0, 0])
      case .cbc:
        #expect(forward[0] == 0 && forward[1...].allSatisfy(half.contains))
        #expect(backward[0] == 0 && half.contains(backward[1]) && backward[2...] == [1, 0])
        #expect(Array(back[32..<48]) == Blocks.flip(bit: position - 128, of: Array(message[32..<48])))
      case .cfb:
        #expect(forward[0] == 0 && forward[1] == 1 && forward[2...].allSatisfy(half.contains))
        #expect(backward[0] == 0 && backward[1] == 1 && half.contains(backward[2]) && backward[3] == 0)
      case .ctr, .ofb:
        #expect(forward == [0, 1, 0, 0])
        #expect(back == Blocks.flip(bit: position, of: message))
      }
    }
  }
}
