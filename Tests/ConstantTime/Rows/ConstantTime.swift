#if os(Linux)
import Glibc
import SwiftVault

/// Runs every row in a process of its own, so that Valgrind's memcheck reports each mistake in each row it happens in.
///
/// `--list` prints the rows; SHARD COUNT TEXT runs each row whose name contains TEXT and whose number leaves SHARD when it
/// is divided by COUNT. Between the
/// reports of memcheck, standard error has a line when a row begins and one when it ends. Memcheck has no part in the
/// rows' code: see ``secret(_:)``.
@main
enum ConstantTime {
  static func main() {
    let tables = [
      hashRows, keyDerivationRows, cipherRows, keyWrapRows, comparisonRows, credentialRows, vaultRows, twins,
    ]
    let rows = tables.flatMap { $0 }
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    if arguments == ["--list"] { return rows.forEach { print($0.name) } }
    guard arguments.count == 3, let shard = Int(arguments[0]), let count = Int(arguments[1]) else {
      say("usage: SwiftVaultConstantTime --list | SHARD COUNT TEXT")
      exit(2)
    }
    _ = Set([1])  // The seed of hashing is drawn once, and is no secret.
    for (number, row) in rows.enumerated() where number % count == shard && row.name.contains(arguments[2]) {
      row.runAlone()
    }
  }
}

/// A call of the libraries on marked secrets.
struct Row: Sendable {
  let name: String
  let run: @Sendable () throws -> Outcome

  init(_ name: String, _ run: @escaping @Sendable () throws -> Outcome) {
    self.name = name
    self.run = run
  }

  /// Runs in a child process, and says when it begins and how it ended.
  func runAlone() {
    say("ROW \(name)")
    let child = fork()
    precondition(child >= 0, "no child process")
    if child == 0 {
      do {
        observe(try run())
        _exit(0)
      } catch {
        say("\(error)")
        _exit(1)
      }
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    say("END \(status)")
  }
}
/// Writes a line to standard error at once.
func say(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { _ = write(2, $0.baseAddress!, $0.count) }
}
#else
@main
enum ConstantTime {
  static func main() { fatalError("Valgrind's memcheck is used on Linux") }
}
#endif
