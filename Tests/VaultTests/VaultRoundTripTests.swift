import SwiftVaultTestSupport
import Testing
import Vault

/// A sealed vault opens to its content, and only with the same password and context.
@Suite struct VaultRoundTripTests {
  @Test(arguments: [0, 1, 2, 15, 16, 17, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 200_000])
  func contentOfEveryLengthComesBack(count: Int) throws {
    let content = try [UInt8].sample(count)
    for function in PasswordStretching.Function.pbkdf2 {
      let vault = try Vault.seal(
        content, under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .rounds(2, function))
      #expect(vault.count == 1440 + count + 32 * max(1, (count + 65_535) / 65_536))
      try expectSame(Vault.open(vault, with: .password("pw".utf8), context: VaultContext("c".utf8)), content)
    }
  }

  /// Lengths around the ends of chunks, passwords and contexts of any bytes, inputs of any type.
  @Test func randomContentComesBack() throws {
    var dice = SplitMix64(seed: 2026)
    for _ in 0..<60 {
      let count = max(0, 65_536 * Int.random(in: 0...2, using: &dice) + Int.random(in: -40...40, using: &dice))
      let content = dice.bytes(count)
      let password = dice.bytes(Int.random(in: 0...200, using: &dice))
      let context = dice.bytes(Int.random(in: 0...100, using: &dice))
      let rounds = Int.random(in: 1...5, using: &dice)
      let vault = try Vault.seal(
        AnySequence(content), under: .password(password), context: VaultContext(context), stretching: .rounds(rounds))
      let opened = try Vault.open(
        ([0] + vault)[1...], with: .password(AnySequence(password)), context: VaultContext(AnySequence(context)))
      expectSame(opened, content, "\(count) bytes")
      try expectSame(Vault.open(AnySequence(vault), with: .password(password), context: VaultContext(context)), content)
      let inspection = try Vault.inspect(vault)
      #expect(inspection.contentByteCount == UInt64(count))
      #expect(inspection.slots == [.rounds(rounds)] + Array(repeating: nil, count: 7))
    }
  }

  @Test func sealTakesTheRecommendedStretching() throws {
    let vault = try Vault.seal([1, 2, 3], under: .password("pw".utf8))
    #expect(try Vault.inspect(vault).slots[0] == .rounds(220_000))
    #expect(try Vault.open(vault, with: .password("pw".utf8)) == [1, 2, 3])
    let more = try Vault.seal([1, 2, 3], under: .password("pw".utf8), stretching: PasswordStretching(rounds: 220_001))
    #expect(try Vault.inspect(more).slots[0] == .rounds(220_001))
    #expect(try Vault.open(more, with: .password("pw".utf8)) == [1, 2, 3])
  }

  @Test func sealingTwiceDiffersInEveryRandomPart() throws {
    let content = [UInt8](repeating: 0, count: 70_000)
    let first = try Vault.seal(content, under: .password("pw".utf8), stretching: .quick)
    let second = try Vault.seal(content, under: .password("pw".utf8), stretching: .quick)
    #expect(first[..<16] == second[..<16])
    #expect(first[48..<56] == second[48..<56])
    #expect(first[128..<688] == second[128..<688])
    #expect(first[..<720] == first[720..<1440])
    let salt = 16..<48, slotSalt = 56..<88, wrapped = 88..<128, tag = 688..<720
    let chunk0 = 1440..<66_976, tag0 = 66_976..<67_008, chunk1 = 67_008..<71_472, tag1 = 71_472..<71_504
    #expect(first.count == tag1.upperBound)
    for part in [salt, slotSalt, wrapped, tag, chunk0, tag0, chunk1, tag1] {
      let same = zip(first[part], second[part]).count { $0 == $1 }
      #expect(same < 16 + part.count / 64, "bytes \(part)")
    }
  }

  @Test func equalContentGivesNoEqualCiphertext() throws {
    let vault = try Vault.seal([UInt8](repeating: 0, count: 131_072), under: .password([]), stretching: .quick)
    var blocks: Set<[UInt8]> = []
    for start in stride(from: 1440, to: 66_976, by: 16) { blocks.insert(Array(vault[start..<start + 16])) }
    for start in stride(from: 67_008, to: 132_544, by: 16) { blocks.insert(Array(vault[start..<start + 16])) }
    #expect(blocks.count == 8192)
  }

  /// HMAC treats these passwords as equal. A vault must not.
  @Test func passwordsThatHMACTakesForEqualAreDifferent() throws {
    let long = [UInt8](0..<129)
    let pairs: [([UInt8], [UInt8])] = [
      (Array("pw".utf8), Array("pw".utf8) + [0]),
      ([], [0]),
      ([UInt8](repeating: 0, count: 127), [UInt8](repeating: 0, count: 128)),
      (long, Array(SHA512.hash(data: long))),
      (long, Array(SHA256.hash(data: long))),
    ]
    for function in PasswordStretching.Function.pbkdf2 {
      for (left, right) in pairs + pairs.map({ ($1, $0) }) {
        let vault = try Vault.seal([1], under: .password(left), stretching: .rounds(2, function))
        #expect(try Vault.open(vault, with: .password(left)) == [1])
        #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, with: .password(right)) }
      }
    }
  }

  @Test func otherPasswordsDoNotOpen() throws {
    let password = Array("correct horse".utf8)
    let vault = try Vault.seal([1, 2, 3], under: .password(password), stretching: .quick)
    var others: [[UInt8]] = [[], Array(password.dropLast()), password + [32], password + password]
    for bit in 0..<8 * password.count {
      others.append(password)
      others[others.count - 1][bit / 8] ^= 1 << (bit % 8)
    }
    for other in others {
      #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, with: .password(other)) }
    }
  }

  @Test func otherContextsDoNotOpen() throws {
    let contexts: [[UInt8]] = [[], [0], [0, 0], Array("a".utf8), Array("b".utf8), Array("ab".utf8)]
    for context in contexts {
      let vault = try Vault.seal(
        [1, 2, 3], under: .password("pw".utf8), context: VaultContext(context), stretching: .quick)
      for other in contexts where other != context {
        #expect(throws: VaultError.wrongPasswordOrContext) {
          try Vault.open(vault, with: .password("pw".utf8), context: VaultContext(other))
        }
      }
      #expect(try Vault.open(vault, with: .password("pw".utf8), context: VaultContext(context)) == [1, 2, 3])
    }
  }
}
