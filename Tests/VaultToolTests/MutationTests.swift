import Foundation
import SwiftVaultTestSupport
import Testing

/// Compares the command with the reader written from FORMAT.md alone, on randomly changed vaults.
@Suite struct VaultToolMutationTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../VaultTests/mutations.py").standardized.path

  /// Python or its AES module is missing.
  private struct Unavailable: Error {
    let reason: String
  }

  /// The seed differs in each run and is printed. `mutations.py COMMAND COUNT SEED` makes the same vaults again.
  @Test func aThousandMutations() throws {
    let run = try Command.shell("exec python3 -B '\(Self.script)' \"$TOOL\" 1000", in: TestFolder())
    if run.status == 69 || run.status == 127 {
      if ProcessInfo.processInfo.environment["CI"] != nil { throw Unavailable(reason: run.errors) }
      withKnownIssue("the independent reader was not run") { throw Unavailable(reason: run.errors) }
      return
    }
    let report = run.text
    print("mutations.py: \(report.prefix(4000))")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(report.contains("1000 mutations, seed ") && report.hasSuffix("\n0 differences\n"))
    // Each kind of outcome occurred and was compared.
    for outcome in ["opened", "damaged", "truncated", "wrong password or context", "invalid header", "not a vault"] {
      #expect(report.contains(" \(outcome)"), "\(outcome)")
    }
  }
}
