import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// Every way of opening a vault of the kit has the outcome that its file states, in Swift and in Python.
@Suite struct VaultKitTests {
  /// Opens the vault with `open`, and compares the content or the error with those in the file.
  private func expect(_ kit: VaultKit, _ open: () throws -> [UInt8]) throws {
    if let error = try kit.error {
      #expect(throws: error) { try open() }
    } else {
      let content = try open()
      #expect(content.count == (try kit.number("size")))
      #expect(SHA256.hash(data: content) == (try kit.bytes("sha256")))
    }
  }

  @Test(arguments: VaultKit.names) func opened(_ name: String) throws {
    let kit = try VaultKit(name)
    try expect(kit) {
      try Vault.open(
        kit.vault, with: kit.secret, context: VaultContext(kit.bytes("context")), limits: kit.limits, cores: 2)
    }
  }

  /// Reads a stream in pieces that end before, at and after the ends of chunks and of groups of chunks.
  @Test(arguments: VaultKit.names) func streamed(_ name: String) throws {
    let kit = try VaultKit(name)
    for sizes in [[1, 31, 65_535, 1, 65_568], [16 * 65_568], [500_000, 7]] {
      try expect(kit) {
        var reader = try kit.reader()
        var content: [UInt8] = []
        for piece in Array(kit.vault.dropFirst(Vault.headerByteCount)).pieces(of: sizes) {
          try reader.update(piece, into: &content)
        }
        try reader.finalize(into: &content)
        return content
      }
    }
  }

  /// Opens the last unit first.
  @Test(arguments: VaultKit.names) func openedInUnits(_ name: String) throws {
    let kit = try VaultKit(name)
    try expect(kit) {
      let opener = try VaultOpener(kit.unlocked(), limits: kit.limits)
      var units = Array(kit.vault.dropFirst(Vault.headerByteCount)).pieces(of: [Vault.unitByteCount])
      if units.isEmpty { units = [[]] }
      return try units.indices.reversed().reduce(into: []) { content, unit in
        content = try opener.open(units[unit], unit: UInt64(unit), isLast: unit == units.count - 1) + content
      }
    }
  }

  /// Reads all of the content as a range and, if the vault opens, also its second half.
  @Test(arguments: VaultKit.names) func readAsARange(_ name: String) throws {
    let kit = try VaultKit(name)
    if case .overLimit(.contentByteCount, _, _) = try kit.error { return }  // Only the size of a range limits it.
    func range(from offset: Int) throws -> [UInt8] {
      let unlocked = try kit.unlocked()
      if try kit.error == nil {
        #expect(try unlocked.openedSlots == kit.slots)
        #expect(unlocked.headerCopiesMatched == kit.copiesAreAlike)
        #expect(unlocked.generation == (try kit.number("generation")))
      }
      return try unlocked.read(at: UInt64(offset), count: kit.vault.count, ofVault: UInt64(kit.vault.count)) {
        Array(kit.vault[Int($0.lowerBound)..<Int($0.upperBound)])
      }
    }
    try expect(kit) { try range(from: 0) }
    if try kit.error == nil {
      let middle = try kit.number("size") / 2
      #expect(try range(from: middle).elementsEqual(range(from: 0)[middle...]))
    }
  }

  /// Inspecting finds the errors that need no password, and no others.
  @Test(arguments: VaultKit.names) func inspected(_ name: String) throws {
    let kit = try VaultKit(name)
    let error = try kit.error
    if let error, kit.isRefusedUnopened(error) {
      #expect(throws: error) { try Vault.inspect(kit.vault) }
      return
    }
    let inspection = try Vault.inspect(kit.vault)
    let chunkBytes = kit.vault.count - Vault.headerByteCount
    #expect(inspection.contentByteCount == UInt64(chunkBytes) - 32 * inspection.chunkCount)
    #expect(inspection.chunkCount == UInt64((chunkBytes + 65_567) / 65_568))
    #expect(inspection.headerCopiesMatch == kit.vault[..<720].elementsEqual(kit.vault[720..<1440]))
    if error == nil {
      #expect(inspection.headerCopiesMatch == kit.copiesAreAlike)
      // One copy may refute the claims of the other, but only with the password.
      if kit.copiesAreAlike { #expect(try kit.slots.allSatisfy { inspection.slots[$0] != nil }) }
    }
  }

  @Test func everyFileIsWhatTheScriptWrites() throws {
    guard let python = try PythonVault.find() else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try python.run(script: PythonVault.kit, ["write", folder.path])
    #expect(outcome.status == 0, "\(outcome.error)")
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(written == VaultKit.names && written.count == 324)
    for name in written {
      let here = try Data(contentsOf: VaultKit.folder.appendingPathComponent(name))
      #expect(try here == Data(contentsOf: folder.appendingPathComponent(name)), "\(name)")
    }
  }

  @Test func pythonGivesEveryVaultItsOutcome() throws {
    guard let python = try PythonVault.find() else { return }
    let outcome = try python.run(script: PythonVault.kit, ["check", VaultKit.folder.path])
    #expect(String(decoding: outcome.output, as: UTF8.self) == "324 vaults, 0 not as expected\n")
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  /// The kit finds the mistake in every mutant of the Python reader.
  @Test func theKitShowsEveryMutantOfThePythonReader() throws {
    guard let python = try PythonVault.find() else { return }
    let outcome = try python.run(script: PythonVault.kit, ["mutants", VaultKit.folder.path])
    #expect(String(decoding: outcome.output, as: UTF8.self) == "114 mutants, 0 not noticed\n")
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  /// A reader from before recipients existed has 4 in FORMAT.md, section 5, step 1.5.
  @Test func anOldReaderSaysThatRecipientsAreUnsupported() throws {
    guard let python = try PythonVault.find() else { return }
    let outcome = try python.run(script: PythonVault.kit, ["old", VaultKit.folder.path])
    #expect(String(decoding: outcome.output, as: UTF8.self) == "29 vaults with recipients, 0 not unsupported\n")
    #expect(outcome.status == 0, "\(outcome.error)")
  }
}

extension VaultKit {
  /// Whether the error is one of FORMAT.md, section 5, steps 1 and 2. An error of a newer copy is found only in step 5.
  fileprivate func isRefusedUnopened(_ error: VaultError) -> Bool {
    switch error {
    case .notAVault, .unsupportedVersion: return true
    case .unsupportedSuite, .unsupportedStretching, .invalidHeader: return !name.hasPrefix("newer-")
    case .truncated:
      let last = (vault.count - Vault.headerByteCount) % 65_568
      return vault.count < 1472 || 1...31 ~= last || (last == 32 && vault.count > 1472)
    default: return false
    }
  }
}
