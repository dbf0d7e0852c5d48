import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks

/// The rounds that `vault-bench calibrate` finds, and those that `swift-vault seal` accepts.
@Suite("vault-bench calibrate and swift-vault seal") struct VaultBenchSealingTests {
  private let folder = TestFolder()

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.swiftVault.run(words.split(separator: " ").map(String.init), in: folder)
  }

  /// `seal` accepts the rounds that `vault-bench calibrate` finds, directly or by the option that it prints.
  @Test func whatIsCalibratedIsSealed() throws {
    folder.write("notes.txt", "What only I should read.\n")
    folder.write("one", "correct horse battery")
    let report = try Command("vault-bench").run(["calibrate", "--budget", "20ms", "--hash", "sha256,sha512"])
    #expect(report.status == 0 && !report.text.contains("--max-rounds"))
    for row in report.lines.filter({ $0.hasPrefix("sha") && $0.contains("%") }) {
      let cells = row.split(separator: " ")
      let rounds = cells[3].filter { $0 != "," }
      let sealed = try run("seal notes.txt --password-file one --force --hash \(cells[0]) --rounds \(rounds)")
      #expect(sealed.status == 0, "\(sealed.errors)")
    }
    #expect(CalibrationReport.overTheLimit([("sha256", 1), ("sha512", 10_000_000), ("sha1", 20_000_000)]) == nil)
    // As many rounds as fit: a hash other than the default must be named, and both limits must be given.
    let found = [("sha256", 10_000_003), ("sha512", 220_000), ("sha256", 10_000_001)]
    let note = try #require(CalibrationReport.overTheLimit(found))
    #expect(note.contains("at most 10,000,000 rounds") && note.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let command = try #require(note.split(separator: "\n").first { $0.hasPrefix("swift-vault seal ") })
    let sealed = try run("\(command.dropFirst("swift-vault ".count)) notes.txt --password-file one --force")
    #expect(sealed.status == 0, "\(sealed.errors)")
    let slots = try run("inspect notes.txt.vault").text.matches(of: /key slot \d  (\S+, [\d,]+ rounds)/)
    #expect(slots.map { String($0.1) } == ["PBKDF2-HMAC-SHA256, 10,000,003 rounds"])
  }
}
