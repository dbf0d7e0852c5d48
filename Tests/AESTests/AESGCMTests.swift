import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

@testable import AES

/// GCM beyond the vectors: every length, every split, the limits and the refusals.
@Suite("AES-GCM", .firstDifference) struct AESGCMTests {
  private let key = SymmetricKey(data: 0..<32)

  /// All lengths around the kernels' widths; all forms of the API give the same result.
  @Test(arguments: AESKernel.available, [false, true]) func everyForm(kernel: AESKernel, isExpanded: Bool) throws {
    let key = isExpanded ? try AES.expand(key, kernel: kernel) : key
    var random = SplitMix64(seed: 5)
    for byteCount in Array(0...70) + [127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 4099] {
      let (message, data) = (random.bytes(byteCount), random.bytes(byteCount % 41))
      let nonce = AES.GCM.Nonce()
      let portable = try AES.GCM.seal(message, using: self.key, nonce: nonce, authenticating: data, kernel: .portable)
      let box = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      #expect(box == portable, "\(byteCount) bytes")
      #expect(box.combined == nonce.bytes + box.ciphertext + box.tag)
      #expect(try AES.GCM.open(box, using: key, authenticating: data, kernel: kernel) == message)
      var text = message
      let tag = try AES.GCM.seal(inPlace: &text, using: key, nonce: nonce, authenticating: data)
      #expect(text == box.ciphertext && tag == box.tag && tag.count == AES.GCM.tagByteCount)
      try AES.GCM.open(inPlace: &text, tag: tag, using: key, nonce: nonce, authenticating: data)
      #expect(text == message)
      #expect(try AES.GCM.seal(message.span.bytes, using: key, nonce: nonce, authenticating: data) == box)
      // Associated data and text that are not contiguous are copied.
      let lazy = try AES.GCM.seal(
        AnySequence(message), using: key, nonce: nonce, authenticating: AnySequence(data))
      #expect(lazy == box)

      var encryptor = try AES.GCM.Encryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
      var decryptor = try AES.GCM.Decryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
      var streamed: [UInt8] = []
      var rest = message[...]
      var way = 0
      while !rest.isEmpty {
        var piece = Array(rest.prefix(Int(random.next() % 300)))
        rest = rest.dropFirst(piece.count)
        let start = streamed.count
        switch way % 5 {
        case 0: streamed += try encryptor.update(piece)
        case 1: streamed += try encryptor.update(piece.span.bytes)
        case 2: streamed += try encryptor.update(AnySequence(piece))
        case 3: streamed += try encryptor.update(piece.span.bytes)
        default:
          try encryptor.update(inPlace: &piece)
          streamed += piece
        }
        if way % 2 == 0 {
          try decryptor.update(streamed[start...])
        } else {
          try decryptor.update(Array(streamed[start...]).span.bytes)
        }
        way += 1
      }
      let streamedTag = encryptor.finalize()
      #expect(streamed == box.ciphertext && streamedTag == box.tag, "\(byteCount) bytes")
      #expect(try decryptor.finalize(tag: streamedTag) == message)
    }
  }

  /// Associated data beyond what the hash key of a short message was expanded for, and in copied pieces of 1,024 bytes.
  @Test(arguments: AESKernel.available, [1023, 1024, 1025, 5000])
  func longData(kernel: AESKernel, byteCount: Int) throws {
    for key in [key, try AES.expand(key, kernel: kernel)] { try longData(kernel, byteCount, key) }
  }

  private func longData(_ kernel: AESKernel, _ byteCount: Int, _ key: SymmetricKey) throws {
    var random = SplitMix64(seed: 9)
    let (data, nonce) = (random.bytes(byteCount), AES.GCM.Nonce())
    let box = try AES.GCM.seal([1, 2, 3], using: key, nonce: nonce, authenticating: data, kernel: kernel)
    let hashKey = AESReferenceModes(key: Array(0..<32)).encryptECB([UInt8](repeating: 0, count: 16))
    let counter = AESReferenceModes(key: Array(0..<32)).encryptECB(nonce.bytes + [0, 0, 0, 1])
    let padded = data + [UInt8](repeating: 0, count: (16 - byteCount % 16) % 16)
    let text = box.ciphertext + [UInt8](repeating: 0, count: 13)
    let lengths = [UInt64(8 * byteCount), 24].flatMap(\.bigEndianBytes)
    let hash = AESGCMKernelTests.hash(hashKey, padded + text + lengths, from: [UInt8](repeating: 0, count: 16))
    #expect(box.tag == zip(hash, counter).map(^))
    #expect(
      try AES.GCM.seal([1, 2, 3], using: key, nonce: nonce, authenticating: AnySequence(data), kernel: kernel) == box)
  }

  /// Data that are longer than the powers reach, with messages around the sizes at which the kernel and its number of
  /// hash-key powers change. The portable kernel has no powers.
  @Test(arguments: AESKernel.available) func dataBeyondThePowers(kernel: AESKernel) throws {
    var random = SplitMix64(seed: 10)
    let (data, nonce) = (random.bytes(1000), AES.GCM.Nonce())
    for blockCount in [1, 2, 3, 4, 6, 7, 8, 14, 15, 16, 30, 31, 32, 254, 255, 256] {
      let message = random.bytes(16 * blockCount)
      let portable = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: .portable)
      let box = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      #expect(box == portable, "\(blockCount) blocks")
      let expanded = try AES.expand(key, kernel: kernel)
      #expect(try AES.GCM.seal(message, using: expanded, nonce: nonce, authenticating: data, kernel: kernel) == box)
    }
  }

  /// One changed bit anywhere, and every other kind of change, is refused by each form; nothing is released.
  @Test(arguments: AESKernel.available, [false, true]) func refusesChanges(kernel: AESKernel, isExpanded: Bool) throws {
    let key = isExpanded ? try AES.expand(key, kernel: kernel) : key
    let (message, data, nonce) = ([UInt8](0..<37), [UInt8](50..<70), try AES.GCM.Nonce(data: 1...13))
    let box = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
    func expectRefusal(
      _ key: SymmetricKey, _ nonce: [UInt8], _ data: [UInt8], _ ciphertext: [UInt8], _ tag: [UInt8]
    ) throws {
      let nonce = try AES.GCM.Nonce(data: nonce)
      let changed = try AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, truncatedTag: tag)
      #expect(throws: AESError.authenticationFailure) {
        try AES.GCM.open(changed, using: key, authenticating: data, kernel: kernel)
      }
      var text = ciphertext
      let isWhole = tag.count == 16
      #expect(throws: isWhole ? AESError.authenticationFailure : .incorrectParameterSize(.tag, byteCount: tag.count)) {
        try AES.GCM.open(inPlace: &text, tag: tag, using: key, nonce: nonce, authenticating: data)
      }
      #expect(text == (isWhole ? [UInt8](repeating: 0, count: ciphertext.count) : ciphertext))
      var decryptor = try AES.GCM.Decryptor(using: key, nonce: nonce, authenticating: data, kernel: kernel)
      try decryptor.update(ciphertext)
      let streamed = outcome(decryptor, tag)
      #expect(streamed == .failure(.authenticationFailure))
    }
    func changed(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
      var bytes = bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      return bytes
    }
    let (text, tag) = (box.ciphertext, box.tag)
    for bit in 0..<8 * text.count { try expectRefusal(key, nonce.bytes, data, changed(text, bit), tag) }
    for bit in 0..<8 * tag.count { try expectRefusal(key, nonce.bytes, data, text, changed(tag, bit)) }
    for bit in 0..<8 * data.count { try expectRefusal(key, nonce.bytes, changed(data, bit), text, tag) }
    for bit in 0..<8 * nonce.bytes.count { try expectRefusal(key, changed(nonce.bytes, bit), data, text, tag) }
    try expectRefusal(SymmetricKey(data: 1..<33), nonce.bytes, data, text, tag)
    try expectRefusal(key, nonce.bytes, [], text, tag)
    try expectRefusal(key, nonce.bytes, data, text + [0], tag)
    try expectRefusal(key, nonce.bytes, data, text.dropLast(), tag)
    try expectRefusal(key, nonce.bytes, data + [0], text, tag)
    for count in 12..<16 {
      let short = try AES.GCM.SealedBox(nonce: nonce, ciphertext: text, truncatedTag: tag[..<count])
      #expect(short.combined == nil)
      #expect(try AES.GCM.open(short, using: key, authenticating: data, kernel: kernel) == message)
      try expectRefusal(key, nonce.bytes, data, text, changed(Array(tag[..<count]), 8 * count - 1))
    }
  }

  @Test func sealedBoxes() throws {
    let box = try AES.GCM.seal([1, 2, 3], using: key)
    #expect(box.nonce.bytes.count == 12 && box.ciphertext.count == 3 && box.tag.count == 16)
    let combined = try #require(box.combined)
    #expect(try AES.GCM.SealedBox(combined: combined) == box)
    for index in combined.indices {
      var changed = combined
      changed[index] ^= 0x80
      #expect(try AES.GCM.SealedBox(combined: changed) != box, "byte \(index)")
    }
    // The same bytes, divided differently into nonce, ciphertext and tag.
    let (longer, shorter) = try (AES.GCM.Nonce(data: combined[..<13]), AES.GCM.Nonce(data: combined[..<12]))
    #expect(try AES.GCM.SealedBox(nonce: longer, ciphertext: combined[13..<15], tag: combined[15...]) != box)
    #expect(try AES.GCM.SealedBox(nonce: shorter, ciphertext: combined[12..<16], truncatedTag: combined[16...]) != box)
    #expect(try Set([box, AES.GCM.SealedBox(combined: combined)]).count == 1)
    #expect(try AES.GCM.open(AES.GCM.SealedBox(combined: AnySequence(combined)), using: key) == [1, 2, 3])
    #expect(try AES.GCM.seal([1, 2, 3], using: key).nonce != box.nonce)
    for count in 0..<28 {
      #expect(throws: AESError.incorrectParameterSize(.sealedBox, byteCount: count)) {
        try AES.GCM.SealedBox(combined: combined.prefix(count))
      }
    }
    #expect(try AES.GCM.SealedBox(combined: combined.prefix(28)).ciphertext.isEmpty)
    for count in Array(0..<16) + [17, 32] {
      let tag = [UInt8](repeating: 0, count: count)
      #expect(12..<16 ~= count || (try? AES.GCM.SealedBox(nonce: box.nonce, ciphertext: [], truncatedTag: tag)) == nil)
      #expect(throws: AESError.incorrectParameterSize(.tag, byteCount: count)) {
        try AES.GCM.SealedBox(nonce: box.nonce, ciphertext: [], tag: tag)
      }
      var text: [UInt8] = [1]
      #expect(throws: AESError.incorrectParameterSize(.tag, byteCount: count)) {
        try AES.GCM.open(inPlace: &text, tag: tag, using: key, nonce: box.nonce)
      }
      #expect(text == [1])
    }
    let other = try AES.GCM.seal([1], using: key, nonce: AES.GCM.Nonce(data: 0..<13))
    #expect(other.combined == nil)
  }

  @Test func sizes() throws {
    for count in [0, 15, 17, 31, 33] {
      let key = SymmetricKey(data: [UInt8](repeating: 0, count: count))
      #expect(throws: AESError.incorrectKeySize(byteCount: count)) { try AES.GCM.seal([], using: key) }
    }
    #expect(AES.GCM.maximumByteCount == 68_719_476_704)
    // 2^36 - 32 bytes are too many for a test, so the check is called directly.
    let message = try GCMMessage(
      using: key, nonce: AES.GCM.Nonce(), authenticating: [], expecting: 0, kernel: .portable)
    try message.checkLength(adding: 68_719_476_704)
    let refusal = Result { () throws(AESError) in try message.checkLength(adding: 68_719_476_705) }
    #expect(throws: AESError.messageTooLong) { try refusal.get() }
    // Bytes that have been processed count.
    var started = try GCMMessage(
      using: key, nonce: AES.GCM.Nonce(), authenticating: [], expecting: 0, kernel: .portable)
    var block = [UInt8](repeating: 0, count: 16)
    started.process(.encryption, inPlace: &block)
    try started.checkLength(adding: 68_719_476_688)
    let later = Result { () throws(AESError) in try started.checkLength(adding: 68_719_476_689) }
    #expect(throws: AESError.messageTooLong) { try later.get() }
  }

  /// A message over the limit is refused before memory is allocated and before a byte is read: these bytes report a
  /// larger count than they have.
  @Test func messagesBeyondTheLimit() throws {
    try [UInt8](repeating: 7, count: 16).withUnsafeBytes { bytes in
      let long = UnsafeRawBufferPointer(start: bytes.baseAddress, count: 68_719_476_705)
      #expect(throws: AESError.messageTooLong) { try AES.GCM.seal(long, using: key) }
      var encryptor = try AES.GCM.Encryptor(using: key, nonce: AES.GCM.Nonce())
      do throws(AESError) {
        _ = try encryptor.update(long)
        Issue.record("2^36 - 31 bytes")
      } catch {
        #expect(error == .messageTooLong)
      }
      let box = try AES.GCM.seal([1, 2, 3], using: key)
      var decryptor = try AES.GCM.Decryptor(using: key, nonce: box.nonce)
      try decryptor.update(box.ciphertext)
      do throws(AESError) {
        try decryptor.update(long)
        Issue.record("2^36 - 31 bytes")
      } catch {
        #expect(error == .messageTooLong)
      }
      let text = try decryptor.finalize(tag: box.tag)
      #expect(text == [1, 2, 3], "the refused piece was taken")
    }
  }

  @Test func nonces() throws {
    let nonce = try AES.GCM.Nonce(data: 1...12)
    #expect(Array(nonce) == Array(1...12) && nonce.withUnsafeBytes { Array($0) } == Array(1...12))
    #expect(AES.GCM.Nonce() != AES.GCM.Nonce())
    #expect("\(nonce)" == "0102030405060708090a0b0c")
    for count in 0..<12 {
      let bytes = [UInt8](repeating: 7, count: count)
      #expect(throws: AESError.incorrectParameterSize(.nonce, byteCount: count)) { try AES.GCM.Nonce(data: bytes) }
      guard count > 0 else { continue }
      #expect(try Array(AES.GCM.Nonce(ofAnySize: bytes)) == bytes)
    }
    #expect(throws: AESError.incorrectParameterSize(.nonce, byteCount: 0)) { try AES.GCM.Nonce(ofAnySize: []) }
    #expect(try Array(AES.GCM.Nonce(data: 0..<128)) == Array(0..<128))
  }
}
