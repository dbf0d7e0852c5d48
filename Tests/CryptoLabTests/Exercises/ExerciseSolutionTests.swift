import SwiftVaultExerciseLogic
import SwiftVaultLessonLogic
import SwiftVaultTestSupport
import Testing
import Vault

@testable import SwiftVaultCryptoLab
@testable import SwiftVaultExerciseSolutions

/// The Swift solution of every exercise solves it through the oracle, and no other answer is accepted.
@Suite("crypto-lab exercise: solutions")
struct ExerciseSolutionTests {
  static let names = ExerciseKind.all.map { $0.name }
  /// More where SWIFT_VAULT_LONG is set.
  static let seeds: [UInt64] = [0, UInt64(Int.max)] + (isLong ? [1, 2, 3, 1_000_003] : [])

  private static func exercise(_ name: String, _ seed: UInt64) throws -> AnyExercise {
    try #require(ExerciseKind.all.first { $0.name == name }).task(seed)
  }

  /// The answer of the solution to the task of a seed. The oracle's time is the announced waiting time.
  private static func answer(_ name: String, _ seed: UInt64) throws -> String {
    let oracle = Oracle(try exercise(name, seed))
    let solve = try #require(Solutions.all[name])
    return solve { request in
      let reply = oracle.reply(to: request)
      return Answer(isAccepted: reply.kind == .ok, text: reply.text, milliseconds: Double(reply.milliseconds))
    }
  }

  @Test("there are fourteen or more, each with a task, a solution and a name of its own")
  func list() {
    #expect(ExerciseKind.all.count >= 14 && Set(Self.names).count == ExerciseKind.all.count)
    #expect(ExerciseTask.all.map(\.name) == Self.names)
    #expect(Set(Solutions.all.keys) == Set(Self.names))
  }

  @Test("the solution's answer is right, and what differs from it is wrong", arguments: names, seeds)
  func solved(name: String, seed: UInt64) throws {
    let exercise = try Self.exercise(name, seed)
    let answer = try Self.answer(name, seed)
    guard case .right(let meaning) = exercise.check(answer) else {
      Issue.record("\(answer): \(exercise.check(answer))")
      return
    }
    #expect(!meaning.isEmpty && exercise.check(" \(answer)\r\n") == .right(meaning))
    let first = answer.first == "0" ? "1" : "0"
    let others = [
      "", " \n", "0", "x", String(answer.dropLast()), first + answer.dropFirst(), "\(answer) \(answer)", answer + "0",
      answer + "00", String(answer.reversed()), "\u{0}", "🗝", String(repeating: "ab", count: 10_000),
      try Self.answer(name, seed ^ 1),
    ]
    for other in others where other != answer {
      guard case .wrong(let reason) = exercise.check(other) else {
        Issue.record("accepted: \(other)")
        continue
      }
      #expect(!reason.isEmpty && !reason.contains("\n"))
    }
  }

  @Test("the task shows neither the answer nor a part of it that would do", arguments: names, seeds)
  func secret(name: String, seed: UInt64) throws {
    let task = try #require(ExerciseTask.all.first { $0.name == name })
    let text = ExercisePage(task, seed: Int(seed)).text
    for part in try Self.answer(name, seed).split(separator: "/") {
      let part = part.filter { $0 != " " }
      #expect(!text.filter { !$0.isWhitespace }.contains(part), "\(part)")
    }
  }

  /// With these seeds, one measurement of each value discards the right value.
  @Test("the noise of modelled times does not lead astray", arguments: [584, 1877] as [UInt64])
  func noise(seed: UInt64) throws {
    let verdict = try Self.exercise("timing-model", seed).check(Self.answer("timing-model", seed))
    #expect(verdict == .right("this is the tag"))
  }

  @Test("the verdict on a wrong answer does not tell how near it is", arguments: names, seeds)
  func verdict(name: String, seed: UInt64) throws {
    let exercise = try Self.exercise(name, seed)
    let answer = try Self.answer(name, seed)
    /// The answer with its last characters replaced by others.
    func changed(last count: Int) -> String {
      answer.dropLast(count) + answer.suffix(count).map { $0 == "0" ? "1" : "0" }.joined()
    }
    switch name {
    case "rounds-budget":
      let (few, many) = ("1", "1000000000")
      #expect(exercise.check(few) == .wrong("\(few) is neither the largest number that fits nor at most 1 % below it"))
      #expect(
        exercise.check(many) == .wrong("\(many) is neither the largest number that fits nor at most 1 % below it"))
    case "two-time-pad", "length-extension", "header-repair", "ctr-checksum":
      // These verdicts concern the plain content of the answer, or repeat what the oracle says.
      break
    default:
      #expect(exercise.check(changed(last: 1)) == exercise.check(changed(last: 4)), "\(answer)")
    }
  }

  @Test("the two-time pad has one solution, in two orders", arguments: UInt64(0)..<12)
  func unique(seed: UInt64) throws {
    let given = try Self.exercise("two-time-pad", seed).given
    let ciphertexts = given.compactMap { if case .bytes(let bytes) = $0.value { bytes } else { nil } }
    let words = RandomWords.list.map { Array("\($0) ".utf8) }
    let found = twoTimePads(Blocks.sum(ciphertexts[0], ciphertexts[1]), words)
    #expect(found.count == 2)
    let messages = found.map { $0.components(separatedBy: " / ") }
    #expect(Set(messages.map(Set.init)).count == 1)
    #expect(messages.joined().allSatisfy { $0.split(separator: " ").count == 8 })
  }

  @Test("the vault to be repaired does not open as it is, and neither copy alone opens it", arguments: seeds)
  func damaged(seed: UInt64) throws {
    let given = try Self.exercise("header-repair", seed).given
    guard case .bytes(let vault) = given[0].value, case .text(let password) = given[1].value else {
      Issue.record("no vault")
      return
    }
    let copies = [vault[..<720], vault[720..<1440]]
    for copy in copies {
      #expect(throws: VaultError.self) {
        try Vault.open(copy + copy + vault[1440...], with: .password(password.utf8))
      }
    }
    #expect(throws: VaultError.self) { try Vault.open(vault, with: .password(password.utf8)) }
    let header = bytes(try Self.answer("header-repair", seed))
    let content = try Vault.open(header + header + vault[1440...], with: .password(password.utf8))
    #expect(!content.isEmpty && vault.count == 1440 + content.count + 32)
    // No place is damaged in both copies.
    let isWhole = zip(zip(copies[0], copies[1]), header).map { (bytes, right) in bytes.0 == right || bytes.1 == right }
    #expect(isWhole.count == 720 && isWhole.allSatisfy(\.self))
  }

  @Test("the limit decides for some servers, and the cores for others")
  func budgets() throws {
    var byLimit = 0
    for seed in UInt64(0)..<40 {
      let numbers = try Self.exercise("rounds-budget", seed).given.map { given -> Int in
        guard case .text(let text) = given.value else { return 0 }
        return Int(text) ?? 0
      }
      if numbers[0] * numbers[2] <= numbers[1] * 1000 { byLimit += 1 }
    }
    #expect((5...35).contains(byLimit))
  }
}
