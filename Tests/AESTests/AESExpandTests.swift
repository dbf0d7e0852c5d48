import SwiftVaultTestSupport
import Testing

@testable import AES

/// An expanded key gives the same result as the key itself, in every mode and form. Whole messages are in
/// `AESOneShotTests`, and all forms of GCM in `AESGCMTests`.
@Suite("AES: expanded keys", .firstDifference) struct AESExpandTests {
  private let message = (0..<700).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ $0 >> 8) }
  private let iv = try! AES.IV(data: 100..<116)

  private static let keys = [16, 24, 32].map { SymmetricKey(data: 1...UInt8($0)) }

  @Test("it is the same key") func equality() throws {
    for key in Self.keys {
      let expanded = try AES.expand(key)
      #expect(expanded == key && expanded.bitCount == key.bitCount)
      #expect(expanded.withUnsafeBytes { Array($0) } == key.withUnsafeBytes { Array($0) })
      #expect(Set([key]).contains(expanded))
      #expect(try AES.expand(expanded) == key)
      #expect("\(expanded)" == "SymmetricKey (redacted)")
      var dumped = ""
      dump(expanded, to: &dumped)
      #expect(dumped.count < 40, "\(dumped)")
    }
  }

  @Test("keys of other sizes are refused", arguments: [0, 1, 15, 17, 31, 33, 64]) func sizes(byteCount: Int) {
    #expect(throws: AESError.incorrectKeySize(byteCount: byteCount)) {
      try AES.expand(SymmetricKey(data: [UInt8](repeating: 1, count: byteCount)))
    }
  }

  /// A key that was expanded for one kernel, used on each of the others.
  @Test(arguments: AESKernel.available, AESKernel.available)
  func everyPairOfKernels(expansion: AESKernel, kernel: AESKernel) throws {
    for key in Self.keys {
      let expanded = try AES.expand(key, kernel: expansion)
      let nonce = try AES.GCM.Nonce(data: 1...12)
      for size in [0, 5, 16, 64, 700] {
        let text = message[..<size]
        let box = try AES.GCM.seal(text, using: key, nonce: nonce, authenticating: message[..<33], kernel: .portable)
        #expect(
          try AES.GCM.seal(text, using: expanded, nonce: nonce, authenticating: message[..<33], kernel: kernel) == box)
        #expect(try AES.GCM.open(box, using: expanded, authenticating: message[..<33], kernel: kernel) == Array(text))
        let cbc = try AES.CBC.encrypt(text, using: key, iv: iv, kernel: .portable)
        #expect(try AES.CBC.encrypt(text, using: expanded, iv: iv, kernel: kernel) == cbc)
        #expect(try AES.CBC.decrypt(cbc, using: expanded, iv: iv, kernel: kernel) == Array(text))
      }
    }
  }

  @Test("streams, CFB8, CMAC and key wrap", arguments: AESKernel.available)
  func otherForms(kernel: AESKernel) throws {
    for key in Self.keys {
      let expanded = try AES.expand(key, kernel: kernel)
      let nonce = try AES.CTR.Nonce(data: 200..<216)
      var ecb = try AES.ECB.Encryptor(using: expanded, padding: .pkcs7, kernel: kernel)
      #expect(
        try ecb.update(message) + ecb.finalize() == AES.ECB.encrypt(message, using: key, kernel: .portable))
      var cbc = try AES.CBC.Encryptor(using: expanded, iv: iv, kernel: kernel)
      let sealed = try cbc.update(message) + cbc.finalize()
      #expect(try sealed == AES.CBC.encrypt(message, using: key, iv: iv, kernel: .portable))
      var opener = try AES.CBC.Decryptor(using: expanded, iv: iv, kernel: kernel)
      #expect(try opener.update(sealed) + opener.finalize() == message)
      var ctr = try AES.CTR.Cipher(using: expanded, nonce: nonce, kernel: kernel)
      #expect(
        try ctr.update(message[..<39]) + ctr.update(message[39...])
          == AES.CTR.encrypt(message, using: key, nonce: nonce, kernel: .portable))
      let cfb8 = try AES.CFB.encrypt(message, using: key, iv: iv, segment: .bits8, kernel: .portable)
      #expect(try AES.CFB.encrypt(message, using: expanded, iv: iv, segment: .bits8, kernel: kernel) == cfb8)
      #expect(try AES.CFB.decrypt(cfb8, using: expanded, iv: iv, segment: .bits8, kernel: kernel) == message)
      var cfb = try AES.CFB.Encryptor(using: expanded, iv: iv, kernel: kernel)
      #expect(cfb.update(message) == (try AES.CFB.encrypt(message, using: key, iv: iv, kernel: .portable)))
      var ofb = try AES.OFB.Cipher(using: expanded, iv: iv, kernel: kernel)
      #expect(ofb.update(message) == (try AES.OFB.encrypt(message, using: key, iv: iv, kernel: .portable)))

      let tag = try message.withUnsafeBytes { try AES.CMAC.authenticationCode(for: $0, using: key, kernel: .portable) }
      #expect(
        try message.withUnsafeBytes { try AES.CMAC.authenticationCode(for: $0, using: expanded, kernel: kernel) } == tag
      )
      var cmac = try AES.CMAC(key: expanded, kernel: kernel)
      cmac.update(data: message)
      #expect(cmac.finalize() == tag)
      for secret in Self.keys {
        let wrapped = try AES.KeyWrap.wrap(secret, using: key, kernel: .portable)
        #expect(try AES.KeyWrap.wrap(secret, using: expanded, kernel: kernel) == wrapped)
        #expect(try AES.KeyWrap.unwrap(wrapped, using: expanded, kernel: kernel) == secret)
        let padded = try AES.KeyWrap.wrapPadded(secret, using: expanded, kernel: kernel)
        #expect(try AES.KeyWrap.unwrapPadded(padded, using: key, kernel: .portable) == secret)
      }
    }
  }

  /// A stream retains the memory of its key. Each stream here has its own key, which nothing else retains, and any
  /// reuse of that memory overwrites it.
  @Test(arguments: AESKernel.available) func streamsOutliveTheKey(kernel: AESKernel) throws {
    func key() throws -> SymmetricKey { try AES.expand(Self.keys[2], kernel: kernel) }
    func others() -> [SymmetricKey] {
      (0..<64).flatMap { _ in
        [1056, 1120, 2496, 2560].map { SymmetricKey(data: [UInt8](repeating: 0xAA, count: $0)) }
      }
    }
    let nonce = try AES.GCM.Nonce(data: 1...12)
    let box = try AES.GCM.seal(message, using: Self.keys[2], nonce: nonce, authenticating: [], kernel: .portable)
    var encryptor = try AES.GCM.Encryptor(using: key(), nonce: nonce, authenticating: [], kernel: kernel)
    var memory = others()
    let text = try encryptor.update(message)
    let tag = encryptor.finalize()
    #expect(text == box.ciphertext && tag == box.tag)

    var decryptor = try AES.GCM.Decryptor(using: key(), nonce: nonce, authenticating: [], kernel: kernel)
    memory += others()
    try decryptor.update(text)
    let opened = try decryptor.finalize(tag: tag)
    #expect(opened == message)

    let counter = try AES.CTR.Nonce(data: 200..<216)
    var ctr = try AES.CTR.Cipher(using: key(), nonce: counter, kernel: kernel)
    memory += others()
    let counted = try ctr.update(message)
    #expect(counted == (try AES.CTR.encrypt(message, using: Self.keys[2], nonce: counter, kernel: .portable)))
    withExtendedLifetime(memory) {}
  }

  @Test("many threads under one key") func threads() async throws {
    let key = try AES.expand(Self.keys[2])
    let message = message
    let expected = try AES.GCM.seal(
      message, using: Self.keys[2], nonce: .init(data: 1...12), authenticating: [], kernel: .portable)
    let areRight = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            let box = try AES.GCM.seal(message, using: key, nonce: AES.GCM.Nonce(data: 1...12))
            guard box == expected, try AES.GCM.open(box, using: key) == message else { return false }
          }
          return true
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(areRight)
  }
}
