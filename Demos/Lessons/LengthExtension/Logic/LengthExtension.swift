internal import HMAC
internal import SHA

/// A server that tags messages with its secret, and accepts messages with a correct tag.
package struct TagServer: Sendable {
  /// How the tag is made.
  package enum Construction: Sendable {
    /// SHA-256(secret ‖ message).
    case secretPrefix
    /// HMAC-SHA-256 under the secret. Spec: FIPS 198-1, section 4.
    case hmac
  }

  private let construction: Construction
  private let secret: [UInt8]

  package init(_ construction: Construction, secret: [UInt8]) {
    self.construction = construction
    self.secret = secret
  }

  /// The tag of a message.
  package func tag(_ message: [UInt8]) -> [UInt8] {
    switch construction {
    case .secretPrefix: Array(SHA256.hash(data: secret + message))
    case .hmac: Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
    }
  }

  /// Whether the server accepts the message with this tag.
  package func accepts(_ message: [UInt8], tag: [UInt8]) -> Bool {
    switch construction {
    case .secretPrefix: SHA256.hash(data: secret + message) == tag
    case .hmac:
      HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: message, using: SymmetricKey(data: secret))
    }
  }
}

/// An attack that continues a SHA-256 hash from its digest.
package enum LengthExtension {
  /// A message and a tag that were made without the secret.
  package struct Forgery: Sendable {
    /// The old message, the padding that was hashed after it, and the suffix.
    package let message: [UInt8]
    package let tag: [UInt8]
  }

  /// The padding that SHA-256 adds after `byteCount` bytes: 0x80, zeros, and the length in bits as 8 bytes.
  ///
  /// Spec: FIPS 180-4, section 5.1.1.
  package static func padding(after byteCount: Int) -> [UInt8] {
    let zeroCount = (64 + 55 - byteCount % 64) % 64
    return [0x80] + [UInt8](repeating: 0, count: zeroCount) + UInt64(8 * byteCount).bigEndianBytes
  }

  /// A longer message and its tag, made from a shorter message and its tag.
  ///
  /// The tag is the state of SHA-256 after the secret, the message and its padding. Spec: FIPS 180-4, section 6.2.2.
  package static func forge(
    from message: [UInt8], tag: [UInt8], secretByteCount: Int, suffix: [UInt8]
  ) -> Forgery {
    precondition(tag.count == 32)
    let padding = padding(after: secretByteCount + message.count)
    let hashedCount = secretByteCount + message.count + padding.count
    var hash = SHA256(kernel: .best, afterByteCount: UInt64(hashedCount))
    for index in 0..<8 {
      hash.core.state[index] = tag[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    hash.update(data: suffix)
    return Forgery(message: message + padding + suffix, tag: Array(hash.finalize()))
  }

  /// A forgery sent to the server.
  package struct Attempt: Sendable {
    /// The length that the attacker assumes for the secret.
    package let secretByteCount: Int
    package let forgery: Forgery
    package let isAccepted: Bool
  }

  /// Sends a forgery for each possible length of the secret, until the server accepts one.
  package static func attack(
    _ server: TagServer, message: [UInt8], tag: [UInt8], suffix: [UInt8], secretByteCounts: ClosedRange<Int>
  ) -> [Attempt] {
    var attempts: [Attempt] = []
    for count in secretByteCounts {
      let forgery = forge(from: message, tag: tag, secretByteCount: count, suffix: suffix)
      let isAccepted = server.accepts(forgery.message, tag: forgery.tag)
      attempts.append(Attempt(secretByteCount: count, forgery: forgery, isAccepted: isAccepted))
      if isAccepted { break }
    }
    return attempts
  }
}
