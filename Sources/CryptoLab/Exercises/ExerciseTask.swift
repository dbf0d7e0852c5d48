import SwiftVaultExerciseLogic

/// The text of an exercise. The generated values and the oracle are in `SwiftVaultExerciseLogic`.
struct ExerciseTask: Sendable {
  let exercise: ExerciseKind
  /// One line of at most 55 characters for the list.
  let title: String
  /// The situation and the task, in paragraphs.
  let goal: [String]
  /// The meaning of each given value, in the order in which the exercise gives them.
  var given: [(name: String, meaning: String)] = []
  /// The requests that the oracle answers, besides `given`, and the replies.
  var requests: [(form: String, reply: String)] = []
  /// The form of the answer.
  let answer: String
  /// From a first hint to the whole solution in words.
  let hints: [String]
  /// The lesson on the same subject.
  let lesson: String

  var name: String { exercise.name }

  /// The exercises, in the order of a course.
  static let all = blockModes + keystreams + authentication + engineering
}
