import SwiftVaultExerciseLogic

/// What a learner reads of an exercise. What is generated, and the oracle, are in `Logic`.
struct ExerciseTask: Sendable {
  let exercise: any Exercise.Type
  /// One line of at most 55 characters for the list.
  let summary: String
  /// The situation, and what is to be done, in paragraphs.
  let goal: [String]
  /// The meaning of each given value, in the order in which the exercise gives them.
  var given: [(name: String, meaning: String)] = []
  /// The requests that the oracle answers, besides `given`, and the replies.
  var requests: [(form: String, reply: String)] = []
  /// The form of the answer.
  let answer: String
  /// From a nudge to the whole way.
  let hints: [String]
  /// The lesson that shows the same.
  let lesson: String

  var name: String { exercise.name }

  /// The exercises, in the order of a course.
  static let all = blockModes + keystreams + authentication + engineering
}
