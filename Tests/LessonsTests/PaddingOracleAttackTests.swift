import AES
import SwiftVaultLessonLogic
import Testing
import Vault

@Suite("Lessons: padding-oracle")
struct PaddingOracleAttackTests {
  /// A ciphertext as blocks that begin with the IV, and the receiver who has the key.
  private static func sent(_ message: [UInt8], seed: UInt64) throws -> (receiver: CBCReceiver, blocks: [[UInt8]]) {
    var random = SeededGenerator(seed: seed)
    let (key, iv) = (random.bytes(16), random.bytes(16))
    let ciphertext = try AES.CBC.encrypt(
      message, using: SymmetricKey(data: key), iv: AES.IV(data: iv), padding: .pkcs7)
    return (CBCReceiver(key: key), [iv] + Blocks.split(ciphertext))
  }

  /// All bytes of a block, the last one first.
  private static func read(_ block: [UInt8], after previous: [UInt8], _ receiver: CBCReceiver)
    -> (bytes: [PaddingOracleAttack.Byte], queryCount: Int)
  {
    var attack = PaddingOracleAttack(after: previous) { receiver.accepts(block, iv: $0) }
    var bytes: [PaddingOracleAttack.Byte] = []
    while let byte = attack.readByte() { bytes.append(byte) }
    return (bytes, attack.queryCount)
  }

  @Test("a message of any length is read without the key, its padding too", arguments: 0...33)
  func everyLength(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(1000 + count))
    let message = random.bytes(count)
    let (receiver, blocks) = try Self.sent(message, seed: UInt64(count))
    var recovered: [UInt8] = []
    for (previous, block) in zip(blocks, blocks.dropFirst()) {
      let (bytes, queryCount) = Self.read(block, after: previous, receiver)
      #expect(bytes.map(\.offset) == Array((0..<16).reversed()))
      #expect(bytes.map(\.padding) == Array(1...16))
      #expect(queryCount == bytes.reduce(0) { $0 + $1.queryCount })
      recovered += bytes.reversed().map(\.plaintext)
    }
    let added = 16 - count % 16
    #expect(recovered == message + [UInt8](repeating: UInt8(added), count: added))
  }

  @Test("a byte takes about 128 queries, and never more than 256 but for the last byte's checks")
  func queries() throws {
    var counts: [Int] = []
    for seed in UInt64(0)..<40 {
      let (receiver, blocks) = try Self.sent([UInt8](repeating: 0x61, count: 31), seed: seed)
      for (previous, block) in zip(blocks, blocks.dropFirst()) {
        for byte in Self.read(block, after: previous, receiver).bytes {
          let checks = byte.offset == 15 ? byte.falseFinds.count + 1 : 0
          #expect(byte.queryCount == Int(byte.sent) + 1 + checks)
          counts.append(byte.queryCount)
        }
      }
    }
    // The mean of 1,280 numbers from 1 to 256 is 128.5, with a deviation of 2.1.
    #expect((118...139).contains(counts.reduce(0, +) / counts.count))
  }

  @Test("no byte takes more than 258 queries, and the last of a block can take as many")
  func bound() throws {
    var most = 0
    for (next, last) in (UInt8(0)...3).flatMap({ next in (UInt8.min...UInt8.max).map { (next, $0) } }) {
      let decrypted = [UInt8](repeating: 0xff, count: 14) + [next, last]
      var attack = PaddingOracleAttack(after: [UInt8](repeating: 0, count: 16)) { forged in
        let block = Blocks.sum(decrypted, forged)
        let count = Int(block[15])
        return (1...16).contains(count) && block.suffix(count).allSatisfy { $0 == block[15] }
      }
      let read = attack.readByte()
      let byte = try #require(read)
      #expect(byte.decrypted == last)
      most = max(most, byte.queryCount)
    }
    #expect(most == 258)
  }

  @Test("a longer padding that is accepted first is not taken for the last byte")
  func falseFinds() throws {
    var seen = 0
    for seed in UInt64(0)..<64 {
      let (receiver, blocks) = try Self.sent(Array("fourteen bytes".utf8), seed: seed)
      let byte = try #require(Self.read(blocks[1], after: blocks[0], receiver).bytes.first)
      #expect(byte.plaintext == 2)
      // With the original byte, the original padding, 02 02, is accepted too.
      #expect(byte.falseFinds == (blocks[0][15] < byte.sent ? [blocks[0][15]] : []))
      seen += byte.falseFinds.count
    }
    #expect((16...48).contains(seen))
  }

  @Test("what is read is the sum of what AES backwards makes of the block and the block before")
  func decrypted() throws {
    var random = SeededGenerator(seed: 3)
    let key = random.bytes(16)
    let (previous, block) = (random.bytes(16), random.bytes(16))
    let truth = try AES.ECB.decrypt(block, using: SymmetricKey(data: key), padding: .none)
    let bytes = Self.read(block, after: previous, CBCReceiver(key: key)).bytes
    #expect(bytes.reversed().map(\.decrypted) == truth)
    #expect(bytes.reversed().map(\.plaintext) == Blocks.sum(truth, previous))
  }

  @Test("against a vault the same attack does not read its first byte, and every change has the same answer")
  func vault() throws {
    let receiver = try VaultReceiver(of: Array("attack at dawn".utf8), password: Array("p".utf8))
    let vault = receiver.vault
    var answers = VaultReceiver.Answers()
    var attack = PaddingOracleAttack(after: Array(vault.suffix(32).prefix(16))) { forged in
      let refusal = receiver.refusal(of: Array(vault.dropLast(32) + forged + vault.suffix(16)))
      answers.add(refusal)
      return refusal == nil
    }
    #expect(attack.readByte() == nil)
    // 256 values, one of which restores the vault, and the second query that checks it.
    #expect(attack.queryCount == 257 && answers.openedCount == 1)
    #expect(answers.refusals.map(\.error) == [.damaged(chunk: 0)] && answers.refusals[0].count == 256)

    let everyChange = receiver.answersToEveryChange()
    #expect(everyChange.openedCount == 0)
    #expect(everyChange.refusals.map(\.error) == [.damaged(chunk: 0)])
    #expect(everyChange.refusals[0].count == (14 + 32) * 255)
  }
}
