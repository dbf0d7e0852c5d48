internal import SwiftVaultCryptoBytes

/// Two ways to find out whether a guess is the tag.
package enum Comparison: CaseIterable, Sendable {
  /// Byte by byte, up to the first that differs.
  case earlyExit
  /// Every byte, whatever they are: as this package compares tags.
  case constantTime

  /// The answer, and what it took.
  package struct Verdict: Sendable {
    package let isEqual: Bool
    /// How many bytes of the guess were looked at.
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

  /// The tag with one byte changed: the first or the last.
  package static func guesses(for tag: [UInt8]) -> (firstWrong: [UInt8], lastWrong: [UInt8]) {
    var (first, last) = (tag, tag)
    first[0] ^= 1
    last[tag.count - 1] ^= 1
    return (first, last)
  }

  /// What an attacker gets who sees how many bytes are looked at, which is what a clock tells.
  ///
  /// Byte by byte they take the first value after which the comparison goes on to the next byte; of the last byte, the
  /// value that is accepted.
  package func attack(
    _ tag: [UInt8]
  ) -> (guess: [UInt8], guessCount: Int, isAccepted: Bool) {
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

/// Measured times of two kinds of guesses, in nanoseconds a comparison, or what a model has in their place.
package struct TimingSamples: Sendable {
  package var firstWrong: [Double] = []
  package var lastWrong: [Double] = []

  /// The bytes looked at, without a machine and its noise.
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
  /// Samples of both kinds, in an order that is random so that a slow moment of the machine meets both alike.
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

  /// How many comparisons are timed together: a clock is too coarse, and too slow itself, for one.
  package static let comparisonsPerSample = 256

  private static func nanoseconds(_ comparison: Comparison, _ guess: [UInt8], _ tag: [UInt8]) -> Double {
    let clock = ContinuousClock()
    var byteCount = 0
    let start = clock.now
    for _ in 0..<comparisonsPerSample { byteCount &+= comparison.compare(guess, tag).byteCount }
    let elapsed = clock.now - start
    // A result that nobody uses need not be computed.
    precondition(byteCount > 0)
    return elapsed / .nanoseconds(1) / Double(comparisonsPerSample)
  }
}
#endif
