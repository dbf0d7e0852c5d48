import Testing

@testable import AES

/// Streaming in place gives the one-shot result, and refuses data that is not whole blocks.
@Suite("AES: streaming in place")
struct AESInPlaceTests {
  private let key = SymmetricKey(data: 0..<32)
  private let message = (0..<48 * 16).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }

  @Test("ECB and CBC, in pieces of whole blocks", arguments: AESKernel.available)
  func pieces(kernel: AESKernel) throws {
    let iv = try AES.CBC.IV(ivBytes: 100..<116)
    let ecb = try AES.ECB.encrypt(message, using: key, padding: .none, kernel: .portable)
    let cbc = try AES.CBC.encrypt(message, using: key, iv: iv, padding: .none, kernel: .portable)
    for blocks in [1, 2, 3, 7, 8, 16, 48] {
      var ecbEncryptor = try AES.ECB.Encryptor(using: key, padding: .none, kernel: kernel)
      var ecbDecryptor = try AES.ECB.Decryptor(using: key, padding: .none, kernel: kernel)
      var cbcEncryptor = try AES.CBC.Encryptor(using: key, iv: iv, padding: .none, kernel: kernel)
      var cbcDecryptor = try AES.CBC.Decryptor(using: key, iv: iv, padding: .none, kernel: kernel)
      #expect(try inPieces(message, blocks) { try ecbEncryptor.update(inPlace: $0) }.elementsEqual(ecb))
      #expect(try inPieces(ecb, blocks) { try ecbDecryptor.update(inPlace: $0) }.elementsEqual(message))
      #expect(try inPieces(message, blocks) { try cbcEncryptor.update(inPlace: $0) }.elementsEqual(cbc))
      #expect(try inPieces(cbc, blocks) { try cbcDecryptor.update(inPlace: $0) }.elementsEqual(message))
      #expect(try ecbEncryptor.finalize().isEmpty && cbcDecryptor.finalize().isEmpty)
    }
  }

  @Test("padding is added behind pieces in place")
  func padding() throws {
    var encryptor = try AES.ECB.Encryptor(using: key)
    var bytes = message
    try bytes.withUnsafeMutableBytes { try encryptor.update(inPlace: $0) }
    #expect(try bytes + encryptor.finalize() == AES.ECB.encrypt(message, using: key))
  }

  @Test("pieces off the border of a block are refused and left alone")
  func refusals() throws {
    var encryptor = try AES.ECB.Encryptor(using: key, padding: .none)
    var decryptor = try AES.ECB.Decryptor(using: key, padding: .none)
    var bytes = [UInt8](repeating: 5, count: 17)
    bytes.withUnsafeMutableBytes { bytes in
      #expect(throws: AESError.unalignedInput(byteCount: 17)) { try encryptor.update(inPlace: bytes) }
      #expect(throws: AESError.unalignedInput(byteCount: 17)) { try decryptor.update(inPlace: bytes) }
    }
    #expect(bytes == [UInt8](repeating: 5, count: 17))
    #expect(encryptor.update([1]).isEmpty)
    bytes.removeLast()
    _ = bytes.withUnsafeMutableBytes { bytes in
      #expect(throws: AESError.unalignedInput(byteCount: 17)) { try encryptor.update(inPlace: bytes) }
    }
  }

  @Test("a decryptor that has to hold back the last block traps")
  func decryptorWithPadding() async {
    await #expect(processExitsWith: .failure) {
      var decryptor = try AES.ECB.Decryptor(using: SymmetricKey(data: 0..<16))
      var block = [UInt8](repeating: 0, count: 16)
      try block.withUnsafeMutableBytes { try decryptor.update(inPlace: $0) }
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
      try encryptor.update(inPlace: UnsafeMutableRawBufferPointer(start: nil, count: 0))
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
      try decryptor.update(inPlace: UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }
  }

  private func inPieces(
    _ bytes: [UInt8], _ blocks: Int, _ update: (UnsafeMutableRawBufferPointer) throws -> Void
  ) rethrows -> [UInt8] {
    var bytes = bytes
    try bytes.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 16 * blocks) {
        let end = min(start + 16 * blocks, bytes.count)
        try update(UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
    return bytes
  }
}
