import Foundation

/// A process to start, and its settings.
package struct Spawning {
  /// The program, which is searched for as in a shell, and its arguments.
  package var words: [String]
  package var environment = ProcessInfo.processInfo.environment
  /// The working directory.
  package var folder: TestFolder?
  /// The signals that are blocked at the start. All others are unblocked, whatever the threads of the tests block.
  package var blocked: [Int32]

  package init(words: [String], folder: TestFolder?, blocked: [Int32] = []) {
    (self.words, self.folder, self.blocked) = (words, folder, blocked)
    // While coverage is recorded: there are so many processes that their numbers come round again.
    environment["LLVM_PROFILE_FILE"]?.replace("%p", with: "%p-\(UInt32.random(in: 0 ... .max))")
  }

  /// A standard stream of the process.
  package enum Stream {
    case file(String, Int32)
    /// One of the test's descriptors, or a lower one of the process.
    case descriptor(Int32)
  }

  /// Signals that have their default action, even if the tests or their parent ignore them.
  private static let defaulted = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE, SIGXFSZ]

  #if canImport(Darwin)
  private static let newSession = Int16(POSIX_SPAWN_SETSID)
  private static let closing = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
  #else
  /// `POSIX_SPAWN_SETSID`, which the C library declares only for GNU programs.
  private static let newSession: Int16 = 0x80
  private static let closing: Int16 = 0
  #endif

  /// Starts the process with these three streams and no other descriptor, in its own process group or as the leader of
  /// a session.
  package func start(_ streams: [Stream], inNewSession: Bool) throws -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var mask = Self.set(blocked)
    var defaults = Self.set(Self.defaulted)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    let group = inNewSession ? Self.newSession : Int16(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(
      &attributes, group | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Self.closing)
    for (number, stream) in streams.enumerated() {
      switch stream {
      case .file(let path, let mode): posix_spawn_file_actions_addopen(&actions, Int32(number), path, mode, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
    }
    #if !canImport(Darwin)
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      if let descriptor = Int32(name), descriptor > 2 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    }
    #endif
    // The shell changes the folder and then executes the command.
    let command = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0.url.path] + words } ?? words
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &variables)
    guard failure == 0 else { throw Command.Failure.system("posix_spawnp \(command[0])", failure) }
    return process
  }

  private static func set(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
