import AES
import HMAC
import PBKDF2
import SHA
import Testing

/// The examples of the libraries' pages and articles, run: they are quoted from here, line for line.
@Suite struct SnippetTests {
  @Test func hashes() {
    let digest = SHA256.hash(data: "abc".utf8)  // prints as SHA256 digest: ba7816bf…

    var function = SHA256()
    function.update(data: "a".utf8)
    function.update(data: "bc".utf8)
    let same = function.finalize()

    #expect(same == digest)
    #expect(digest.description.hasPrefix("SHA256 digest: ba7816bf"))
  }

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

  @Test func derivation() throws {
    let salt = (0..<16).map { _ in UInt8.random(in: 0...255) }
    let key = try PBKDF2<SHA512>.deriveKey(
      password: "correct horse battery staple".utf8, salt: salt,
      rounds: PBKDF2<SHA512>.recommendedRounds, outputByteCount: 64)

    #expect(key.bitCount == 512)
  }

  @Test func calibration() {
    let calibration = PBKDF2<SHA512>.calibrate(for: .milliseconds(250))
    let rounds = calibration.rounds  // never below PBKDF2<SHA512>.recommendedRounds

    #expect(rounds >= 220_000)
  }

  @Test func encryption() throws {
    let key = SymmetricKey(size: .bits256)
    let nonce = AES.CTR.Nonce()
    let ciphertext = try AES.CTR.encrypt("message".utf8, using: key, nonce: nonce)
    let plaintext = try AES.CTR.decrypt(ciphertext, using: key, nonce: nonce)

    #expect(plaintext.elementsEqual("message".utf8))
  }

  private struct Forgery: Error {}

  @Test func authentication() throws {
    let message = Array("Pay 100 to Alice".utf8)
    let encryptionKey = SymmetricKey(size: .bits256)
    let authenticationKey = SymmetricKey(size: .bits256)

    let nonce = AES.CTR.Nonce()
    let ciphertext = try AES.CTR.encrypt(message, using: encryptionKey, nonce: nonce)
    let tag = HMAC<SHA256>.authenticationCode(
      for: nonce.bytes + ciphertext, using: authenticationKey)

    // The receiver has nonce, ciphertext and tag.
    guard
      HMAC<SHA256>.isValidAuthenticationCode(
        tag, authenticating: nonce.bytes + ciphertext, using: authenticationKey)
    else { throw Forgery() }
    let opened = try AES.CTR.decrypt(ciphertext, using: encryptionKey, nonce: nonce)

    #expect(opened == message)
  }

  @Test func padding() throws {
    let key = SymmetricKey(size: .bits128)
    let message = Array("attack at dawn".utf8)  // 14 bytes
    let padded = try AES.ECB.encrypt(message, using: key)  // 16 bytes: PKCS#7 unless said otherwise
    let whole = try AES.ECB.encrypt(message + [0, 0], using: key)  // 32 bytes
    let strict = try? AES.ECB.encrypt(message, using: key, padding: .none)  // nil: not whole blocks

    #expect(padded.count == 16 && whole.count == 32 && strict == nil)
  }
}
