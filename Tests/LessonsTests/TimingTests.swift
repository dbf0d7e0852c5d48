import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: timing")
struct TimingTests {
  private static let tag: [UInt8] = (0..<32).map { 7 &* $0 &+ 201 }

  @Test("the early exit looks at the bytes up to the first wrong one, constant time at all", arguments: 0..<32)
  func counts(wrong: Int) {
    var guess = Self.tag
    guess[wrong] ^= 0x80
    let (early, constant) = (
      Comparison.earlyExit.compare(guess, Self.tag), Comparison.constantTime.compare(guess, Self.tag)
    )
    #expect(!early.isEqual && early.byteCount == wrong + 1)
    #expect(!constant.isEqual && constant.byteCount == 32)
    for comparison in Comparison.allCases {
      let right = comparison.compare(Self.tag, Self.tag)
      #expect(right.isEqual && right.byteCount == 32)
    }
    guess = [UInt8](repeating: 0, count: 32)
    guess.replaceSubrange(..<wrong, with: Self.tag[..<wrong])
    #expect(Comparison.earlyExit.compare(guess, Self.tag).byteCount == wrong + 1)
  }

  @Test("the guesses of the lesson differ in their first and in their last byte alone")
  func guesses() {
    let guesses = Comparison.guesses(for: Self.tag)
    #expect(guesses.firstWrong != Self.tag && guesses.firstWrong.dropFirst() == Self.tag.dropFirst())
    #expect(guesses.lastWrong != Self.tag && guesses.lastWrong.dropLast() == Self.tag.dropLast())
  }

  @Test("the attack finds the tag by the early exit, with at most 256 guesses a byte, and nothing in constant time")
  func attack() {
    let early = Comparison.earlyExit.attack(Self.tag)
    #expect(early.guess == Self.tag && early.isAccepted)
    #expect(early.guessCount == Self.tag.reduce(0) { $0 + Int($1) + 1 })
    let constant = Comparison.constantTime.attack(Self.tag)
    #expect(!constant.isAccepted && constant.guess != Self.tag && constant.guessCount == 31 + 256)
  }

  @Test("measured samples are as many as asked for, and times")
  func measured() {
    var random = SeededGenerator(seed: 1)
    let samples = TimingSamples.measured(.earlyExit, tag: Self.tag, count: 20, random: &random)
    #expect(samples.firstWrong.count == 20 && samples.lastWrong.count == 20)
    #expect((samples.firstWrong + samples.lastWrong).allSatisfy { $0 >= 0 && $0.isFinite })
    let counted = TimingSamples.counted(.earlyExit, tag: Self.tag, count: 2)
    #expect(counted.firstWrong == [1, 1] && counted.lastWrong == [32, 32])
    let constant = TimingSamples.counted(.constantTime, tag: Self.tag, count: 2)
    #expect(constant.firstWrong == [32, 32] && constant.lastWrong == [32, 32])
  }

  @Test("a histogram counts each number in its class, and the bars are as long as the counts")
  func histogram() {
    let histogram = Histogram(
      left: [0, 0.9, 1, 1, 1, 1.5, 3.999, 4, 100], right: [2, 2.5], limit: 4, rowCount: 4)
    #expect(histogram.rows.map(\.lowerBound) == [0, 1, 2, 3])
    #expect(histogram.rows.map(\.left) == [2, 4, 0, 1])
    #expect(histogram.rows.map(\.right) == [0, 0, 2, 0])
    #expect(histogram.above == (2, 0))
    let bars = histogram.rows.map { histogram.bars($0, width: 8) }
    #expect(bars.map(\.left) == [4, 8, 0, 2] && bars.map(\.right) == [0, 0, 4, 0])
    let uneven = Histogram(left: [0] + [Double](repeating: 1, count: 1000), right: [], limit: 2, rowCount: 2)
    #expect(uneven.rows.map { uneven.bars($0, width: 10).left } == [0, 10])
    let empty = Histogram(left: [], right: [9], limit: 2, rowCount: 1)
    #expect(empty.bars(empty.rows[0], width: 10) == (0, 0) && empty.above == (0, 1))
  }

  @Test("medians and quartiles")
  func distribution() {
    let distribution = Distribution([5, 1, 4, 2, 3])
    #expect(distribution.median == 3 && distribution.lowerQuartile == 2 && distribution.upperQuartile == 4)
    #expect(distribution.spread == 2)
    #expect(Distribution([7]).median == 7)
    // One slow sample in a hundred changes nothing.
    #expect(Distribution([Double](repeating: 1, count: 99) + [1e9]) == Distribution([1]))
  }
}
