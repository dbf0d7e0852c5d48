import AES
import SwiftVaultTestSupport
import Testing

/// The vectors of ACVP, NIST's automated validation, on every kernel. `AESMonteCarloTests` has its Monte Carlo tests.
@Suite(.firstDifference) struct AESACVPTests {
  @Test(arguments: AESKernel.available)
  func ecb(kernel: AESKernel) throws {
    try check(
      "ECB", 30, kernel,
      encrypt: { text, key, _ in
        try AES.ECB.encrypt(text, using: key, padding: .none, kernel: kernel)
      },
      decrypt: { text, key, _ in
        try AES.ECB.decrypt(text, using: key, padding: .none, kernel: kernel)
      })
  }

  @Test(arguments: AESKernel.available)
  func cbc(kernel: AESKernel) throws {
    try check(
      "CBC", 36, kernel,
      encrypt: { text, key, record in
        try AES.CBC.encrypt(text, using: key, iv: AES.IV(data: record.bytes("iv")), padding: .none, kernel: kernel)
      },
      decrypt: { text, key, record in
        try AES.CBC.decrypt(text, using: key, iv: AES.IV(data: record.bytes("iv")), padding: .none, kernel: kernel)
      })
  }

  /// The counters of some tests end in all ones, and wrap.
  @Test(arguments: AESKernel.available)
  func ctr(kernel: AESKernel) throws {
    try check(
      "CTR", 48, kernel,
      encrypt: { text, key, record in
        try AES.CTR.encrypt(text, using: key, nonce: AES.CTR.Nonce(data: record.bytes("iv")), kernel: kernel)
      },
      decrypt: { text, key, record in
        try AES.CTR.decrypt(text, using: key, nonce: AES.CTR.Nonce(data: record.bytes("iv")), kernel: kernel)
      })
  }

  @Test(arguments: AESKernel.available)
  func keyWrap(kernel: AESKernel) throws {
    try check(
      "KW", 30, kernel,
      encrypt: { text, key, _ in
        try AES.KeyWrap.wrap(SymmetricKey(data: text), using: key, kernel: kernel)
      },
      decrypt: { text, key, _ in
        try AES.KeyWrap.unwrap(text, using: key, kernel: kernel).withUnsafeBytes { Array($0) }
      })
    try check(
      "KWP", 24, kernel,
      encrypt: { text, key, _ in
        try AES.KeyWrap.wrapPadded(SymmetricKey(data: text), using: key, kernel: kernel)
      },
      decrypt: { text, key, _ in
        try AES.KeyWrap.unwrapPadded(text, using: key, kernel: kernel).withUnsafeBytes { Array($0) }
      })
  }

  /// A tag below 12 bytes, which `SealedBox` refuses, is compared with what is sealed. Its text is found by counter
  /// mode: each nonce has 12 bytes.
  @Test(arguments: AESKernel.available, [("GCM", 42), ("GMAC", 630)])
  func gcm(kernel: AESKernel, source: (name: String, count: Int)) throws {
    let file = try VectorFile("ACVP/AES-\(source.name).txt", expecting: source.count)
    for record in file.records {
      let key = SymmetricKey(data: try record.bytes("key"))
      let nonce = try AES.GCM.Nonce(data: record.bytes("iv"))
      let (data, ciphertext, tag) = (try record.bytes("aad"), try record.bytes("ct"), try record.bytes("tag"))
      let counter = try AES.CTR.Nonce(data: record.bytes("iv") + [0, 0, 0, 2])
      let message = try AES.CTR.decrypt(ciphertext, using: key, nonce: counter, kernel: kernel)
      if !record.has("FAIL") { #expect(try message == record.bytes("pt"), "\(record.place)") }
      let sealed = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      #expect(sealed.ciphertext == ciphertext, "\(record.place)")
      #expect(sealed.tag.prefix(tag.count).elementsEqual(tag) != record.has("FAIL"), "\(record.place)")
      if tag.count >= 12 {
        let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, truncatedTag: tag)
        let opened = try? AES.GCM.open(box, using: key, authenticating: data, kernel: kernel)
        #expect(opened == (record.has("FAIL") ? nil : message), "\(record.place)")
      }
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available)
  func cmac(kernel: AESKernel) throws {
    let file = try VectorFile("ACVP/AES-CMAC.txt", expecting: 36)
    for record in file.records {
      let (key, tag) = (SymmetricKey(data: try record.bytes("key")), try record.bytes("mac"))
      var function = try AES.CMAC(key: key, outputSize: tag.count, kernel: kernel)
      function.update(data: try record.bytes("message"))
      #expect((Array(function.finalize()) == tag) != record.has("FAIL"), "\(record.place)")
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  private typealias Function = ([UInt8], SymmetricKey, VectorRecord) throws -> [UInt8]

  /// Each text both ways. One with FAIL must be refused.
  private func check(
    _ mode: String, _ count: Int, _ kernel: AESKernel, encrypt: Function, decrypt: Function
  ) throws {
    let file = try VectorFile("ACVP/AES-\(mode).txt", expecting: count)
    for record in file.records {
      let (key, ciphertext) = (SymmetricKey(data: try record.bytes("key")), try record.bytes("ct"))
      if record.has("FAIL") {
        #expect(throws: AESError.unwrapFailure, "\(record.place)") { try decrypt(ciphertext, key, record) }
      } else {
        let plaintext = try record.bytes("pt")
        #expect(try encrypt(plaintext, key, record) == ciphertext, "\(record.place)")
        #expect(try decrypt(ciphertext, key, record) == plaintext, "\(record.place)")
      }
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }
}
