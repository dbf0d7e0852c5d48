internal import SwiftVaultCryptoBytes
package import SwiftVaultLessonLogic

/// A server compares a tag byte by byte up to the first difference. Its time is modelled: a fixed part, a part for each
/// byte compared, and noise.
package struct TimingModel: Exercise {
  package static let name = "timing-model"
  package static let verbs = ["compare"]
  /// The modelled time for a byte, and the limit of the noise, in nanoseconds.
  private static let (step, noiseLimit) = (16, 64)

  private let tag: [UInt8]
  private let fixed: Int
  private var noise: SeededGenerator

  package init(random: inout SeededGenerator) {
    tag = random.bytes(6)
    fixed = 200 + random.number(below: 800)
    noise = random
  }

  package var given: [ExerciseInput] { [] }

  package mutating func reply(to request: Request) throws(RequestError) -> Reply {
    let guess = try request.bytes(1)[0]
    guard guess.count == tag.count else {
      throw RequestError("the tag has \(guess.count.units("byte")); it needs \(tag.count)")
    }
    let verdict = Comparison.earlyExit.compare(guess, tag)
    let time = String(fixed + verdict.byteCount * Self.step + noise.number(below: Self.noiseLimit))
    return verdict.isEqual ? .ok(time) : .no(time)
  }

  package func verdict(on answer: String) -> Verdict { .bytes(answer, is: tag, "this is the tag") }
}

/// A server compares a code digit by digit up to the first difference, and waits for each digit.
package struct TimingClock: Exercise {
  package static let name = "timing-clock"
  package static let verbs = ["compare"]
  /// The time for a digit, long enough for a program in any language to measure it through a pipe.
  private static let milliseconds = 5

  private let code: [UInt8]

  package init(random: inout SeededGenerator) {
    code = (0..<6).map { _ in UInt8(ascii: "0") + UInt8(random.number(below: 10)) }
  }

  package var given: [ExerciseInput] { [] }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    let guess = Array(try request.words(1)[0].utf8)
    guard guess.count == code.count, guess.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw RequestError("a code has \(code.count) digits")
    }
    let verdict = Comparison.earlyExit.compare(guess, code)
    var reply = Reply.isAccepted(verdict.isEqual)
    reply.milliseconds = verdict.byteCount * Self.milliseconds
    return reply
  }

  package func verdict(on answer: String) -> Verdict {
    .text(answer, is: String(decoding: code, as: UTF8.self), "this is the code")
  }
}
