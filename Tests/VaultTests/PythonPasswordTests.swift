import SwiftVaultTestSupport
import Testing
import Vault

/// Each side reads the passwords that the other side added, changed and removed, after every step.
@Suite struct PythonPasswordTests {
  private static let content = [UInt8]("what the passwords are for".utf8)
  private static let context = ["--context", "example"]

  /// In both readers, the given ones of the passwords one to four open the vault, and the others do not.
  private func expect(
    _ passwords: Set<String>, open vault: [UInt8], _ python: PythonVault, _ comment: Comment, alike: Bool = true
  ) throws {
    #expect(vault[..<720].elementsEqual(vault[720..<1440]) == alike, comment)
    for password in ["one", "two", "three", "four"] {
      let outcome = try python.run(["open", "-", "--password", password] + Self.context, input: vault)
      let opened = try? Vault.open(vault, with: .password(password.utf8), context: VaultContext("example".utf8))
      if passwords.contains(password) {
        #expect(outcome.output == Self.content && opened == Self.content, "\(comment): \(password)")
      } else {
        #expect(outcome.status == 14 && opened == nil, "\(comment): \(password)")
      }
    }
  }

  @Test func pythonOpensWithThePasswordsThatSwiftSet() throws {
    guard let python = try PythonVault.find() else { return }
    let sealed = try python.run(
      ["seal", "-", "--password", "one", "--slot", "1", "--rounds", "10"] + Self.context, input: Self.content)
    var vault = sealed.output
    func change(_ password: String, _ change: (inout UnlockedVault) throws -> Void) throws {
      var unlocked = try UnlockedVault(
        header: vault, with: .password(password.utf8), context: VaultContext("example".utf8))
      try change(&unlocked)
      vault.replaceSubrange(..<Vault.headerByteCount, with: unlocked.header)
    }
    try change("one") {
      let slot = try $0.add(.password("two".utf8), stretching: stretching(.pbkdf2HMACSHA256, 20))
      #expect(slot == 0)
    }
    try expect(["one", "two"], open: vault, python, "two added")
    try change("two") {
      try $0.replaceSecret(with: .password("three".utf8), stretching: stretching(.pbkdf2HMACSHA512, 30))
    }
    try expect(["one", "three"], open: vault, python, "two changed")
    try change("three") { try $0.remove(slots: [1]) }
    try expect(["three"], open: vault, python, "one removed")
    #expect(try Vault.inspect(vault).slots.map { $0?.rounds } == [30] + Array(repeating: nil, count: 7))
    #expect(vault[1440...].elementsEqual(sealed.output[1440...]))
  }

  @Test func swiftOpensWithThePasswordsThatPythonSet() throws {
    guard let python = try PythonVault.find() else { return }
    let sealed = try Vault.seal(
      Self.content, under: .password("one".utf8), context: VaultContext("example".utf8),
      stretching: stretching(.pbkdf2HMACSHA512, 10))
    var vault = sealed
    func change(_ arguments: String...) throws {
      vault = try python.changePasswords(vault, Self.context + ["--password"] + arguments)
    }
    try change("one", "add", "--new", "two", "--stretching", "2", "--rounds", "20")
    try expect(["one", "two"], open: vault, python, "two added")
    #expect(try Vault.inspect(vault).slots[1] == .rounds(20, .pbkdf2HMACSHA256))
    try change("two", "change", "--new", "three", "--rounds", "30")
    try expect(["one", "three"], open: vault, python, "two changed")
    try change("one", "remove")
    try expect(["three"], open: vault, python, "one removed")
    #expect(
      try UnlockedVault(header: vault, with: .password("three".utf8), context: VaultContext("example".utf8)).generation
        == 3)
    #expect(try Vault.inspect(vault).slots[0...1] == [nil, .rounds(30)])
    #expect(vault[1440...].elementsEqual(sealed[1440...]))
  }

  /// Both readers agree about a change that was interrupted between the two copies. The next change by either side
  /// makes the copies equal again.
  @Test func anInterruptedChangeIsCompletedByTheOtherSide() throws {
    guard let python = try PythonVault.find() else { return }
    let stretching = try stretching(.pbkdf2HMACSHA256, 10)
    let old = try Vault.seal(
      Self.content, under: .password("one".utf8), context: VaultContext("example".utf8), stretching: stretching)
    var unlocked = try UnlockedVault(header: old, with: .password("one".utf8), context: VaultContext("example".utf8))
    try unlocked.replaceSecret(with: .password("two".utf8), stretching: stretching)
    for interrupted in [unlocked.header[..<720] + old[720...], old[..<720] + unlocked.header[720...] + old[1440...]] {
      let vault = Array(interrupted)
      try expect(["two"], open: vault, python, "interrupted", alike: false)
      let header = try UnlockedVault(header: vault, with: .password("two".utf8), context: VaultContext("example".utf8))
      #expect(!header.headerCopiesMatched && header.generation == 1)
      try expect(["two"], open: header.header + old[1440...], python, "put right by Swift")
      let changed = try python.changePasswords(
        vault, Self.context + ["--password", "two", "add", "--new", "three", "--rounds", "10"])
      try expect(["two", "three"], open: changed, python, "changed by Python")
    }
  }

  /// Both sides report the errors of FORMAT.md, section 6.
  @Test func whatIsRefused() throws {
    guard let python = try PythonVault.find() else { return }
    let stretching = try stretching(.pbkdf2HMACSHA256, 10)
    let sealed = try Vault.seal(
      Self.content, under: .password("one".utf8), context: VaultContext("example".utf8), stretching: stretching)
    var unlocked = try UnlockedVault(header: sealed, with: .password("one".utf8), context: VaultContext("example".utf8))
    #expect(try unlocked.add(.password("two".utf8), stretching: stretching) == 1)
    let vault = unlocked.header + sealed[1440...]
    for (arguments, name) in [
      (["add", "--new", "one"], "password in use: slot 0"), (["add", "--new", "two"], "password in use: slot 1"),
      (["change", "--new", "two"], "password in use: slot 1"), (["remove", "--slot", "2"], "no password: slot 2"),
    ] {
      let words = Self.context + ["--password", "one", "--rounds", "10"] + arguments
      #expect(throws: PythonVault.Unavailable(description: name + "\n")) { try python.changePasswords(vault, words) }
    }
    #expect(throws: PythonVault.Unavailable(description: "last slot\n")) {
      try python.changePasswords(sealed, Self.context + ["--password", "one", "remove"])
    }
    let last = try VaultKit("generation-most-alike").vault
    #expect(throws: PythonVault.Unavailable(description: "no further change\n")) {
      try python.changePasswords(last, ["--password", "password", "add", "--new", "two", "--rounds", "10"])
    }
    var full = try UnlockedVault(header: last, with: .password("password".utf8))
    #expect(throws: VaultError.noFurtherChange) { try full.add(.password("two".utf8), stretching: stretching) }
    #expect(throws: VaultError.noFurtherChange) {
      try full.replaceSecret(with: .password("two".utf8), stretching: stretching)
    }
    #expect(throws: VaultError.noFurtherChange) { try full.remove(slots: full.openedSlots) }
    #expect(throws: VaultError.noFurtherChange) { try full.remove(slots: [1]) }
    #expect(full.header == Array(last[..<1440]))
  }

  private func stretching(_ function: PasswordStretching.Function, _ rounds: Int) throws -> PasswordStretching {
    try PasswordStretching(function, rounds: .exactly(rounds))
  }
}
