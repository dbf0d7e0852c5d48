import HMAC
import Testing

/// Runs the example of HMAC's page, which quotes it line for line.
@Suite struct HMACSnippetTests {
  @Test func tagsAndKeys() {
    let key = SymmetricKey(size: .bits256)
    let tag = HMAC<SHA256>.authenticationCode(for: "message".utf8, using: key)
    let isValid = HMAC<SHA256>.isValidAuthenticationCode(
      tag, authenticating: "message".utf8, using: key)

    let other = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: "other purpose".utf8, outputByteCount: 32)

    #expect(isValid)
    #expect(other != key && other.bitCount == 256)
  }
}
