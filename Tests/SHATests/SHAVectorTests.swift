import SHA
import SwiftVaultTestSupport
import Testing

/// NIST's CAVP vectors for byte-oriented SHA-1 and SHA-2: short and long messages, Monte Carlo; its ACVP vectors; RFC
/// 1321's for MD5.
///
/// Spec: SHAVS, section 6.
@Suite(.firstDifference) struct SHAVectorTests {
  /// A file of messages and the number of messages in it.
  struct Messages: Sendable, CustomTestStringConvertible {
    let kind: String
    let count: Int
    var testDescription: String { kind }

    /// The files for the functions with blocks of 64 bytes.
    static let of64ByteBlocks = [Messages(kind: "ShortMsg", count: 65), Messages(kind: "LongMsg", count: 64)]
    /// The files for the functions with blocks of 128 bytes.
    static let of128ByteBlocks = [Messages(kind: "ShortMsg", count: 129), Messages(kind: "LongMsg", count: 128)]
  }

  @Test(
    arguments: MD5Kernel.available,
    [Messages(kind: "MD5RFC1321", count: 7), Messages(kind: "generated-MD5", count: 203)])
  func md5(kernel: MD5Kernel, messages: Messages) throws {
    try check("SHA/\(messages.kind).txt", messages.count, Insecure.MD5(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA1Kernel.available, Messages.of64ByteBlocks)
  func sha1(kernel: SHA1Kernel, messages: Messages) throws {
    try check("SHA1", messages, Insecure.SHA1(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available, Messages.of64ByteBlocks)
  func sha224(kernel: SHA256Kernel, messages: Messages) throws {
    try check("SHA224", messages, SHA224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available, Messages.of64ByteBlocks)
  func sha256(kernel: SHA256Kernel, messages: Messages) throws {
    try check("SHA256", messages, SHA256(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available, Messages.of128ByteBlocks)
  func sha384(kernel: SHA512Kernel, messages: Messages) throws {
    try check("SHA384", messages, SHA384(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available, Messages.of128ByteBlocks)
  func sha512(kernel: SHA512Kernel, messages: Messages) throws {
    try check("SHA512", messages, SHA512(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available, Messages.of128ByteBlocks)
  func sha512_224(kernel: SHA512Kernel, messages: Messages) throws {
    try check("SHA512_224", messages, SHA512_224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available, Messages.of128ByteBlocks)
  func sha512_256(kernel: SHA512Kernel, messages: Messages) throws {
    try check("SHA512_256", messages, SHA512_256(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA1Kernel.available)
  func sha1MonteCarlo(kernel: SHA1Kernel) throws {
    try checkMonteCarlo("SHA/SHA1Monte.rsp", Insecure.SHA1(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha224MonteCarlo(kernel: SHA256Kernel) throws {
    try checkMonteCarlo("SHA/SHA224Monte.rsp", SHA224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha256MonteCarlo(kernel: SHA256Kernel) throws {
    try checkMonteCarlo("SHA/SHA256Monte.rsp", SHA256(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha384MonteCarlo(kernel: SHA512Kernel) throws {
    try checkMonteCarlo("SHA/SHA384Monte.rsp", SHA384(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512MonteCarlo(kernel: SHA512Kernel) throws {
    try checkMonteCarlo("SHA/SHA512Monte.rsp", SHA512(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512_224MonteCarlo(kernel: SHA512Kernel) throws {
    try checkMonteCarlo("SHA/SHA512_224Monte.rsp", SHA512_224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512_256MonteCarlo(kernel: SHA512Kernel) throws {
    try checkMonteCarlo("SHA/SHA512_256Monte.rsp", SHA512_256(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA1Kernel.available)
  func sha1ACVP(kernel: SHA1Kernel) throws {
    try checkACVP("SHA1", Insecure.SHA1(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha224ACVP(kernel: SHA256Kernel) throws {
    try checkACVP("SHA224", SHA224(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA256Kernel.available)
  func sha256ACVP(kernel: SHA256Kernel) throws {
    try checkACVP("SHA256", SHA256(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha384ACVP(kernel: SHA512Kernel) throws {
    try checkACVP("SHA384", SHA384(kernel: kernel), kernel.rawValue)
  }

  @Test(arguments: SHA512Kernel.available)
  func sha512ACVP(kernel: SHA512Kernel) throws {
    try checkACVP("SHA512", SHA512(kernel: kernel), kernel.rawValue)
  }

  private func checkACVP<H: HashFunction>(_ name: String, _ empty: H, _ kernel: String) throws {
    try check("ACVP/\(name)ShortMsg.txt", 1, empty, kernel)
    try checkMonteCarlo("ACVP/\(name)Monte.txt", empty, kernel)
  }

  /// Hashes every message of a file in one go and in odd pieces, from copies of `empty`, and one-shot.
  private func check<H: HashFunction>(_ name: String, _ messages: Messages, _ empty: H, _ kernel: String) throws {
    try check("SHA/\(name)\(messages.kind).rsp", messages.count, empty, kernel)
  }

  private func check<H: HashFunction>(_ path: String, _ total: Int, _ empty: H, _ kernel: String) throws {
    let file = try VectorFile(path, expecting: total)
    var count = 0
    for record in file.records {
      let message = Array(try record.bytes("Msg").prefix(try record.integer("Len") / 8))
      let expected = try record.bytes("MD")
      #expect(message.count * 8 == (try record.integer("Len")), "\(record.place)")
      #expect(expected.count == H.Digest.byteCount, "\(record.place)")
      var whole = empty
      whole.update(data: message)
      #expect(Array(whole.finalize()) == expected, "\(record.place), in one go")
      var pieces = empty
      for piece in message.pieces(of: [1, 63, 3, 65, 7, 128, 0, 129, 31, 500]) { pieces.update(data: piece) }
      #expect(Array(pieces.finalize()) == expected, "\(record.place), in pieces")
      #expect(Array(H.hash(data: message)) == expected, "\(record.place), one-shot")
      count += 1
    }
    try file.report(count, kernel: kernel)
  }

  /// A hundred checkpoints, each after a thousand hashes of the last three digests.
  ///
  /// Spec: SHAVS, section 6.4.
  private func checkMonteCarlo<H: HashFunction>(_ path: String, _ empty: H, _ kernel: String) throws {
    let file = try VectorFile(path, expecting: 100)
    let size = H.Digest.byteCount
    let seed = try #require(file.records.first).bytes("Seed")
    try #require(seed.count == size)
    var message = seed + seed + seed
    var count = 0
    for record in file.records {
      #expect(try record.integer("COUNT") == count)
      message.withUnsafeMutableBytes { three in
        for _ in 0..<1000 {
          var function = empty
          function.update(bufferPointer: UnsafeRawBufferPointer(three))
          let digest = function.finalize()
          three.copyMemory(from: UnsafeRawBufferPointer(rebasing: three[size...]))
          digest.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: three[(2 * size)...]).copyMemory(from: $0) }
        }
      }
      let last = Array(message.suffix(size))
      #expect(last == (try record.bytes("MD")), "\(record.place)")
      message = last + last + last
      count += 1
    }
    try file.report(count, kernel: kernel)
  }
}
