import AES
import SwiftVaultTestSupport
import Testing

/// Wycheproof's vectors of CBC, CMAC and key wrap, on every kernel. Tests/Vectors/SOURCES.md states the rule for
/// results other than `valid`.
@Suite(.firstDifference) struct AESWycheproofTests {
  /// Decryption takes each valid text and refuses each invalid one, and encryption gives the valid ones.
  @Test(arguments: AESKernel.available)
  func cbc(kernel: AESKernel) throws {
    try check("aes_cbc_pkcs5", (total: 183, refused: 111), kernel) { record in
      let key = SymmetricKey(data: try record.bytes("key"))
      let (iv, message) = (try AES.IV(data: record.bytes("iv")), try record.bytes("msg"))
      let ciphertext = try record.bytes("ct")
      let opened: [UInt8]
      do throws(AESError) {
        opened = try AES.CBC.decrypt(ciphertext, using: key, iv: iv, kernel: kernel)
      } catch {
        #expect(error == (ciphertext.isEmpty ? .incorrectParameterSize(.blocks, byteCount: 0) : .invalidPadding))
        return false
      }
      return try opened == message && AES.CBC.encrypt(message, using: key, iv: iv, kernel: kernel) == ciphertext
    }
  }

  /// Five tests have a key of another size, which is refused.
  @Test(arguments: AESKernel.available)
  func cmac(kernel: AESKernel) throws {
    try check("aes_cmac", (total: 311, refused: 248), kernel) { record in
      let key = SymmetricKey(data: try record.bytes("key"))
      let tag = try record.bytes("tag")
      guard try record.text("flags") != "InvalidKeySize" else {
        #expect(throws: AESError.incorrectKeySize(byteCount: key.bitCount / 8)) {
          try AES.CMAC(key: key, kernel: kernel)
        }
        return false
      }
      var function = try AES.CMAC(key: key, kernel: kernel)
      function.update(data: try record.bytes("msg"))
      return Array(function.finalize()).starts(with: tag)
    }
  }

  /// Unwrapping takes each valid key and refuses all others, and wrapping gives the valid ones. The three results
  /// `acceptable` are keys of 8 bytes, which RFC 3394 does not have: they are refused.
  @Test(arguments: AESKernel.available)
  func keyWrap(kernel: AESKernel) throws {
    try check("aes_wrap", (total: 165, refused: 129), kernel) { record in
      try Self.unwraps(record) {
        (try AES.KeyWrap.unwrap($0, using: $1, kernel: kernel), try AES.KeyWrap.wrap($2, using: $1, kernel: kernel))
      }
    }
  }

  @Test(arguments: AESKernel.available)
  func keyWrapWithPadding(kernel: AESKernel) throws {
    try check("aes_kwp", (total: 254, refused: 177), kernel) { record in
      try Self.unwraps(record) {
        (
          try AES.KeyWrap.unwrapPadded($0, using: $1, kernel: kernel),
          try AES.KeyWrap.wrapPadded($2, using: $1, kernel: kernel)
        )
      }
    }
  }

  /// Whether the wrapped key is unwrapped to the key, and the key is wrapped to it.
  private static func unwraps(
    _ record: VectorRecord,
    _ process: ([UInt8], SymmetricKey, SymmetricKey) throws -> (key: SymmetricKey, wrapped: [UInt8])
  ) throws -> Bool {
    let (kek, key) = (SymmetricKey(data: try record.bytes("key")), SymmetricKey(data: try record.bytes("msg")))
    let wrapped = try record.bytes("ct")
    guard let result = try? process(wrapped, kek, key) else { return false }
    return result == (key, wrapped)
  }

  /// Compares the result of each test with what `accepts` says, and counts the tests that are to be refused.
  private func check(
    _ name: String, _ counts: (total: Int, refused: Int), _ kernel: AESKernel, accepts: (VectorRecord) throws -> Bool
  ) throws {
    let file = try VectorFile("Wycheproof/\(name).txt", expecting: counts.total)
    var refused = 0
    for record in file.records {
      let isValid = try record.text("result") == "valid"
      #expect(try accepts(record) == isValid, "\(record.place)")
      if !isValid { refused += 1 }
    }
    #expect(refused == counts.refused)
    try file.report(file.records.count, kernel: kernel.rawValue)
  }
}
