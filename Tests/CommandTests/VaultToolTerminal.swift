import Foundation
import Testing

/// `swift-vault` on a pseudo-terminal, with somebody typing.
final class VaultToolTerminal {
  private let master: Int32
  private let process: pid_t
  /// Kept until the command has ended.
  private let folder: VaultToolFolder
  /// Everything the terminal has shown.
  private(set) var transcript = ""

  enum Keyboard { case terminal, none }

  /// `POSIX_SPAWN_SETSID`; the C library on Linux shows it to GNU programs only.
  #if canImport(Darwin)
  private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #else
  private static let newSession: Int16 = 0x80
  #endif

  /// Starts the command as the leader of a session, on a terminal of its own or on none.
  convenience init(_ arguments: String..., in folder: VaultToolFolder, keyboard: Keyboard = .terminal) throws {
    try self.init([VaultToolRun.executable.path] + arguments, in: folder, keyboard: keyboard)
  }

  /// Starts any command.
  init(_ command: [String], in folder: VaultToolFolder, keyboard: Keyboard = .terminal) throws {
    var (master, slave) = (Int32(-1), Int32(-1))
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    defer { close(slave) }
    self.master = master
    self.folder = folder
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var name = [CChar](repeating: 0, count: 128)
    try #require(ttyname_r(slave, &name, name.count) == 0)

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
    // The first terminal that a session leader opens becomes its controlling terminal.
    let mode = O_RDWR | (keyboard == .none ? O_NOCTTY : 0)
    // The threads of the tests block signals; what they start is not to inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, mode, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)

    // The shell changes the folder and becomes the command.
    let words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.url.path] + command
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var child: pid_t = 0
    try #require(posix_spawn(&child, "/bin/sh", &actions, &attributes, &argv, environ) == 0)
    process = child
  }

  deinit { close(master) }

  /// Waits until the terminal shows `text` (for the `occurrence`-th time).
  func expect(_ text: String, occurrence: Int = 1, _ location: SourceLocation = #_sourceLocation) throws {
    let end = Date() + 30
    while transcript.components(separatedBy: text).count <= occurrence {
      guard Date() < end, readSome() else {
        Issue.record("“\(text)” is not in “\(transcript)”", sourceLocation: location)
        throw CancellationError()
      }
    }
  }

  func type(_ text: String) {
    _ = text.utf8CString.withUnsafeBytes { write(master, $0.baseAddress!, $0.count - 1) }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for the end; the exit code, or minus the signal.
  func finish() -> Int32 {
    while readSome() {}
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// Whether what is typed is shown.
  var echoes: Bool {
    var settings = termios()
    tcgetattr(master, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// False once nobody has the terminal open any more.
  private func readSome() -> Bool {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 30_000) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    transcript += String(decoding: buffer[..<count], as: UTF8.self)
    return true
  }
}
