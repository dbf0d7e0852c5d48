package import AES
internal import HMAC

/// A token in CBC or CTR that a server issues and later accepts, with and without an HMAC over it.
package struct Token: Sendable {
  /// The modes of a token.
  package enum Mode: String, CaseIterable, Sendable {
    case ctr
    case cbc
  }

  private let mode: Mode
  private let key: SymmetricKey
  private let macKey: SymmetricKey
  /// The bytes as sent: 16 bytes of IV (in CTR the first counter), then the ciphertext.
  package let sent: [UInt8]
  /// The HMAC-SHA-256 over the IV and the ciphertext. Spec: FIPS 198-1.
  package let tag: [UInt8]

  /// A token for a message.
  package init(_ message: [UInt8], mode: Mode, key: [UInt8], macKey: [UInt8], iv: [UInt8]) throws(AESError) {
    self.mode = mode
    self.key = SymmetricKey(data: key)
    self.macKey = SymmetricKey(data: macKey)
    let ciphertext =
      switch mode {
      case .cbc: try AES.CBC.encrypt(message, using: self.key, iv: AES.IV(data: iv))
      case .ctr: try AES.CTR.encrypt(message, using: self.key, nonce: AES.CTR.Nonce(data: iv))
      }
    sent = iv + ciphertext
    tag = Array(HMAC<SHA256>.authenticationCode(for: sent, using: self.macKey))
  }

  /// The message that the server reads in a token without a check of the HMAC.
  package func read(_ token: [UInt8]) throws(AESError) -> [UInt8] {
    let (iv, ciphertext) = (token.prefix(16), token.dropFirst(16))
    switch mode {
    case .cbc: return try AES.CBC.decrypt(ciphertext, using: key, iv: AES.IV(data: iv))
    case .ctr: return try AES.CTR.decrypt(ciphertext, using: key, nonce: AES.CTR.Nonce(data: iv))
    }
  }

  /// The message that the server reads after a check of the HMAC; `nil` when it refuses the token.
  package func read(_ token: [UInt8], tag: [UInt8]) throws(AESError) -> [UInt8]? {
    guard HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: token, using: macKey) else { return nil }
    return try read(token)
  }

  /// The token, changed without the key so that the server reads `new` where the message has `old`.
  ///
  /// In CTR the difference is added to the same bytes of the ciphertext. In CBC it is added 16 bytes before them, to
  /// the preceding block or the IV. Spec: NIST SP 800-38A, appendix D.
  package func forged(at offset: Int, _ old: [UInt8], to new: [UInt8]) -> [UInt8] {
    var token = sent
    let start = mode == .ctr ? 16 + offset : offset
    for (index, difference) in Blocks.sum(old, new).enumerated() { token[start + index] ^= difference }
    return token
  }

  /// The value of a field in a message of the form `name=value;name=value`; `nil` when the field is absent.
  package static func field(_ name: String, of message: [UInt8]) -> [UInt8]? {
    let start = Array("\(name)=".utf8)
    return message.split(separator: UInt8(ascii: ";")).first { $0.starts(with: start) }
      .map { Array($0.dropFirst(start.count)) }
  }
}
