#if os(Linux)
import Glibc
import SwiftVault

/// Runs every row in its own process, so that Valgrind's memcheck reports each mistake in each row where it occurs.
///
/// `--list` prints the rows. SHARD COUNT TEXT runs each row whose name contains TEXT and whose number modulo COUNT is
/// SHARD; with a fourth argument, `unmarked`, the secrets are not marked. On standard error, a line at the start and a
/// line at the end of each row stand between memcheck's reports. The rows contain no calls to memcheck: see
/// ``secret(_:)``.
@main
enum ConstantTime {
  static func main() {
    let tables = [
      hashRows, keyDerivationRows, cipherRows, chaChaPolyRows, encryptThenMACRows, keyWrapRows, cmacRows,
      comparisonRows, credentialRows, vaultRows, openSSLRows, rnCryptorRows, themisRows,
      themisModeRows, containerRows, ageRows, articleRows, keyAgreementRows, sessionRows, secretComparisonRows, twins,
    ]
    let rows = tables.flatMap { $0 }
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    if arguments == ["--list"] { return rows.forEach { print($0.name) } }
    guard arguments.count == 3 || arguments.count == 4 && arguments[3] == "unmarked",
      let shard = Int(arguments[0]), let count = Int(arguments[1])
    else {
      say("usage: SwiftVaultConstantTime --list | SHARD COUNT TEXT [unmarked]")
      exit(2)
    }
    areSecretsMarked = arguments.count == 3
    _ = Set([1])  // Draws the seed of hashing now, because it is not a secret.
    for (number, row) in rows.enumerated() where number % count == shard {
      // If Foundation is linked, no text contains the empty text.
      guard arguments[2].isEmpty || row.name.contains(arguments[2]) else { continue }
      row.runAlone()
    }
  }
}

/// One call of the libraries on marked secrets.
struct Row: Sendable {
  let name: String
  let run: @Sendable () throws -> Outcome

  init(_ name: String, _ run: @escaping @Sendable () throws -> Outcome) {
    self.name = name
    self.run = run
  }

  /// Runs the row in a child process, and prints when it begins and how it ended.
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
/// Writes a line to standard error, without a buffer.
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
