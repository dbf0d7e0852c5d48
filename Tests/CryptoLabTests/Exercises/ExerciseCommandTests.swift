import Foundation
import SwiftVaultCryptoBytes
import SwiftVaultExerciseLogic
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoLab

/// `crypto-lab exercise` as its users run it.
@Suite("crypto-lab exercise")
struct CryptoLabExerciseTests {
  private static let lab = Command("crypto-lab")
  static let names = ExerciseKind.all.map { $0.name }

  @Test("the list names every exercise, and the first")
  func list() throws {
    let list = try Self.lab.run(["exercise"])
    #expect(list.status == 0 && list.errors == "")
    let listed = list.lines.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed == Self.names)
    #expect(list.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    #expect(list.text.contains("crypto-lab exercise \(Self.names[0])"))
  }

  @Test("a task and its hints fit 80 columns and name what exists", arguments: names)
  func task(name: String) throws {
    let task = try Self.lab.run(["exercise", name])
    #expect(task.status == 0 && task.errors == "")
    #expect(task.text == (try Self.lab.run(["exercise", name, "--seed", "1"]).text))
    #expect(task.text != (try Self.lab.run(["exercise", "--seed", "9223372036854775807", name]).text))
    let words = task.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let lesson = try #require(words.components(separatedBy: "about it: crypto-lab ").last?.prefix { $0 != "." })
    #expect(LabCommand.lessons.contains { $0.name == lesson }, "\(lesson)")
    let count = try #require(ExerciseTask.all.first { $0.name == name }).hints.count
    #expect(count >= 2 && task.text.contains("--hint \(count)"))
    let hints = try (1...count).map { try Self.lab.run(["exercise", name, "--hint", "\($0)"]) }
    #expect(Set(hints.map(\.text)).count == count)
    #expect(hints.allSatisfy { $0.status == 0 && $0.text.contains("of \(count):") })
    let long = try Self.lab.run(["exercise", name, "--seed", "9223372036854775807"])
    for line in ([task, long] + hints).flatMap(\.lines) { #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)") }
    #expect(try Self.lab.run(["exercise", name, "--hint", "\(count + 1)"]).status == 1)
  }

  /// Arguments that are refused, with the exit status and a word of the message.
  static let refused: [(arguments: [String], status: Int32, word: String)] = [
    (["sudoku"], 2, "'sudoku'"), (["ecb-byte", "cbc-key-iv"], 2, "'cbc-key-iv'"), (["--seed", "2"], 2, "--seed"),
    (["--oracle"], 2, "--oracle"), (["ecb-byte", "--oracle", "--hint", "1"], 2, "exclude"),
    (["ecb-byte", "--check", "x", "--write", "y"], 2, "exclude"), (["ecb-byte", "--seed", "-1"], 1, "--seed"),
    (["ecb-byte", "--seed", "dice"], 2, "'dice'"), (["ecb-byte", "--hint", "0"], 1, "--hint"),
    (["ecb-byte", "--hint"], 2, "--hint"), (["ecb-byte", "--colour"], 2, "'--colour'"),
    (["ecb-byte", "--check", ""], 1, "empty"), (["ecb-byte", "--check", "x"], 1, "wrong"),
    (["ecb-byte", "--check", "-"], 1, "empty"), (["rounds-budget", "--check", "many"], 1, "number"),
    (["ecb-byte", "--write", "/nonexistent/folder"], 1, "/nonexistent/folder"),
    (["ecb-byte", "--write", "/dev/null"], 1, "/dev/null"),
  ]

  @Test("wrong arguments and wrong answers have a message and an exit status", arguments: refused.indices)
  func errors(index: Int) throws {
    let (arguments, status, word) = Self.refused[index]
    let run = try Self.lab.run(["exercise"] + arguments)
    #expect(run.status == status && run.output.isEmpty, "\(arguments): \(run.status)")
    #expect(run.errors.hasPrefix("crypto-lab: ") && run.errors.contains(word), "\(arguments): \(run.errors)")
  }

  @Test("an answer is checked as an argument and from standard input")
  func check() throws {
    // The document is the ciphertext and its keystream, added.
    let replies = try Self.lab.run(
      ["exercise", "keystream-seek", "--oracle"], input: "given ciphertext\nedit 0 00\n".utf8
    ).lines.map { String($0.dropFirst("ok ".count)) }
    let zeros = String(repeating: "0", count: replies[0].count)
    let keystream = try Self.lab.run(
      ["exercise", "keystream-seek", "--oracle"], input: "edit 0 \(zeros)\n".utf8
    ).lines[0].dropFirst("ok ".count)
    let document = zip(try Hex.decode(replies[0]), try Hex.decode(keystream)).map { $0 ^ $1 }
    let answer = String(decoding: document, as: UTF8.self)
    for run in [
      try Self.lab.run(["exercise", "keystream-seek", "--check", answer]),
      try Self.lab.run(["exercise", "keystream-seek", "--check", "-"], input: "\(answer)\n".utf8),
    ] {
      #expect(run.status == 0 && run.errors == "" && run.text == "Right: this is the document.\n")
    }
    let other = try Self.lab.run(["exercise", "keystream-seek", "--seed", "2", "--check", answer])
    #expect(other.status == 1 && other.errors.hasPrefix("crypto-lab: wrong: ") && other.output.isEmpty)
  }

  /// Six lines, of which the last has no newline.
  private static let brokenLines: Data = {
    var lines = Data("\ngiven\n".utf8)
    lines.append(Data(repeating: 0x61, count: Request.maximumByteCount + 1))
    lines.append(contentsOf: [0x0a, 0, 0xff, 0xfe, 0x80])
    lines.append(contentsOf: "\ngiven\r\ngiven".utf8)
    return lines
  }()

  @Test("an oracle survives empty, huge and broken lines, and the end of the input", arguments: names)
  func stream(name: String) throws {
    let arguments = ["exercise", name, "--oracle"]
    let empty = try Self.lab.run(arguments)
    #expect(empty.status == 0 && empty.output.isEmpty && empty.errors == "")
    let run = try Self.lab.run(arguments, input: Self.brokenLines)
    let replies = run.text.split(separator: "\n").map(String.init)
    #expect(run.status == 0 && run.errors == "" && replies.count == 6)
    #expect(replies.map { $0.hasPrefix("error ") } == [true, false, true, true, false, false])
    #expect(replies[1].hasPrefix("ok") && replies[4] == replies[1] && replies[5] == replies[1])
    #expect(replies[2].contains("\(Request.maximumByteCount) bytes"))
  }

  @Test("an oracle replies to each line at once")
  func atOnce() throws {
    let oracle = try Self.lab.start(["exercise", "rounds-budget", "--oracle"])
    let first = try oracle.answer(to: "time 1")
    #expect(first.hasPrefix("ok ") && first.hasSuffix("\n"))
    #expect(try oracle.answer(to: "time 1") == first)
    #expect(try oracle.answer(to: "nothing").hasPrefix("error "))
  }

  @Test("a task is written as files, and nothing is overwritten", arguments: names)
  func write(name: String) throws {
    let folder = TestFolder()
    let arguments = ["exercise", name, "--seed", "7", "--write"]
    let run = try Self.lab.run(arguments + ["task"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.file("task").path).sorted()
    let exercise = try #require(ExerciseKind.all.first { $0.name == name }).task(7)
    let values = exercise.given.map { given -> (name: String, bytes: [UInt8]) in
      switch given.value {
      case .bytes(let bytes): ("\(given.name).bin", bytes)
      case .text(let text): ("\(given.name).txt", Array(text.utf8))
      }
    }
    #expect(written == (values.map(\.name) + ["client.py", "client.swift", "task.txt"]).sorted())
    for value in values { #expect(folder.read("task/\(value.name)") == Data(value.bytes)) }
    let task = String(decoding: try #require(folder.read("task/task.txt")), as: UTF8.self)
    #expect(!task.contains(#/(\d+) bytes,\s+\1 bytes/#), "a length is said twice")
    #expect(folder.read("task/task.txt") == (try Self.lab.run(["exercise", name, "--seed", "7"]).output))

    // Again, over these files, and over one of them.
    for first in [written, [written[0]]] {
      for file in written where !first.contains(file) {
        try FileManager.default.removeItem(at: folder.file("task/\(file)"))
      }
      folder.write("task/\(first[0])", "mine")
      let again = try Self.lab.run(arguments + ["task"], in: folder)
      #expect(again.status == 1 && again.errors.contains("exists") && again.output.isEmpty)
      #expect(folder.read("task/\(first[0])") == Data("mine".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("task").path).sorted() == first)
    }
  }

  /// The output of a client: each given value, as the oracle writes it.
  private static func given(_ name: String) throws -> [String] {
    let exercise = try #require(ExerciseKind.all.first { $0.name == name }).task(7)
    return exercise.given.map { given in
      switch given.value {
      case .bytes(let bytes): "\(given.name) \(Hex.encode(bytes))"
      case .text(let text): "\(given.name) \(text)"
      }
    }
  }

  @Test("the client in Python runs as it was written", arguments: names)
  func clientInPython(name: String) throws {
    let (folder, given) = (TestFolder(), try Self.given(name))
    #expect(try Self.lab.run(["exercise", name, "--seed", "7", "--write", "."], in: folder).status == 0)
    let client = try Command(path: "/usr/bin/env").run(
      ["python3", "-B", "client.py"], environment: ["CRYPTO_LAB": Self.lab.executable.path], in: folder)
    #expect(client.status == 0 && client.errors == "" && client.lines == given)
  }

  /// Only one is compiled, because they differ only in a name and comments, and the compiler takes seconds.
  @Test("the client in Swift runs as it was written")
  func clientInSwift() throws {
    let (name, given) = ("padding-oracle", try Self.given("padding-oracle"))
    let (folder, environment) = (TestFolder(), Command(path: "/usr/bin/env"))
    #expect(try Self.lab.run(["exercise", name, "--seed", "7", "--write", "."], in: folder).status == 0)
    let compiler = try environment.run(["swiftc", "-warnings-as-errors", "client.swift"], in: folder)
    #expect(compiler.status == 0, "\(compiler.errors)\(compiler.text)")
    let client = try Command(path: folder.file("client").path).run(
      [], environment: ["CRYPTO_LAB": Self.lab.executable.path], in: folder)
    #expect(client.status == 0 && client.errors == "" && client.lines == given)
  }

  @Test("the program of the solutions solves a task through pipes, and says what it cannot do")
  func solutions() throws {
    let solutions = Command("SwiftVaultExerciseSolutions")
    for name in ["header-repair", "keystream-seek", "timing-clock"] {
      let answer = try solutions.run([name, "2"])
      #expect(answer.status == 0 && answer.errors == "" && answer.lines.count == 1)
      let check = try Self.lab.run(["exercise", name, "--seed", "2", "--check", "-"], input: answer.output)
      #expect(check.status == 0 && check.text.hasPrefix("Right: "), "\(check.errors)")
    }
    for arguments in [[], ["sudoku"], ["header-repair", "1", "2"]] {
      let usage = try solutions.run(arguments)
      #expect(usage.status == 2 && usage.output.isEmpty && usage.errors.contains("header-repair"))
    }
    let broken = try solutions.run(["header-repair"], environment: ["CRYPTO_LAB": "/bin/true"])
    #expect(broken.status == 1 && broken.output.isEmpty && broken.errors == "the oracle has ended\n")
  }

  @Test("help fits 80 columns, and the lists of commands have both")
  func help() throws {
    for command in ["exercise", "quiz"] {
      let help = try Self.lab.run([command, "--help"])
      #expect(help.status == 0 && help.text.contains("Example") && help.lines.allSatisfy { $0.count <= 80 })
      #expect(try Self.lab.run([]).text.contains("crypto-lab \(command)"))
      #expect(try Self.lab.run(["--help"]).text.contains("  \(command) "))
    }
  }
}
