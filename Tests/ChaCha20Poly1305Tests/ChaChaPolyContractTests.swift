import SwiftVaultTestSupport
import Testing

@testable import ChaCha20Poly1305

/// What the calls accept and refuse, and what they leave behind.
@Suite(.firstDifference) struct ChaChaPolyContractTests {
  private static let key = SymmetricKey(data: [UInt8](pattern: 32, 1))
  private static let nonce = try! ChaChaPoly.Nonce(data: 0..<12)
  private static let text = [UInt8](pattern: 300, 2)
  private static let data = [UInt8](pattern: 20, 3)

  /// Pieces of each size, and random ones, with each kind of update in turn.
  @Test(arguments: ChaCha20Kernel.available)
  func pieces(kernel: ChaCha20Kernel) throws {
    for count in [0, 1, 63, 64, 65, 300, 1025] {
      let text = [UInt8](pattern: count, 4)
      let box = try ChaChaPoly.seal(text, using: Self.key, nonce: Self.nonce, authenticating: Self.data, kernel: kernel)
      for sizes in (1...max(1, min(count, 200))).map({ [$0] }) + [[0, 64, 1], [63, 1, 128], [7, 512]] {
        let pieces = text.pieces(of: sizes)
        var encryptor = try ChaChaPoly.Encryptor(
          using: Self.key, nonce: Self.nonce, authenticating: Self.data, kernel: kernel)
        var sealed: [UInt8] = []
        for (number, piece) in pieces.enumerated() {
          sealed += try Self.update(&encryptor, Array(piece), number % 5)
        }
        let tag = encryptor.finalize()
        #expect(sealed == box.ciphertext && tag == box.tag, "\(count) bytes in \(sizes)")
        var decryptor = try ChaChaPoly.Decryptor(
          using: Self.key, nonce: Self.nonce, authenticating: Self.data, kernel: kernel)
        for (number, piece) in sealed.pieces(of: sizes).enumerated() {
          if number % 2 == 0 {
            decryptor.update(piece)
          } else {
            Array(piece).withUnsafeBytes { decryptor.update($0.bytes) }
          }
        }
        let opened = try decryptor.finalize(tag: box.tag)
        #expect(opened == text, "\(count) bytes in \(sizes)")
      }
    }
  }

  private static func update(
    _ encryptor: inout ChaChaPoly.Encryptor, _ piece: [UInt8], _ kind: Int
  ) throws -> [UInt8] {
    var piece = piece
    switch kind {
    case 0: return try encryptor.update(piece)
    case 1: return try piece.withUnsafeBytes { try encryptor.update($0.bytes) }
    case 2: try encryptor.update(inPlace: &piece)
    case 3:
      try piece.withUnsafeMutableBytes {
        var span = $0.mutableBytes
        try encryptor.update(inPlace: &span)
      }
    default:
      return try [UInt8](capacity: piece.count, bytes: piece) { try encryptor.update($0, into: &$1) }
    }
    return piece
  }

  /// Every byte of ciphertext, tag, nonce and data, and the key, is authenticated.
  @Test(arguments: ChaCha20Kernel.available)
  func changesAreRefused(kernel: ChaCha20Kernel) throws {
    let box = try ChaChaPoly.seal(
      Self.text, using: Self.key, nonce: Self.nonce, authenticating: Self.data, kernel: kernel)
    for place in box.combined.indices {
      var bytes = box.combined
      bytes[place] ^= 1 << UInt8(place % 8)
      let changed = try ChaChaPoly.SealedBox(combined: bytes)
      #expect(throws: ChaChaPolyError.authenticationFailure, "\(place)") {
        try ChaChaPoly.open(changed, using: Self.key, authenticating: Self.data, kernel: kernel)
      }
    }
    for data in [[], Self.data.dropLast(), Self.data + [0]] {
      #expect(throws: ChaChaPolyError.authenticationFailure) {
        try ChaChaPoly.open(box, using: Self.key, authenticating: data, kernel: kernel)
      }
    }
    #expect(throws: ChaChaPolyError.authenticationFailure) {
      try ChaChaPoly.open(box, using: SymmetricKey(size: .bits256), authenticating: Self.data, kernel: kernel)
    }
  }

  /// A refused text is overwritten in place, and one that cannot be processed is unchanged.
  @Test func refusedInPlace() throws {
    var text = Self.text
    let tag = try ChaChaPoly.seal(inPlace: &text, using: Self.key, nonce: Self.nonce)
    let sealed = text
    #expect(throws: ChaChaPolyError.incorrectParameterSize(.tag, byteCount: 15)) {
      try ChaChaPoly.open(inPlace: &text, tag: tag.dropLast(), using: Self.key, nonce: Self.nonce)
    }
    #expect(throws: ChaChaPolyError.incorrectKeySize(byteCount: 16)) {
      try ChaChaPoly.open(inPlace: &text, tag: tag, using: SymmetricKey(size: .bits128), nonce: Self.nonce)
    }
    #expect(text == sealed)
    #expect(throws: ChaChaPolyError.authenticationFailure) {
      try ChaChaPoly.open(inPlace: &text, tag: tag, using: Self.key, nonce: Self.nonce, authenticating: [1])
    }
    #expect(text.allSatisfy { $0 == 0 })
  }

  /// The forms over spans, and the one that opens them.
  @Test func spans() throws {
    let box = try ChaChaPoly.seal(Self.text, using: Self.key, nonce: Self.nonce, authenticating: Self.data)
    #expect(
      try Self.text.withUnsafeBytes {
        try ChaChaPoly.seal($0.bytes, using: Self.key, nonce: Self.nonce, authenticating: Self.data)
      } == box)
    var text = Self.text
    try Self.data.withUnsafeBytes { data in
      try text.withUnsafeMutableBytes {
        var span = $0.mutableBytes
        let tag = try [UInt8](capacity: 16, bytes: []) {
          try ChaChaPoly.seal(
            inPlace: &span, using: Self.key, nonce: Self.nonce, authenticating: data.bytes, tag: &$1)
          _ = $0
        }
        #expect(tag == box.tag)
      }
      #expect(text == box.ciphertext)
      try box.tag.withUnsafeBytes { tag in
        try text.withUnsafeMutableBytes {
          var span = $0.mutableBytes
          try ChaChaPoly.open(
            inPlace: &span, tag: tag.bytes, using: Self.key, nonce: Self.nonce, authenticating: data.bytes)
        }
      }
    }
    #expect(text == Self.text)
  }

  @Test func sizesAreChecked() {
    for count in [0, 11, 13, 24] {
      #expect(throws: ChaChaPolyError.incorrectParameterSize(.nonce, byteCount: count)) {
        try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: count))
      }
    }
    for count in [0, 16, 31, 33, 64] {
      let key = SymmetricKey(data: [UInt8](repeating: 0, count: count))
      let error = ChaChaPolyError.incorrectKeySize(byteCount: count)
      #expect(throws: error) { try ChaChaPoly.seal(Self.text, using: key) }
      #expect(throws: error) { _ = try ChaChaPoly.Encryptor(using: key, nonce: Self.nonce) }
      #expect(throws: error) { _ = try ChaChaPoly.Decryptor(using: key, nonce: Self.nonce) }
    }
    #expect(throws: ChaChaPolyError.incorrectParameterSize(.sealedBox, byteCount: 27)) {
      try ChaChaPoly.SealedBox(combined: [UInt8](repeating: 0, count: 27))
    }
    #expect(throws: ChaChaPolyError.incorrectParameterSize(.tag, byteCount: 17)) {
      try ChaChaPoly.SealedBox(nonce: Self.nonce, ciphertext: [], tag: [UInt8](repeating: 0, count: 17))
    }
  }

  @Test func boxesAndNonces() throws {
    let box = try ChaChaPoly.seal(Self.text, using: Self.key)
    #expect(box.combined == Array(box.nonce) + box.ciphertext + box.tag)
    #expect(try ChaChaPoly.SealedBox(combined: box.combined) == box)
    #expect(try ChaChaPoly.SealedBox(nonce: box.nonce, ciphertext: box.ciphertext, tag: box.tag) == box)
    #expect(try ChaChaPoly.seal(Self.text, using: Self.key) != box)
    #expect(ChaChaPoly.Nonce() != ChaChaPoly.Nonce())
    #expect(Self.nonce.description == "000102030405060708090a0b" && Array(Self.nonce) == Array(0..<12))
    #expect(Self.nonce.withUnsafeBytes { Array($0) } == Array(0..<12))
    #expect(ChaChaPoly.maximumByteCount == (1 << 32 - 1) * 64)
  }

  @Test func descriptions() {
    let descriptions: [(ChaChaPolyError, String)] = [
      (.incorrectKeySize(byteCount: 16), "a key of 16 bytes; ChaCha20-Poly1305 needs 32"),
      (.incorrectParameterSize(.nonce, byteCount: 24), "a nonce of 24 bytes; ChaCha20-Poly1305 needs 12"),
      (.incorrectParameterSize(.sealedBox, byteCount: 1), "1 byte sealed; there are at least 28"),
      (.incorrectParameterSize(.tag, byteCount: 12), "a tag of 12 bytes; ChaCha20-Poly1305 has 16"),
      (.messageTooLong, "ChaCha20-Poly1305 takes at most 2^38 - 64 bytes"),
      (.authenticationFailure, "the ciphertext, its data, nonce or tag were changed, or the key is another"),
    ]
    for (error, description) in descriptions { #expect(error.description == description) }
  }

  @Test func selfTestPasses() {
    let checks = ChaChaPoly.selfTest()
    #expect(checks.count == 3 * ChaCha20Kernel.available.count)
    for check in checks { #expect(check.passed, "\(check)") }
  }
}

extension [UInt8] {
  /// What `body` appends to a span for `capacity` bytes.
  fileprivate init(
    capacity: Int, bytes: [UInt8], _ body: (RawSpan, inout OutputRawSpan) throws -> Void
  ) throws {
    self = [UInt8](repeating: 0, count: capacity)
    try withUnsafeMutableBytes { memory in
      var output = OutputRawSpan(buffer: memory, initializedCount: 0)
      try bytes.withUnsafeBytes { try body($0.bytes, &output) }
      #expect(output.finalize(for: memory) == capacity)
    }
  }
}
