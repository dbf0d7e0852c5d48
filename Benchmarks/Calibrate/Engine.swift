#if !os(Windows)
import SwiftVaultCommandSupport

/// A running ``EngineProgram``: it derives a key for each request.
final class Engine {
  private let name: String
  private let process: pid_t
  private let requests: Int32
  private let replies: Int32
  private var hasAnswered = false
  /// The file with the source, until the program has started.
  private var file: String?

  /// Starts the program.
  init(_ program: EngineProgram) throws(BenchError) {
    name = program.name
    var command = program.command
    if let file = program.file {
      let path = "\(try Self.temporaryFolder())/\(file)"
      self.file = path
      do throws(PlainFile.Failure) {
        try PlainFile.create(Array(program.source.utf8), at: path)
      } catch {
        throw BenchError(message: "cannot write '\(path)': \(error.reason)", isArgument: false)
      }
      command.append(path)
    } else {
      command.append(program.source)
    }
    // input and output of the program, each as (for reading, for writing)
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&input) == 0, pipe(&output) == 0 else {
      throw BenchError(message: "no pipe: \(StandardStream.reason(errno))", isArgument: false)
    }
    (requests, replies) = (input[1], output[0])
    for descriptor in [requests, replies] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var process: pid_t = 0
    let number = Self.spawn(command, input: input[0], output: output[1], &process)
    close(input[0])
    close(output[1])
    self.process = process
    guard number == 0 else {
      throw BenchError(
        message: "'\(command[0])' of the engine \(name) cannot be run: \(StandardStream.reason(number))",
        isArgument: false)
    }
  }

  deinit {
    close(requests)
    close(replies)
    var status: Int32 = 0
    if process > 0 { waitpid(process, &status, 0) }
    removeFile()
  }

  private func removeFile() {
    guard let file else { return }
    unlink(file)
    rmdir(String(PlainFile.folder(of: file)))
    self.file = nil
  }

  /// Derives a key of one digest with so many rounds. CPU time is the elapsed time if the program does not know it.
  func derive(_ hash: NamedHash, rounds: Int) throws(BenchError) -> Timing {
    let request = "pbkdf2 \(hash.rawValue) \(rounds) \(hash.digestByteCount)\n"
    let isWritten = Array(request.utf8).withUnsafeBytes { StandardStream.write($0, to: requests) } == 0
    if !hasAnswered {
      var reply = pollfd(fd: replies, events: Int16(POLLIN), revents: 0)
      guard poll(&reply, 1, 1000 * Self.patience) != 0 else {
        kill(process, SIGKILL)
        throw BenchError(
          message: "the engine \(name) has not answered for \(Self.patience) s: does it flush its output?",
          isArgument: false)
      }
    }
    let words = isWritten ? line().split(separator: " ") : []
    let numbers = words.compactMap { Int($0) }.filter { $0 > 0 }
    guard numbers.count == words.count, 1...2 ~= numbers.count else {
      let reply = words.isEmpty ? "ended" : "wrote '\(words.joined(separator: " ").prefix(60))'"
      throw BenchError(
        message: "the engine \(name) \(reply) instead of nanoseconds for '\(request.dropLast())'", isArgument: false)
    }
    hasAnswered = true
    removeFile()
    let seconds = numbers.map { Double($0) * 1e-9 }
    let timing = Timing(cpu: seconds.last!, wall: seconds[0])
    guard timing.cpu >= Double(rounds) * Self.leastSecondsPerRound else {
      throw BenchError(
        message: "the engine \(name) says that \(rounds.grouped) rounds take it \(numbers.last!) ns: no processor can",
        isArgument: false)
    }
    return timing
  }

  /// The seconds until the first answer, which a program that starts slowly may take.
  private static let patience: Int32 = 30

  /// Two compressions of a hash in 10 cycles of 10 GHz.
  private static let leastSecondsPerRound = 1e-9

  /// A meter that samples with a tenth of the budget or 20 ms, whichever is longer, so that starting work counts
  /// little. The fastest of four samples counts, because some interpreters compile what they have run for a while.
  var meter: RoundMeter {
    RoundMeter(
      sample: { hash, budget throws(BenchError) in
        let least = max(0.02, budget.seconds / 10)
        var rounds = 1000
        while true {
          var fastest = try self.derive(hash, rounds: rounds).cpu
          if fastest >= least {
            for _ in 1...3 { fastest = min(fastest, try self.derive(hash, rounds: rounds).cpu) }
          }
          if fastest >= least { return fastest * 1e9 / Double(rounds) }
          rounds = max(2 * rounds, Int(1.2 * least / fastest * Double(rounds)))
        }
      },
      derive: { hash, rounds throws(BenchError) in try self.derive(hash, rounds: rounds) })
  }

  /// The next line that the program writes; empty at its end.
  private func line() -> String {
    var bytes: [UInt8] = []
    var byte: [UInt8] = [0]
    while byte.withUnsafeMutableBytes({ StandardStream.read(into: $0, from: replies) }) == 1, byte[0] != 10 {
      if bytes.count < 1000 { bytes.append(byte[0]) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func temporaryFolder() throws(BenchError) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/vault-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BenchError(message: "no folder in '\(parent)': \(StandardStream.reason(errno))", isArgument: false)
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func spawn(_ command: [String], input: Int32, output: Int32, _ process: inout pid_t) -> Int32 {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    let environment = _NSGetEnviron().pointee
    #else
    var actions = posix_spawn_file_actions_t()
    let environment = environ
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    for descriptor in [input, output] { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    return posix_spawnp(&process, command[0], &actions, nil, &words, environment)
  }
}
#endif
