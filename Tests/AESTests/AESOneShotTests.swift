import SwiftVaultTestSupport
import Testing

@testable import AES

/// Messages in one call, on every kernel, compared with the portable one. Some kernels have a separate path for short
/// messages, so the sizes lie around its limits, and around those of a block and of the registers. An expanded key
/// takes another path.
@Suite(.firstDifference) struct AESOneShotTests {
  private static let sizes =
    Array(0...130) + [191, 192, 193, 239, 240, 241, 255, 256, 257, 272, 320, 448, 511, 512, 513, 528, 575, 576, 577]
    + [640, 768, 1000, 1024]
  private static let largeSizes = [1025, 2047, 2048, 2049, 4080, 4081, 4095, 4096, 4097, 4112]

  private let iv = try! AES.IV(data: (0..<16).map { UInt8(truncatingIfNeeded: 29 &* $0 ^ 0xF0) })
  private let message = (0..<4112).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ $0 >> 8) }

  private func key(_ byteCount: Int) -> SymmetricKey {
    SymmetricKey(data: (0..<UInt8(byteCount)).map { $0 &* 37 &+ 5 })
  }

  @Test(arguments: AESKernel.available, [16, 24, 32])
  func modesWithPadding(kernel: AESKernel, keyByteCount: Int) throws {
    let key = key(keyByteCount)
    let expandedKey = try AES.expand(key, kernel: kernel)
    for size in Self.sizes + Self.largeSizes {
      for padding in AES.Padding.allCases where padding != .none || size & 15 == 0 {
        let text = message[..<size]
        let ecb = try AES.ECB.encrypt(text, using: key, padding: padding, kernel: .portable)
        #expect(try AES.ECB.encrypt(text, using: key, padding: padding, kernel: kernel) == ecb)
        #expect(try AES.ECB.encrypt(text, using: expandedKey, padding: padding, kernel: kernel) == ecb)
        let cbc = try AES.CBC.encrypt(text, using: key, iv: iv, padding: padding, kernel: .portable)
        #expect(try AES.CBC.encrypt(text, using: key, iv: iv, padding: padding, kernel: kernel) == cbc)
        #expect(try AES.CBC.encrypt(text, using: expandedKey, iv: iv, padding: padding, kernel: kernel) == cbc)
        // Zero padding loses the zeros at the end of a message.
        let plain = try AES.CBC.decrypt(cbc, using: key, iv: iv, padding: padding, kernel: .portable)
        if padding != .zero { #expect(plain == Array(text)) }
        #expect(try AES.CBC.decrypt(cbc, using: key, iv: iv, padding: padding, kernel: kernel) == plain)
        #expect(try AES.CBC.decrypt(cbc, using: expandedKey, iv: iv, padding: padding, kernel: kernel) == plain)
        #expect(try AES.ECB.decrypt(ecb, using: key, padding: padding, kernel: kernel) == plain)
        #expect(try AES.ECB.decrypt(ecb, using: expandedKey, padding: padding, kernel: kernel) == plain)
      }
    }
  }

  @Test(arguments: AESKernel.available, [16, 24, 32])
  func modesWithoutPadding(kernel: AESKernel, keyByteCount: Int) throws {
    let key = key(keyByteCount)
    let expandedKey = try AES.expand(key, kernel: kernel)
    for size in Self.sizes + Self.largeSizes {
      let text = Array(message[..<size])
      let cfb = try AES.CFB.encrypt(text, using: key, iv: iv, kernel: .portable)
      #expect(try AES.CFB.encrypt(text, using: key, iv: iv, kernel: kernel) == cfb)
      #expect(try AES.CFB.encrypt(text, using: expandedKey, iv: iv, kernel: kernel) == cfb)
      #expect(try AES.CFB.decrypt(cfb, using: key, iv: iv, kernel: kernel) == text)
      #expect(try AES.CFB.decrypt(cfb, using: expandedKey, iv: iv, kernel: kernel) == text)
      let ofb = try AES.OFB.encrypt(text, using: key, iv: iv, kernel: .portable)
      #expect(try AES.OFB.encrypt(text, using: key, iv: iv, kernel: kernel) == ofb)
      #expect(try AES.OFB.encrypt(text, using: expandedKey, iv: iv, kernel: kernel) == ofb)
      #expect(try AES.OFB.decrypt(ofb, using: key, iv: iv, kernel: kernel) == text)
      #expect(try AES.OFB.decrypt(ofb, using: expandedKey, iv: iv, kernel: kernel) == text)
    }
  }

  /// The counter carries into its high half before, within and after the message, and out of it.
  @Test(arguments: AESKernel.available, [16, 24, 32])
  func counterWithACarry(kernel: AESKernel, keyByteCount: Int) throws {
    let key = key(keyByteCount)
    let expandedKey = try AES.expand(key, kernel: kernel)
    let high: [[UInt8]] = [Array(1...8), Array(repeating: 0xFF, count: 8)]
    for size in Self.sizes + Self.largeSizes {
      for (high, left) in high.flatMap({ high in [0, 1, 2, 3, 5, 9, 17, 18, 100].map { (high, UInt8($0)) } }) {
        let low = Array(repeating: 0xFF, count: 7) + [0xFF - left]
        let nonce = try AES.CTR.Nonce(data: high + low)
        let text = message[..<size]
        let expected = try AES.CTR.encrypt(text, using: key, nonce: nonce, kernel: .portable)
        #expect(try AES.CTR.encrypt(text, using: key, nonce: nonce, kernel: kernel) == expected)
        #expect(try AES.CTR.encrypt(text, using: expandedKey, nonce: nonce, kernel: kernel) == expected)
      }
    }
  }

  /// Blocks that other blocks need are read before they are overwritten. As in apps, on the best kernel, or on that
  /// which a key was expanded for.
  @Test(arguments: [16, 24, 32]) func inPlace(keyByteCount: Int) throws {
    let plainKey = key(keyByteCount)
    let keys = try [plainKey] + AESKernel.available.map { try AES.expand(plainKey, kernel: $0) }
    #expect(keys.map { AESKernel.best(for: $0) } == [.best] + AESKernel.available)
    let nonce = try AES.CTR.Nonce(data: Array(iv))
    for (key, size) in keys.flatMap({ key in (Self.sizes + Self.largeSizes).map { (key, $0) } }) {
      let text = Array(message[..<size])
      var bytes = text
      try AES.ECB.encrypt(inPlace: &bytes, using: key)
      #expect(try bytes == AES.ECB.encrypt(text, using: key, kernel: .portable))
      try AES.ECB.decrypt(inPlace: &bytes, using: key)
      #expect(bytes == text)
      try AES.CBC.encrypt(inPlace: &bytes, using: key, iv: iv)
      #expect(try bytes == AES.CBC.encrypt(text, using: key, iv: iv, kernel: .portable))
      try AES.CBC.decrypt(inPlace: &bytes, using: key, iv: iv)
      #expect(bytes == text)
      try AES.CFB.encrypt(inPlace: &bytes, using: key, iv: iv)
      #expect(try bytes == AES.CFB.encrypt(text, using: key, iv: iv, kernel: .portable))
      try AES.CFB.decrypt(inPlace: &bytes, using: key, iv: iv)
      #expect(bytes == text)
      try AES.OFB.encrypt(inPlace: &bytes, using: key, iv: iv)
      #expect(try bytes == AES.OFB.encrypt(text, using: key, iv: iv, kernel: .portable))
      try AES.CTR.encrypt(inPlace: &bytes, using: key, nonce: nonce)
      let twice = try AES.OFB.encrypt(text, using: key, iv: iv, kernel: .portable)
      #expect(try bytes == AES.CTR.encrypt(twice, using: key, nonce: nonce, kernel: .portable))
    }
  }

  @Test(arguments: AESKernel.available, [16, 24, 32])
  func gcm(kernel: AESKernel, keyByteCount: Int) throws {
    let key = key(keyByteCount)
    let expandedKey = try AES.expand(key, kernel: kernel)
    let nonces = try [12, 13].map { try AES.GCM.Nonce(data: message[..<$0]) }
    for size in Self.sizes + [703, 704, 960, 1008, 1023, 1025, 1040, 1984, 2047, 2048, 2049, 2064] {
      for dataSize in [0, 1, 16, 17, 48, 63, 64, 65, 127, 128, 129, 192, 200, 1024, 1025] {
        let (text, data) = (message[..<size], message[..<dataSize])
        for nonce in nonces {
          let expected = try AES.GCM.seal(text, using: key, nonce: nonce, authenticating: data, kernel: .portable)
          let box = try AES.GCM.seal(text, using: key, nonce: nonce, authenticating: data, kernel: kernel)
          #expect(box == expected)
          #expect(
            try AES.GCM.seal(text, using: expandedKey, nonce: nonce, authenticating: data, kernel: kernel) == expected)
          #expect(try AES.GCM.open(box, using: key, authenticating: data, kernel: kernel) == Array(text))
          #expect(try AES.GCM.open(box, using: expandedKey, authenticating: data, kernel: kernel) == Array(text))
        }
      }
    }
  }
}
