/// Programs of a few lines that query the oracle of a task, as a start.
enum ExerciseStarter {
  static func files(of task: ExerciseTask, seed: Int) -> [(name: String, text: String)] {
    [("client.py", python(task, seed)), ("client.swift", swift(task, seed))]
  }

  /// The requests of the task, as a comment.
  private static func requests(_ task: ExerciseTask, comment: String) -> String {
    task.requests.map { "\(comment) The oracle answers: \($0.form)" }.joined(separator: "\n")
  }

  private static func python(_ task: ExerciseTask, _ seed: Int) -> String {
    #"""
    """Asks the oracle of the exercise \#(task.name), seed \#(seed), what is given. To run it: python3 client.py"""

    import os
    import subprocess

    lab = os.environ.get("CRYPTO_LAB", "crypto-lab")
    oracle = subprocess.Popen([lab, "exercise", "\#(task.name)", "--seed", "\#(seed)", "--oracle"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


    def ask(*words):
        """Whether the reply is ok, and the rest of its line."""
        print(*words, file=oracle.stdin, flush=True)
        kind, _, rest = oracle.stdout.readline().rstrip("\n").partition(" ")
        if kind not in ("ok", "no"):
            raise SystemExit(f"the oracle says: {kind} {rest}")
        return kind == "ok", rest


    \#(requests(task, comment: "#"))
    \#(task.given.isEmpty ? "# Nothing is given." : """
      for name in ask("given")[1].split():
          print(name, ask("given", name)[1])
      """)

    """#
  }

  private static func swift(_ task: ExerciseTask, _ seed: Int) -> String {
    #"""
    // Asks the oracle of the exercise \#(task.name), seed \#(seed), what is given. To run it: swift client.swift

    import Foundation

    let lab = ProcessInfo.processInfo.environment["CRYPTO_LAB"] ?? "crypto-lab"
    let (oracle, requests, replies) = (Process(), Pipe(), Pipe())
    oracle.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    oracle.arguments = [lab, "exercise", "\#(task.name)", "--seed", "\#(seed)", "--oracle"]
    oracle.standardInput = requests
    oracle.standardOutput = replies
    try oracle.run()

    func end(_ reason: String) -> Never {
      FileHandle.standardError.write(Data((reason + "\n").utf8))
      exit(1)
    }

    var unread = Data()

    /// Whether the reply is ok, and the rest of its line.
    func ask(_ words: String...) -> (isOk: Bool, rest: String) {
      requests.fileHandleForWriting.write(Data((words.joined(separator: " ") + "\n").utf8))
      while !unread.contains(UInt8(ascii: "\n")) {
        let bytes = replies.fileHandleForReading.availableData
        if bytes.isEmpty { end("the oracle has ended") }
        unread += bytes
      }
      let line = unread.prefix { $0 != UInt8(ascii: "\n") }
      unread = Data(unread.dropFirst(line.count + 1))
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 1)
      guard let kind = parts.first, ["ok", "no"].contains(kind) else {
        end("the oracle says: \(String(decoding: line, as: UTF8.self))")
      }
      return (kind == "ok", parts.count > 1 ? String(parts[1]) : "")
    }

    \#(requests(task, comment: "//"))
    \#(task.given.isEmpty ? "// Nothing is given." : """
      for name in ask("given").rest.split(separator: " ") {
        print(name, ask("given", String(name)).rest)
      }
      """)

    """#
  }
}
