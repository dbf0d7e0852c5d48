internal import HMAC
internal import SHA

/// PBKDF2-HMAC-SHA-256 with every intermediate value, and the number of HMAC calls.
///
/// For lessons: it starts each HMAC anew and wipes nothing. Derive keys with `PBKDF2`.
///
/// Spec: RFC 8018, section 5.2.
package struct PBKDF2Trace: Sendable {
  package static let blockByteCount = 32

  /// A block of the output: `T_i`.
  package struct Block: Sendable {
    /// `i`, from 1.
    package let number: Int
    /// `U_1` to `U_c`.
    package let values: [[UInt8]]
    /// The sums of the first values, one after the other: the last sum is the block.
    package let sums: [[UInt8]]

    package var output: [UInt8] { sums[sums.count - 1] }
  }

  package let blocks: [Block]
  /// The derived key.
  package let key: [UInt8]

  /// The calls of HMAC for the whole key.
  package var callCount: Int { blocks.reduce(0) { $0 + $1.values.count } }

  /// Derives a key; traps unless there is at least one round and one byte.
  package init(password: [UInt8], salt: [UInt8], rounds: Int, byteCount: Int) {
    let blockCount = (byteCount + Self.blockByteCount - 1) / Self.blockByteCount
    blocks = (1...blockCount).map { Self.block($0, password: password, salt: salt, rounds: rounds) }
    key = Array(blocks.flatMap { $0.output }.prefix(byteCount))
  }

  /// One block of the output; traps unless there is at least one round. Spec: RFC 8018, section 5.2, step 3.
  package static func block(_ number: Int, password: [UInt8], salt: [UInt8], rounds: Int) -> Block {
    let key = SymmetricKey(data: password)
    var values = [Array(HMAC<SHA256>.authenticationCode(for: input(salt, block: number), using: key))]
    var sums = values
    for round in 1..<rounds {
      values.append(Array(HMAC<SHA256>.authenticationCode(for: values[round - 1], using: key)))
      sums.append(Blocks.sum(sums[round - 1], values[round]))
    }
    return Block(number: number, values: values, sums: sums)
  }

  /// The input of the first round: the salt, and the number of the block in four bytes.
  package static func input(_ salt: [UInt8], block number: Int) -> [UInt8] { salt + UInt32(number).bigEndianBytes }

  /// A search for the password of a longer key that compares only the first block.
  ///
  /// - Returns: The index of the password among the guesses, if it is there, and the calls of HMAC.
  package static func search(
    for key: [UInt8], among guesses: [[UInt8]], salt: [UInt8], rounds: Int
  ) -> (found: Int?, callCount: Int) {
    for (index, guess) in guesses.enumerated() {
      let first = block(1, password: guess, salt: salt, rounds: rounds).output
      if first.prefix(key.count).elementsEqual(key.prefix(blockByteCount)) { return (index, (index + 1) * rounds) }
    }
    return (nil, guesses.count * rounds)
  }
}
