import MemoryHard
import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: memory")
struct MemoryTraceTests {
  private static let salt = Array("sixteen letters.".utf8)

  @Test("the key is the library's", arguments: [1, 2, 3], [8, 11, 32, 64])
  func library(passes: Int, blockCount: Int) throws {
    let trace = MemoryTrace(password: [1, 2], salt: Self.salt, blockCount: blockCount, passes: passes)
    let key = try Argon2id(memoryByteCount: 1024 * blockCount, passes: passes, lanes: 1).deriveKey(
      password: [1, 2], salt: .init(data: Self.salt), outputByteCount: 32)
    #expect(trace.key == key.withUnsafeBytes { Array($0) })
    #expect(trace.blockCount == blockCount / 4 * 4 && trace.passes.count == passes)
    #expect(trace.passes[0].map(\.block) == Array(2..<trace.blockCount))
    #expect(trace.passes.dropFirst().allSatisfy { $0.map(\.block) == Array(0..<trace.blockCount) })
  }

  @Test("in the first half of the first pass two passwords read the same blocks, and later they do not")
  func parts() {
    let traces = [[1], [2]].map { MemoryTrace(password: $0, salt: Self.salt, blockCount: 64, passes: 3) }
    let parts = MemoryTrace.parts(traces[0], traces[1])
    #expect(parts.map(\.pass) == [0, 0, 1, 2] && parts.map(\.dependsOnPassword) == [false, true, true, true])
    #expect(parts.map(\.readCount) == [30, 32, 64, 64])
    #expect(parts[0].equalCount == 30 && parts.dropFirst().allSatisfy { $0.equalCount < 16 })
    #expect(MemoryTrace.parts(traces[0], traces[0]).allSatisfy { $0.equalCount == $0.readCount })
  }

  /// The definition, without a table: a block that is not kept is recomputed each time.
  private func count(_ block: Int, _ trace: MemoryTrace, _ interval: Int) -> Double {
    if block < 2 || block % interval == 0 { return 0 }
    return 1 + count(block - 1, trace, interval) + count(trace.passes[0][block - 2].read, trace, interval)
  }

  @Test("who keeps fewer blocks computes more", arguments: [16, 32, 48])
  func computed(blockCount: Int) {
    let trace = MemoryTrace(password: [7], salt: Self.salt, blockCount: blockCount, passes: 1)
    #expect(trace.computedCount(keepingEvery: 1) == Double(blockCount - 2))
    #expect(trace.keptCount(every: 1) == blockCount)
    var fewest = Double(blockCount - 2)
    for interval in [2, 4, 8] {
      let sum = trace.passes[0].reduce(0) { $0 + 1 + count($1.read, trace, interval) }
      #expect(trace.computedCount(keepingEvery: interval) == sum && sum > fewest)
      #expect(trace.keptCount(every: interval) == blockCount / interval + 1)
      fewest = sum
    }
  }

  @Test("a device has a guess for each core, as far as its memory goes")
  func device() {
    let card = GraphicsCard.device
    #expect(card.guessesAtOnce(of: 64) == 384 && card.guessesAtOnce(of: 19) == 1293)
    #expect(card.guessesAtOnce(of: 1) == 16_384 && card.room(forGuessesOf: 1) == 24_576)
    #expect(card.guessesAtOnce(of: 32 * 1024) == 0)
    // 64 MiB, 3 passes: each pass reads and writes 64 MiB, and the later passes also read the content that they
    // replace.
    #expect(GuessingDevice.movedByteCount(ofMebibytes: 64, passes: 3) == Double(512 << 20))
    let most = card.guessesPerSecond(ofMebibytes: 64, passes: 3)
    #expect(Int(most) == 1877 && GraphicsCard.argon2GuessesPerSecond < most)
  }
}
