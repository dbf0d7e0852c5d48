import AES
import SwiftVaultTestSupport
import Testing

/// Every padding, and every input that must be refused.
@Suite("AES: padding and errors", .firstDifference)
struct AESPaddingTests {
  static let key = SymmetricKey(data: (0..<16).map(UInt8.init))
  static let ivBytes = [UInt8](16..<32)

  @Test("Every length is padded as its scheme says, and comes back", arguments: AES.Padding.allCases)
  func roundTrips(padding: AES.Padding) throws {
    let iv = try AES.IV(data: Self.ivBytes)
    for byteCount in 0...48 where padding != .none || byteCount % 16 == 0 {
      // The data ends in bytes that look like padding. Zero padding cannot tell zeros from its own, so it is excluded.
      for filler in [UInt8(0x80), 1, 0] where padding != .zero || filler != 0 {
        let data = [UInt8](repeating: filler, count: byteCount)
        let expected = padded(data, padding)
        let ecb = try AES.ECB.encrypt(data, using: Self.key, padding: padding)
        let cbc = try AES.CBC.encrypt(data, using: Self.key, iv: iv, padding: padding)
        #expect(try AES.ECB.decrypt(ecb, using: Self.key, padding: .none) == expected)
        #expect(try AES.CBC.decrypt(cbc, using: Self.key, iv: iv, padding: .none) == expected)
        #expect(try AES.ECB.decrypt(ecb, using: Self.key, padding: padding) == data)
        #expect(try AES.CBC.decrypt(cbc, using: Self.key, iv: iv, padding: padding) == data)

        var encryptor = try AES.CBC.Encryptor(using: Self.key, iv: iv, padding: padding)
        #expect(try encryptor.update(data) + encryptor.finalize() == cbc)
        var decryptor = try AES.CBC.Decryptor(using: Self.key, iv: iv, padding: padding)
        #expect(try decryptor.update(cbc) + decryptor.finalize() == data)
      }
    }
  }

  @Test("An empty message may have no address")
  func noAddress() throws {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    let iv = try AES.IV(data: Self.ivBytes)
    for padding in AES.Padding.allCases {
      #expect(
        try AES.ECB.encrypt(nothing, using: Self.key, padding: padding)
          == AES.ECB.encrypt([UInt8](), using: Self.key, padding: padding))
      let ciphertext = try AES.CBC.encrypt(nothing, using: Self.key, iv: iv, padding: padding)
      #expect(ciphertext.count == (padding == .none || padding == .zero ? 0 : 16))
      #expect(try AES.CBC.decrypt(ciphertext, using: Self.key, iv: iv, padding: padding) == [])
      var message: [UInt8] = []
      try AES.CBC.encrypt(inPlace: &message, using: Self.key, iv: iv, padding: padding)
      #expect(message == ciphertext)
      try AES.CBC.decrypt(inPlace: &message, using: Self.key, iv: iv, padding: padding)
      #expect(message == [])
    }
    #expect(try AES.ECB.decrypt(nothing, using: Self.key, padding: .none) == [])
    let nonce = try AES.CTR.Nonce(data: Self.ivBytes)
    #expect(try AES.CTR.encrypt(nothing, using: Self.key, nonce: nonce) == [])
    #expect(try AES.CFB.encrypt(nothing, using: Self.key, iv: iv) == [])
    #expect(try AES.CFB.decrypt(nothing, using: Self.key, iv: iv) == [])
    #expect(try AES.OFB.encrypt(nothing, using: Self.key, iv: iv) == [])
  }

  @Test("Zero padding loses zeros at the end of the last block, and never more than 15")
  func zeroPaddingIsAmbiguous() throws {
    let data = [UInt8](repeating: 7, count: 16) + [UInt8](repeating: 0, count: 16)
    let ciphertext = try AES.ECB.encrypt(data, using: Self.key, padding: .zero)
    #expect(ciphertext.count == 32)
    #expect(try AES.ECB.decrypt(ciphertext, using: Self.key, padding: .zero) == Array(data.prefix(17)))
  }

  @Test("PKCS #7: a last byte that cannot be a count is refused", arguments: [UInt8(0), 17, 32, 200, 255])
  func wrongCount(last: UInt8) throws {
    // Every byte equals the last one, so a check of the inner bytes alone would pass.
    try expectRefusal([UInt8](repeating: last, count: 16), .pkcs7)
    try expectRefusal([UInt8](repeating: last, count: 32), .pkcs7)
    try expectRefusal([UInt8](repeating: 0, count: 15) + [last], .ansiX923)
  }

  @Test(
    "PKCS #7 and ANSI X9.23: a wrong byte at any place of the padding is refused, before it none", arguments: 1...16)
  func wrongInnerByte(count: Int) throws {
    for padding in [AES.Padding.pkcs7, .ansiX923] {
      let message = [UInt8](repeating: 0x33, count: 32 - count)
      let block = padded(message, padding)
      for place in 16..<31 {
        for difference in [UInt8(1), 0x80] {
          var changed = block
          changed[place] ^= difference
          if place >= 32 - count {
            try expectRefusal(changed, padding)
          } else {
            let ciphertext = try AES.ECB.encrypt(changed, using: Self.key, padding: .none)
            let expected = Array(changed.prefix(32 - count))
            #expect(try AES.ECB.decrypt(ciphertext, using: Self.key, padding: padding) == expected)
          }
        }
      }
    }
  }

  @Test("ISO/IEC 7816-4: a block without its mark, or with anything but zeros behind it, is refused")
  func wrongMark() throws {
    try expectRefusal([UInt8](repeating: 0, count: 16), .iso7816_4)
    try expectRefusal([0x80] + [UInt8](repeating: 0, count: 31), .iso7816_4)
    for place in 0..<16 {
      var block = [UInt8](repeating: 0, count: 16)
      block[place] = 0x80
      for wrong in place + 1..<max(16, place + 1) {
        var changed = block
        changed[wrong] = 0x01
        try expectRefusal(changed, .iso7816_4)
      }
      block[place] = 0x81
      try expectRefusal(block, .iso7816_4)
    }
  }

  /// Encrypts a padded message and expects decryption to refuse it: in one shot, in place and as a stream.
  private func expectRefusal(_ plaintext: [UInt8], _ padding: AES.Padding) throws {
    let iv = try AES.IV(data: Self.ivBytes)
    let ecb = try AES.ECB.encrypt(plaintext, using: Self.key, padding: .none)
    let cbc = try AES.CBC.encrypt(plaintext, using: Self.key, iv: iv, padding: .none)
    #expect(throws: AESError.invalidPadding, "\(plaintext)") {
      try AES.ECB.decrypt(ecb, using: Self.key, padding: padding)
    }
    #expect(throws: AESError.invalidPadding, "\(plaintext)") {
      try AES.CBC.decrypt(cbc, using: Self.key, iv: iv, padding: padding)
    }
    var message = cbc
    #expect(throws: AESError.invalidPadding) {
      try AES.CBC.decrypt(inPlace: &message, using: Self.key, iv: iv, padding: padding)
    }
    #expect(message.isEmpty)
    var decryptor = try AES.CBC.Decryptor(using: Self.key, iv: iv, padding: padding)
    #expect(decryptor.update(cbc) == Array(plaintext.dropLast(16)))
    #expect(throws: AESError.invalidPadding) { try decryptor.finalize() }
  }
}

// MARK: - Lengths

extension AESPaddingTests {
  @Test("Keys of other than 16, 24 or 32 bytes are refused", arguments: [0, 1, 8, 15, 17, 23, 25, 31, 33, 64])
  func wrongKeyLength(count: Int) throws {
    let key = SymmetricKey(data: [UInt8](repeating: 1, count: count))
    let iv = AES.IV()
    let nonce = AES.CTR.Nonce()
    let error = AESError.incorrectKeySize(byteCount: count)
    let data = [UInt8](repeating: 0, count: 16)
    #expect(throws: error) { try AES.ECB.encrypt(data, using: key) }
    #expect(throws: error) { try AES.ECB.decrypt(data, using: key) }
    #expect(throws: error) { try AES.CBC.encrypt(data, using: key, iv: iv) }
    #expect(throws: error) { try AES.CBC.decrypt(data, using: key, iv: iv) }
    #expect(throws: error) { try AES.CTR.encrypt(data, using: key, nonce: nonce) }
    #expect(throws: error) { try AES.ECB.Encryptor(using: key) }
    #expect(throws: error) { try AES.ECB.Decryptor(using: key) }
    #expect(throws: error) { try AES.CBC.Encryptor(using: key, iv: iv) }
    #expect(throws: error) { try AES.CBC.Decryptor(using: key, iv: iv) }
    #expect(throws: error) { try AES.CTR.Cipher(using: key, nonce: nonce) }
    #expect(error.description.contains(count == 1 ? "1 byte;" : "\(count) bytes;"))
  }

  @Test("IVs of other than 16 bytes are refused, and nonces of other than 12 or 16", arguments: 0...33)
  func wrongIVLength(count: Int) throws {
    let bytes = [UInt8](1...40).prefix(count)
    if count == 16 {
      #expect(try AES.IV(data: bytes).bytes == Array(bytes) && AES.IV(data: bytes).bytes == Array(bytes))
    } else {
      #expect(throws: AESError.incorrectParameterSize(.iv, byteCount: count)) { try AES.IV(data: bytes) }
      #expect(throws: AESError.incorrectParameterSize(.iv, byteCount: count)) { try AES.IV(data: bytes) }
    }
    if count == 16 || count == 12 {
      let whole = bytes + [UInt8](repeating: 0, count: 16 - count)
      let nonces = try [AES.CTR.Nonce(data: AnySequence(bytes)), AES.CTR.Nonce(data: bytes)]
      for nonce in nonces { #expect(nonce.bytes == Array(whole)) }
    } else {
      #expect(throws: AESError.incorrectParameterSize(.counter, byteCount: count)) { try AES.CTR.Nonce(data: bytes) }
      #expect(throws: AESError.incorrectParameterSize(.counter, byteCount: count)) { try AES.CTR.Nonce(data: bytes) }
    }
  }

  @Test("IVs and nonces are sequences of their bytes")
  func sequences() throws {
    let bytes = [UInt8](100..<116)
    let (iv, nonce) = try (AES.IV(data: bytes), AES.CTR.Nonce(data: bytes))
    #expect(Array(iv) == bytes && Array(nonce) == bytes)
    #expect(iv.withUnsafeBytes { Array($0) } == bytes && nonce.withUnsafeBytes { Array($0) } == bytes)
    #expect(try AES.IV(data: nonce) == iv && AES.CTR.Nonce(data: iv) == nonce)
    #expect(try Set([iv, AES.IV(data: bytes)]).count == 1)
  }

  @Test("Without an IV or a nonce, each encryption takes a new one and returns it")
  func randomByDefault() throws {
    let (key, message) = (SymmetricKey(data: 0..<32), [UInt8](0..<40))
    var used: Set<[UInt8]> = []
    for _ in 0..<20 {
      let (iv, ciphertext) = try AES.CBC.encrypt(message, using: key)
      #expect(try AES.CBC.encrypt(message, using: key, iv: iv) == ciphertext)
      #expect(try AES.CBC.decrypt(ciphertext, using: key, iv: iv) == message)
      let (nonce, stream) = try AES.CTR.encrypt(message, using: key)
      #expect(try AES.CTR.decrypt(stream, using: key, nonce: nonce) == message && stream != message)
      used.formUnion([iv.bytes, nonce.bytes])
    }
    #expect(used.count == 40)
    let whole = try AES.CBC.encrypt(message[..<32], using: key, padding: .none)
    #expect(try AES.CBC.decrypt(whole.ciphertext, using: key, iv: whole.iv, padding: .none) == Array(message[..<32]))
    #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: 40)) {
      try AES.CBC.encrypt(message, using: key, padding: .none)
    }
    let short = SymmetricKey(data: [1])
    #expect(throws: AESError.incorrectKeySize(byteCount: 1)) { try AES.CBC.encrypt(message, using: short) }
    #expect(throws: AESError.incorrectKeySize(byteCount: 1)) { try AES.CTR.encrypt(message, using: short) }
  }

  @Test("Random IVs and nonces differ, and show their bytes")
  func randomIVs() throws {
    #expect(AES.IV().bytes != AES.IV().bytes)
    #expect(AES.CTR.Nonce().bytes != AES.CTR.Nonce().bytes)
    #expect(try AES.IV(data: Self.ivBytes).bytes == Self.ivBytes)
    #expect(try AES.CTR.Nonce(data: Self.ivBytes).bytes == Self.ivBytes)
  }

  @Test("Without padding only whole blocks are encrypted", arguments: [1, 15, 17, 31, 33])
  func unalignedPlaintext(count: Int) throws {
    let data = [UInt8](repeating: 0, count: count)
    let error = AESError.incorrectParameterSize(.blocks, byteCount: count)
    let iv = AES.IV()
    #expect(throws: error) { try AES.ECB.encrypt(data, using: Self.key, padding: .none) }
    #expect(throws: error) { try AES.CBC.encrypt(data, using: Self.key, iv: iv, padding: .none) }
    var encryptor = try AES.CBC.Encryptor(using: Self.key, iv: iv, padding: .none)
    _ = encryptor.update(data)
    #expect(throws: error) { try encryptor.finalize() }
    #expect(error.description.contains(count == 1 ? "1 byte;" : "\(count) bytes;"))
  }

  @Test("Only whole blocks are decrypted, whatever the padding", arguments: AES.Padding.allCases)
  func unalignedCiphertext(padding: AES.Padding) throws {
    let iv = AES.IV()
    for count in [1, 15, 17, 31, 33] {
      let data = [UInt8](repeating: 0, count: count)
      let error = AESError.incorrectParameterSize(.blocks, byteCount: count)
      #expect(throws: error) { try AES.ECB.decrypt(data, using: Self.key, padding: padding) }
      #expect(throws: error) { try AES.CBC.decrypt(data, using: Self.key, iv: iv, padding: padding) }
      var decryptor = try AES.CBC.Decryptor(using: Self.key, iv: iv, padding: padding)
      _ = decryptor.update(data)
      #expect(throws: error) { try decryptor.finalize() }
    }
  }

  @Test(
    "An empty ciphertext is an empty message only where padding adds nothing to one", arguments: AES.Padding.allCases)
  func emptyCiphertext(padding: AES.Padding) throws {
    var decryptor = try AES.ECB.Decryptor(using: Self.key, padding: padding)
    switch padding {
    case .none, .zero:
      #expect(try AES.ECB.decrypt([], using: Self.key, padding: padding).isEmpty)
      #expect(try decryptor.finalize().isEmpty)
    case .pkcs7, .ansiX923, .iso7816_4:
      #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: 0)) {
        try AES.ECB.decrypt([], using: Self.key, padding: padding)
      }
      #expect(throws: AESError.incorrectParameterSize(.blocks, byteCount: 0)) { try decryptor.finalize() }
    }
  }
}
