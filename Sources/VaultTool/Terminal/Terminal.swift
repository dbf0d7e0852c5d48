import SwiftVaultCommandSupport
import VaultFiles

/// The terminal that the command was started from, even if its standard streams are redirected.
final class Terminal: Interruptible, @unchecked Sendable {
  private let descriptor: Int32
  // Guarded by the lock of `Interruption` while a question is open.
  private var before = termios()
  private var prompt = UnsafeRawBufferPointer(start: nil, count: 0)
  private var echoes = false

  /// Nil if there is no terminal.
  init?() {
    descriptor = SwiftVaultCommandSupport.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // `deinit` also runs after a failure.
    guard descriptor >= 0, tcgetattr(descriptor, &before) == 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The longest line that the line editor of every system delivers whole.
  private static let longestLine = 1000

  /// Shows the prompt and reads one line without echo; nil if the input ends.
  func askWithoutEcho(_ prompt: String) throws -> SecretBytes? {
    echoes = false
    return try Array(prompt.utf8).withUnsafeBytes { try ask($0) { _ in true } }
  }

  /// Shows the prompt and reads lines, with echo, until they are complete or one is empty; nil if the input ends.
  func askForLines(_ prompt: String, until isComplete: (UnsafeRawBufferPointer) -> Bool) throws -> SecretBytes? {
    echoes = true
    return try Array(prompt.utf8).withUnsafeBytes { try ask($0, until: isComplete) }
  }

  private func ask(
    _ prompt: UnsafeRawBufferPointer, until isComplete: (UnsafeRawBufferPointer) -> Bool
  ) throws -> SecretBytes? {
    let line = try SecretBytes(capacity: 4 * Self.longestLine)
    Interruption.shared.register(self) {
      self.prompt = prompt
      takeInput(discardingTyped: true)
    }
    defer { Interruption.shared.unregister(self) { releaseInput() } }
    while true {
      let start = line.count
      guard let count = line.append(from: descriptor) else {
        throw ToolError.system("terminal", "cannot be read", errno)
      }
      if line.count == start + 1 || line.withUnsafeBytes(isComplete), line.removeLineEnd() { break }
      if count == 0, line.count == 0 { return nil }
      if count == 0 { break }
    }
    guard line.count <= Self.longestLine else {
      throw ToolError.usage("a password of more than \(Self.longestLine) bytes cannot be typed; use --password-file")
    }
    return line
  }

  private func takeInput(discardingTyped: Bool) {
    var settings = before
    if !echoes { settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL) }
    settings.c_lflag |= tcflag_t(ICANON | ISIG)
    settings.c_iflag |= tcflag_t(ICRNL)
    _ = tcsetattr(descriptor, discardingTyped ? TCSAFLUSH : TCSADRAIN, &settings)
    _ = Descriptor.write(prompt, to: descriptor)
  }

  private func releaseInput() {
    _ = tcsetattr(descriptor, TCSADRAIN, &before)
    if !echoes { Descriptor.write("\n", to: descriptor) }
  }

  func cleanUp() { releaseInput() }
  func pause() { releaseInput() }
  func resume() { takeInput(discardingTyped: false) }
}
