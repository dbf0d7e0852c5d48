import SwiftVault

extension CipherMode {
  /// Every mode in every form. A new one is one entry.
  package static let all: [CipherMode] = [ecb, cbc, ctr, cfb(.bits128), cfb(.bits8), ofb, gcm].flatMap { $0 }

  private static let ecb =
    [
      CipherMode(
        "ECB", .once, encrypt: { [try AES.ECB.encrypt($0, using: $1, padding: $2.padding, kernel: $2.kernel)] },
        decrypt: { [try AES.ECB.decrypt($0, using: $1, padding: $2.padding, kernel: $2.kernel)] }),
      CipherMode(
        "ECB", .inPlace, encrypt: inPlace { try AES.ECB.encrypt(inPlace: &$0, using: $1, padding: $2.padding) },
        decrypt: inPlace { try AES.ECB.decrypt(inPlace: &$0, using: $1, padding: $2.padding) }),
      CipherMode(
        "ECB", .inSpan, encrypt: inSpan { span, key, _ in try AES.ECB.encrypt(inPlace: &span, using: key) },
        decrypt: inSpan { span, key, _ in try AES.ECB.decrypt(inPlace: &span, using: key) }),
    ]
    + streams(
      "ECB", { try AES.ECB.Encryptor(using: $0, padding: $1.padding, kernel: $1.kernel) },
      { try AES.ECB.Decryptor(using: $0, padding: $1.padding, kernel: $1.kernel) })

  private static let cbc =
    [
      CipherMode(
        "CBC", .once,
        encrypt: { [try AES.CBC.encrypt($0, using: $1, iv: $2.iv, padding: $2.padding, kernel: $2.kernel)] },
        decrypt: { [try AES.CBC.decrypt($0, using: $1, iv: $2.iv, padding: $2.padding, kernel: $2.kernel)] }),
      CipherMode(
        "CBC", .inPlace,
        encrypt: inPlace { try AES.CBC.encrypt(inPlace: &$0, using: $1, iv: $2.iv, padding: $2.padding) },
        decrypt: inPlace { try AES.CBC.decrypt(inPlace: &$0, using: $1, iv: $2.iv, padding: $2.padding) }),
      CipherMode(
        "CBC", .inSpan, encrypt: inSpan { try AES.CBC.encrypt(inPlace: &$0, using: $1, iv: $2.iv) },
        decrypt: inSpan { try AES.CBC.decrypt(inPlace: &$0, using: $1, iv: $2.iv) }),
    ]
    + streams(
      "CBC", { try AES.CBC.Encryptor(using: $0, iv: $1.iv, padding: $1.padding, kernel: $1.kernel) },
      { try AES.CBC.Decryptor(using: $0, iv: $1.iv, padding: $1.padding, kernel: $1.kernel) })

  private static let ctr =
    [
      CipherMode(
        "CTR", .once, encrypt: { [try AES.CTR.encrypt($0, using: $1, nonce: $2.counter, kernel: $2.kernel)] },
        decrypt: { [try AES.CTR.decrypt($0, using: $1, nonce: $2.counter, kernel: $2.kernel)] }),
      CipherMode(
        "CTR", .inPlace, encrypt: inPlace { try AES.CTR.encrypt(inPlace: &$0, using: $1, nonce: $2.counter) },
        decrypt: inPlace { try AES.CTR.decrypt(inPlace: &$0, using: $1, nonce: $2.counter) }),
      CipherMode(
        "CTR", .inSpan, encrypt: inSpan { try AES.CTR.encrypt(inPlace: &$0, using: $1, nonce: $2.counter) },
        decrypt: inSpan { try AES.CTR.decrypt(inPlace: &$0, using: $1, nonce: $2.counter) }),
    ] + streams("CTR", counted, counted)

  @Sendable
  private static func counted(_ key: SymmetricKey, _ setting: CipherSetting) throws -> AES.CTR.Cipher {
    var cipher = try AES.CTR.Cipher(using: key, nonce: setting.counter, kernel: setting.kernel)
    cipher.seek(to: setting.start)
    return cipher
  }

  private static func cfb(_ segment: AES.CFB.SegmentSize) -> [CipherMode] {
    let name = "CFB\(segment.rawValue)"
    return [
      CipherMode(
        name, .once,
        encrypt: { [try AES.CFB.encrypt($0, using: $1, iv: $2.iv, segment: segment, kernel: $2.kernel)] },
        decrypt: { [try AES.CFB.decrypt($0, using: $1, iv: $2.iv, segment: segment, kernel: $2.kernel)] }),
      CipherMode(
        name, .inPlace, encrypt: inPlace { try AES.CFB.encrypt(inPlace: &$0, using: $1, iv: $2.iv, segment: segment) },
        decrypt: inPlace { try AES.CFB.decrypt(inPlace: &$0, using: $1, iv: $2.iv, segment: segment) }),
      CipherMode(
        name, .inSpan, encrypt: inSpan { try AES.CFB.encrypt(inPlace: &$0, using: $1, iv: $2.iv, segment: segment) },
        decrypt: inSpan { try AES.CFB.decrypt(inPlace: &$0, using: $1, iv: $2.iv, segment: segment) }),
    ]
      + streams(
        name, { try AES.CFB.Encryptor(using: $0, iv: $1.iv, segment: segment, kernel: $1.kernel) },
        { try AES.CFB.Decryptor(using: $0, iv: $1.iv, segment: segment, kernel: $1.kernel) })
  }

  private static let ofb =
    [
      CipherMode(
        "OFB", .once, encrypt: { [try AES.OFB.encrypt($0, using: $1, iv: $2.iv, kernel: $2.kernel)] },
        decrypt: { [try AES.OFB.decrypt($0, using: $1, iv: $2.iv, kernel: $2.kernel)] }),
      CipherMode(
        "OFB", .inPlace, encrypt: inPlace { try AES.OFB.encrypt(inPlace: &$0, using: $1, iv: $2.iv) },
        decrypt: inPlace { try AES.OFB.decrypt(inPlace: &$0, using: $1, iv: $2.iv) }),
      CipherMode(
        "OFB", .inSpan, encrypt: inSpan { try AES.OFB.encrypt(inPlace: &$0, using: $1, iv: $2.iv) },
        decrypt: inSpan { try AES.OFB.decrypt(inPlace: &$0, using: $1, iv: $2.iv) }),
    ]
    + streams(
      "OFB", { try AES.OFB.Cipher(using: $0, iv: $1.iv, kernel: $1.kernel) },
      { try AES.OFB.Cipher(using: $0, iv: $1.iv, kernel: $1.kernel) })

  private static func streams<Encryptor: CipherStream, Decryptor: CipherStream>(
    _ mode: String, _ encryptor: @escaping @Sendable (SymmetricKey, CipherSetting) throws -> Encryptor,
    _ decryptor: @escaping @Sendable (SymmetricKey, CipherSetting) throws -> Decryptor
  ) -> [CipherMode] {
    [
      CipherMode(mode, .streaming, encrypt: streaming(encryptor), decrypt: streaming(decryptor)),
      CipherMode(mode, .streamingInPlace, encrypt: streamingInPlace(encryptor), decrypt: streamingInPlace(decryptor)),
    ]
  }

  static func streaming<Stream: CipherStream & ~Copyable>(
    _ cipher: @escaping @Sendable (SymmetricKey, CipherSetting) throws -> Stream
  ) -> Operation {
    { text, key, setting in
      var cipher = try cipher(key, setting)
      var results: [[UInt8]] = []
      for (number, piece) in pieces(of: text, setting.ends).enumerated() {
        switch number % 3 {
        case 0: results.append(try cipher.update(piece))
        case 1: results.append(try cipher.update(piece.bytes))
        default: results.append(try written(piece.count + 16) { try cipher.update(piece.bytes, into: &$0) })
        }
      }
      return try results + cipher.end()
    }
  }

  static func streamingInPlace<Stream: CipherStream & ~Copyable>(
    _ cipher: @escaping @Sendable (SymmetricKey, CipherSetting) throws -> Stream
  ) -> Operation {
    { text, key, setting in
      var cipher = try cipher(key, setting)
      let halves = pieces(of: text, [text.count / 32 * 16])
      let first = try changed(halves[0]) { try cipher.update(inPlace: &$0) }
      let second = try changedInSpan(halves[1]) { try cipher.update(inPlace: &$0) }
      return try [first, second] + cipher.end()
    }
  }

  private static func inPlace(
    _ change: @escaping @Sendable (inout [UInt8], SymmetricKey, CipherSetting) throws -> Void
  ) -> Operation {
    { text, key, setting in [try changed(text) { try change(&$0, key, setting) }] }
  }

  private static func inSpan(
    _ change: @escaping @Sendable (inout MutableRawSpan, SymmetricKey, CipherSetting) throws -> Void
  ) -> Operation {
    { text, key, setting in [try changedInSpan(text) { try change(&$0, key, setting) }] }
  }
}
