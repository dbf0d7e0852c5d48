import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

@testable import SwiftVaultVaultTool

/// A change of passwords on a disk that loses power: any of the sectors that were not stored yet may have reached the
/// disk.
///
/// Spec: FORMAT.md, section 6.
@Suite struct VaultToolPowerCutTests {
  /// A vault before the change: what a reader sees, and what is on the disk.
  struct Before: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let seen: [UInt8]
    let stored: [UInt8]

    init(_ testDescription: String, seen: [UInt8], stored: [UInt8]? = nil) {
      (self.testDescription, self.seen, self.stored) = (testDescription, seen, stored ?? seen)
    }
  }

  private static let copyByteCount = Vault.headerByteCount / 2
  private static let vault = [UInt8](TestFolder.sealedNotes)

  /// The same vault with another password added.
  private static let other: [UInt8] = {
    var unlocked = try! UnlockedVault(header: vault, with: .password(TestFolder.password.utf8))
    _ = try! unlocked.add(.password("third".utf8), stretching: PasswordStretching(rounds: .exactly(1)))
    return unlocked.header + vault[Vault.headerByteCount...]
  }()

  private static func damaged(at index: Int) -> [UInt8] {
    var vault = vault
    vault[index] ^= 1
    return vault
  }

  private static let halfChanged = Array(other[..<copyByteCount]) + vault[copyByteCount...]

  static let vaults = [
    Before("whole", seen: vault),
    Before("the first copy damaged", seen: damaged(at: 700)),
    Before("the second copy damaged", seen: damaged(at: copyByteCount + 700)),
    Before("a change cut off", seen: halfChanged),
    Before("an old copy put back", seen: Array(vault[..<copyByteCount]) + other[copyByteCount...]),
    Before("a change killed before it stored the first copy", seen: halfChanged, stored: vault),
    Before("a change killed before it stored the second copy", seen: other, stored: halfChanged),
  ]

  @Test(.enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"), arguments: vaults)
  func oneCopyIsAlwaysWhole(_ before: Before) throws {
    let folder = TestFolder.furnished()
    folder.write("sealed.vault", Data(before.seen))
    folder.write("new", TestFolder.newPassword)
    let run = try Command.shell(
      """
      exec strace -f -qq -xx -s 2000 -e trace=pwrite64,fsync -o log "$TOOL" password change sealed.vault --rounds 1 \
        --password-file password --new-password-file new
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    var disk = Disk(before)
    var copiesAfterTheChange = 0
    try disk.checkEverySector()
    for line in String(decoding: try #require(folder.read("log")), as: UTF8.self).split(separator: "\n") {
      if line.contains("fsync(") {
        disk.store()
      } else if line.contains("pwrite64(") {
        let parts = line.split(separator: "\"")
        let bytes = parts[1].split(separator: "\\x").map { UInt8($0, radix: 16)! }
        let offset = try #require(Int(parts[2].split(separator: ")")[0].split(separator: ", ")[1]))
        disk.seen.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        if disk.isChanged { copiesAfterTheChange += 1 }
        try disk.checkEverySector()
      }
    }
    #expect(disk.isChanged && copiesAfterTheChange == 1, "the first sync of the new header decides")
    #expect(disk.seen == disk.stored && Data(disk.stored) == folder.read("sealed.vault"))
    #expect(folder.opens("sealed.vault", TestFolder.newPassword))
    #expect(!folder.opens("sealed.vault", TestFolder.password))
  }

  private struct Disk {
    var seen: [UInt8]
    var stored: [UInt8]
    /// Whether the disk has held a vault that the old password did not open.
    private(set) var isChanged = false

    init(_ before: Before) { (seen, stored) = (before.seen, before.stored) }

    mutating func store() {
      stored = seen
      if !Self.opens(stored, TestFolder.password) { isChanged = true }
    }

    private static func opens(_ image: [UInt8], _ password: String) -> Bool {
      (try? Vault.open(image, with: .password(password.utf8))) == Array(TestFolder.notes)
    }

    /// Whichever unstored sectors reach the disk, the old or the new password opens the vault. Once the old password
    /// has failed to open it, only the new one may.
    func checkEverySector() throws {
      let sectors = stride(from: 0, to: seen.count, by: 512).map { $0..<min($0 + 512, seen.count) }
      let unstored = sectors.filter { seen[$0] != stored[$0] }
      for choice in 0..<(1 << unstored.count) {
        var image = stored
        for (index, sector) in unstored.enumerated() where choice >> index & 1 == 1 {
          image.replaceSubrange(sector, with: seen[sector])
        }
        let isOld = Self.opens(image, TestFolder.password)
        let isNew = Self.opens(image, TestFolder.newPassword)
        #expect(
          isChanged ? isNew && !isOld : isOld || isNew, "sectors \(unstored), of them \(String(choice, radix: 2))")
      }
    }
  }

  /// A write that stops anywhere, on a disk that keeps the earlier bytes: the vault opens, and can be repaired.
  @Test(arguments: [0, copyByteCount])
  func aWriteThatStops(start: Int) throws {
    var changed = try UnlockedVault(header: Self.vault, with: .password(TestFolder.password.utf8))
    try changed.replaceSecret(
      with: .password(TestFolder.newPassword.utf8), stretching: PasswordStretching(rounds: .exactly(1)))
    let folder = TestFolder.furnished()
    folder.write("new", TestFolder.newPassword)
    for end in stride(from: start, through: start + Self.copyByteCount, by: 64) + [start + Self.copyByteCount - 1] {
      let vault = changed.header[..<end] + Self.vault[end...]
      folder.write("sealed.vault", Data(vault))
      let isOld = folder.opens("sealed.vault", TestFolder.password)
      let isNew = folder.opens("sealed.vault", TestFolder.newPassword)
      #expect(isOld || isNew, "\(end)")
      let repair = try Command.swiftVault(
        "password", "repair", "sealed.vault", "--password-file", isNew ? "new" : "password", in: folder)
      #expect(repair.status == 0, "\(end): \(repair.errors)")
      let header = isNew ? changed.header : Array(Self.vault[..<Vault.headerByteCount])
      #expect(folder.read("sealed.vault") == Data(header + Self.vault[Vault.headerByteCount...]), "\(end)")
    }
  }
}
