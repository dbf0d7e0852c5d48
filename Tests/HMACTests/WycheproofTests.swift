import HMAC
import SwiftVaultTestSupport
import Testing

/// Wycheproof's vectors of HMAC and HKDF, and ACVP's of HMAC, on every kernel. Tests/Vectors/SOURCES.md states the rule
/// for results other than `valid`.
@Suite(.firstDifference) struct WycheproofTests {
  @Test(arguments: SHA1Kernel.available)
  func sha1(kernel: SHA1Kernel) throws {
    let hash = Insecure.SHA1(kernel: kernel)
    try checkHMAC("sha1", (total: 170, invalid: 104), hash, kernel.rawValue)
    try checkHKDF("sha1", (total: 87, invalid: 3), hash, kernel.rawValue)
    try checkACVP("SHA1", 20, hash, kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha224(kernel: SHA256Kernel) throws {
    try checkHMAC("sha224", (total: 172, invalid: 106), SHA224(kernel: kernel), kernel.rawValue)
    try checkACVP("SHA224", 20, SHA224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha256(kernel: SHA256Kernel) throws {
    let hash = SHA256(kernel: kernel)
    try checkHMAC("sha256", (total: 174, invalid: 108), hash, kernel.rawValue)
    try checkHKDF("sha256", (total: 86, invalid: 3), hash, kernel.rawValue)
    try checkACVP("SHA256", 20, hash, kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha384(kernel: SHA512Kernel) throws {
    let hash = SHA384(kernel: kernel)
    try checkHMAC("sha384", (total: 174, invalid: 108), hash, kernel.rawValue)
    try checkHKDF("sha384", (total: 83, invalid: 3), hash, kernel.rawValue)
    try checkACVP("SHA384", 20, hash, kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512(kernel: SHA512Kernel) throws {
    let hash = SHA512(kernel: kernel)
    try checkHMAC("sha512", (total: 174, invalid: 108), hash, kernel.rawValue)
    try checkHKDF("sha512", (total: 83, invalid: 3), hash, kernel.rawValue)
    try checkACVP("SHA512", 20, hash, kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512_256(kernel: SHA512Kernel) throws {
    try checkACVP("SHA512_256", 13, SHA512_256(kernel: kernel), kernel.rawValue)
  }

  /// The tag of a test may be the beginning of a code. The functions that compare take whole codes alone.
  private func checkHMAC<H: HashFunction>(
    _ name: String, _ counts: (total: Int, invalid: Int), _ hash: H, _ kernel: String
  ) throws {
    let file = try VectorFile("Wycheproof/hmac_\(name).txt", expecting: counts.total)
    var (invalid, count) = (0, 0)
    for record in file.records {
      let key = SymmetricKey(data: try record.bytes("key"))
      let (message, tag) = (try record.bytes("msg"), try record.bytes("tag"))
      let isValid = try record.text("result") == "valid"
      let code = Array(HMAC<H>.authenticationCode(for: message, using: key, startingFrom: hash))
      #expect((code.prefix(tag.count).elementsEqual(tag)) == isValid, "\(record.place)")
      let isAccepted = HMAC<H>.isValidAuthenticationCode(tag, authenticating: message, using: key)
      #expect(isAccepted == (isValid && tag.count == H.Digest.byteCount), "\(record.place)")
      if try record.text("result") == "invalid" { invalid += 1 }
      count += 1
    }
    #expect(invalid == counts.invalid)
    try file.report(count, kernel: kernel)
  }

  /// A test is invalid only because its output is longer than HKDF allows, for which the functions trap.
  private func checkHKDF<H: HashFunction>(
    _ name: String, _ counts: (total: Int, invalid: Int), _ hash: H, _ kernel: String
  ) throws {
    let file = try VectorFile("Wycheproof/hkdf_\(name).txt", expecting: counts.total)
    var (invalid, count) = (0, 0)
    for record in file.records {
      let size = try record.integer("size")
      if size > HKDF<H>.maximumOutputByteCount {
        #expect(try record.text("result") == "invalid" && record.text("flags") == "SizeTooLarge", "\(record.place)")
        invalid += 1
      } else {
        let key = HKDF<H>.deriveKey(
          inputKeyMaterial: SymmetricKey(data: try record.bytes("ikm")), salt: try record.bytes("salt"),
          info: try record.bytes("info"), outputByteCount: size, startingFrom: hash)
        #expect(try key == SymmetricKey(data: record.bytes("okm")), "\(record.place)")
        #expect(try record.text("result") == "valid", "\(record.place)")
      }
      count += 1
    }
    #expect(invalid == counts.invalid)
    try file.report(count, kernel: kernel)
  }

  /// Each tag is the beginning of a code.
  private func checkACVP<H: HashFunction>(_ name: String, _ total: Int, _ hash: H, _ kernel: String) throws {
    let file = try VectorFile("ACVP/HMAC-\(name).txt", expecting: total)
    for record in file.records {
      let (key, tag) = (SymmetricKey(data: try record.bytes("key")), try record.bytes("mac"))
      let code = HMAC<H>.authenticationCode(for: try record.bytes("msg"), using: key, startingFrom: hash)
      #expect(try tag.count * 8 == record.integer("macLen"), "\(record.place)")
      #expect(code.prefix(tag.count).elementsEqual(tag), "\(record.place)")
    }
    try file.report(file.records.count, kernel: kernel)
  }
}
