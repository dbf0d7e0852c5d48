import Foundation
import VaultFiles

/// The terminal that the command was started from, even if its standard streams are redirected.
final class Terminal: Interruptible, @unchecked Sendable {
  private let descriptor: Int32
  // Guarded by the lock of `Interruption` while a question is open.
  private var before = termios()
  private var prompt = UnsafeRawBufferPointer(start: nil, count: 0)

  /// Nil if there is no terminal.
  init?() {
    descriptor = Foundation.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard tcgetattr(descriptor, &before) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The longest line that the line editor of every system delivers whole.
  private static let longestLine = 1000

  /// Shows the prompt and reads one line without echo; nil if the input ends.
  func askWithoutEcho(_ prompt: String) throws -> SecretBytes? {
    try Array(prompt.utf8).withUnsafeBytes { try ask($0) }
  }

  private func ask(_ prompt: UnsafeRawBufferPointer) throws -> SecretBytes? {
    let line = try SecretBytes(capacity: 4 * Self.longestLine)
    Interruption.shared.register(self) {
      self.prompt = prompt
      hideInput(discardingTyped: true)
    }
    defer { Interruption.shared.unregister(self) { showInput() } }
    while true {
      guard let count = line.append(from: descriptor) else {
        throw ToolError.system("terminal", "cannot be read", errno)
      }
      if line.removeLineEnd() { break }
      if count == 0, line.count == 0 { return nil }
      if count == 0 { break }
    }
    guard line.count <= Self.longestLine else {
      throw ToolError.usage("a password of more than \(Self.longestLine) bytes cannot be typed; use --password-file")
    }
    return line
  }

  private func hideInput(discardingTyped: Bool) {
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    silent.c_lflag |= tcflag_t(ICANON | ISIG)
    silent.c_iflag |= tcflag_t(ICRNL)
    _ = tcsetattr(descriptor, discardingTyped ? TCSAFLUSH : TCSADRAIN, &silent)
    _ = Descriptor.write(prompt, to: descriptor)
  }

  private func showInput() {
    _ = tcsetattr(descriptor, TCSADRAIN, &before)
    Descriptor.write("\n", to: descriptor)
  }

  func cleanUp() { showInput() }
  func pause() { showInput() }
  func resume() { hideInput(discardingTyped: false) }
}
