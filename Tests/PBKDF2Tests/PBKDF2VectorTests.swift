import PBKDF2
import SwiftVaultTestSupport
import Testing

/// RFC 6070, RFC 7914 and generated PBKDF2 vectors, on every kernel of the hash function.
@Suite(.firstDifference) struct PBKDF2VectorTests {
  /// All six vectors of the RFC, including the one with 16,777,216 rounds.
  @Test(arguments: MD5Kernel.available)
  func md5(kernel: MD5Kernel) throws {
    try check("generated-PBKDF2-MD5", 36, Insecure.MD5(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA1Kernel.available)
  func sha1(kernel: SHA1Kernel) throws {
    try check("rfc-6070-PBKDF2-SHA1", 6, longCount: 1, Insecure.SHA1(kernel: kernel), kernel.rawValue)
    try check("generated-PBKDF2-SHA1", 36, Insecure.SHA1(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha224(kernel: SHA256Kernel) throws {
    try check("generated-PBKDF2-SHA224", 36, SHA224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha256(kernel: SHA256Kernel) throws {
    try check("rfc-7914-PBKDF2-SHA256", 2, SHA256(kernel: kernel), kernel.rawValue)
    try check("generated-PBKDF2-SHA256", 36, SHA256(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha384(kernel: SHA512Kernel) throws {
    try check("generated-PBKDF2-SHA384", 36, SHA384(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512(kernel: SHA512Kernel) throws {
    try check("generated-PBKDF2-SHA512", 36, SHA512(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512_224(kernel: SHA512Kernel) throws {
    try check("generated-PBKDF2-SHA512_224", 36, SHA512_224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512_256(kernel: SHA512Kernel) throws {
    try check("generated-PBKDF2-SHA512_256", 36, SHA512_256(kernel: kernel), kernel.rawValue)
  }

  /// Each vector on the kernel of `hash`, and through the public form where the rounds are few. Those of 2^24 rounds
  /// and more, `longCount` of them, take seconds, and run where SWIFT_VAULT_LONG is set.
  private func check<H: PBKDF2HashFunction>(
    _ name: String, _ records: Int, longCount: Int = 0, _ hash: H, _ kernel: String
  ) throws {
    let file = try VectorFile("PBKDF2/\(name).txt", expecting: records)
    var count = 0
    for record in try file.records.filter({ try isLong || $0.integer("ITERATIONS") < 1 << 24 }) {
      let inHex = record.has("PASSWORD_HEX")
      let password = try inHex ? record.bytes("PASSWORD_HEX") : record.characters("PASSWORD")
      let salt = try inHex ? record.bytes("SALT_HEX") : record.characters("SALT")
      let (rounds, length) = (try record.integer("ITERATIONS"), try record.integer("LENGTH"))
      let expected = SymmetricKey(data: try record.bytes("DERIVED_KEY"))
      #expect(expected.bitCount == 8 * length, "\(record.place)")
      let key = try PBKDF2<H>.deriveKey(
        password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCount: length,
        startingFrom: hash)
      #expect(key == expected, "\(record.place)")
      if rounds < 100_000 {
        let key = try PBKDF2<H>.deriveKey(
          password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCount: length
        )
        #expect(key == expected, "\(record.place), default kernel")
      }
      count += 1
    }
    try file.report(count, left: isLong ? 0 : longCount, kernel: kernel)
  }
}
