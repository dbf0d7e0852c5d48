internal import SwiftVaultCryptoBytes
package import SwiftVaultLessonLogic

/// A task that is generated from a seed: what a learner is given, an oracle, and the check of an answer.
///
/// A seed gives the same task in every run, so that what is given, the oracle and the check agree.
package protocol Exercise: Sendable, SendableMetatype {
  /// The word after `crypto-lab exercise`.
  static var name: String { get }

  /// The words that a request to the oracle can begin with, besides `given`.
  static var verbs: [String] { get }

  /// A task; `random` is the only source of its secrets.
  init(random: inout SeededGenerator)

  /// What the learner is given.
  var given: [ExerciseInput] { get }

  /// The oracle's reply to a request that begins with one of the verbs.
  mutating func reply(to request: Request) throws(RequestError) -> Reply

  /// Whether an answer is right. It is not empty, and has no white space around it.
  func verdict(on answer: String) -> Verdict
}

extension Exercise {
  /// The task of a seed. Tasks of different exercises have different secrets.
  package init(seed: UInt64) {
    // The hash FNV-1a of the name.
    let number = Self.name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    var random = SeededGenerator(seed: seed ^ number)
    self.init(random: &random)
  }

  /// Whether an answer is right.
  package func check(_ answer: String) -> Verdict {
    let trimmed = answer.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return trimmed.isEmpty ? .wrong("the answer is empty") : verdict(on: String(trimmed))
  }
}

/// A value that a learner is given.
package struct ExerciseInput: Sendable {
  package enum Value: Sendable {
    case bytes([UInt8])
    case text(String)
  }

  package let name: String
  package let value: Value

  static func bytes(_ name: String, _ bytes: [UInt8]) -> Self { Self(name: name, value: .bytes(bytes)) }
  static func text(_ name: String, _ text: String) -> Self { Self(name: name, value: .text(text)) }
}

/// The verdict on an answer: a clause without a full stop.
package enum Verdict: Equatable, Sendable {
  case right(String)
  case wrong(String)

  /// The verdict does not say how many are right: otherwise, the check would be an oracle for each byte.
  private static let notAllRight = "not all bytes are right"

  /// The verdict on a secret text.
  static func text(_ answer: String, is secret: String, _ meaning: String) -> Verdict {
    let (given, right) = (Array(answer.utf8), Array(secret.utf8))
    if given == right { return .right(meaning) }
    guard given.count == right.count else {
      if (try? Hex.decode(answer))?.count == right.count {
        return .wrong("this looks like hexadecimal; the text is asked for")
      }
      return .wrong("the answer has \(given.count.units("byte")), and the secret \(right.count)")
    }
    return .wrong(notAllRight)
  }

  /// The verdict on secret bytes.
  static func bytes(_ answer: String, is secret: [UInt8], _ meaning: String) -> Verdict {
    do throws(RequestError) {
      let given = try Request.bytes(answer, "the answer")
      if given == secret { return .right(meaning) }
      guard given.count == secret.count else {
        return .wrong("the answer has \(given.count.units("byte")); it should have \(secret.count)")
      }
      return .wrong(notAllRight)
    } catch {
      return .wrong(error.message)
    }
  }
}

/// A task without the type of its exercise, because Embedded Swift, and so the playground, has no existential types.
package struct AnyExercise: Sendable {
  package let verbs: [String]
  package let given: [ExerciseInput]
  /// Whether an answer is right.
  package let check: @Sendable (String) -> Verdict
  /// The replies of a new oracle.
  let replies: @Sendable () -> (Request) throws(RequestError) -> Reply

  package init<E: Exercise>(_ exercise: E) {
    verbs = E.verbs
    given = exercise.given
    check = { exercise.check($0) }
    replies = {
      var exercise = exercise
      return { request throws(RequestError) in try exercise.reply(to: request) }
    }
  }
}

/// An exercise of the list.
package struct ExerciseKind: Sendable {
  package let name: String
  package let verbs: [String]
  /// The task of a seed.
  package let task: @Sendable (_ seed: UInt64) -> AnyExercise

  package init<E: Exercise>(_ exercise: E.Type) {
    (name, verbs) = (E.name, E.verbs)
    task = { AnyExercise(E(seed: $0)) }
  }

  /// The exercises, in the order of a course.
  package static let all = [
    Self(ECBByteAtATime.self), Self(CBCKeyAsIV.self), Self(PredictableIV.self), Self(PaddingOracle.self),
    Self(CTRChecksum.self), Self(TwoTimePad.self), Self(KeystreamSeek.self), Self(ForgedExtension.self),
    Self(TimingModel.self), Self(TimingClock.self), Self(GCMNonceReuse.self), Self(TruncatedTag.self),
    Self(RoundsBudget.self), Self(HeaderRepair.self),
  ]
}
