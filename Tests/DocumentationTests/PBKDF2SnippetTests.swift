import PBKDF2
import Testing

/// Runs the examples of PBKDF2's page and articles. They quote them line for line.
@Suite struct PBKDF2SnippetTests {
  @Test func derivation() throws {
    let salt = PasswordSalt()  // store salt.bytes, and the rounds
    let key = try PBKDF2<SHA512>.deriveKey(
      password: "correct horse battery staple".utf8, salt: salt, outputByteCount: 64)
    let again = try PBKDF2<SHA512>.deriveKey(
      password: "correct horse battery staple".utf8, salt: .init(data: salt.bytes),
      rounds: .exactly(220_000), outputByteCount: 64)  // equal to key

    #expect(key.bitCount == 512 && again == key)
  }

  @Test func severalKeys() throws {
    let salt = PasswordSalt()
    // One digest of SHA-512 has 64 bytes: two keys of 32 bytes take the rounds once.
    let keys = try PBKDF2<SHA512>.deriveKeys(
      [.init(password: "correct horse battery staple".utf8, salt: salt, outputByteCounts: [32, 32])])

    // For more keys, expand one digest.
    let master = try PBKDF2<SHA512>.deriveKey(
      password: "correct horse battery staple".utf8, salt: salt, outputByteCount: 64)
    let names = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: master, info: "names".utf8, outputByteCount: 64)
    let contents = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: master, info: "contents".utf8, outputByteCount: 64)

    #expect(keys.count == 2 && names != contents)
    #expect(keys.flatMap { $0.withUnsafeBytes(Array.init) } == master.withUnsafeBytes(Array.init))
  }

  @Test func calibration() {
    let calibration = PBKDF2<SHA512>.calibrate(for: .milliseconds(250))
    let rounds = calibration.rounds  // never below SHA512.recommendedPBKDF2Rounds

    #expect(rounds >= 220_000)
  }
}
