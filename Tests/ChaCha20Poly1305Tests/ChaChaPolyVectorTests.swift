import SwiftVaultChaChaBlocks
import SwiftVaultTestSupport
import Testing

@testable import ChaCha20Poly1305

/// Vectors of RFC 8439, OpenSSL and Wycheproof, on every kernel, including those that must be refused.
@Suite(.firstDifference) struct ChaChaPolyVectorTests {
  /// A nonce of another size than 12 bytes is refused when it is made.
  @Test(arguments: ChaCha20Kernel.available)
  func wycheproof(kernel: ChaCha20Kernel) throws {
    let file = try VectorFile("Wycheproof/chacha20_poly1305.txt", expecting: 325)
    var wrongNonces = 0
    for record in file.records {
      let nonce = try record.bytes("iv")
      let isValid = try record.text("result") == "valid"
      guard nonce.count == 12 else {
        #expect(!isValid, "\(record.place)")
        #expect(throws: ChaChaPolyError.incorrectParameterSize(.nonce, byteCount: nonce.count)) {
          try ChaChaPoly.Nonce(data: nonce)
        }
        wrongNonces += 1
        continue
      }
      let vector = Vector(
        key: try record.bytes("key"), nonce: nonce, data: try record.bytes("aad"), text: try record.bytes("msg"),
        ciphertext: try record.bytes("ct"), tag: try record.bytes("tag"), isValid: isValid, place: record.place)
      try vector.check(kernel)
    }
    #expect(wrongNonces == 9)
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: ChaCha20Kernel.available)
  func openSSL(kernel: ChaCha20Kernel) throws {
    let file = try VectorFile("ChaCha20Poly1305/openssl.txt", expecting: 5)
    for record in file.records {
      let vector = Vector(
        key: try record.bytes("Key"), nonce: try record.bytes("IV"), data: try record.bytes("AAD"),
        text: try record.bytes("Plaintext"), ciphertext: try record.bytes("Ciphertext"),
        tag: try record.bytes("Tag"), isValid: !record.has("Result"), place: record.place)
      try vector.check(kernel)
    }
    try file.report(5, kernel: kernel.rawValue)
  }

  /// ChaCha20 alone, from the blocks after the first on.
  @Test(arguments: ChaCha20Kernel.available)
  func chaCha20(kernel: ChaCha20Kernel) throws {
    let file = try VectorFile("ChaCha20Poly1305/RFC7539ChaCha20.txt", expecting: 3)
    var left = 0
    for record in file.records {
      let counter = try record.integer("INITIAL_BLOCK_COUNTER")
      guard counter > 0 else {
        left += 1
        continue
      }
      let nonce = try ChaChaPoly.Nonce(data: record.bytes("NONCE")).words
      var text = try record.bytes("PLAINTEXT")
      var state = Poly1305(SIMD4(), SIMD4())
      let key = try record.bytes("KEY")
      text.withUnsafeMutableBytes { text in
        kernel.process(
          ChaChaMessage(
            key: key.withUnsafeBytes { $0.baseAddress! }, nonce: (nonce[0], nonce[1], nonce[2]),
            counter: UInt32(counter), data: text.baseAddress!, dataByteCount: 0, from: text.baseAddress!,
            to: text.baseAddress!, byteCount: text.count, encrypts: true, tag: nil, state: &state))
      }
      withExtendedLifetime(key) {}
      #expect(try text == record.bytes("CIPHERTEXT"), "\(record.place)")
    }
    try file.report(3 - left, left: left, kernel: kernel.rawValue)
  }

  private static let sizes = (Array(0...1200) + [2047, 2048, 2049, 2559, 2560, 2561, 3008, 3071, 4096, 5000, 16384]).map
  {
    Vector(
      key: [UInt8](pattern: 32, $0), nonce: [UInt8](pattern: 12, $0 + 1), data: [UInt8](pattern: $0 * 7 % 83, $0 + 2),
      text: [UInt8](pattern: $0, $0 + 3))
  }

  /// Every size up to the widest kernel's blocks and more, against the plain computation.
  @Test(arguments: ChaCha20Kernel.available)
  func sizes(kernel: ChaCha20Kernel) throws {
    for vector in Self.sizes { try vector.check(kernel) }
  }
}

extension [UInt8] {
  /// Bytes that look random.
  init(pattern count: Int, _ seed: Int) {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1
    self = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}

/// A message with its ciphertext and its tag, and whether the tag is right.
struct Vector {
  let key, nonce, data, text, ciphertext, tag: [UInt8]
  var isValid = true
  let place: String

  init(
    key: [UInt8], nonce: [UInt8], data: [UInt8], text: [UInt8], ciphertext: [UInt8], tag: [UInt8], isValid: Bool,
    place: String
  ) {
    (self.key, self.nonce, self.data, self.text) = (key, nonce, data, text)
    (self.ciphertext, self.tag, self.isValid, self.place) = (ciphertext, tag, isValid, place)
  }

  /// A vector by the plain computation.
  init(key: [UInt8], nonce: [UInt8], data: [UInt8], text: [UInt8]) {
    (self.key, self.nonce, self.data, self.text) = (key, nonce, data, text)
    (ciphertext, tag) = PlainChaChaPoly.seal(text, key: key, nonce: nonce, data: data)
    place = "\(text.count) bytes, \(data.count) of data"
  }

  /// Both ways, to new memory and in place.
  func check(_ kernel: ChaCha20Kernel) throws {
    let (key, nonce) = (SymmetricKey(data: key), try ChaChaPoly.Nonce(data: nonce))
    let box = try ChaChaPoly.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
    guard isValid else {
      #expect(throws: ChaChaPolyError.authenticationFailure, "\(place)") {
        try ChaChaPoly.open(box, using: key, authenticating: data, kernel: kernel)
      }
      return
    }
    let sealed = try ChaChaPoly.seal(text, using: key, nonce: nonce, authenticating: data, kernel: kernel)
    #expect(sealed.combined == box.combined, "\(place)")
    #expect(try ChaChaPoly.open(box, using: key, authenticating: data, kernel: kernel) == text, "\(place)")
    var bytes = text
    let tag = try ChaChaPoly.seal(inPlace: &bytes, using: key, nonce: nonce, authenticating: data, kernel: kernel)
    #expect(bytes == ciphertext && tag == self.tag, "\(place)")
    try ChaChaPoly.open(
      inPlace: &bytes, tag: tag, using: key, nonce: nonce, authenticating: data, kernel: kernel)
    #expect(bytes == text, "\(place)")
  }
}
