import SwiftVaultExerciseLogic

/// The task that is open. Before the first call of `exercise_open` it is that of the first exercise.
private enum Open {
  nonisolated(unsafe) static var (number, seed) = (0, 1 as UInt64)
  nonisolated(unsafe) static var task = ExerciseKind.all[0].task(1)
  nonisolated(unsafe) static var oracle = Oracle(task)
  nonisolated(unsafe) static var isSolved = false
}

/// Opens an exercise of the list, by its number, with a seed. The oracle begins anew.
@c(exercise_open)
public func openExercise(_ number: Int32, _ seed: Int32) -> Int32 {
  guard ExerciseKind.all.indices ~= Int(number) else { return Answer.failure("no exercise has the number \(number)") }
  guard seed >= 0 else { return Answer.failure("the seed \(seed) is negative") }
  (Open.number, Open.seed, Open.isSolved) = (Int(number), UInt64(seed), false)
  Open.task = ExerciseKind.all[Open.number].task(Open.seed)
  Open.oracle = Oracle(Open.task)
  return Answer.success([])
}

/// The names of the exercises, with spaces between them.
@c(exercise_names)
public func exerciseNames() -> Int32 {
  Answer.success(Array(ExerciseKind.all.map { $0.name }.joined(separator: " ").utf8))
}

/// The oracle's reply to a line: the milliseconds that it takes, in a byte, and the line of the reply.
@c(exercise_reply)
public func exerciseReply(_ line: UnsafeRawPointer?, _ lineCount: Int32) -> Int32 {
  guard lineCount <= Request.maximumByteCount else { return Answer.success([0] + Array(Reply.tooLong.line.utf8)) }
  let reply = Open.oracle.reply(to: String(decoding: Bytes(line, lineCount).buffer, as: UTF8.self))
  return Answer.success([UInt8(reply.milliseconds)] + Array(reply.line.utf8))
}

/// The verdict on an answer: a byte that is 1 if it is right, and a clause.
@c(exercise_check)
public func checkExercise(_ answer: UnsafeRawPointer?, _ answerCount: Int32) -> Int32 {
  switch Open.task.check(String(decoding: Bytes(answer, answerCount).buffer, as: UTF8.self)) {
  case .right(let meaning):
    Open.isSolved = true
    return Answer.success([1] + Array(meaning.utf8))
  case .wrong(let reason): return Answer.success([0] + Array(reason.utf8))
  }
}

/// The result code of the open task for somebody's name, after a right answer.
@c(exercise_code)
public func exerciseCode(_ owner: UnsafeRawPointer?, _ ownerCount: Int32) -> Int32 {
  guard Open.isSolved else { return Answer.failure("the task is not solved") }
  let code = ResultCode(
    exercise: ExerciseKind.all[Open.number].name, seed: Open.seed,
    owner: String(decoding: Bytes(owner, ownerCount).buffer, as: UTF8.self))
  return Answer.success(Array(code.text.utf8))
}
