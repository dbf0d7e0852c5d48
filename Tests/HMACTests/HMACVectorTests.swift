import HMAC
import SwiftVaultTestSupport
import Testing

/// RFC 2202, RFC 4231 and generated HMAC vectors, on every kernel of the hash function.
@Suite(.firstDifference) struct HMACVectorTests {
  @Test(arguments: MD5Kernel.available)
  func md5(kernel: MD5Kernel) throws {
    try check("rfc-2202-md5", 7, Insecure.MD5(kernel: kernel), kernel.rawValue)
    try check("generated-HMAC-MD5", 36, Insecure.MD5(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA1Kernel.available)
  func sha1(kernel: SHA1Kernel) throws {
    try check("rfc-2202-sha1", 7, Insecure.SHA1(kernel: kernel), kernel.rawValue)
    try check("generated-HMAC-SHA1", 36, Insecure.SHA1(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha224(kernel: SHA256Kernel) throws {
    try check("rfc-4231-sha224", 6, SHA224(kernel: kernel), kernel.rawValue)
    try check("generated-HMAC-SHA224", 36, SHA224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha256(kernel: SHA256Kernel) throws {
    try check("rfc-4231-sha256", 6, SHA256(kernel: kernel), kernel.rawValue)
    try check("generated-HMAC-SHA256", 36, SHA256(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha384(kernel: SHA512Kernel) throws {
    try check("rfc-4231-sha384", 6, SHA384(kernel: kernel), kernel.rawValue)
    try check("generated-HMAC-SHA384", 36, SHA384(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512(kernel: SHA512Kernel) throws {
    try check("rfc-4231-sha512", 6, SHA512(kernel: kernel), kernel.rawValue)
    try check("generated-HMAC-SHA512", 36, SHA512(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512_224(kernel: SHA512Kernel) throws {
    try check("generated-HMAC-SHA512_224", 36, SHA512_224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512_256(kernel: SHA512Kernel) throws {
    try check("generated-HMAC-SHA512_256", 36, SHA512_256(kernel: kernel), kernel.rawValue)
  }

  /// RFC 4231, section 4.6 prints only the first 128 bits.
  ///
  /// A tag of these bits alone is not valid here.
  @Test func truncated() throws {
    let file = try VectorFile("HMAC/rfc-4231-truncated.txt", expecting: 4)
    var count = 0
    for record in file.records {
      switch try record.text("Hash") {
      case "SHA224": try checkTruncated(record, SHA224.self)
      case "SHA256": try checkTruncated(record, SHA256.self)
      case "SHA384": try checkTruncated(record, SHA384.self)
      case "SHA512": try checkTruncated(record, SHA512.self)
      default: continue
      }
      count += 1
    }
    try file.report(count, kernel: "best")
  }

  private func checkTruncated<H: HashFunction>(_ record: VectorRecord, _: H.Type) throws {
    let key = SymmetricKey(data: try record.bytes("Key"))
    let (message, expected) = (try record.bytes("Msg"), try record.bytes("MD"))
    let code = Array(HMAC<H>.authenticationCode(for: message, using: key))
    #expect(Array(code.prefix(16)) == expected, "\(record.place)")
    #expect(!HMAC<H>.isValidAuthenticationCode(expected, authenticating: message, using: key), "\(record.place)")
  }

  /// Each message in one go and in odd pieces on the kernel of `hash`, and through the one-shot functions.
  private func check<H: HashFunction>(_ name: String, _ records: Int, _ hash: H, _ kernel: String) throws {
    let file = try VectorFile("HMAC/\(name).txt", expecting: records)
    var count = 0
    for record in file.records {
      let key = SymmetricKey(data: try record.bytes("Key"))
      let (message, expected) = (try record.bytes("Msg"), try record.bytes("MD"))
      #expect(expected.count == H.Digest.byteCount, "\(record.place)")
      var whole = HMAC<H>(key: key, startingFrom: hash)
      whole.update(data: message)
      #expect(Array(whole.finalize()) == expected, "\(record.place), in one go")
      var pieces = HMAC<H>(key: key, startingFrom: hash)
      for piece in message.pieces(of: [1, 63, 3, 65, 7]) { pieces.update(data: piece) }
      #expect(Array(pieces.finalize()) == expected, "\(record.place), in pieces")

      #expect(Array(HMAC<H>.authenticationCode(for: message, using: key)) == expected, "\(record.place), one-shot")
      let once = HMAC<H>.authenticationCode(for: message, using: key, startingFrom: hash)
      #expect(Array(once) == expected, "\(record.place), one-shot")
      #expect(HMAC<H>.isValidAuthenticationCode(expected, authenticating: message, using: key), "\(record.place)")
      var wrong = expected
      wrong[count % wrong.count] ^= 1
      #expect(!HMAC<H>.isValidAuthenticationCode(wrong, authenticating: message, using: key), "\(record.place), wrong")
      count += 1
    }
    try file.report(count, kernel: kernel)
  }
}
