import SwiftVaultTestSupport
import Testing

@testable import PBKDF2

/// Batches: every lane of every kernel gives what the same derivation gives alone on the portable kernel.
@Suite("PBKDF2: batches in lanes", .firstDifference)
struct PBKDF2BatchTests {
  @Test func aRequestTakesAPasswordWithoutACopy() throws {
    let password = SymmetricKey(data: [1, 2])
    let request = try PBKDF2<SHA512>.Request(password, salt: .init(), rounds: .exactly(1), outputByteCounts: [1])
    #expect(request.password.storage === password.storage)
  }

  @Test("MD5", arguments: MD5Kernel.available)
  func md5(kernel: MD5Kernel) throws {
    try check(Insecure.MD5(kernel: kernel), against: Insecure.MD5(kernel: .portable))
  }

  @Test("SHA-1", arguments: SHA1Kernel.available)
  func sha1(kernel: SHA1Kernel) throws {
    try check(Insecure.SHA1(kernel: kernel), against: Insecure.SHA1(kernel: .portable))
  }

  @Test("SHA-224 and SHA-256", arguments: SHA256Kernel.available)
  func sha256(kernel: SHA256Kernel) throws {
    try check(SHA256(kernel: kernel), against: SHA256(kernel: .portable))
    try check(SHA224(kernel: kernel), against: SHA224(kernel: .portable))
  }

  @Test("SHA-512 and its truncated forms", arguments: SHA512Kernel.available)
  func sha512(kernel: SHA512Kernel) throws {
    try check(SHA512(kernel: kernel), against: SHA512(kernel: .portable))
    try check(SHA384(kernel: kernel), against: SHA384(kernel: .portable))
    try check(SHA512_256(kernel: kernel), against: SHA512_256(kernel: .portable))
    try check(SHA512_224(kernel: kernel), against: SHA512_224(kernel: .portable))
  }

  @Test("an empty batch has no keys")
  func empty() {
    #expect(PBKDF2<SHA256>.deriveKeys([]).isEmpty)
  }

  @Test("a request takes as many bytes as there are indices of blocks for")
  func theMostOutput() throws {
    let most = Int(UInt32.max) * 32
    let request = try PBKDF2<SHA256>.Request(
      password: [1], salt: .init(), rounds: .exactly(1), outputByteCounts: [most])
    #expect(request.blockCount == UInt32.max)
    #expect(throws: PBKDF2Error.outputByteCount(most + 1, maximum: most)) {
      try PBKDF2<SHA256>.Request(password: [1], salt: .init(), rounds: .exactly(1), outputByteCounts: [most + 1])
    }
  }

  @Test("a password in a span is that of its bytes")
  func spans() throws {
    typealias KDF = PBKDF2<SHA256>
    let (password, salt) = (Array("password".utf8), PasswordSalt())
    let span = password.span.bytes
    let key = try KDF.deriveKey(password: span, salt: salt, rounds: .exactly(3), outputByteCount: 40)
    #expect(try KDF.deriveKey(password: password, salt: salt, rounds: .exactly(3), outputByteCount: 40) == key)
    let slow = try KDF.deriveKey(password: span, salt: salt, outputByteCount: 32)
    #expect(try KDF.deriveKey(password: password, salt: salt, outputByteCount: 32) == slow)
    #expect(throws: PBKDF2Error.tooFewRounds(599_999, minimum: 600_000)) {
      try KDF.deriveKey(password: password.span.bytes, salt: salt, rounds: 599_999, outputByteCount: 32)
    }
    #expect(throws: PBKDF2Error.tooFewRounds(0, minimum: 1)) {
      try KDF.deriveKey(password: password.span.bytes, salt: salt, rounds: .exactly(0), outputByteCount: 32)
    }
  }

  @Test("a request refuses what a derivation refuses")
  func refusals() {
    #expect(throws: PBKDF2Error.tooFewRounds(599_999, minimum: 600_000)) {
      try PBKDF2<SHA256>.Request(password: "p".utf8, salt: .init(), rounds: 599_999, outputByteCounts: [32])
    }
    #expect(throws: PBKDF2Error.tooFewRounds(0, minimum: 1)) {
      try PBKDF2<SHA256>.Request(password: "p".utf8, salt: .init(), rounds: .exactly(0), outputByteCounts: [32])
    }
    #expect(throws: PBKDF2Error.self) {
      try PBKDF2<SHA256>.Request(password: "p".utf8, salt: .init(), rounds: .exactly(1), outputByteCounts: [0])
    }
  }

  /// Batches of 1 to 20 requests and of 33, of equal and of different rounds, of one and of several blocks.
  private func check<H: PBKDF2HashFunction>(_ hash: H, against portable: H) throws {
    for count in Array(1...20) + [33] {
      for isMixed in [false, true] {
        let requests = try (0..<count).map { index in
          try PBKDF2<H>.Request(
            password: Array("password \(index)".utf8),
            salt: .init(unchecked: [UInt8](repeating: UInt8(index), count: index)),
            rounds: .exactly(isMixed ? 1 + index * 7 % 11 : 5),
            outputByteCounts: [isMixed ? 1 + index * 29 % (3 * H.Digest.byteCount) : H.Digest.byteCount])
        }
        let keys = PBKDF2<H>.deriveKeys(requests, startingFrom: hash)
        let expected = requests.map { PBKDF2<H>.deriveKeys([$0], startingFrom: portable)[0] }
        #expect(keys == expected, "\(H.self), \(count) requests, \(isMixed ? "mixed" : "equal") rounds")
      }
    }
  }
}
