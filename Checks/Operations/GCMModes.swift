import SwiftVault

extension CipherMode {
  /// A sealed text is followed by its tag of 16 bytes.
  static let gcm = [
    CipherMode(
      "GCM", .once,
      encrypt: {
        let box = try AES.GCM.seal($0, using: $1, nonce: $2.nonce, authenticating: $2.data, kernel: $2.kernel)
        return [box.ciphertext, box.tag]
      },
      decrypt: {
        let (ciphertext, tag) = divided($0)
        let box = try AES.GCM.SealedBox(nonce: $2.nonce, ciphertext: ciphertext, tag: tag)
        return [try AES.GCM.open(box, using: $1, authenticating: $2.data, kernel: $2.kernel)]
      }),
    CipherMode("GCM", .streaming, encrypt: streaming(encryptor), decrypt: opening),
    CipherMode("GCM", .streamingInPlace, encrypt: streamingInPlace(encryptor), decrypt: opening),
    CipherMode(
      "GCM", .inPlace,
      encrypt: { text, key, setting in
        var text = Array(text)
        let tag = try AES.GCM.seal(
          inPlace: &text, using: key, nonce: setting.nonce, authenticating: setting.data)
        return [text, tag]
      },
      decrypt: { text, key, setting in
        let (ciphertext, tag) = divided(text)
        return [
          try changed(ciphertext) {
            try AES.GCM.open(inPlace: &$0, tag: tag, using: key, nonce: setting.nonce, authenticating: setting.data)
          }
        ]
      }),
    CipherMode(
      "GCM", .inSpan,
      encrypt: { text, key, setting in
        var sealed: [UInt8] = []
        let tag = try written(AES.GCM.tagByteCount) { tag in
          sealed = try setting.data.withUnsafeBytes { data in
            try changedInSpan(text) {
              try AES.GCM.seal(
                inPlace: &$0, using: key, nonce: setting.nonce, authenticating: data.bytes, tag: &tag)
            }
          }
        }
        return [sealed, tag]
      },
      decrypt: { text, key, setting in
        let (ciphertext, tag) = divided(text)
        return try setting.data.withUnsafeBytes { data in
          [
            try changedInSpan(ciphertext) {
              try AES.GCM.open(
                inPlace: &$0, tag: tag.bytes, using: key, nonce: setting.nonce, authenticating: data.bytes)
            }
          ]
        }
      }),
  ]

  @Sendable
  private static func encryptor(_ key: SymmetricKey, _ setting: CipherSetting) throws -> AES.GCM.Encryptor {
    try AES.GCM.Encryptor(using: key, nonce: setting.nonce, authenticating: setting.data, kernel: setting.kernel)
  }

  private static func divided(
    _ sealed: UnsafeRawBufferPointer
  ) -> (ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer) {
    let count = sealed.count - AES.GCM.tagByteCount
    return (.init(rebasing: sealed[..<count]), .init(rebasing: sealed[count...]))
  }

  @Sendable
  private static func opening(
    _ sealed: UnsafeRawBufferPointer, _ key: SymmetricKey, _ setting: CipherSetting
  ) throws -> [[UInt8]] {
    let (ciphertext, tag) = divided(sealed)
    var decryptor = try AES.GCM.Decryptor(
      using: key, nonce: setting.nonce, authenticating: setting.data, kernel: setting.kernel)
    for (number, piece) in pieces(of: ciphertext, setting.ends).enumerated() {
      if number % 2 == 0 { try decryptor.update(piece) } else { try decryptor.update(piece.bytes) }
    }
    return [try decryptor.finalize(tag: tag)]
  }
}
