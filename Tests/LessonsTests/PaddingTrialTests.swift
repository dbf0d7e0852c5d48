import AES
import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: padding")
struct PaddingTrialTests {
  private static let schemes: [AES.Padding] = [.pkcs7, .iso7816_4, .ansiX923, .zero]

  @Test("what is added, at every length around a block")
  func added() throws {
    for count in 0...48 {
      let message = [UInt8](repeating: 0x61, count: count)
      let missing = 16 - count % 16
      let zeros = [UInt8](repeating: 0, count: missing - 1)
      let expected: [[UInt8]] = [
        [UInt8](repeating: UInt8(missing), count: missing), [0x80] + zeros, zeros + [UInt8(missing)],
        count % 16 == 0 ? [] : [0] + zeros,
      ]
      for (scheme, expected) in zip(Self.schemes, expected) {
        #expect(try PaddingTrial.add(scheme, to: message) == message + expected, "\(scheme) at \(count)")
        #expect(try PaddingTrial.remove(scheme, from: message + expected) == message)
      }
    }
  }

  /// The last bytes of a block that begins with letters, and how many bytes of message each scheme finds in it.
  static let verdicts: [(tail: [UInt8], found: [Int?])] = [
    ([1], [15, nil, 15, 16]), ([2], [nil, nil, nil, 16]), ([2, 2], [14, nil, nil, 16]),
    ([3, 2, 2], [14, nil, nil, 16]), ([0, 2], [nil, nil, 14, 16]), ([0], [nil, nil, nil, 15]),
    ([16], [nil, nil, nil, 16]), ([17], [nil, nil, nil, 16]), ([0x80], [nil, 15, nil, 16]),
    ([0x80, 0, 0], [nil, 13, nil, 14]), ([UInt8](repeating: 16, count: 16), [0, nil, nil, 16]),
    ([UInt8](repeating: 0, count: 16), [nil, nil, nil, 1]),
  ]

  @Test("what a receiver accepts: the lesson's table", arguments: verdicts.indices)
  func accepted(index: Int) {
    let (tail, found) = Self.verdicts[index]
    let block = [UInt8](repeating: 0x61, count: 16 - tail.count) + tail
    for (scheme, count) in zip(Self.schemes, found) {
      let removed = try? PaddingTrial.remove(scheme, from: block)
      #expect(removed == count.map { Array(block.prefix($0)) }, "\(scheme), \(tail)")
    }
  }

  @Test("about one random block in 256 passes, and every one with zeros")
  func randomBlocks() {
    var random = SeededGenerator(seed: 3)
    for scheme in Self.schemes {
      let count = PaddingTrial.acceptedCount(scheme, of: 20_000, random: &random)
      // The mean is 78 or 79, the standard deviation 9.
      #expect(scheme == .zero ? count == 20_000 : (34...124).contains(count), "\(scheme)")
    }
  }
}
