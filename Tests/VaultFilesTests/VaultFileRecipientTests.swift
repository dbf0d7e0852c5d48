import SwiftVaultTestSupport
import Testing
import Vault
import VaultFiles

/// Files sealed for recipients, by each form.
@Suite struct VaultFileRecipientTests {
  private let folder = TestFolder()
  private let key = RecipientKey()
  private let other = RecipientKey()
  private let context = VaultContext("c".utf8)
  private let content = testContent(2_500_000)
  private let quick: PasswordStretching

  init() throws {
    quick = try PasswordStretching(rounds: .exactly(1))
    folder.write("x", content)
  }

  private var vault: VaultFilePath { folder.path("x.vault") }

  private func slots() throws -> [Vault.Slot] { try Vault.inspect(folder.bytes("x.vault")).slots.compactMap(\.self) }

  private func opens(_ secret: VaultSecret) -> Bool {
    (try? VaultFile.verify(.file(vault), with: secret, context: context)) == 2_500_000
  }

  private func refusal(_ body: () throws -> some Any) -> VaultError? {
    #expect(throws: VaultError.self) { _ = try body() }
  }

  @Test func sealedOpenedChangedAndResealed() throws {
    let x = VaultFile.Input.file(folder.path("x"))
    #expect(
      try VaultFile.seal(x, to: .file(vault), under: .recipient(key.recipient), context: context) == content.count)
    #expect(try slots() == [.recipient] && opens(.recipientKey(key)) && !opens(.recipientKey(other)))
    try VaultFile.open(.file(vault), to: .file(folder.path("y")), with: .recipientKey(key), context: context)
    #expect(try folder.bytes("y") == content)
    try VaultFile.changeSecrets(of: vault, with: .recipientKey(key), context: context) { vault in
      try vault.add(.password("p".utf8), stretching: quick)
      try vault.add(.recipient(other.recipient))
    }
    #expect(try slots() == [.recipient, .password(quick), .recipient])
    for secret in [VaultSecret.recipientKey(key), .recipientKey(other), .password("p".utf8)] { #expect(opens(secret)) }
    try VaultFile.reseal(
      vault, with: .recipientKey(other), under: .password("q".utf8), and: [.recipient(other.recipient)],
      context: context,
      stretching: quick)
    #expect(try slots() == [.password(quick), .recipient])
    #expect(opens(.recipientKey(other)) && opens(.password("q".utf8)) && !opens(.recipientKey(key)))
    try VaultFile.reseal(
      vault, with: .password("q".utf8), under: .recipient(key.recipient), and: [.recipientKey(key)], context: context)
    #expect(try slots() == [.recipient] && opens(.recipientKey(key)) && !opens(.recipientKey(other)))
  }

  @Test func theAsynchronousForms() async throws {
    let x = VaultFile.Input.file(folder.path("x"))
    try await VaultFile.seal(x, to: .file(vault), under: .recipient(key.recipient), context: context, progress: nil)
    #expect(try await VaultFile.verify(.file(vault), with: .recipientKey(key), context: context) == 2_500_000)
    try await VaultFile.reseal(
      vault, with: .recipientKey(key), under: .recipient(other.recipient), context: context, progress: nil)
    #expect(try await VaultFile.verify(.file(vault), with: .recipientKey(other), context: context) == 2_500_000)
    await #expect(throws: VaultError.wrongPasswordOrContext) {
      try await VaultFile.verify(.file(vault), with: .recipientKey(key), context: context)
    }
  }

  @Test func whatIsRefusedChangesNothing() throws {
    let x = VaultFile.Input.file(folder.path("x"))
    try VaultFile.seal(x, to: .file(vault), under: .recipient(key.recipient), context: context)
    let before = try folder.bytes("x.vault")
    let many = (0..<9).map { _ in VaultSecret.recipient(RecipientKey().recipient) }
    let out = VaultFile.Output.file(folder.path("out"))
    #expect(
      refusal {
        try VaultFile.seal(x, to: out, under: many[0], and: many)
      } == .slotCount(9))
    #expect(
      refusal {
        try VaultFile.reseal(vault, with: .recipientKey(key), under: many[0], and: many, context: context)
      } == .slotCount(9))
    #expect(
      refusal {
        try VaultFile.verify(.file(vault), with: .recipient(key.recipient), context: context)
      } == .recipientCannotOpen)
    #expect(
      refusal {
        try VaultFile.open(.file(vault), to: out, with: .recipientKey(other), context: context)
      } == .wrongPasswordOrContext)
    #expect(try folder.bytes("x.vault") == before && folder.names == ["x", "x.vault"])
  }
}
