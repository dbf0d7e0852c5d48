import Foundation
import SwiftVaultCommandSupport
import SwiftVaultTestSupport
import Testing
import Vault

@testable import SwiftVaultVaultTool

/// The state of a vault when a change of its passwords in place is interrupted at any moment or fails.
@Suite(.enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"))
struct VaultToolPasswordKillTests {
  private static let change = [
    "password", "change", "sealed.vault", "--rounds", "1", "--new-password-file", "new", "--password-file",
  ]

  private static let disturbance = Disturbance(
    arguments: change + ["password"], target: "sealed.vault", old: TestFolder.sealedNotes, disk: .unnamed
  ) { $0.opens("sealed.vault", TestFolder.newPassword) }

  /// The old header is stored first. Then one copy is written and stored, and then the other.
  @Test func theOrderOfTheSteps() throws {
    let calls = try Self.disturbance.course().calls.filter { ["pwrite64", "fsync"].contains($0.name) }
    #expect(calls.map(\.name) == ["fsync", "pwrite64", "fsync", "pwrite64", "fsync"])
    #expect(calls[1].line.contains(", 720, 0)") && calls[3].line.contains(", 720, 720)"))
  }

  @Test func killedBeforeEachCall() throws {
    let course = try Self.disturbance.course()
    var passwords: [Set<String>] = []
    for call in course.calls {
      let folder = Self.disturbance.folder()
      let before = folder.snapshot
      let run = try Self.disturbance.run(in: folder, course, "\(call.name):signal=SIGKILL:when=\(call.number)")
      #expect(run.signal == SIGKILL, "\(call)")
      passwords.append(try check(folder, before, "\(call)"))
      try checkNextRun(folder, "\(call)")
    }
    let (old, new) = (TestFolder.password, TestFolder.newPassword)
    let states = passwords.reduce(into: [Set<String>]()) { if $0.last != $1 { $0.append($1) } }
    #expect(states == [[old], [new]], "one state after the other: \(passwords)")
  }

  /// What is said of the vault is true: that it was changed, or that it was not.
  @Test func interruptedBeforeEachCall() throws {
    let course = try Self.disturbance.course()
    var said: Set<String> = []
    for call in course.calls {
      let folder = Self.disturbance.folder()
      let run = try Self.disturbance.run(in: folder, course, "\(call.name):signal=SIGINT:when=\(call.number)")
      #expect(run.signal == SIGINT, "\(call)")
      let isNew = folder.opens("sealed.vault", TestFolder.newPassword)
      #expect(isNew != folder.opens("sealed.vault", TestFolder.password), "\(call)")
      let sentence = "swift-vault: sealed.vault: interrupted: it was \(isNew ? "" : "not ")changed"
      #expect(run.errors.split(separator: "\n").filter { $0.contains("interrupted") } == [sentence[...]], "\(call)")
      said.insert(sentence)
    }
    #expect(said.count == 2, "some calls come before the change, and some after it")
  }

  @Test(arguments: [(ENOSPC, "ENOSPC"), (EIO, "EIO"), (EINTR, "EINTR")])
  func eachCallFails(error: (number: Int32, name: String)) throws {
    let course = try Self.disturbance.course()
    for call in course.calls {
      let folder = Self.disturbance.folder()
      let before = folder.snapshot
      let run = try Self.disturbance.run(in: folder, course, "\(call.name):error=\(error.name):when=\(call.number)")
      let passwords = try check(folder, before, "\(call)")
      // The warning about few rounds may be lost, and some file systems have no locks.
      let survives = error.number == EINTR || call.name == "flock" || call.line.hasPrefix("write(2,")
      #expect((run.status == 0) == survives, "\(call): \(run.errors)")
      if run.status == 0 {
        #expect(passwords == [TestFolder.newPassword], "\(call)")
      } else {
        #expect(run.status == 1, "\(call)")
        #expect(run.complaints.hasPrefix("swift-vault: sealed.vault: "), "\(call): \(run.errors)")
        #expect(run.complaints.contains(StandardStream.reason(error.number)), "\(call): \(run.errors)")
        let isOld = run.complaints.contains("opens with its old passwords")
        let password = isOld ? TestFolder.password : TestFolder.newPassword
        #expect(passwords.contains(password), "\(call): \(run.errors)")
      }
      try checkNextRun(folder, "\(call)")
    }
  }

  /// Checks that only the header changed, and which passwords open the vault.
  private func check(
    _ folder: TestFolder, _ before: [String: Data?], _ comment: Comment
  ) throws -> Set<String> {
    for (name, content) in before where name != "sealed.vault" { #expect(folder.read(name) == content, comment) }
    #expect(Set(folder.names) == Set(before.keys), comment)
    let vault = try #require(folder.read("sealed.vault"))
    #expect(vault.dropFirst(1440) == TestFolder.sealedNotes.dropFirst(1440), comment)
    let passwords = [TestFolder.password, TestFolder.newPassword].filter { folder.opens("sealed.vault", $0) }
    #expect(!passwords.isEmpty, comment)
    return Set(passwords)
  }

  private func checkNextRun(_ folder: TestFolder, _ comment: Comment) throws {
    let password = folder.opens("sealed.vault", TestFolder.password) ? "password" : "new"
    let next = try Command.swiftVault(Self.change + [password], in: folder)
    #expect(next.status == 0, "\(comment): \(next.errors)")
    #expect(folder.opens("sealed.vault", TestFolder.newPassword), comment)
    #expect(!folder.opens("sealed.vault", TestFolder.password), comment)
    #expect(try Vault.inspect(try #require(folder.read("sealed.vault"))).headerCopiesMatch, comment)
  }
}

extension TestFolder {
  /// Whether a password opens a vault with the content of `notes.txt`.
  func opens(_ name: String, _ password: String) -> Bool {
    read(name).flatMap { try? Vault.open($0, with: .password(password.utf8)) } == Array(Self.notes)
  }
}
