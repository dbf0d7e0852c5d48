package import SwiftVaultReference

/// The encryption of one block with all its states, as in FIPS 197, appendix B; its decryption; and the round keys.
package struct AESRounds: Sendable {
  /// The states of one round, each of 16 bytes, column by column.
  package struct Round: Sendable, Equatable {
    /// The number of the round, from 1.
    package let number: Int
    /// The state at the start of the round.
    package let start: [UInt8]
    /// The state after SUBBYTES.
    package let substituted: [UInt8]
    /// The state after SHIFTROWS.
    package let shifted: [UInt8]
    /// The state after MIXCOLUMNS; `nil` in the last round, which has none.
    package let mixed: [UInt8]?
    /// The round key that is added at the end of the round.
    package let roundKey: [UInt8]
  }

  /// The states of one round of decryption. Rounds are counted in the order in which they run.
  package struct InverseRound: Sendable, Equatable {
    package let number: Int
    package let start: [UInt8]
    /// The state after INVSHIFTROWS.
    package let shifted: [UInt8]
    /// The state after INVSUBBYTES.
    package let substituted: [UInt8]
    package let roundKey: [UInt8]
    /// The state after the round key was added; `nil` in the last round, where that is the block.
    package let keyAdded: [UInt8]?
  }

  /// The steps that make one word of the key schedule. Spec: FIPS 197, section 5.2, algorithm 2, appendix A.
  package struct ScheduleWord: Sendable, Equatable {
    /// `i`.
    package let index: Int
    /// `w[i - 1]`.
    package let previous: [UInt8]
    /// The value after ROTWORD, where ROTWORD is applied.
    package let rotated: [UInt8]?
    /// The value after SUBWORD, where SUBWORD is applied.
    package let substituted: [UInt8]?
    /// The value after `Rcon` was added, where it is added.
    package let withConstant: [UInt8]?
    /// `w[i - Nk]`, which is added last.
    package let earlier: [UInt8]
    /// `w[i]`.
    package let word: [UInt8]
  }

  /// The block before the first round key is added.
  package let input: [UInt8]
  /// The round key that is added before round 1.
  package let firstKey: [UInt8]
  /// The rounds in their order.
  package let rounds: [Round]
  /// The ciphertext.
  package let output: [UInt8]
  /// Every state as FIPS 197's appendix C names and numbers it.
  package let steps: [AESStep]

  /// The rounds of decryption in their order.
  package let inverseRounds: [InverseRound]
  /// Every state of the decryption as FIPS 197's appendix C names and numbers it.
  package let inverseSteps: [AESStep]
  /// The words of the key schedule after those of the key itself.
  package let schedule: [ScheduleWord]

  /// Encrypts a block of 16 bytes under a key of 16, 24 or 32; traps at other lengths.
  package init(key: [UInt8], block: [UInt8]) {
    var steps: [AESStep] = []
    let cipher = AESReference(key: key)
    input = block
    firstKey = cipher.roundKey(0)
    output = cipher.encrypt(block) { steps.append($0) }
    self.steps = steps
    rounds = (1...cipher.rounds).map { number in
      let states = Dictionary(uniqueKeysWithValues: steps.filter { $0.round == number }.map { ($0.name, $0.bytes) })
      return Round(
        number: number, start: states[.start]!, substituted: states[.substituted]!, shifted: states[.shifted]!,
        mixed: states[.mixed], roundKey: states[.roundKey]!)
    }
    var inverseSteps: [AESStep] = []
    _ = cipher.decrypt(output) { inverseSteps.append($0) }
    self.inverseSteps = inverseSteps
    inverseRounds = Self.inverseRounds(inverseSteps, count: cipher.rounds)
    schedule = Self.schedule(cipher, keyWordCount: key.count / 4)
  }

  /// Decrypts a block of 16 bytes, and computes its encryption too.
  package init(key: [UInt8], ciphertext: [UInt8]) {
    self.init(key: key, block: AESReference(key: key).decrypt(ciphertext))
  }

  private static func inverseRounds(_ steps: [AESStep], count: Int) -> [InverseRound] {
    (1...count).map { number in
      let states = Dictionary(uniqueKeysWithValues: steps.filter { $0.round == number }.map { ($0.name, $0.bytes) })
      return InverseRound(
        number: number, start: states[.inverseStart]!, shifted: states[.inverseShifted]!,
        substituted: states[.inverseSubstituted]!, roundKey: states[.inverseRoundKey]!,
        keyAdded: states[.inverseKeyAdded])
    }
  }

  private static func schedule(_ cipher: AESReference, keyWordCount: Int) -> [ScheduleWord] {
    let words = (0...cipher.rounds).flatMap { round in
      let key = cipher.roundKey(round)
      return (0..<4).map { Array(key[4 * $0..<4 * $0 + 4]) }
    }
    var constant: UInt8 = 1
    return (keyWordCount..<words.count).map { index in
      let previous = words[index - 1]
      let isFirst = index % keyWordCount == 0
      let isSubstituted = isFirst || keyWordCount > 6 && index % keyWordCount == 4
      let rotated = isFirst ? Array(previous[1...] + previous[..<1]) : nil
      let substituted = isSubstituted ? (rotated ?? previous).map { SubstitutionBox.forward[Int($0)] } : nil
      var withConstant: [UInt8]?
      if isFirst, var word = substituted {
        word[0] ^= constant
        constant = GaloisField.timesX(constant)
        withConstant = word
      }
      return ScheduleWord(
        index: index, previous: previous, rotated: rotated, substituted: substituted, withConstant: withConstant,
        earlier: words[index - keyWordCount], word: words[index])
    }
  }
}
