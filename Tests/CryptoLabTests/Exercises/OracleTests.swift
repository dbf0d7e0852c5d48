import Foundation
import SwiftVaultExerciseLogic
import Testing

@testable import SwiftVaultCryptoLab

/// An oracle's answers to invalid lines.
@Suite("crypto-lab exercise: oracles")
struct OracleTests {
  static let names = ExerciseKind.all.map { $0.name }

  private static func oracle(_ name: String, seed: UInt64 = 1) throws -> Oracle {
    Oracle(try #require(ExerciseKind.all.first { $0.name == name }).task(seed))
  }

  /// Lines that no oracle accepts. `verb` stands for each of its verbs.
  static let malformed = [
    "", " ", "\t\r", "\u{0}", "\u{FFFD}", "verb verb", "verb 0", "verb zz zz", "verb 00 00 00 00", "verb -1",
    "given verb", "given given given", "help", "VERB", "verb 0x00", "verb +1 +1", "verb 99999999999999999999 0",
    "verb 🗝 🗝",
    "verb " + String(repeating: "0", count: 99_999),
  ]

  @Test("a malformed line gets an error on one line, and does not disturb the next", arguments: names)
  func malformedLines(name: String) throws {
    let verbs = try #require(ExerciseKind.all.first { $0.name == name }).verbs + ["given"]
    let (oracle, undisturbed) = (try Self.oracle(name), try Self.oracle(name))
    for verb in verbs {
      for line in Self.malformed {
        let reply = oracle.reply(to: line.replacing("verb", with: verb))
        #expect(reply.kind == .error, "\(line.prefix(80)): \(reply.line.prefix(80))")
        #expect(!reply.text.isEmpty && reply.line.utf8.allSatisfy { (0x20...0x7e).contains($0) })
      }
    }
    for line in try Self.valid(name) { #expect(oracle.reply(to: line) == undisturbed.reply(to: line), "\(line)") }
  }

  /// A request of each verb that its oracle understands.
  private static func valid(_ name: String) throws -> [String] {
    let zeros = String(repeating: "00", count: 16)
    let requests = [
      "ecb-byte": ["encrypt", "encrypt 00"], "cbc-key-iv": ["receive \(zeros)"],
      "predictable-iv": ["encrypt", "encrypt \(zeros)"], "padding-oracle": ["decrypt \(zeros) \(zeros)"],
      "ctr-checksum": ["send \(zeros)", "send 00"], "two-time-pad": [],
      "keystream-seek": ["edit 0 00", "edit 10 0102"],
      "length-extension": ["send 00 00"], "timing-model": ["compare 000000000000", "compare 000000000000"],
      "timing-clock": ["compare 000000"], "gcm-nonce": ["open 00 00", "open \(zeros) \(zeros)"],
      "truncated-tag": ["send 00 0000"], "rounds-budget": ["time 1", "time 1000000"],
      "header-repair": ["open \(String(repeating: "00", count: 720))"],
    ]
    return try #require(requests[name]) + ["given"]
  }

  @Test("every request of the task is understood, and each verb is in the task", arguments: names)
  func validLines(name: String) throws {
    let oracle = try Self.oracle(name)
    let lines = try Self.valid(name)
    for line in lines { #expect(oracle.reply(to: line).kind != .error, "\(line): \(oracle.reply(to: line).line)") }
    let task = try #require(ExerciseTask.all.first { $0.name == name })
    #expect(task.requests.map { String($0.form.prefix { $0 != " " }) } == task.exercise.verbs)
    #expect(Set(lines.map { String($0.prefix { $0 != " " }) }) == Set(task.exercise.verbs + ["given"]))
    for (form, reply) in task.requests {
      #expect(reply.hasPrefix("ok") && form.count <= 22, "\(form)")
    }
  }

  @Test("what is given is in the task, and the oracle gives it on one line", arguments: names)
  func given(name: String) throws {
    let task = try #require(ExerciseTask.all.first { $0.name == name })
    let exercise = task.exercise.task(1)
    #expect(exercise.given.map(\.name) == task.given.map(\.name))
    let oracle = Oracle(exercise)
    #expect(oracle.reply(to: "given").text == task.given.map(\.name).joined(separator: " "))
    for given in exercise.given {
      let reply = oracle.reply(to: "given \(given.name)")
      #expect(reply.kind == .ok && !reply.text.isEmpty && !reply.text.contains("\n"))
    }
  }

  @Test("a seed is a task, and another seed another one", arguments: names)
  func seeds(name: String) throws {
    func replies(_ seed: UInt64) throws -> [String] {
      let oracle = try Self.oracle(name, seed: seed)
      let given = oracle.reply(to: "given").text.split(separator: " ").map { "given \($0)" }
      return (try Self.valid(name) + given).map { oracle.reply(to: $0).line }
    }
    #expect(try replies(1) == replies(1))
    // Some oracles reveal little of their secret in a few replies, so several seeds are compared.
    #expect(try Set((1...20).map { try replies($0) }).count > 1 || name == "timing-clock" || name == "truncated-tag")
    let texts = try #require(ExerciseTask.all.first { $0.name == name }).exercise
    if !texts.task(1).given.isEmpty { #expect(try replies(1) != replies(2)) }
  }

  @Test("a document is edited at each of its bytes, and nowhere behind them")
  func lastOffset() throws {
    let exercise = try #require(ExerciseTask.all.first { $0.name == "keystream-seek" }).exercise.task(1)
    let count = Oracle(exercise).reply(to: "given ciphertext").text.utf8.count / 2
    let oracle = Oracle(exercise)
    #expect(oracle.reply(to: "edit \(count - 1) 00").kind == .ok)
    #expect(oracle.reply(to: "edit \(count) 00").text == "the offset is a number from 0 to \(count - 1)")
  }

  @Test("a text that is answered in hexadecimal is wrong for this reason")
  func hexadecimalText() throws {
    let exercise = try #require(ExerciseTask.all.first { $0.name == "keystream-seek" }).exercise.task(1)
    let count = Oracle(exercise).reply(to: "given ciphertext").text.utf8.count / 2
    let reason = Verdict.wrong("this looks like hexadecimal; the text is asked for")
    #expect(exercise.check(String(repeating: "61", count: count)) == reason)
    #expect(exercise.check("61") != reason && exercise.check(String(repeating: "a", count: count)) != reason)
  }

  /// The clock's oracle waits for each digit that it compares; the others do not wait.
  @Test("the lock waits longer for a better guess")
  func waiting() throws {
    let oracle = try Self.oracle("timing-clock")
    let waits = (0..<10).map { oracle.reply(to: "compare \($0)00000").milliseconds }
    #expect(waits.filter { $0 == 5 }.count == 9 && (waits.max() ?? 0) >= 10)
  }
}
