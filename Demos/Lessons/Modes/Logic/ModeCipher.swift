package import AES

/// A message through one mode of operation, with each block's way to be seen. Spec: NIST SP 800-38A, section 6.
package struct ModeCipher: Sendable {
  /// The modes.
  package enum Mode: String, CaseIterable, Sendable {
    case ecb
    case cbc
    case ctr
  }

  /// What happens to one block, of 16 bytes or, last in CTR, fewer.
  package struct Step: Sendable, Equatable {
    /// The block of the message.
    package let plaintext: [UInt8]
    /// What AES encrypts: the block, its sum with the ciphertext before it, or the counter.
    package let input: [UInt8]
    /// What comes out of AES: the ciphertext or, in CTR, the keystream.
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
    guard mode != .ctr else { return message }
    let added = 16 - message.count % 16
    return message + [UInt8](repeating: UInt8(added), count: added)
  }

  /// The ciphertext of a message that has its padding already.
  package func encrypt(_ padded: [UInt8]) throws(AESError) -> [UInt8] {
    switch mode {
    case .ecb: try AES.ECB.encrypt(padded, using: key, padding: .none)
    case .cbc: try AES.CBC.encrypt(padded, using: key, iv: AES.CBC.IV(ivBytes: iv), padding: .none)
    case .ctr: try AES.CTR.encrypt(padded, using: key, nonce: AES.CTR.Nonce(nonceBytes: iv))
    }
  }

  /// The message of a ciphertext, with the padding left on.
  package func decrypt(_ ciphertext: [UInt8]) throws(AESError) -> [UInt8] {
    switch mode {
    case .ecb: try AES.ECB.decrypt(ciphertext, using: key, padding: .none)
    case .cbc: try AES.CBC.decrypt(ciphertext, using: key, iv: AES.CBC.IV(ivBytes: iv), padding: .none)
    case .ctr: try AES.CTR.decrypt(ciphertext, using: key, nonce: AES.CTR.Nonce(nonceBytes: iv))
    }
  }

  /// The same encryption block by block, by AES on single blocks and addition alone.
  package func steps(_ padded: [UInt8]) throws(AESError) -> [Step] {
    var steps: [Step] = []
    var register = iv
    for plaintext in Blocks.split(padded) {
      let input =
        switch mode {
        case .ecb: plaintext
        case .cbc: Blocks.sum(plaintext, register)
        case .ctr: register
        }
      let output = try AES.ECB.encrypt(input, using: key, padding: .none)
      let ciphertext = mode == .ctr ? Blocks.sum(plaintext, output) : output
      steps.append(Step(plaintext: plaintext, input: input, output: output, ciphertext: ciphertext))
      register = mode == .ctr ? Blocks.next(register) : ciphertext
    }
    return steps
  }
}
