import AES
import SwiftVaultLessonLogic
import SHA
import Testing

@Suite("Lessons: avalanche")
struct AvalancheTests {
  @Test("AES: one byte becomes four, and four become sixteen", arguments: [16, 24, 32])
  func spreadInAES(keyByteCount: Int) throws {
    var random = SeededGenerator(seed: UInt64(keyByteCount))
    let (key, block) = (random.bytes(keyByteCount), random.bytes(16))
    for bit in 0..<128 {
      let differences = Avalanche.inAES(key: key, block: block, bit: bit)
      #expect(differences.count == keyByteCount / 4 + 7)
      #expect(differences.prefix(3).map(\.bytes) == [1, 4, 16] && differences[0].bits == 1)
      let other = Blocks.flip(bit: bit, of: block)
      let ciphertexts = try [block, other].map {
        try AES.ECB.encrypt($0, using: SymmetricKey(data: key), padding: .none)
      }
      #expect(differences.last?.bits == Blocks.differingBits(ciphertexts[0], ciphertexts[1]))
    }
  }

  @Test("SHA-256: nothing differs before the changed word enters, half soon after", arguments: [0, 77, 511, 512])
  func spreadInSHA256(bit: Int) {
    var random = SeededGenerator(seed: 8)
    let differences = Avalanche.inSHA256(random.bytes(100), bit: bit)
    #expect(differences.count == 64)
    let entry = bit % 512 / 32
    #expect(differences.prefix(entry).allSatisfy { $0 == 0 } && differences[entry] > 0)
    #expect(differences.dropFirst(entry + 8).allSatisfy { (80...176).contains($0) })
  }

  @Test("on average half of the output changes with a bit of the input")
  func everyBit() throws {
    var random = SeededGenerator(seed: 4)
    let aes = try Avalanche.ofAES(key: random.bytes(16), block: random.bytes(16))
    // The standard deviation of the mean is 0.5, and that of a count is 5.7.
    #expect(aes.count == 128 && (62.0...66.0).contains(Double(aes.reduce(0, +)) / 128))
    #expect(aes.allSatisfy { (35...93).contains($0) })
    let sha = Avalanche.ofSHA256(random.bytes(16))
    // Here the standard deviations are 0.7 and 8.
    #expect(sha.count == 128 && (125.0...131.0).contains(Double(sha.reduce(0, +)) / 128))
    #expect(sha.allSatisfy { (88...168).contains($0) })
  }
}
