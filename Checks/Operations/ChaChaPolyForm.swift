import ChaCha20Poly1305

/// ChaCha20-Poly1305 in one form: the calls that Checks/ConstantTime, Checks/Wiping and Checks/Fuzz make.
package struct ChaChaPolyForm: Sendable {
  /// Seals or opens a text. A sealed one ends in its tag.
  package typealias Operation =
    @Sendable (_ text: UnsafeRawBufferPointer, SymmetricKey, ChaChaPolySetting) throws -> [[UInt8]]

  /// The name, such as "chachapoly streaming".
  package let name: String
  package let seal: Operation
  package let open: Operation

  /// Every form.
  package static let all = [
    ChaChaPolyForm(
      name: "chachapoly",
      seal: {
        let box = try ChaChaPoly.seal($0, using: $1, nonce: $2.nonce, authenticating: $2.data, kernel: $2.kernel)
        return [box.ciphertext, box.tag]
      },
      open: {
        let (ciphertext, tag) = divided($0)
        let box = try ChaChaPoly.SealedBox(nonce: $2.nonce, ciphertext: ciphertext, tag: tag)
        return [try ChaChaPoly.open(box, using: $1, authenticating: $2.data, kernel: $2.kernel)]
      }),
    ChaChaPolyForm(
      name: "chachapoly in place",
      seal: { text, key, setting in
        var text = Array(text)
        let tag = try ChaChaPoly.seal(
          inPlace: &text, using: key, nonce: setting.nonce, authenticating: setting.data, kernel: setting.kernel)
        return [text, tag]
      },
      open: { text, key, setting in
        let (ciphertext, tag) = divided(text)
        return [
          try changed(ciphertext) {
            try ChaChaPoly.open(
              inPlace: &$0, tag: tag, using: key, nonce: setting.nonce, authenticating: setting.data,
              kernel: setting.kernel)
          }
        ]
      }),
    ChaChaPolyForm(
      name: "chachapoly streaming",
      seal: { text, key, setting in
        var encryptor = try ChaChaPoly.Encryptor(
          using: key, nonce: setting.nonce, authenticating: setting.data, kernel: setting.kernel)
        var sealed: [[UInt8]] = []
        for piece in pieces(of: text, setting.ends) { sealed.append(try encryptor.update(piece)) }
        sealed.append(encryptor.finalize())
        return sealed
      },
      open: { text, key, setting in
        let (ciphertext, tag) = divided(text)
        var decryptor = try ChaChaPoly.Decryptor(
          using: key, nonce: setting.nonce, authenticating: setting.data, kernel: setting.kernel)
        for piece in pieces(of: ciphertext, setting.ends) { decryptor.update(piece) }
        return [try decryptor.finalize(tag: tag)]
      }),
  ]

  private static func divided(
    _ sealed: UnsafeRawBufferPointer
  ) -> (ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer) {
    let count = sealed.count - ChaChaPoly.tagByteCount
    return (.init(rebasing: sealed[..<count]), .init(rebasing: sealed[count...]))
  }
}

/// What an operation needs besides the key and the text.
package struct ChaChaPolySetting: Sendable {
  package var kernel: ChaCha20Kernel
  package var nonce: ChaChaPoly.Nonce
  /// Authenticated with the text.
  package var data: [UInt8]
  /// Where the text is divided, in ascending order.
  package var ends: [Int]

  package init(
    _ kernel: ChaCha20Kernel, nonce: some Sequence<UInt8>, data: some Sequence<UInt8>, ends: [Int]
  ) throws {
    (self.kernel, self.data, self.ends) = (kernel, Array(data), ends)
    self.nonce = try ChaChaPoly.Nonce(data: nonce)
  }
}
