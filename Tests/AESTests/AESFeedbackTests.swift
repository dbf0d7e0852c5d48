import AES
import Foundation
import SwiftVaultTestSupport
import Testing

/// CFB and OFB on every kernel against the plain reference: lengths, splits, forms of input and output.
@Suite("AES: CFB and OFB", .firstDifference)
struct AESFeedbackTests {
  /// Lengths around a block, the width of each kernel, and the number of blocks whose keystream is computed at once.
  static let byteCounts =
    AESContractTests.byteCounts + [511, 512, 513, 527, 528, 529, 1023, 1024, 1025, 1040, 1553]

  @Test("one-shot and in place, in both directions, equal the reference", arguments: AESContractTests.cases)
  func oneShot(kernel: AESKernel, keyByteCount: Int) throws {
    var random = SplitMix64(seed: UInt64(keyByteCount))
    for byteCount in Self.byteCounts {
      let t = try Trial(keyByteCount: keyByteCount, byteCount: byteCount, random: &random)
      // The reference is slow: in CFB8 it encrypts a block for each byte.
      for segment in AES.CFB.SegmentSize.allCases where segment == .bits128 || byteCount < 150 {
        let text = t.modes.encryptCFB(t.data, iv: t.block, segmentByteCount: segment.rawValue / 8)
        #expect(try AES.CFB.encrypt(t.data, using: t.key, iv: t.iv, segment: segment, kernel: kernel) == text)
        #expect(try AES.CFB.decrypt(text, using: t.key, iv: t.iv, segment: segment, kernel: kernel) == t.data)
        var message = t.data
        var encryptor = try AES.CFB.Encryptor(using: t.key, iv: t.iv, segment: segment, kernel: kernel)
        encryptor.update(inPlace: &message)
        #expect(message == text)
        var decryptor = try AES.CFB.Decryptor(using: t.key, iv: t.iv, segment: segment, kernel: kernel)
        message.withRawSpan { decryptor.update(inPlace: &$0) }
        #expect(message == t.data)
      }
      let text = t.modes.processOFB(t.data, iv: t.block)
      #expect(try AES.OFB.encrypt(t.data, using: t.key, iv: t.iv, kernel: kernel) == text)
      #expect(try AES.OFB.decrypt(text, using: t.key, iv: t.iv, kernel: kernel) == t.data)
      var message = t.data
      var cipher = try AES.OFB.Cipher(using: t.key, iv: t.iv, kernel: kernel)
      cipher.update(inPlace: &message)
      #expect(message == text)
    }
  }

  @Test("every split of every length gives the same bytes", arguments: AESKernel.available)
  func everySplit(kernel: AESKernel) throws {
    var random = SplitMix64(seed: 4)
    for byteCount in Array(0...66) + [600] {
      let t = try Trial(keyByteCount: 16, byteCount: byteCount, random: &random)
      for segment in AES.CFB.SegmentSize.allCases {
        let text = try AES.CFB.encrypt(t.data, using: t.key, iv: t.iv, segment: segment)
        for split in 0...byteCount {
          var encryptor = try AES.CFB.Encryptor(using: t.key, iv: t.iv, segment: segment, kernel: kernel)
          #expect(encryptor.update(t.data[..<split]) + encryptor.update(t.data[split...]) == text)
          var decryptor = try AES.CFB.Decryptor(using: t.key, iv: t.iv, segment: segment, kernel: kernel)
          #expect(decryptor.update(text[..<split]) + decryptor.update(text[split...]) == t.data)
        }
      }
      let text = try AES.OFB.encrypt(t.data, using: t.key, iv: t.iv)
      for split in 0...byteCount {
        var cipher = try AES.OFB.Cipher(using: t.key, iv: t.iv, kernel: kernel)
        #expect(cipher.update(t.data[..<split]) + cipher.update(t.data[split...]) == text)
      }
    }
  }

  @Test("spans, slices, sequences without storage, in place and random IVs", arguments: [0, 1, 16, 61, 160])
  func forms(byteCount: Int) throws {
    var random = SplitMix64(seed: 3)
    let t = try Trial(keyByteCount: 32, byteCount: byteCount, random: &random)
    let data = t.data
    for segment in AES.CFB.SegmentSize.allCases {
      let text = try AES.CFB.encrypt(data, using: t.key, iv: t.iv, segment: segment)
      #expect(try AES.CFB.encrypt(data.span.bytes, using: t.key, iv: t.iv, segment: segment) == text)
      #expect(try AES.CFB.encrypt(AnySequence(data), using: t.key, iv: t.iv, segment: segment) == text)
      #expect(try AES.CFB.encrypt(Data(data), using: t.key, iv: t.iv, segment: segment) == text)
      #expect(try AES.CFB.decrypt(text.span.bytes, using: t.key, iv: t.iv, segment: segment) == data)
      var message = data
      try AES.CFB.encrypt(inPlace: &message, using: t.key, iv: t.iv, segment: segment)
      #expect(message == text)
      try AES.CFB.decrypt(inPlace: &message, using: t.key, iv: t.iv, segment: segment)
      #expect(message == data)
      let (iv, first) = try AES.CFB.encrypt(data, using: t.key, segment: segment)
      let (other, second) = try AES.CFB.encrypt(Data(data), using: t.key, segment: segment)
      #expect(try AES.CFB.decrypt(first, using: t.key, iv: iv, segment: segment) == data)
      #expect(try AES.CFB.decrypt(second, using: t.key, iv: other, segment: segment) == data)
      #expect(iv != other)
    }
    let text = try AES.OFB.encrypt(data, using: t.key, iv: t.iv)
    #expect(try AES.OFB.encrypt(data.span.bytes, using: t.key, iv: t.iv) == text)
    #expect(try AES.OFB.decrypt(text.span.bytes, using: t.key, iv: t.iv) == data)
    var message = data
    try AES.OFB.encrypt(inPlace: &message, using: t.key, iv: t.iv)
    #expect(message == text)
    try AES.OFB.decrypt(inPlace: &message, using: t.key, iv: t.iv)
    #expect(message == data)
    let (iv, first) = try AES.OFB.encrypt(data, using: t.key)
    let (other, second) = try AES.OFB.encrypt(Data(data), using: t.key)
    #expect(try AES.OFB.decrypt(first, using: t.key, iv: iv) == data)
    #expect(try AES.OFB.decrypt(second, using: t.key, iv: other) == data)
    #expect(iv != other)
  }

  @Test("CFB without a segment's size is CFB128")
  func defaultSegment() throws {
    var random = SplitMix64(seed: 5)
    let t = try Trial(keyByteCount: 16, byteCount: 40, random: &random)
    let text = try AES.CFB.encrypt(t.data, using: t.key, iv: t.iv, segment: .bits128)
    #expect(try AES.CFB.encrypt(t.data, using: t.key, iv: t.iv) == text)
    #expect(try AES.CFB.decrypt(text, using: t.key, iv: t.iv) == t.data)
    #expect(try AES.CFB.encrypt(t.data, using: t.key, iv: t.iv, segment: .bits8) != text)
  }

  @Test("a copy continues on its own")
  func copies() throws {
    var random = SplitMix64(seed: 6)
    let t = try Trial(keyByteCount: 24, byteCount: 41, random: &random)
    var first = try AES.CFB.Encryptor(using: t.key, iv: t.iv)
    let start = first.update(t.data)
    var second = first
    #expect(try start + first.update(t.data) == AES.CFB.encrypt(t.data + t.data, using: t.key, iv: t.iv))
    #expect(try start + second.update([9]) == AES.CFB.encrypt(t.data + [9], using: t.key, iv: t.iv))
  }

  @Test("a key or an IV of another size is refused, and the message unchanged")
  func refusals() throws {
    let (key, iv) = (SymmetricKey(data: 0..<20), AES.IV())
    var message: [UInt8] = [1, 2, 3]
    #expect(throws: AESError.incorrectKeySize(byteCount: 20)) { try AES.CFB.encrypt(message, using: key, iv: iv) }
    #expect(throws: AESError.incorrectKeySize(byteCount: 20)) {
      try AES.CFB.decrypt(inPlace: &message, using: key, iv: iv)
    }
    #expect(throws: AESError.incorrectKeySize(byteCount: 20)) {
      try AES.OFB.encrypt(inPlace: &message, using: key, iv: iv)
    }
    #expect(message == [1, 2, 3])
    let refusal = AESError.incorrectParameterSize(.iv, byteCount: 12)
    #expect(throws: refusal) { try AES.IV(data: [UInt8](repeating: 0, count: 12)) }
    #expect(refusal.description == "an IV of 12 bytes; CBC, CFB and OFB need 16")
  }

  @Test("too little room traps")
  func room() async {
    await #expect(processExitsWith: .success) { try AESFeedbackTests.encrypt(17, room: 17) }
    await #expect(processExitsWith: .failure) { try AESFeedbackTests.encrypt(17, room: 16) }
  }

  private static func encrypt(_ count: Int, room: Int) throws {
    var cipher = try AES.OFB.Cipher(using: SymmetricKey(data: 0..<16), iv: AES.IV())
    let message = [UInt8](repeating: 1, count: count)
    let output = [UInt8](capacity: room) { cipher.update(message.span.bytes, into: &$0) }
    precondition(output.count == count)
  }
}
