import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultFiles

/// Files sealed with keys: each form for a key behaves like the form for a password.
@Suite struct VaultFileKeyTests {
  private let folder = TestFolder()
  private let key = SymmetricKey(size: .bits256)
  private let other = SymmetricKey(size: .bits256)
  private let content = testContent(2_500_000)

  init() { folder.write("x", content) }

  private var vault: VaultFilePath { folder.path("x.vault") }

  private func refusal(_ body: () throws -> some Any) -> VaultError? {
    #expect(throws: VaultError.self) { _ = try body() }
  }

  private func opens(_ key: SymmetricKey) -> Bool {
    (try? VaultFile.verify(.file(vault), with: .key(key), context: VaultContext("c".utf8))) == 2_500_000
  }

  private func seal() throws {
    #expect(
      try VaultFile.seal(.file(folder.path("x")), to: .file(vault), under: .key(key), context: VaultContext("c".utf8))
        == content.count)
  }

  @Test func sealedOpenedAndResealed() throws {
    try seal()
    #expect(try Vault.open(folder.bytes("x.vault"), with: .key(key), context: VaultContext("c".utf8)) == content)
    try VaultFile.open(.file(vault), to: .file(folder.path("y")), with: .key(key), context: VaultContext("c".utf8))
    #expect(try folder.bytes("y") == content)
    #expect(opens(key) && !opens(other))
    #expect(
      try VaultFile.reseal(vault, with: .key(key), under: .key(other), context: VaultContext("c".utf8)) == content.count
    )
    #expect(opens(other) && !opens(key))
    #expect(try Vault.inspect(folder.bytes("x.vault")).slots.compactMap(\.self) == [.key])
  }

  @Test func passwordsAndKeysAreChangedInPlace() throws {
    try seal()
    let quick = try PasswordStretching(rounds: .exactly(1))
    try VaultFile.changeSecrets(of: vault, with: .key(key), context: VaultContext("c".utf8)) { vault in
      try vault.add(.password("p".utf8), stretching: quick)
      try vault.replaceSecret(with: .key(other))
    }
    #expect(!opens(key) && opens(other))
    #expect(
      try VaultFile.verify(.file(vault), with: .password("p".utf8), context: VaultContext("c".utf8)) == content.count)
    try VaultFile.changeSecrets(of: vault, with: .password("p".utf8), context: VaultContext("c".utf8)) { vault in
      try vault.add(.key(key))
      try vault.remove(slots: vault.openedSlots)
    }
    #expect(opens(key) && opens(other))
    #expect(try Vault.inspect(folder.bytes("x.vault")).slots.compactMap(\.self) == [.key, .key])
  }

  @Test func refusedKeysChangeNothing() throws {
    try seal()
    let before = try folder.bytes("x.vault")
    let short = SymmetricKey(size: .bits128)
    let out = VaultFile.Output.file(folder.path("out"))
    let context = VaultContext("c".utf8)
    #expect(refusal { try VaultFile.open(.file(vault), to: out, with: .key(other)) } == .wrongPasswordOrContext)
    #expect(refusal { try VaultFile.open(.file(vault), to: out, with: .key(short)) } == .keyByteCount(16))
    #expect(refusal { try VaultFile.seal(.file(vault), to: out, under: .key(short)) } == .keyByteCount(16))
    #expect(
      refusal { try VaultFile.reseal(vault, with: .key(key), under: .key(short), context: context) }
        == .keyByteCount(16))
    #expect(
      refusal { try VaultFile.changeSecrets(of: vault, with: .key(other), context: context) { _ in } }
        == .wrongPasswordOrContext)
    let password = VaultSecret.password(key.withUnsafeBytes { Array($0) })
    #expect(refusal { try VaultFile.verify(.file(vault), with: password, context: context) } == .wrongPasswordOrContext)
    #expect(try folder.bytes("x.vault") == before)
    #expect(folder.names == ["x", "x.vault"])
  }

  @Test func eachFormReportsItsProgress() async throws {
    let (x, y) = (VaultFile.Input.file(folder.path("x")), folder.path("y"))
    let seen = Progress()
    try await VaultFile.seal(x, to: .file(vault), under: .key(key), progress: seen.add)
    try await VaultFile.open(.file(vault), to: .file(y), with: .key(key), progress: seen.add)
    try await VaultFile.reseal(vault, with: .key(key), under: .key(other), progress: seen.add)
    try await VaultFile.verify(.file(vault), with: .key(other), progress: seen.add)
    #expect(seen.ends == [1, 1, 1, 1])
    #expect(try folder.bytes("y") == content)
    await #expect(throws: VaultError.wrongPasswordOrContext) {
      try await VaultFile.verify(.file(vault), with: .key(key))
    }
    let (quick, new) = (try PasswordStretching(rounds: .exactly(1)), key)
    try await VaultFile.changeSecrets(of: vault, with: .key(other)) { vault in
      try vault.add(.password("p".utf8), stretching: quick)
    }
    try await VaultFile.changeSecrets(of: vault, with: .password("p".utf8)) { vault in
      try vault.replaceSecret(with: .key(new))
    }
    #expect(try await VaultFile.verify(.file(vault), with: .key(key)) == UInt64(content.count))
    #expect(try await VaultFile.verify(.file(vault), with: .key(other)) == UInt64(content.count))
    await #expect(throws: VaultError.wrongPasswordOrContext) {
      try await VaultFile.verify(.file(vault), with: .password("p".utf8))
    }
  }

  /// The last fraction that each operation reported.
  private final class Progress: @unchecked Sendable {
    // Operations run one after the other, and their reports come one at a time.
    private(set) var ends: [Double] = []
    private var last = 1.0

    @Sendable func add(_ fraction: Double) {
      if fraction <= last { ends.append(0) }
      last = fraction
      ends[ends.count - 1] = last
    }
  }
}
