import Testing
import Vault

/// What is sealed opens, and only with the same password and context.
@Suite struct VaultRoundTripTests {
  /// Numbers that look random and are the same in each run (splitmix64).
  struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 200_000])
  func contentOfEveryLengthComesBack(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 + $0 >> 8) }
    for stretching in [VaultSlot.Stretching.pbkdf2SHA512, .pbkdf2SHA256] {
      let vault = try Vault.seal(
        content, password: "pw".utf8, context: "c".utf8, unsafeUncheckedRounds: 2, stretching: stretching)
      #expect(vault.count == 720 + count + 32 * max(1, (count + 65_535) / 65_536))
      #expect(try Vault.open(vault, password: "pw".utf8, context: "c".utf8).elementsEqual(content))
    }
  }

  /// Lengths around the borders of chunks, passwords and contexts of any bytes, inputs in any form.
  @Test func randomContentComesBack() throws {
    var dice = Dice(state: 2026)
    for _ in 0..<60 {
      let count = max(0, 65_536 * Int.random(in: 0...2, using: &dice) + Int.random(in: -40...40, using: &dice))
      let content = dice.bytes(count)
      let password = dice.bytes(Int.random(in: 0...200, using: &dice))
      let context = dice.bytes(Int.random(in: 0...100, using: &dice))
      let rounds = Int.random(in: 1...5, using: &dice)
      let vault = try Vault.seal(
        AnySequence(content), password: password, context: context, unsafeUncheckedRounds: rounds)
      let opened = try Vault.open(([0] + vault)[1...], password: AnySequence(password), context: AnySequence(context))
      #expect(opened.elementsEqual(content), "\(count) bytes")
      #expect(try Vault.open(AnySequence(vault), password: password, context: context).elementsEqual(content))
      let inspection = try Vault.inspect(vault)
      #expect(inspection.contentByteCount == count)
      #expect(inspection.slots.map(\.rounds) == [rounds])
    }
  }

  @Test func theSafeSealTakesTheRecommendedRounds() throws {
    let vault = try Vault.seal([1, 2, 3], password: "pw".utf8)
    #expect(try Vault.inspect(vault).slots.map(\.rounds) == [220_000])
    #expect(try Vault.open(vault, password: "pw".utf8) == [1, 2, 3])
    let least = try Vault.seal([1, 2, 3], password: "pw".utf8, rounds: 210_000)
    #expect(try Vault.inspect(least).slots.map(\.rounds) == [210_000])
    #expect(try Vault.open(least, password: "pw".utf8) == [1, 2, 3])
  }

  @Test func sealingTwiceDiffersInEveryRandomPart() throws {
    let content = [UInt8](repeating: 0, count: 70_000)
    let first = try Vault.seal(content, password: "pw".utf8, unsafeUncheckedRounds: 1)
    let second = try Vault.seal(content, password: "pw".utf8, unsafeUncheckedRounds: 1)
    #expect(first[..<16] == second[..<16])
    #expect(first[48..<56] == second[48..<56])
    #expect(first[128..<688] == second[128..<688])
    let salt = 16..<48, slotSalt = 56..<88, wrapped = 88..<128, tag = 688..<720
    let chunk0 = 720..<66_256, tag0 = 66_256..<66_288, chunk1 = 66_288..<70_752, tag1 = 70_752..<70_784
    #expect(first.count == tag1.upperBound)
    for part in [salt, slotSalt, wrapped, tag, chunk0, tag0, chunk1, tag1] {
      let same = zip(first[part], second[part]).count { $0 == $1 }
      #expect(same < 16 + part.count / 64, "bytes \(part)")
    }
  }

  @Test func equalContentGivesNoEqualCiphertext() throws {
    let vault = try Vault.seal([UInt8](repeating: 0, count: 131_072), password: [], unsafeUncheckedRounds: 1)
    var blocks: Set<[UInt8]> = []
    for start in stride(from: 720, to: 66_256, by: 16) { blocks.insert(Array(vault[start..<start + 16])) }
    for start in stride(from: 66_288, to: 131_824, by: 16) { blocks.insert(Array(vault[start..<start + 16])) }
    #expect(blocks.count == 8192)
  }

  /// HMAC takes these passwords for equal; a vault must not.
  @Test func passwordsThatHMACTakesForEqualAreDifferent() throws {
    let long = [UInt8](0..<129)
    let pairs: [([UInt8], [UInt8])] = [
      (Array("pw".utf8), Array("pw".utf8) + [0]),
      ([], [0]),
      ([UInt8](repeating: 0, count: 127), [UInt8](repeating: 0, count: 128)),
      (long, Array(SHA512.hash(data: long))),
      (long, Array(SHA256.hash(data: long))),
    ]
    for stretching in [VaultSlot.Stretching.pbkdf2SHA512, .pbkdf2SHA256] {
      for (left, right) in pairs + pairs.map({ ($1, $0) }) {
        let vault = try Vault.seal([1], password: left, unsafeUncheckedRounds: 2, stretching: stretching)
        #expect(try Vault.open(vault, password: left) == [1])
        #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, password: right) }
      }
    }
  }

  @Test func otherPasswordsDoNotOpen() throws {
    let password = Array("correct horse".utf8)
    let vault = try Vault.seal([1, 2, 3], password: password, unsafeUncheckedRounds: 1)
    var others: [[UInt8]] = [[], Array(password.dropLast()), password + [32], password + password]
    for bit in 0..<8 * password.count {
      others.append(password)
      others[others.count - 1][bit / 8] ^= 1 << (bit % 8)
    }
    for other in others {
      #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, password: other) }
    }
  }

  @Test func otherContextsDoNotOpen() throws {
    let contexts: [[UInt8]] = [[], [0], [0, 0], Array("a".utf8), Array("b".utf8), Array("ab".utf8)]
    for context in contexts {
      let vault = try Vault.seal([1, 2, 3], password: "pw".utf8, context: context, unsafeUncheckedRounds: 1)
      for other in contexts where other != context {
        #expect(throws: VaultError.wrongPasswordOrContext) {
          try Vault.open(vault, password: "pw".utf8, context: other)
        }
      }
      #expect(try Vault.open(vault, password: "pw".utf8, context: context) == [1, 2, 3])
    }
  }
}
