import SwiftVaultCryptoBytes
import Testing

@Suite struct TextBytesTests {
  @Test(
    arguments: [
      ("abcabd.", "abd", "." as String?), ("aab", "ab", ""), ("ab", "abc", nil), ("", "a", nil), ("xx", "x", "x"),
      ("aaaaab", "aab", ""), ("abc", "", "abc"), ("!!!vault!vault", "!vault", "!vault"),
    ])
  func theRestAfterAText(text: String, part: String, rest: String?) {
    #expect(Array(text.utf8).rest(after: part).map { String(decoding: $0, as: UTF8.self) } == rest)
  }
}
