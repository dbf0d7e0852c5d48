import Foundation

/// Solves an exercise through its oracle, and prints the answer.
///
///     swift run SwiftVaultExerciseSolutions NAME [SEED]
///
/// The command is the `crypto-lab` beside this program, or the one that the variable CRYPTO_LAB names.
@main enum Program {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first, let solve = Solutions.all[name], arguments.count <= 2 else {
      let names = Solutions.all.keys.sorted().joined(separator: " ")
      stop("usage: SwiftVaultExerciseSolutions NAME [SEED]\n\(names)", status: 2)
    }
    #if !os(Windows)
    signal(SIGPIPE, SIG_IGN)
    #endif
    let oracle = try OracleProgram(name, seed: arguments.dropFirst().first ?? "1")
    print(solve(oracle.ask))
    oracle.close()
  }

  /// Ends the program with a message.
  static func stop(_ message: String, status: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}

/// `crypto-lab exercise NAME --oracle`, which answers each line with one line.
final class OracleProgram {
  private let process = Process()
  private let (requests, replies) = (Pipe(), Pipe())

  init(_ name: String, seed: String) throws {
    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let path = ProcessInfo.processInfo.environment["CRYPTO_LAB"] ?? beside.appendingPathComponent("crypto-lab").path
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["exercise", name, "--seed", seed, "--oracle"]
    process.standardInput = requests
    process.standardOutput = replies
    try process.run()
  }

  func ask(_ request: String) -> Answer {
    let start = ContinuousClock.now
    // If the oracle has ended, the missing reply is noticed below.
    try? requests.fileHandleForWriting.write(contentsOf: Data("\(request)\n".utf8))
    var line = Data()
    repeat {
      let part = replies.fileHandleForReading.availableData
      if part.isEmpty { Program.stop("the oracle has ended") }
      line += part
    } while line.last != UInt8(ascii: "\n")
    let words = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ", maxSplits: 1)
    if words[0] == "error" { Program.stop("the oracle does not understand: \(request)") }
    return Answer(
      isAccepted: words[0] == "ok", text: String(words.dropFirst().first ?? ""),
      milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
  }

  /// Ends the input of the oracle, and waits for its end.
  func close() {
    try? requests.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
