import Foundation
import Testing

@testable import SwiftVaultFoundation

/// Passwords and contexts that are text: every form agrees with the bytes of the composed text, on both ways.
@Suite struct TextTests {
  /// The same text twice: composed, and decomposed with its marks in another order.
  static let composed = "Zo\u{eb} \u{1e69} \u{ac00} \u{1f511}"
  static let decomposed = "Zoe\u{308} s\u{307}\u{323} \u{1100}\u{1161} \u{1f511}"
  static let bytes: [UInt8] = [
    0x5a, 0x6f, 0xc3, 0xab, 0x20, 0xe1, 0xb9, 0xa9, 0x20, 0xea, 0xb0, 0x80, 0x20, 0xf0, 0x9f, 0x94, 0x91,
  ]
  private let texts = [Self.composed, Self.decomposed]
  private let content = Array("my notes".utf8)
  private let stretching = try! PasswordStretching(unsafeUncheckedRounds: 2)
  private let key = SymmetricKey(size: .bits256)

  @Test func aTextStandsForTheBytesOfItsComposedForm() {
    #expect(Array(Self.composed.utf8) == Self.bytes)
    #expect(Array(Self.decomposed.utf8) != Self.bytes)
    for text in texts {
      let composed = ComposedText(text)
      #expect(Array(composed) == Self.bytes)
      var byByte: [UInt8] = []
      for byte in composed { byByte.append(byte) }
      #expect(byByte == Self.bytes)
      #expect(composed.underestimatedCount == Self.bytes.count)
      #expect(composed.withContiguousStorageIfAvailable { Array($0) } == Self.bytes)
    }
    #expect(Array(ComposedText("")) == [])
    for scalar in (0..<0x300 as Range<UInt32>).compactMap(Unicode.Scalar.init) {
      let text = String(Character(scalar))
      #expect(Array(ComposedText(text)) == Array(text.precomposedStringWithCanonicalMapping.utf8))
    }
    // Composed although its only character is: U+212B is the Angstrom sign, whose composed form is U+00C5.
    #expect(Array(ComposedText("\u{212b}")) == [0xc3, 0x85])
  }

  /// What is sealed under text opens with bytes, and the other way round.
  private func agree(
    _ seal: (String, String) throws -> [UInt8], _ sealBytes: ([UInt8], [UInt8]) throws -> [UInt8],
    _ open: (String, String, [UInt8]) throws -> [UInt8], _ openBytes: ([UInt8], [UInt8], [UInt8]) throws -> [UInt8]
  ) throws {
    let byBytes = try sealBytes(Self.bytes, Self.bytes)
    for text in texts {
      let byText = try seal(text, text)
      #expect(try openBytes(Self.bytes, Self.bytes, byText) == content)
      for other in texts {
        #expect(try open(other, other, byText) == content)
        #expect(try open(other, other, byBytes) == content)
      }
      #expect(throws: VaultError.wrongPasswordOrContext) { try open(text + "x", text, byText) }
      #expect(throws: VaultError.wrongPasswordOrContext) { try open(text, text + "x", byText) }
      #expect(throws: VaultError.wrongPasswordOrContext) { try open(text, "", byText) }
    }
  }

  @Test func vaults() throws {
    func bytesOpen(_ password: [UInt8], _ context: [UInt8], _ vault: [UInt8]) throws -> [UInt8] {
      try Vault.open(vault, password: password, context: context)
    }
    func bytesSeal(_ password: [UInt8], _ context: [UInt8]) throws -> [UInt8] {
      try Vault.seal(content, password: password, context: context, stretching: stretching)
    }
    // Text for both.
    try agree(
      { try Vault.seal(content, password: $0, context: $1, stretching: stretching) }, bytesSeal,
      { try Vault.open($2, password: $0, context: $1) }, bytesOpen)
    // The context in bytes.
    try agree(
      { try Vault.seal(content, password: $0, context: ComposedText($1), stretching: stretching) }, bytesSeal,
      { try Vault.open($2, password: $0, context: ComposedText($1)) }, bytesOpen)
    // Sealers, openers, writers, readers and unlocked vaults.
    try agree(
      { try parts(VaultSealer(password: $0, context: $1, stretching: stretching)) }, bytesSeal,
      { try opened(VaultOpener(header: $2, password: $0, context: $1), $2) }, bytesOpen)
    try agree(
      { try parts(VaultSealer(password: $0, context: ComposedText($1), stretching: stretching)) }, bytesSeal,
      { try opened(VaultOpener(header: $2, password: $0, context: ComposedText($1)), $2) }, bytesOpen)
    try agree(
      { try parts(VaultSealer(password: $0, context: $1, stretching: stretching)) }, bytesSeal,
      { try opened(VaultOpener(UnlockedVault(header: $2, password: $0, context: $1)), $2) }, bytesOpen)
    try agree(
      { try parts(VaultSealer(password: $0, context: $1, stretching: stretching)) }, bytesSeal,
      { try opened(VaultOpener(UnlockedVault(header: $2, password: $0, context: ComposedText($1))), $2) }, bytesOpen)
    try agree(
      { try written(VaultWriter(password: $0, context: $1, stretching: stretching)) }, bytesSeal,
      { try read(VaultReader(header: $2, password: $0, context: $1), $2) }, bytesOpen)
    try agree(
      { try written(VaultWriter(password: $0, context: ComposedText($1), stretching: stretching)) }, bytesSeal,
      { try read(VaultReader(header: $2, password: $0, context: ComposedText($1)), $2) }, bytesOpen)
    try agree(
      {
        let old = try Vault.seal(content, password: "old", context: $1, stretching: stretching)
        return try Vault.reseal(old, password: "old", newPassword: $0, context: $1, stretching: stretching)
      }, bytesSeal,
      {
        let new = try Vault.reseal(
          $2, password: $0, newPassword: "new", context: ComposedText($1), stretching: stretching)
        return try Vault.open(new, password: "new", context: $1)
      }, bytesOpen)
  }

  private func parts(_ sealer: VaultSealer) throws -> [UInt8] {
    try sealer.header + sealer.seal(content, unit: 0, isLast: true)
  }

  private func opened(_ opener: VaultOpener, _ vault: [UInt8]) throws -> [UInt8] {
    try opener.open(vault[Vault.headerByteCount...], unit: 0, isLast: true)
  }

  private func written(_ writer: consuming VaultWriter) throws -> [UInt8] {
    var vault: [UInt8] = []
    try writer.update(content, into: &vault)
    try writer.finalize(into: &vault)
    return vault
  }

  private func read(_ reader: consuming VaultReader, _ vault: [UInt8]) throws -> [UInt8] {
    var content: [UInt8] = []
    try reader.update(vault[Vault.headerByteCount...], into: &content)
    try reader.finalize(into: &content)
    return content
  }

  @Test func contextsBesideKeys() throws {
    let vault = try Vault.seal(content, using: key, context: Self.bytes)
    let other = SymmetricKey(size: .bits256)
    for text in texts {
      var written: [UInt8] = []
      var writer = try VaultWriter(using: key, context: text)
      try writer.update(content, into: &written)
      try writer.finalize(into: &written)
      let sealer = try VaultSealer(using: key, context: text)
      let vaults = [
        vault, written, try Vault.seal(content, using: key, context: text),
        try Vault.reseal(
          Vault.seal(content, using: other, context: Self.bytes), using: other, newKey: key, context: text),
        try sealer.header + sealer.seal(content, unit: 0, isLast: true),
      ]
      for vault in vaults {
        #expect(try Vault.open(vault, using: key, context: Self.bytes) == content)
        #expect(try Vault.open(vault, using: key, context: text) == content)
        #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, using: key, context: "another") }
        let sealed = vault[Vault.headerByteCount...]
        let opener = try VaultOpener(header: vault, using: key, context: text)
        #expect(try opener.open(sealed, unit: 0, isLast: true) == content)
        let unlocked = try UnlockedVault(header: vault, using: key, context: text)
        #expect(try VaultOpener(unlocked).open(sealed, unit: 0, isLast: true) == content)
        var read: [UInt8] = []
        var reader = try VaultReader(header: vault, using: key, context: text)
        try reader.update(sealed, into: &read)
        try reader.finalize(into: &read)
        #expect(read == content)
      }
    }
  }

  @Test func passwordsOfAVault() throws {
    for text in texts {
      var unlocked = try UnlockedVault(
        header: Vault.seal(content, password: "first", stretching: stretching), password: "first")
      #expect(try unlocked.addPassword(text, stretching: stretching) == 1)
      #expect(throws: VaultError.passwordInUse(slot: 1)) {
        try unlocked.addPassword(Self.bytes, stretching: stretching)
      }
      #expect(try UnlockedVault(header: unlocked.header, password: Self.bytes).slot == 1)
      try unlocked.changePassword(to: text + "2", stretching: stretching)
      #expect(try UnlockedVault(header: unlocked.header, password: Self.bytes + [0x32]).slot == 0)
    }
  }

  @Test func credentials() throws {
    let byBytes = Credential.create(password: Self.bytes, policy: stretching)
    for text in texts {
      let byText = Credential.create(password: text, policy: stretching)
      #expect(byText.verify(Self.bytes, policy: stretching) == .valid)
      for other in texts {
        #expect(byText.verify(other, policy: stretching) == .valid)
        #expect(byBytes.verify(other, policy: stretching) == .valid)
      }
      #expect(byText.verify(text + "x", policy: stretching) == .invalid)
      #expect(
        Credential.verify([(byText, text), (byBytes, text), (byText, "x")], policy: stretching)
          == [.valid, .valid, .invalid])
    }
  }

  private typealias KDF = PBKDF2<SHA256>

  @Test func derivedKeys() throws {
    let salt = try PBKDF2Salt("sixteen letters.".utf8)
    let expected = try KDF.deriveKey(
      password: Self.bytes, salt: salt, unsafeUncheckedRounds: 3, outputByteCount: 20)
    let slow = KDF.deriveKeys([try KDF.Request(password: Self.bytes, salt: salt, outputByteCount: 20)])[0]
    for text in texts {
      #expect(
        try KDF.deriveKey(password: text, salt: salt, unsafeUncheckedRounds: 3, outputByteCount: 20) == expected)
      let requests = [
        try KDF.Request(password: text, salt: salt, unsafeUncheckedRounds: 3, outputByteCount: 20),
        try KDF.Request(password: text, salt: salt, outputByteCount: 20),
      ]
      #expect(KDF.deriveKeys(requests) == [expected, slow])
      #expect(try KDF.deriveKey(password: text, salt: salt, outputByteCount: 20) == slow)
    }
    let several = try KDF.deriveKeys(
      password: Self.bytes, salt: salt, unsafeUncheckedRounds: 3, outputByteCounts: [16, 4])
    let slowOnes = try KDF.deriveKeys(password: Self.bytes, salt: salt, outputByteCounts: [16, 4])
    for text in texts {
      let requests = [
        try KDF.Request(password: text, salt: salt, unsafeUncheckedRounds: 3, outputByteCounts: [16, 4]),
        try KDF.Request(password: text, salt: salt, outputByteCounts: [16, 4]),
      ]
      #expect(KDF.deriveKeys(requests) == several + slowOnes)
      #expect(
        try KDF.deriveKeys(password: text, salt: salt, unsafeUncheckedRounds: 3, outputByteCounts: [16, 4]) == several)
      #expect(try KDF.deriveKeys(password: text, salt: salt, outputByteCounts: [16, 4]) == slowOnes)
    }
    #expect(throws: PBKDF2Error.tooFewRounds(0, minimum: 1)) {
      try KDF.deriveKey(password: "x", salt: salt, unsafeUncheckedRounds: 0, outputByteCount: 20)
    }
  }

  @Test func derivedKeysWhileATaskWaits() async throws {
    let salt = try PBKDF2Salt("sixteen letters.".utf8)
    for text in texts {
      let key = try await KDF.deriveKey(password: text, salt: salt, unsafeUncheckedRounds: 3, outputByteCount: 20)
      let expected = try await KDF.deriveKey(
        password: Self.bytes, salt: salt, unsafeUncheckedRounds: 3, outputByteCount: 20)
      #expect(key == expected)
      let slow = try await KDF.deriveKey(password: text, salt: salt, outputByteCount: 20)
      #expect(try await KDF.deriveKey(password: Self.bytes, salt: salt, outputByteCount: 20) == slow)
      let several = try await KDF.deriveKeys(
        password: text, salt: salt, unsafeUncheckedRounds: 3, outputByteCounts: [16, 4])
      let expectedOnes = try await KDF.deriveKeys(
        password: Self.bytes, salt: salt, unsafeUncheckedRounds: 3, outputByteCounts: [16, 4])
      #expect(several == expectedOnes)
      let slowOnes = try await KDF.deriveKeys(password: text, salt: salt, outputByteCounts: [16, 4])
      #expect(try await KDF.deriveKeys(password: Self.bytes, salt: salt, outputByteCounts: [16, 4]) == slowOnes)
    }
  }

  /// `await` reaches the asynchronous forms of text, and they do what those of bytes do.
  @Test func vaultsWhileATaskWaits() async throws {
    let context = ComposedText(texts[0])
    for text in texts {
      let vaults = [
        try await Vault.seal(content, password: text, context: text, stretching: stretching, progress: nil),
        try await Vault.seal(content, password: text, context: context, stretching: stretching, progress: nil),
        try await Vault.reseal(
          Vault.seal(content, password: "old", context: text, stretching: stretching), password: "old",
          newPassword: text, context: text, stretching: stretching, progress: nil),
        try await Vault.reseal(
          Vault.seal(content, password: "old", context: text, stretching: stretching), password: "old",
          newPassword: text, context: context, stretching: stretching, progress: nil),
        try await parts(VaultSealer(password: text, context: text, stretching: stretching, progress: nil)),
        try await parts(VaultSealer(password: text, context: context, stretching: stretching, progress: nil)),
        try await written(VaultWriter(password: text, context: text, stretching: stretching, progress: nil)),
        try await written(VaultWriter(password: text, context: context, stretching: stretching, progress: nil)),
      ]
      for vault in vaults {
        #expect(try await Vault.open(vault, password: Self.bytes, context: Self.bytes) == content)
        #expect(try await Vault.open(vault, password: text, context: text, progress: nil) == content)
        #expect(try await Vault.open(vault, password: text, context: context, progress: nil) == content)
        let unlocked = [
          try await UnlockedVault(header: vault, password: text, context: text, progress: nil),
          try await UnlockedVault(header: vault, password: text, context: context, progress: nil),
        ]
        let openers =
          unlocked.map { VaultOpener($0) } + [
            try await VaultOpener(header: vault, password: text, context: text, progress: nil),
            try await VaultOpener(header: vault, password: text, context: context, progress: nil),
          ]
        for opener in openers { #expect(try opened(opener, vault) == content) }
        #expect(
          try await read(VaultReader(header: vault, password: text, context: text, progress: nil), vault) == content)
        #expect(
          try await read(VaultReader(header: vault, password: text, context: context, progress: nil), vault) == content)
      }
    }
  }

  @Test func keysAndPasswordsWhileATaskWaits() async throws {
    for text in texts {
      let vault = try await Vault.seal(content, using: key, context: text, progress: nil)
      #expect(try await Vault.open(vault, using: key, context: text, progress: nil) == content)
      #expect(try await Vault.open(vault, using: key, context: Self.bytes) == content)
      let other = SymmetricKey(size: .bits256)
      let resealed = try await Vault.reseal(vault, using: key, newKey: other, context: text, progress: nil)
      #expect(try await Vault.open(resealed, using: other, context: Self.bytes) == content)
      var unlocked = try UnlockedVault(header: vault, using: key, context: Self.bytes)
      #expect(try await unlocked.addPassword(text, stretching: stretching, progress: nil) == 1)
      try await unlocked.changePassword(to: text + "2", stretching: stretching, progress: nil)
      let opened = try await UnlockedVault(
        header: unlocked.header, password: Self.bytes + [0x32], context: Self.bytes, progress: nil)
      #expect(opened.slot == 0)

      let credential = try await Credential.create(password: text, policy: stretching, progress: nil)
      #expect(try await credential.verify(text, policy: stretching, progress: nil) == .valid)
      #expect(try await credential.verify(Self.bytes, policy: stretching, progress: nil) == .valid)
      let results = try await Credential.verify(
        [(credential, text), (credential, "x")], policy: stretching, progress: nil)
      #expect(results == [.valid, .invalid])
    }
  }
}
