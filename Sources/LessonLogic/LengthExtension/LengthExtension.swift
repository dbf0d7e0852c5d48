internal import SwiftVaultCryptoBytes

/// A server that tags messages with its secret, and accepts messages with a correct tag.
package struct TagServer: Sendable {
  /// How the tag is made.
  package enum Construction: Sendable {
    /// The hash of secret ‖ message.
    case secretPrefix
    /// HMAC under the secret. Spec: FIPS 198-1, section 4.
    case hmac
  }

  private let construction: Construction
  private let secret: [UInt8]
  private let hash: ExtendedHash

  package init(_ construction: Construction, secret: [UInt8], hash: ExtendedHash = .sha256) {
    self.construction = construction
    self.secret = secret
    self.hash = hash
  }

  /// The tag of a message.
  package func tag(_ message: [UInt8]) -> [UInt8] {
    switch construction {
    case .secretPrefix: hash.digest(of: secret + message)
    case .hmac: hash.authenticationCode(for: message, key: secret)
    }
  }

  /// Whether the server accepts the message with this tag.
  package func accepts(_ message: [UInt8], tag: [UInt8]) -> Bool {
    let expected = self.tag(message)
    return expected.count == tag.count
      && expected.withUnsafeBytes { expected in tag.withUnsafeBytes { constantTimeEqual(expected, $0) } }
  }
}

/// An attack that continues a hash from its digest.
package enum LengthExtension {
  /// A message and a tag that were made without the secret.
  package struct Forgery: Sendable {
    /// The old message, the padding that was hashed after it, and the suffix.
    package let message: [UInt8]
    package let tag: [UInt8]
  }

  /// A longer message and its tag, made from a shorter message and its tag.
  ///
  /// The tag is the state after the secret, the message and its padding, or the beginning of that state. Spec: FIPS
  /// 180-4, section 6.2.2.
  ///
  /// - Parameter hidden: The attacker's assumption for the rest of the state; zeros when it is `nil`.
  package static func forge(
    from message: [UInt8], tag: [UInt8], secretByteCount: Int, suffix: [UInt8], hash: ExtendedHash = .sha256,
    hidden: [UInt8]? = nil
  ) -> Forgery {
    precondition(tag.count == hash.digestByteCount)
    let padding = hash.padding(after: secretByteCount + message.count)
    let state = tag + (hidden ?? [UInt8](repeating: 0, count: hash.hiddenByteCount))
    let newTag = hash.digest(from: state, afterByteCount: secretByteCount + message.count + padding.count, suffix)
    return Forgery(message: message + padding + suffix, tag: newTag)
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
    _ server: TagServer, message: [UInt8], tag: [UInt8], suffix: [UInt8], secretByteCounts: ClosedRange<Int>,
    hash: ExtendedHash = .sha256
  ) -> [Attempt] {
    var attempts: [Attempt] = []
    for count in secretByteCounts {
      let forgery = forge(from: message, tag: tag, secretByteCount: count, suffix: suffix, hash: hash)
      let isAccepted = server.accepts(forgery.message, tag: forgery.tag)
      attempts.append(Attempt(secretByteCount: count, forgery: forgery, isAccepted: isAccepted))
      if isAccepted { break }
    }
    return attempts
  }

  /// Sends forgeries with every value of the last bits of the state, until the server accepts one.
  ///
  /// - Parameters:
  ///   - hidden: The part of the state that the tag does not show; its last bits are assumed to be unknown.
  ///   - bitCount: The number of unknown bits, at most 16.
  /// - Returns: The number of questions; `nil` when none was accepted.
  package static func search(
    _ server: TagServer, message: [UInt8], tag: [UInt8], suffix: [UInt8], secretByteCount: Int, hash: ExtendedHash,
    hidden: [UInt8], unknownBits bitCount: Int
  ) -> Int? {
    precondition(hidden.count >= 2 && bitCount <= 16)
    let (high, low) = (hidden.count - 2, hidden.count - 1)
    let known = ((Int(hidden[high]) << 8 | Int(hidden[low])) >> bitCount) << bitCount
    for value in 0..<1 << bitCount {
      var guess = hidden
      guess[high] = UInt8((known | value) >> 8)
      guess[low] = UInt8((known | value) & 0xff)
      let forgery = forge(
        from: message, tag: tag, secretByteCount: secretByteCount, suffix: suffix, hash: hash, hidden: guess)
      if server.accepts(forgery.message, tag: forgery.tag) { return value + 1 }
    }
    return nil
  }
}
