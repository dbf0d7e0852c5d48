package import AES
internal import SwiftVaultReference
internal import SHA

/// How far a change of one bit spreads.
package enum Avalanche {
  /// How many bits, and how many bytes, of two states differ.
  package struct Difference: Sendable, Equatable {
    package let bits: Int
    package let bytes: Int

    package init(_ left: [UInt8], _ right: [UInt8]) {
      bits = Blocks.differingBits(left, right)
      bytes = Blocks.sum(left, right).count { $0 != 0 }
    }
  }

  /// The differences inside AES when a bit of the block is changed: before the first round and after each round.
  package static func inAES(key: [UInt8], block: [UInt8], bit: Int) -> [Difference] {
    func states(_ block: [UInt8]) -> [[UInt8]] {
      let aes = AESRounds(key: key, block: block)
      return aes.rounds.map { $0.start } + [aes.output]
    }
    return zip(states(block), states(Blocks.flip(bit: bit, of: block))).map { Difference($0, $1) }
  }

  /// How many of the state's 256 bits differ inside SHA-256 when a bit of the message is changed: after each round of
  /// the block that the bit is in.
  package static func inSHA256(_ message: [UInt8], bit: Int) -> [Int] {
    func states(_ message: [UInt8]) -> [[UInt32]] {
      var states: [[UInt32]] = []
      _ = SHA256Reference.hash(message) { if $0.block == bit / 512 { states.append($0.variables) } }
      return states
    }
    return zip(states(message), states(Blocks.flip(bit: bit, of: message))).map { left, right in
      zip(left, right).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }
  }

  /// For each bit of a message, how many bits of its SHA-256 digest change when it is changed.
  package static func ofSHA256(_ message: [UInt8]) -> [Int] {
    let digest = SHA256.hash(data: message)
    return (0..<8 * message.count).map { bit in
      Blocks.differingBits(digest, SHA256.hash(data: Blocks.flip(bit: bit, of: message)))
    }
  }

  /// For each bit of a block, how many bits of its ciphertext change when it is changed.
  package static func ofAES(key: [UInt8], block: [UInt8]) throws(AESError) -> [Int] {
    let key = SymmetricKey(data: key)
    let ciphertext = try AES.ECB.encrypt(block, using: key, padding: .none)
    var counts: [Int] = []
    for bit in 0..<8 * block.count {
      let other = try AES.ECB.encrypt(Blocks.flip(bit: bit, of: block), using: key, padding: .none)
      counts.append(Blocks.differingBits(ciphertext, other))
    }
    return counts
  }
}
