import Foundation
import SwiftVaultTestSupport
import Testing
import VaultFiles

@testable import SwiftVaultFoundation

/// Passwords and contexts of files that are text: what is sealed with text opens with bytes, and the other way round.
@Suite struct FileTextTests {
  private let folder = TestFolder()
  private let stretching = try! PasswordStretching(unsafeUncheckedRounds: 2)
  private let texts = [TextTests.composed, TextTests.decomposed]
  private let bytes = TextTests.bytes
  private let content = Data("my notes".utf8)

  init() { folder.write("x", content) }

  private func path(_ name: String) -> VaultFilePath { VaultFilePath(folder.file(name).path) }
  private var input: VaultFile.Input { .file(path("x")) }
  private var vault: VaultFile.Input { .file(path("v")) }
  private var sealed: VaultFile.Output { .file(path("v"), replacing: true) }
  private var opened: VaultFile.Output { .file(path("y"), replacing: true) }

  /// The vault opens with the bytes, and with no others.
  private func expectVaultOfBytes(_ password: [UInt8], _ context: [UInt8]) throws {
    let vault = try #require(folder.read("v"))
    #expect(try Vault.open(vault, password: password, context: context) == Array(content))
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, password: password) }
  }

  @Test func blockingForms() throws {
    for text in texts {
      try VaultFile.seal(input, to: sealed, password: text, context: text, stretching: stretching)
      try expectVaultOfBytes(bytes, bytes)
      try VaultFile.seal(input, to: sealed, password: text, context: ComposedText(text), stretching: stretching)
      try expectVaultOfBytes(bytes, bytes)
      for other in texts {
        #expect(try VaultFile.verify(vault, password: other, context: other) == 8)
        #expect(try VaultFile.verify(vault, password: other, context: bytes) == 8)
        folder.write("y", "")
        try VaultFile.open(vault, to: opened, password: other, context: other)
        #expect(folder.read("y") == content)
        folder.write("y", "")
        try VaultFile.open(vault, to: opened, password: other, context: bytes)
        #expect(folder.read("y") == content)
      }
      #expect(throws: VaultFileError.self) { try VaultFile.verify(vault, password: text) }
      #expect(throws: VaultFileError.self) { try VaultFile.verify(vault, password: text + "x", context: text) }

      try VaultFile.reseal(path("v"), password: text, newPassword: text + "2", context: text, stretching: stretching)
      try expectVaultOfBytes(bytes + [0x32], bytes)
      try VaultFile.reseal(
        path("v"), password: text + "2", newPassword: text, context: bytes, stretching: stretching)
      try expectVaultOfBytes(bytes, bytes)
      try VaultFile.changePasswords(of: path("v"), password: text, context: text) { vault throws(VaultError) in
        try vault.changePassword(to: text + "3", stretching: stretching)
      }
      try expectVaultOfBytes(bytes + [0x33], bytes)
      try VaultFile.changePasswords(of: path("v"), password: text + "3", context: bytes) { vault throws(VaultError) in
        try vault.changePassword(to: text, stretching: stretching)
      }
      try expectVaultOfBytes(bytes, bytes)
    }
  }

  @Test func asynchronousForms() async throws {
    for text in texts {
      try await VaultFile.seal(
        input, to: sealed, password: text, context: text, stretching: stretching, progress: nil)
      try expectVaultOfBytes(bytes, bytes)
      try await VaultFile.seal(
        input, to: sealed, password: text, context: bytes, stretching: stretching, progress: nil)
      try expectVaultOfBytes(bytes, bytes)
      #expect(try await VaultFile.verify(vault, password: text, context: text, progress: nil) == 8)
      #expect(try await VaultFile.verify(vault, password: text, context: bytes, progress: nil) == 8)
      folder.write("y", "")
      try await VaultFile.open(vault, to: opened, password: text, context: text, progress: nil)
      #expect(folder.read("y") == content)
      folder.write("y", "")
      try await VaultFile.open(vault, to: opened, password: text, context: bytes, progress: nil)
      #expect(folder.read("y") == content)
      try await VaultFile.reseal(
        path("v"), password: text, newPassword: text + "2", context: text, stretching: stretching, progress: nil)
      try expectVaultOfBytes(bytes + [0x32], bytes)
      try await VaultFile.reseal(
        path("v"), password: text + "2", newPassword: text, context: bytes, stretching: stretching, progress: nil)
      try expectVaultOfBytes(bytes, bytes)
      let quick = stretching
      try await VaultFile.changePasswords(of: path("v"), password: text, context: text) { vault throws(VaultError) in
        try vault.changePassword(to: text + "3", stretching: quick)
      }
      try expectVaultOfBytes(bytes + [0x33], bytes)
      try await VaultFile.changePasswords(of: path("v"), password: text + "3", context: bytes) {
        vault throws(VaultError) in
        try vault.changePassword(to: text, stretching: quick)
      }
      try expectVaultOfBytes(bytes, bytes)
    }
  }

  /// The vault opens with the key and the bytes of the context, and with no other context.
  private func expectVaultOfBytes(_ key: SymmetricKey) throws {
    let vault = try #require(folder.read("v"))
    #expect(try Vault.open(vault, using: key, context: bytes) == Array(content))
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, using: key) }
  }

  @Test func blockingFormsWithKeys() throws {
    let (key, other) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
    for text in texts {
      try VaultFile.seal(input, to: sealed, using: key, context: text)
      try expectVaultOfBytes(key)
      for context in texts {
        #expect(try VaultFile.verify(vault, using: key, context: context) == 8)
        folder.write("y", "")
        try VaultFile.open(vault, to: opened, using: key, context: context)
        #expect(folder.read("y") == content)
      }
      #expect(throws: VaultFileError.self) { try VaultFile.verify(vault, using: key, context: text + "x") }
      #expect(throws: VaultFileError.self) { try VaultFile.verify(vault, using: other, context: text) }
      try VaultFile.reseal(path("v"), using: key, newKey: other, context: text)
      try expectVaultOfBytes(other)
      try VaultFile.changePasswords(of: path("v"), using: other, context: text) { vault throws(VaultError) in
        try vault.addKey(key)
      }
      try expectVaultOfBytes(key)
    }
  }

  @Test func asynchronousFormsWithKeys() async throws {
    let (key, other) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
    for text in texts {
      try await VaultFile.seal(input, to: sealed, using: key, context: text, progress: nil)
      try expectVaultOfBytes(key)
      for context in texts {
        #expect(try await VaultFile.verify(vault, using: key, context: context, progress: nil) == 8)
        folder.write("y", "")
        try await VaultFile.open(vault, to: opened, using: key, context: context, progress: nil)
        #expect(folder.read("y") == content)
      }
      await #expect(throws: VaultFileError.self) {
        try await VaultFile.verify(vault, using: key, context: text + "x", progress: nil)
      }
      try await VaultFile.reseal(path("v"), using: key, newKey: other, context: text, progress: nil)
      try expectVaultOfBytes(other)
      try await VaultFile.changePasswords(of: path("v"), using: other, context: text) { vault throws(VaultError) in
        try vault.addKey(key)
      }
      try expectVaultOfBytes(key)
    }
  }
}
