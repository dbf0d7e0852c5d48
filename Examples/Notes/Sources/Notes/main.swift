import Foundation
import SwiftVaultFoundation

let usage = """
  notes add TEXT | list | remove N | recovery | recover
  The notes are in notes.vault, or in the file that the variable NOTES names.
  The password is asked for, or the first line of standard input.

  """

/// The terminal's settings before the prompt.
nonisolated(unsafe) let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)

/// A line typed without echo on a terminal, or the next line of standard input.
func secretLine(_ prompt: String) throws -> String {
  let isTerminal = tcgetattr(STDIN_FILENO, settings) == 0
  // A signal that ends the process would leave the terminal without echo. These handlers make only system calls.
  let ends = isTerminal ? [SIGINT, SIGTERM, SIGHUP, SIGQUIT] : []
  let handlers = ends.map {
    signal($0) { number in
      tcsetattr(STDIN_FILENO, TCSANOW, settings)
      signal(number, SIG_DFL)
      raise(number)
    }
  }
  if isTerminal {
    FileHandle.standardError.write(Data(prompt.utf8))
    var silent = settings.pointee
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
  }
  defer {
    if isTerminal {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, settings)
      FileHandle.standardError.write(Data("\n".utf8))
    }
    for (number, handler) in zip(ends, handlers) { signal(number, handler) }
  }
  guard let line = readLine(), !line.isEmpty else { throw NotesError.noPassword }
  return line
}

func run(_ arguments: [String]) throws {
  let file = ProcessInfo.processInfo.environment["NOTES"] ?? "notes.vault"
  let notebook = Notebook(file: URL(fileURLWithPath: file))
  switch (arguments.first, arguments.count) {
  case ("add", 2): try notebook.add(arguments[1], password: secretLine("Password: "))
  case ("list", 1):
    for (index, note) in try notebook.notes(password: secretLine("Password: ")).enumerated() {
      print("\(index + 1)  \(note)")
    }
  case ("remove", 2) where Int(arguments[1]) != nil:
    print("removed: \(try notebook.remove(Int(arguments[1])!, password: secretLine("Password: ")))")
  case ("recovery", 1): print(try notebook.addRecoveryKey(password: secretLine("Password: ")).text)
  case ("recover", 1):
    let text = try secretLine("Recovery key, in one line: ")
    try notebook.recover(text, newPassword: secretLine("New password: "))
  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("notes: \(error.localizedDescription)\n".utf8))
  exit(1)
}
