#if !os(Windows)
import SwiftVaultCommandSupport
import SwiftVaultSystem

/// A running ``EngineProgram``: it derives a key for each ``EngineRequest``.
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

  /// Derives a key. CPU time is the elapsed time if the program does not know it.
  func derive(_ request: EngineRequest) throws(BenchError) -> Timing {
    let isWritten = Array("\(request.line)\n".utf8).withUnsafeBytes { StandardStream.write($0, to: requests) } == 0
    if !hasAnswered {
      var reply = pollfd(fd: replies, events: Int16(POLLIN), revents: 0)
      guard poll(&reply, 1, 1000 * Self.patience) != 0 else {
        kill(process, SIGKILL)
        throw failure("has not answered for \(Self.patience) s: does it flush its output?")
      }
    }
    let words = isWritten ? line().split(separator: " ") : []
    if words.first == "unsupported" {
      let reason = words.count > 1 ? ": " + words.dropFirst().joined(separator: " ").prefix(100) : ""
      throw failure("has no \(request.function)\(reason)")
    }
    let numbers = words.compactMap { Int($0) }.filter { $0 > 0 }
    guard numbers.count == words.count, 1...2 ~= numbers.count else {
      let reply = words.isEmpty ? "ended" : "wrote '\(words.joined(separator: " ").prefix(60))'"
      throw failure("\(reply) instead of nanoseconds for '\(request.line)'")
    }
    hasAnswered = true
    removeFile()
    let seconds = numbers.map { Double($0) * 1e-9 }
    let timing = Timing(cpu: seconds.last!, wall: seconds[0])
    guard timing.cpu >= request.leastSeconds else {
      throw failure("says that \(request.parameters) take it \(numbers.last!) ns: no processor can")
    }
    return timing
  }

  var meter: EngineMeter { EngineMeter(derive: derive, share: CPUQuota.ofOneThread) }

  private func failure(_ problem: String) -> BenchError {
    BenchError(message: "the engine \(name) \(problem.printable)", isArgument: false)
  }

  /// The seconds until the first answer, which a program that starts slowly may take.
  private static let patience: Int32 = 30

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
