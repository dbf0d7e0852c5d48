import ChaCha20Poly1305
import Testing

/// Runs the example of the page of ChaCha20Poly1305, which quotes it line for line.
@Suite struct ChaCha20Poly1305SnippetTests {
  @Test func chaChaPoly() throws {
    let key = SymmetricKey(size: .bits256)
    let box = try ChaChaPoly.seal("Meet at noon.".utf8, using: key, authenticating: "message 1".utf8)
    let text = try ChaChaPoly.open(box, using: key, authenticating: "message 1".utf8)
    #expect(text == Array("Meet at noon.".utf8) && box.combined.count == 12 + text.count + 16)
  }
}
