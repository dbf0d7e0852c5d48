import Testing
import Vault

/// The vault opens wherever the writing of a new header stops: the first copy is written before the second.
@Suite struct VaultPasswordInterruptionTests {
  /// A change, a password that opens the vault before it, and a password that opens it after it.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String
    let edit: @Sendable (inout UnlockedVault) throws -> Void
  }

  private static let changes = [
    Change(testDescription: "change", before: "0", after: "new") {
      try $0.replaceSecret(with: .password("new".utf8), stretching: .quick)
    },
    Change(testDescription: "add", before: "0", after: "2") {
      _ = try $0.add(.password("2".utf8), stretching: .rounds(3, .pbkdf2HMACSHA256))
    },
    Change(testDescription: "remove", before: "0", after: "1") { try $0.remove(slots: [0]) },
    Change(testDescription: "raise", before: "0", after: "0") {
      try $0.replaceSecret(with: .password("0".utf8), stretching: .rounds(77))
    },
  ]

  /// Opens a vault, and returns its header and whether the copies are equal.
  private func header(_ vault: [UInt8], _ password: String) throws -> (header: [UInt8], alike: Bool) {
    #expect(try Vault.open(vault, with: .password(password.utf8)) == [1, 2, 3])
    let unlocked = try UnlockedVault(header: vault, with: .password(password.utf8))
    return (unlocked.header, unlocked.headerCopiesMatched)
  }

  private func vaults(_ change: Change) throws -> (old: [UInt8], new: [UInt8]) {
    let sealed = try Vault.seal([1, 2, 3], under: .password("0".utf8), stretching: .quick)
    var unlocked = try UnlockedVault(header: sealed, with: .password("0".utf8))
    _ = try unlocked.add(.password("1".utf8), stretching: .quick)
    let old = unlocked.header + sealed[1440...]
    try change.edit(&unlocked)
    return (old, unlocked.header + sealed[1440...])
  }

  @Test(arguments: changes) func theFirstCopyIsTornAtAnyByte(change: Change) throws {
    let (old, new) = try vaults(change)
    // Bytes at the end that are equal in both need not be written. In 1 of 256 runs the last byte is equal.
    for written in 0..<720 where new[written..<720] != old[written..<720] {
      let vault = Array(new[..<written] + old[written...])
      let (header, alike) = try header(vault, change.before)
      if header != Array(old[..<1440]) || alike != (vault == old) { Issue.record("\(written) bytes") }
    }
    // From here on, the change is in effect.
    let vault = Array(new[..<720] + old[720...])
    #expect(try header(vault, change.after) == (Array(new[..<1440]), false))
  }

  @Test(arguments: changes) func theSecondCopyIsTornAtAnyByte(change: Change) throws {
    let (old, new) = try vaults(change)
    for written in 720...1440 {
      let vault = Array(new[..<written] + old[written...])
      let (header, alike) = try header(vault, change.after)
      if header != Array(new[..<1440]) || alike != (vault == new) { Issue.record("\(written) bytes") }
    }
    #expect(try header(new, change.after).alike)
  }

  /// A disk may store the sectors of one write in any order. The first copy is in sector 0 and at the start of sector
  /// 1.
  @Test(arguments: changes) func sectorsOfTheFirstCopyInAnyOrder(change: Change) throws {
    let (old, new) = try vaults(change)
    let second = Array(old[..<512] + new[512..<720] + old[720...])
    #expect(try header(second, change.before) == (Array(old[..<1440]), second == old))
    let (done, vault) = (Array(new[..<720]), Array(old[1024..<1440]))
    let third = done + old[720..<1024] + new[1024..<1440] + new[1440...]
    #expect(try header(third, change.after) == (Array(new[..<1440]), third == new))
    #expect(vault.count == 416)
  }

  /// Once one new copy is complete, a removed or changed password opens nothing, even if an old copy is restored later.
  @Test func whatWasRemovedIsGoneWhenOneCopyIsWritten() throws {
    for change in [Self.changes[0], Self.changes[2]] {
      let (old, new) = try vaults(change)
      for vault in [new, Array(new[..<720] + old[720...]), Array(old[..<720] + new[720...])] {
        #expect(throws: VaultError.wrongPasswordOrContext) {
          try Vault.open(vault, with: .password(change.before.utf8))
        }
        #expect(try header(vault, change.after).header == Array(new[..<1440]))
      }
    }
  }

  /// If one copy is damaged, the header is first stored unchanged, which may stop at any byte. Only then is it changed.
  @Test(arguments: [0, 720]) func puttingRightIsTornAtAnyByte(damaged: Int) throws {
    let (intact, _) = try vaults(Self.changes[0])
    var vault = intact
    for byte in damaged..<damaged + 720 { vault[byte] ^= 0xa5 }
    let header = try UnlockedVault(header: vault, with: .password("0".utf8)).header
    #expect(header == Array(intact[..<1440]))
    for written in 0...1440 {
      let torn = header[..<written] + vault[written...]
      let unlocked = try UnlockedVault(header: torn, with: .password("0".utf8))
      if unlocked.header != header || unlocked.headerCopiesMatched != (Array(torn) == intact) {
        Issue.record("\(written) bytes")
      }
    }
  }

  /// A change after an interrupted one makes the copies equal again.
  @Test func theNextChangePutsItRight() throws {
    let (old, new) = try vaults(Self.changes[0])
    var unlocked = try UnlockedVault(header: new[..<720] + old[720...], with: .password("new".utf8))
    #expect(!unlocked.headerCopiesMatched)
    _ = try unlocked.add(.password("2".utf8), stretching: .quick)
    let vault = unlocked.header + old[1440...]
    #expect(try Vault.inspect(vault).headerCopiesMatch)
    for password in ["1", "2", "new"] { #expect(try header(vault, password) == (unlocked.header, true)) }
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, with: .password("0".utf8)) }
  }
}
