import Foundation

/// A user at the terminal of a command, who types and reads.
extension RunningCommand {
  private var master: Int32 {
    guard case .terminal(let master) = ends else { preconditionFailure("the command is not on a terminal") }
    return master
  }

  /// Everything the terminal has shown; bytes that are not UTF-8 are replaced.
  package var transcript: String { String(decoding: shown, as: UTF8.self) }

  /// Waits until the terminal shows `text` (for the `occurrence`-th time).
  package func expect(_ text: String, occurrence: Int = 1, file: String = #fileID, line: Int = #line) throws {
    let end = Date() + 30
    while transcript.components(separatedBy: text).count <= occurrence {
      guard Date() < end, readTerminal() else {
        throw Command.Failure.notShown(text, on: transcript, at: "\(file):\(line)")
      }
    }
  }

  package func type(_ text: String) {
    _ = text.utf8CString.withUnsafeBytes { write(master, $0.baseAddress!, $0.count - 1) }
  }

  /// Whether the terminal shows what is typed.
  package var echoes: Bool {
    var settings = termios()
    tcgetattr(master, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Lets the terminal show what is typed, as a shell does while a command is stopped.
  package func echo() {
    var settings = termios()
    tcgetattr(master, &settings)
    settings.c_lflag |= tcflag_t(ECHO)
    tcsetattr(master, TCSANOW, &settings)
  }

  /// Reads what is shown next; false once no process has the terminal open.
  package func readTerminal() -> Bool {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 30_000) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    shown += buffer[..<count]
    return true
  }
}
