internal import SwiftVaultCryptoBytes

/// Two ways to compare a guess with the tag.
package enum Comparison: CaseIterable, Sendable {
  /// Compares byte by byte, up to the first difference.
  case earlyExit
  /// Compares every byte, as this package does with tags.
  case constantTime

  /// The result of a comparison, and its cost.
  package struct Verdict: Sendable {
    package let isEqual: Bool
    /// The number of bytes compared.
    package let byteCount: Int
  }

  /// Compares a guess with a tag of the same length.
  @inline(never)
  package func compare(_ guess: [UInt8], _ tag: [UInt8]) -> Verdict {
    precondition(guess.count == tag.count)
    switch self {
    case .earlyExit:
      for index in tag.indices where guess[index] != tag[index] {
        return Verdict(isEqual: false, byteCount: index + 1)
      }
      return Verdict(isEqual: true, byteCount: tag.count)
    case .constantTime:
      let isEqual = guess.withUnsafeBytes { guess in tag.withUnsafeBytes { constantTimeEqual(guess, $0) } }
      return Verdict(isEqual: isEqual, byteCount: tag.count)
    }
  }

  /// Two wrong guesses: the tag with its first or its last byte changed.
  package static func guesses(for tag: [UInt8]) -> (firstWrong: [UInt8], lastWrong: [UInt8]) {
    var (first, last) = (tag, tag)
    first[0] ^= 1
    last[tag.count - 1] ^= 1
    return (first, last)
  }

  /// Recovers a tag from the number of bytes that each comparison looks at, which a clock would show.
  ///
  /// For each byte, the attacker keeps the first value after which the comparison goes on to the next byte. For the
  /// last byte, it is the value that is accepted.
  package func attack(_ tag: [UInt8]) -> (guess: [UInt8], guessCount: Int, isAccepted: Bool) {
    var guess = [UInt8](repeating: 0, count: tag.count)
    var guessCount = 0
    for position in guess.indices {
      for value in UInt8.min...UInt8.max {
        guess[position] = value
        guessCount += 1
        let verdict = compare(guess, tag)
        if verdict.isEqual { return (guess, guessCount, true) }
        if verdict.byteCount > position + 1 { break }
      }
    }
    return (guess, guessCount, false)
  }
}

/// The times of two kinds of guesses, in nanoseconds a comparison, or the values of a model.
package struct TimingSamples: Sendable {
  package var firstWrong: [Double] = []
  package var lastWrong: [Double] = []

  /// The model: the number of bytes compared, without the noise of a machine.
  package static func counted(_ comparison: Comparison, tag: [UInt8], count: Int) -> TimingSamples {
    let guesses = Comparison.guesses(for: tag)
    let (first, last) = (comparison.compare(guesses.firstWrong, tag), comparison.compare(guesses.lastWrong, tag))
    return TimingSamples(
      firstWrong: [Double](repeating: Double(first.byteCount), count: count),
      lastWrong: [Double](repeating: Double(last.byteCount), count: count))
  }
}

#if !hasFeature(Embedded)
extension TimingSamples {
  /// Measured samples of both kinds, in random order, so that a slow moment of the machine affects both alike.
  package static func measured(
    _ comparison: Comparison, tag: [UInt8], count: Int, random: inout SeededGenerator
  ) -> TimingSamples {
    let guesses = Comparison.guesses(for: tag)
    var samples = TimingSamples()
    while samples.firstWrong.count < count || samples.lastWrong.count < count {
      if Bool.random(using: &random) {
        samples.firstWrong.append(nanoseconds(comparison, guesses.firstWrong, tag))
      } else {
        samples.lastWrong.append(nanoseconds(comparison, guesses.lastWrong, tag))
      }
    }
    samples.firstWrong.removeLast(samples.firstWrong.count - count)
    samples.lastWrong.removeLast(samples.lastWrong.count - count)
    return samples
  }

  /// The number of comparisons that are timed together, because the clock is too coarse and too slow for a single one.
  package static let comparisonsPerSample = 256

  private static func nanoseconds(_ comparison: Comparison, _ guess: [UInt8], _ tag: [UInt8]) -> Double {
    let clock = ContinuousClock()
    var byteCount = 0
    let start = clock.now
    for _ in 0..<comparisonsPerSample { byteCount &+= comparison.compare(guess, tag).byteCount }
    let elapsed = clock.now - start
    // The result is used here, because the optimiser could otherwise remove the comparison.
    precondition(byteCount > 0)
    return elapsed / .nanoseconds(1) / Double(comparisonsPerSample)
  }
}
#endif
