/// SHA-256 for reading.
package typealias SHA256Reference = SHA2Reference<UInt32>
/// SHA-512 for reading.
package typealias SHA512Reference = SHA2Reference<UInt64>

/// SHA-2 for reading: each function is a function of FIPS 180-4, and every state can be shown.
///
/// For lessons, and as a second opinion in tests. It is slow, and nothing is wiped. Hash with `SHA256` or `SHA512`.
///
/// Spec: FIPS 180-4, sections 5 and 6.
package enum SHA2Reference<Word: SHA2Word> {
  /// The working variables after a round.
  package struct Step: Sendable, Equatable {
    /// The block of the message, from 0.
    package let block: Int
    /// `t`, from 0.
    package let round: Int
    /// `W` of this round.
    package let scheduleWord: Word
    /// `a` to `h`, after the round.
    package let variables: [Word]
  }

  /// The size of a block: 64 or 128 bytes.
  package static var blockByteCount: Int { 2 * Word.bitWidth }

  /// The digest of a message.
  ///
  /// - Parameter trace: Called with the working variables after each round, in order.
  ///
  /// Spec: FIPS 180-4, sections 6.2.2 and 6.4.2.
  package static func hash(_ message: [UInt8], trace: (Step) -> Void = { _ in }) -> [UInt8] {
    var hash = Word.initialHash
    for (number, block) in blocks(of: message).enumerated() {
      var variables = hash
      for (round, word) in schedule(block).enumerated() {
        variables = self.round(variables, constant: Word.roundConstants[round], word: word)
        trace(Step(block: number, round: round, scheduleWord: word, variables: variables))
      }
      hash = zip(hash, variables).map { $0 &+ $1 }
    }
    return hash.flatMap(bytes)
  }

  /// The message with a bit 1, zeros and its length in bits, so that it is whole blocks.
  ///
  /// Spec: FIPS 180-4, section 5.1.
  package static func pad(_ message: [UInt8]) -> [UInt8] {
    let lengthByteCount = Word.bitWidth / 4
    var padded = message + [0x80]
    while (padded.count + lengthByteCount) % blockByteCount != 0 { padded.append(0) }
    let length = (0..<8).reversed().map { UInt8(truncatingIfNeeded: (8 * message.count) >> (8 * $0)) }
    return padded + [UInt8](repeating: 0, count: lengthByteCount - 8) + length
  }

  /// The padded message as blocks of 16 words.
  ///
  /// Spec: FIPS 180-4, section 5.2.
  package static func blocks(of message: [UInt8]) -> [[Word]] {
    let padded = pad(message)
    return stride(from: 0, to: padded.count, by: blockByteCount).map { start in
      (0..<16).map { index in
        let first = start + index * Word.bitWidth / 8
        return padded[first..<first + Word.bitWidth / 8].reduce(0) { $0 << 8 | Word($1) }
      }
    }
  }

  /// `W`: the 16 words of a block, extended to one word for each round.
  ///
  /// Spec: FIPS 180-4, section 6.2.2, step 1.
  package static func schedule(_ block: [Word]) -> [Word] {
    var w = block
    for t in 16..<Word.rounds { w.append(w[t - 2].lowerSigma1 &+ w[t - 7] &+ w[t - 15].lowerSigma0 &+ w[t - 16]) }
    return w
  }

  /// One round of the working variables `a` to `h`.
  ///
  /// Spec: FIPS 180-4, section 6.2.2, step 3.
  package static func round(_ variables: [Word], constant k: Word, word w: Word) -> [Word] {
    let (a, b, c, d) = (variables[0], variables[1], variables[2], variables[3])
    let (e, f, g, h) = (variables[4], variables[5], variables[6], variables[7])
    let t1 = h &+ e.upperSigma1 &+ Word.choose(e, f, g) &+ k &+ w
    let t2 = a.upperSigma0 &+ Word.majority(a, b, c)
    return [t1 &+ t2, a, b, c, d &+ t1, e, f, g]
  }

  private static func bytes(_ word: Word) -> [UInt8] {
    (0..<Word.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}
