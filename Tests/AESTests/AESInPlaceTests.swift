import SwiftVaultTestSupport
import Testing

@testable import AES

/// Streaming in place gives the one-shot result, and refuses data that is not whole blocks.
@Suite("AES: streaming in place", .firstDifference)
struct AESInPlaceTests {
  private let key = SymmetricKey(data: 0..<32)
  private let message = (0..<48 * 16).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }

  @Test("ECB and CBC, in pieces of whole blocks", arguments: AESKernel.available)
  func pieces(kernel: AESKernel) throws {
    let iv = try AES.IV(data: 100..<116)
    let ecb = try AES.ECB.encrypt(message, using: key, padding: .none, kernel: .portable)
    let cbc = try AES.CBC.encrypt(message, using: key, iv: iv, padding: .none, kernel: .portable)
    for blocks in [1, 2, 3, 7, 8, 16, 48] {
      var ecbEncryptor = try AES.ECB.Encryptor(using: key, padding: .none, kernel: kernel)
      var ecbDecryptor = try AES.ECB.Decryptor(using: key, padding: .none, kernel: kernel)
      var cbcEncryptor = try AES.CBC.Encryptor(using: key, iv: iv, padding: .none, kernel: kernel)
      var cbcDecryptor = try AES.CBC.Decryptor(using: key, iv: iv, padding: .none, kernel: kernel)
      #expect(
        try inPieces(message, blocks) { span throws(AESError) in try ecbEncryptor.update(inPlace: &span) }
          .elementsEqual(ecb))
      #expect(
        try inPieces(ecb, blocks) { span throws(AESError) in try ecbDecryptor.update(inPlace: &span) }.elementsEqual(
          message))
      #expect(
        try inPieces(message, blocks) { span throws(AESError) in try cbcEncryptor.update(inPlace: &span) }
          .elementsEqual(cbc))
      #expect(
        try inPieces(cbc, blocks) { span throws(AESError) in try cbcDecryptor.update(inPlace: &span) }.elementsEqual(
          message))
      #expect(try ecbEncryptor.finalize().isEmpty && cbcDecryptor.finalize().isEmpty)
    }
  }

  /// Memory that is encrypted in one call gives the result of the forms for arrays, and no other memory is touched.
  @Test("whole messages in place, in every mode", arguments: [0, 16, 32, 528, 5, 33])
  func wholeMessages(byteCount: Int) throws {
    let (iv, nonce) = (try AES.IV(data: 100..<116), try AES.CTR.Nonce(data: 200..<216))
    let text = Array(message[..<byteCount])
    func expect(
      _ ciphertext: [UInt8], _ encrypt: (inout MutableRawSpan) throws(AESError) -> Void,
      _ decrypt: (inout MutableRawSpan) throws(AESError) -> Void
    ) throws {
      var memory = [1] + text + [2]
      try memory.withRawSpan(1..<1 + byteCount, encrypt)
      #expect(memory == [1] + ciphertext + [2])
      try memory.withRawSpan(1..<1 + byteCount, decrypt)
      #expect(memory == [1] + text + [2])
    }
    if byteCount % 16 == 0 {
      try expect(try AES.ECB.encrypt(text, using: key, padding: .none)) { span throws(AESError) in
        try AES.ECB.encrypt(inPlace: &span, using: key)
      } _: { span throws(AESError) in
        try AES.ECB.decrypt(inPlace: &span, using: key)
      }
      try expect(try AES.CBC.encrypt(text, using: key, iv: iv, padding: .none)) { span throws(AESError) in
        try AES.CBC.encrypt(inPlace: &span, using: key, iv: iv)
      } _: { span throws(AESError) in
        try AES.CBC.decrypt(inPlace: &span, using: key, iv: iv)
      }
    } else {
      var memory = text
      func expectRefusal(_ call: (inout MutableRawSpan) throws(AESError) -> Void) {
        #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: byteCount)) {
          try memory.withRawSpan(nil, call)
        }
      }
      expectRefusal { span throws(AESError) in try AES.ECB.encrypt(inPlace: &span, using: key) }
      expectRefusal { span throws(AESError) in try AES.ECB.decrypt(inPlace: &span, using: key) }
      expectRefusal { span throws(AESError) in try AES.CBC.encrypt(inPlace: &span, using: key, iv: iv) }
      expectRefusal { span throws(AESError) in try AES.CBC.decrypt(inPlace: &span, using: key, iv: iv) }
      #expect(memory == text)
    }
    try expect(try AES.CTR.encrypt(text, using: key, nonce: nonce)) { span throws(AESError) in
      try AES.CTR.encrypt(inPlace: &span, using: key, nonce: nonce)
    } _: { span throws(AESError) in
      try AES.CTR.decrypt(inPlace: &span, using: key, nonce: nonce)
    }
    try expect(try AES.OFB.encrypt(text, using: key, iv: iv)) { span throws(AESError) in
      try AES.OFB.encrypt(inPlace: &span, using: key, iv: iv)
    } _: { span throws(AESError) in
      try AES.OFB.decrypt(inPlace: &span, using: key, iv: iv)
    }
    for segment in AES.CFB.SegmentSize.allCases {
      try expect(try AES.CFB.encrypt(text, using: key, iv: iv, segment: segment)) { span throws(AESError) in
        try AES.CFB.encrypt(inPlace: &span, using: key, iv: iv, segment: segment)
      } _: { span throws(AESError) in
        try AES.CFB.decrypt(inPlace: &span, using: key, iv: iv, segment: segment)
      }
    }
  }

  @Test("GCM in place over spans, with its tag in a span", arguments: [0, 1, 16, 64, 700])
  func gcm(byteCount: Int) throws {
    let nonce = try AES.GCM.Nonce(data: 200..<212)
    let (text, data) = (Array(message[..<byteCount]), [UInt8](3..<30))
    let box = try AES.GCM.seal(text, using: key, nonce: nonce, authenticating: data)
    var memory = [1] + text + [2]
    let tag = try [UInt8](capacity: 16) { output throws(AESError) in
      try memory.withRawSpan(1..<1 + byteCount) { span throws(AESError) in
        try AES.GCM.seal(
          inPlace: &span, using: key, nonce: nonce, authenticating: data.span.bytes, tag: &output)
      }
    }
    #expect(memory == [1] + box.ciphertext + [2] && tag == box.tag)
    func open(_ tag: [UInt8], _ data: [UInt8]) throws(AESError) {
      try memory.withRawSpan(1..<1 + byteCount) { span throws(AESError) in
        try AES.GCM.open(
          inPlace: &span, tag: tag.span.bytes, using: key, nonce: nonce, authenticating: data.span.bytes)
      }
    }
    for count in [0, 11, 15] {
      #expect(throws: AESError.incorrectParameterSize(.tag, byteCount: count)) { try open(Array(tag[..<count]), data) }
    }
    #expect(memory == [1] + box.ciphertext + [2])
    try open(tag, data)
    #expect(memory == [1] + text + [2])
    #expect(throws: AESError.authenticationFailure) { try open(tag, []) }
    #expect(memory == [1] + [UInt8](repeating: 0, count: byteCount) + [2])
  }

  @Test("GCM in pieces, in place and into a span")
  func gcmPieces() throws {
    let nonce = try AES.GCM.Nonce(data: 200..<212)
    let box = try AES.GCM.seal(message, using: key, nonce: nonce)
    for size in [1, 15, 16, 100, message.count] {
      var first = try AES.GCM.Encryptor(using: key, nonce: nonce)
      var second = try AES.GCM.Encryptor(using: key, nonce: nonce)
      var (memory, output) = (message, [UInt8]())
      for start in stride(from: 0, to: message.count, by: size) {
        let piece = start..<min(start + size, message.count)
        try memory.withRawSpan(piece) { span throws(AESError) in try first.update(inPlace: &span) }
        output += try [UInt8](capacity: piece.count) { room throws(AESError) in
          try second.update(Array(message[piece]).span.bytes, into: &room)
        }
      }
      #expect(memory == box.ciphertext && output == box.ciphertext)
      let tags = [first.finalize(), second.finalize()]
      #expect(tags == [box.tag, box.tag])
    }
  }

  @Test("padding is added behind pieces in place")
  func padding() throws {
    var encryptor = try AES.ECB.Encryptor(using: key)
    var bytes = message
    try encryptor.update(inPlace: &bytes)
    #expect(try bytes + encryptor.finalize() == AES.ECB.encrypt(message, using: key))
  }

  @Test("pieces off the border of a block are refused and left alone")
  func refusals() throws {
    var encryptor = try AES.ECB.Encryptor(using: key, padding: .none)
    var decryptor = try AES.ECB.Decryptor(using: key, padding: .none)
    var bytes = [UInt8](repeating: 5, count: 17)
    #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: 17)) { try encryptor.update(inPlace: &bytes) }
    #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: 17)) { try decryptor.update(inPlace: &bytes) }
    #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: 17)) {
      try bytes.withRawSpan { (span) throws(AESError) in try encryptor.update(inPlace: &span) }
    }
    #expect(bytes == [UInt8](repeating: 5, count: 17))
    #expect(encryptor.update([1]).isEmpty)
    bytes.removeLast()
    #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: 17)) { try encryptor.update(inPlace: &bytes) }
  }

  @Test("a decryptor that has to hold back the last block traps")
  func decryptorWithPadding() async {
    await #expect(processExitsWith: .failure) {
      var decryptor = try AES.ECB.Decryptor(using: SymmetricKey(data: 0..<16))
      var block = [UInt8](repeating: 0, count: 16)
      try decryptor.update(inPlace: &block)
    }
  }

  @Test("nothing goes on after the end")
  func afterTheEnd() async {
    await #expect(processExitsWith: .success) {
      var encryptor = try AES.ECB.Encryptor(using: SymmetricKey(data: 0..<16))
      _ = try encryptor.finalize()
    }
    await #expect(processExitsWith: .failure) {
      var encryptor = try AES.ECB.Encryptor(using: SymmetricKey(data: 0..<16))
      _ = try encryptor.finalize()
      _ = try encryptor.finalize()
    }
    await #expect(processExitsWith: .failure) {
      var encryptor = try AES.ECB.Encryptor(using: SymmetricKey(data: 0..<16))
      _ = try encryptor.finalize()
      _ = encryptor.update([1])
    }
    await #expect(processExitsWith: .failure) {
      var encryptor = try AES.ECB.Encryptor(using: SymmetricKey(data: 0..<16))
      _ = try encryptor.finalize()
      var nothing: [UInt8] = []
      try encryptor.update(inPlace: &nothing)
    }
    await #expect(processExitsWith: .success) {
      var decryptor = try AES.ECB.Decryptor(using: SymmetricKey(data: 0..<16), padding: .none)
      _ = try decryptor.finalize()
    }
    await #expect(processExitsWith: .failure) {
      var decryptor = try AES.ECB.Decryptor(using: SymmetricKey(data: 0..<16), padding: .none)
      _ = try decryptor.finalize()
      _ = try decryptor.finalize()
    }
    await #expect(processExitsWith: .failure) {
      var decryptor = try AES.ECB.Decryptor(using: SymmetricKey(data: 0..<16), padding: .none)
      _ = try decryptor.finalize()
      _ = decryptor.update([1])
    }
    await #expect(processExitsWith: .failure) {
      var decryptor = try AES.ECB.Decryptor(using: SymmetricKey(data: 0..<16), padding: .none)
      _ = try decryptor.finalize()
      var nothing: [UInt8] = []
      try decryptor.update(inPlace: &nothing)
    }
  }

  private func inPieces(
    _ bytes: [UInt8], _ blocks: Int, _ update: (inout MutableRawSpan) throws(AESError) -> Void
  ) throws(AESError) -> [UInt8] {
    var bytes = bytes
    for start in stride(from: 0, to: bytes.count, by: 16 * blocks) {
      try bytes.withRawSpan(start..<min(start + 16 * blocks, bytes.count), update)
    }
    return bytes
  }
}
