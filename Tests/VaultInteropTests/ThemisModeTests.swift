import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Secure Cells in Token Protect and in Context Imprint mode: cells that Themis made, and input that must be refused.
@Suite struct ThemisModeTests {
  private static let key = SymmetricKey(data: 0..<32)
  private static let context = Array("the context".utf8)
  private static let content = Array("the content, of more than a block".utf8)

  @Test func tokensOfThemis() throws {
    let vectors = try VectorFile("Themis/token-protect.txt", expecting: 7)
    for record in vectors.records {
      let (key, context) = (SymmetricKey(data: try record.bytes("key_hex")), try record.bytes("context_hex"))
      let (token, cell) = (try record.bytes("token_hex"), try record.bytes("cell_hex"))
      let content = try record.bytes("content_hex")
      #expect(ThemisTokenProtect.recognizes(token: token))
      let opened = try ThemisTokenProtect.open(cell, token: token, using: key, context: context)
      #expect(opened == content, "\(record.place)")
      let nonce = try AES.GCM.Nonce(data: token[16..<28])
      #expect(try ThemisSecureCell.seal(content, key, nil, context: context, nonce: nonce) == token + cell)
    }
    try vectors.report(7, kernel: "best")
  }

  @Test func imprintsOfThemis() throws {
    let vectors = try VectorFile("Themis/context-imprint.txt", expecting: 7)
    for record in vectors.records {
      let (key, context) = (SymmetricKey(data: try record.bytes("key_hex")), try record.bytes("context_hex"))
      let (content, cell) = (try record.bytes("content_hex"), try record.bytes("cell_hex"))
      #expect(try ThemisContextImprint.decrypt(cell, using: key, context: context) == content, "\(record.place)")
      #expect(try ThemisContextImprint.encrypt(content, using: key, context: context) == cell, "\(record.place)")
    }
    try vectors.report(7, kernel: "best")
  }

  @Test func everySizeRoundTrips() throws {
    for count in 1...40 {
      let content = (0..<count).map { UInt8($0) }
      let cell = try ThemisTokenProtect.seal(content, using: Self.key, context: Self.context)
      #expect(cell.token.count == 44 && cell.ciphertext.count == count)
      let opened = try ThemisTokenProtect.open(
        AnySequence(cell.ciphertext), token: AnySequence(cell.token), using: Self.key, context: Self.context)
      #expect(opened == content)
      let imprint = try ThemisContextImprint.encrypt(AnySequence(content), using: Self.key, context: Self.context)
      #expect(imprint.count == count)
      #expect(try ThemisContextImprint.decrypt(imprint, using: Self.key, context: AnySequence(Self.context)) == content)
    }
    let bare = try ThemisTokenProtect.seal([1], using: Self.key)
    #expect(try ThemisTokenProtect.open(bare.ciphertext, token: bare.token, using: Self.key) == [1])
  }

  @Test func everyChangeOfTokenAndCiphertextIsRefused() throws {
    let cell = try ThemisTokenProtect.seal(Self.content, using: Self.key, context: Self.context)
    let whole = cell.token + cell.ciphertext
    for bit in 0..<8 * whole.count {
      var changed = whole
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: InteropError.self, "bit \(bit)") {
        try ThemisTokenProtect.open(changed[44...], token: changed[..<44], using: Self.key, context: Self.context)
      }
    }
    for count in 0..<whole.count where count != 44 {
      #expect(throws: InteropError.self) {
        try ThemisTokenProtect.open(whole[count...], token: whole[..<count], using: Self.key, context: Self.context)
      }
      #expect(!ThemisTokenProtect.recognizes(token: whole[..<count]))
    }
    for (key, context) in [(SymmetricKey(data: 1..<33), Self.context), (Self.key, [])] {
      #expect(throws: InteropError.authenticationFailure) {
        try ThemisTokenProtect.open(cell.ciphertext, token: cell.token, using: key, context: context)
      }
    }
    #expect(
      throws: InteropError.unsupported("a token of Token Protect mode, whose 33 bytes of ciphertext are elsewhere")
    ) {
      try ThemisTokenProtect.open([], token: cell.token, using: Self.key)
    }
    // A cell under a password is not a token: the mode has no passwords.
    let password = try ThemisSecureCell.seal([1], password: [1], rounds: 1)
    #expect(!ThemisTokenProtect.recognizes(token: password[..<44]))
    #expect(throws: InteropError.notThisFormat) {
      try ThemisTokenProtect.open([1], token: password[..<44], using: Self.key)
    }
    #expect(throws: InteropError.argument("0 bytes of content; a cell has 1 to 4294967295")) {
      try ThemisTokenProtect.seal([], using: Self.key)
    }
  }

  /// Nothing is authenticated: a changed cell opens to other content.
  @Test func anImprintShowsNoChange() throws {
    let cell = try ThemisContextImprint.encrypt(Self.content, using: Self.key, context: Self.context)
    for bit in 0..<8 * cell.count {
      var (changed, expected) = (cell, Self.content)
      changed[bit / 8] ^= 1 << (bit % 8)
      expected[bit / 8] ^= 1 << (bit % 8)
      #expect(try ThemisContextImprint.decrypt(changed, using: Self.key, context: Self.context) == expected)
    }
    for count in 1..<cell.count {
      let opened = try ThemisContextImprint.decrypt(cell[..<count], using: Self.key, context: Self.context)
      #expect(opened.count == count && (count < 4 || opened != Array(Self.content[..<count])))
    }
    for (key, context) in [(SymmetricKey(data: 1..<33), Self.context), (Self.key, [1])] {
      #expect(try ThemisContextImprint.decrypt(cell, using: key, context: context) != Self.content)
    }
  }

  @Test func emptyArgumentsOfAnImprintAreRefused() {
    #expect(throws: InteropError.argument("a key of 0 bytes; Themis needs at least 1")) {
      try ThemisContextImprint.encrypt([1], using: SymmetricKey(data: []), context: [1])
    }
    #expect(throws: InteropError.argument("a context of 0 bytes; this mode needs at least 1")) {
      try ThemisContextImprint.encrypt([1], using: Self.key, context: [])
    }
    #expect(throws: InteropError.argument("0 bytes of content; a cell has 1 to 4294967295")) {
      try ThemisContextImprint.decrypt([], using: Self.key, context: [1])
    }
  }
}
