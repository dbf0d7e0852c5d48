package import AES

/// A mode of operation that can show how each block is encrypted. Spec: NIST SP 800-38A, section 6.
package struct ModeCipher: Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    case ecb
    case cbc
    case ctr
    case cfb
    case ofb

    /// Whether the output of AES is added to the message, so that there is no padding.
    package var hasKeystream: Bool { self != .ecb && self != .cbc }
  }

  /// The encryption of one block. A block has 16 bytes; the last one of a mode with a keystream may
  /// have fewer.
  package struct Step: Sendable, Equatable {
    /// The block of the message.
    package let plaintext: [UInt8]
    /// The input of AES: the block, its sum with the preceding ciphertext block, the counter, the preceding ciphertext
    /// block or the preceding output.
    package let input: [UInt8]
    /// The output of AES: the ciphertext or the keystream.
    package let output: [UInt8]
    /// The block of the ciphertext.
    package let ciphertext: [UInt8]
  }

  private let mode: Mode
  private let key: SymmetricKey
  private let iv: [UInt8]

  /// A cipher; traps unless the key has 16, 24 or 32 bytes and the IV (in CTR the first counter) 16.
  package init(_ mode: Mode, key: [UInt8], iv: [UInt8]) {
    precondition([16, 24, 32].contains(key.count) && iv.count == 16)
    self.mode = mode
    self.key = SymmetricKey(data: key)
    self.iv = iv
  }

  /// The message with its padding (PKCS#7) where the mode needs one.
  package func padded(_ message: [UInt8]) -> [UInt8] {
    guard !mode.hasKeystream else { return message }
    let added = 16 - message.count % 16
    return message + [UInt8](repeating: UInt8(added), count: added)
  }

  /// The ciphertext of a padded message.
  package func encrypt(_ padded: [UInt8]) throws(AESError) -> [UInt8] {
    switch mode {
    case .ecb: try AES.ECB.encrypt(padded, using: key, padding: .none)
    case .cbc: try AES.CBC.encrypt(padded, using: key, iv: AES.IV(data: iv), padding: .none)
    case .ctr: try AES.CTR.encrypt(padded, using: key, nonce: AES.CTR.Nonce(data: iv))
    case .cfb: try AES.CFB.encrypt(padded, using: key, iv: AES.IV(data: iv))
    case .ofb: try AES.OFB.encrypt(padded, using: key, iv: AES.IV(data: iv))
    }
  }

  /// The padded message of a ciphertext.
  package func decrypt(_ ciphertext: [UInt8]) throws(AESError) -> [UInt8] {
    switch mode {
    case .ecb: try AES.ECB.decrypt(ciphertext, using: key, padding: .none)
    case .cbc: try AES.CBC.decrypt(ciphertext, using: key, iv: AES.IV(data: iv), padding: .none)
    case .ctr: try AES.CTR.decrypt(ciphertext, using: key, nonce: AES.CTR.Nonce(data: iv))
    case .cfb: try AES.CFB.decrypt(ciphertext, using: key, iv: AES.IV(data: iv))
    case .ofb: try AES.OFB.decrypt(ciphertext, using: key, iv: AES.IV(data: iv))
    }
  }

  /// The encryption of a padded message block by block, with AES on single blocks and addition.
  package func steps(_ padded: [UInt8]) throws(AESError) -> [Step] {
    var steps: [Step] = []
    var register = iv
    for plaintext in Blocks.split(padded) {
      let input =
        switch mode {
        case .ecb: plaintext
        case .cbc: Blocks.sum(plaintext, register)
        case .ctr, .cfb, .ofb: register
        }
      let output = try AES.ECB.encrypt(input, using: key, padding: .none)
      let ciphertext = mode.hasKeystream ? Blocks.sum(plaintext, output) : output
      steps.append(Step(plaintext: plaintext, input: input, output: output, ciphertext: ciphertext))
      register =
        switch mode {
        case .ecb, .cbc, .cfb: ciphertext
        case .ctr: Blocks.next(register)
        case .ofb: output
        }
    }
    return steps
  }
}
