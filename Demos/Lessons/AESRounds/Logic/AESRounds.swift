package import SwiftVaultReference

/// The encryption of one block with all its states, as in FIPS 197, appendix B.
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
  }
}
