@_exported public import Curve25519

/// A handshake of the Noise framework. Spec: Noise revision 34, section 5.3.
///
/// The parties take turns: ``writeMessage(payload:)`` makes a message and ``readMessage(_:)`` takes the peer's. When
/// ``isComplete``, ``transport()`` returns the ciphers for the messages that follow. ``Session`` does all this over a
/// stream.
///
/// *Not* protected: payloads, in part. Their protection depends on the pattern and the message; section 7.7 of the
/// specification has the tables. The payload of a first message can be replayed, and may not be encrypted at all. There
/// is no secrecy from a quantum computer that breaks the curve, unless a pre-shared key of full strength is mixed in.
/// An error in a handshake ends it.
public struct NoiseHandshake: ~Copyable {
  private let pattern: NoisePattern
  private let isInitiator: Bool
  private let staticKey: Curve25519.KeyAgreement.PrivateKey?
  private var ephemeralKey: Curve25519.KeyAgreement.PrivateKey?
  private let isEphemeralGiven: Bool
  private var remoteEphemeralKey: Curve25519.KeyAgreement.PublicKey?
  /// The peer's static key, known beforehand or received. It is authentic when the handshake is complete.
  public private(set) var remoteStaticKey: Curve25519.KeyAgreement.PublicKey?
  private var preSharedKeys: [SymmetricKey]
  private var state: NoiseSymmetricState
  private var position = 0
  private var hasFailed = false

  /// Starts a handshake.
  ///
  /// - Parameters:
  ///   - noise: the protocol.
  ///   - role: whether this party sends the first message.
  ///   - prologue: bytes that are not sent. If the parties have different ones, the handshake fails.
  ///   - staticKey: this party's key, if the pattern needs one.
  ///   - remoteStaticKey: the key of the peer, if the pattern needs it beforehand.
  ///   - preSharedKeys: as many keys of 32 bytes as the pattern has `psk` modifiers, in the order of the messages.
  /// - Throws: ``NoiseError`` when the keys are not those that the pattern needs;
  ///   ``NoiseError/authenticationFailure`` when the coordinate of the peer's key is 2^255 - 19 or more.
  public init(
    _ noise: NoiseProtocol, role: NoiseRole, prologue: some Sequence<UInt8> = [],
    staticKey: Curve25519.KeyAgreement.PrivateKey? = nil,
    remoteStaticKey: Curve25519.KeyAgreement.PublicKey? = nil, preSharedKeys: [SymmetricKey] = []
  ) throws(NoiseError) {
    try self.init(
      noise, role: role, prologue: prologue, staticKey: staticKey, remoteStaticKey: remoteStaticKey,
      preSharedKeys: preSharedKeys, ephemeralKey: nil)
  }

  /// Starts a handshake with a given ephemeral key, for test vectors.
  package init(
    _ noise: NoiseProtocol, role: NoiseRole, prologue: some Sequence<UInt8>,
    staticKey: Curve25519.KeyAgreement.PrivateKey?, remoteStaticKey: Curve25519.KeyAgreement.PublicKey?,
    preSharedKeys: [SymmetricKey], ephemeralKey: Curve25519.KeyAgreement.PrivateKey?
  ) throws(NoiseError) {
    let (pattern, isInitiator) = (noise.pattern, role == .initiator)
    let needsStatic = pattern.hasStaticKey(isInitiator: isInitiator)
    guard needsStatic == (staticKey != nil) else { throw .staticKey(isNeeded: needsStatic) }
    let needsRemote = isInitiator ? pattern.isResponderKnown : pattern.isInitiatorKnown
    guard needsRemote == (remoteStaticKey != nil) else { throw .remoteStaticKey(isNeeded: needsRemote) }
    guard preSharedKeys.count == pattern.preSharedKeyCount else {
      throw .preSharedKeyCount(preSharedKeys.count, needed: pattern.preSharedKeyCount)
    }
    for key in preSharedKeys where key.bitCount != 256 { throw .preSharedKeyByteCount(key.bitCount / 8) }
    if let remoteStaticKey { try Self.checkIsOnly(remoteStaticKey) }
    (self.pattern, self.isInitiator) = (pattern, isInitiator)
    (self.staticKey, self.remoteStaticKey, self.preSharedKeys) = (staticKey, remoteStaticKey, preSharedKeys)
    (self.ephemeralKey, isEphemeralGiven) = (ephemeralKey, ephemeralKey != nil)
    state = NoiseSymmetricState(noise)
    state.mixHash(Array(prologue))
    let keys = isInitiator ? (staticKey?.publicKey, remoteStaticKey) : (remoteStaticKey, staticKey?.publicKey)
    if pattern.isInitiatorKnown, let key = keys.0 { state.mixHash(key.rawRepresentation) }
    if pattern.isResponderKnown, let key = keys.1 { state.mixHash(key.rawRepresentation) }
  }

  /// Whether only the initiator sends.
  package var isOneWay: Bool { pattern.isOneWay }

  /// Whether all messages have been written and read.
  public var isComplete: Bool { position == pattern.messages.count && !hasFailed }

  /// Whether this party writes the next message.
  public var writesNext: Bool { position < pattern.messages.count && !hasFailed && (position % 2 == 0) == isInitiator }

  /// The hash of the handshake, 32 or 64 bytes: the same for both parties, and different for every other handshake. It
  /// is public. A signature or comparison that includes it is bound to this channel. Use it only once the handshake is
  /// complete.
  /// Spec: Noise revision 34, section 11.2.
  public var handshakeHash: [UInt8] { state.transcript }

  /// The next message, with a payload.
  ///
  /// - Throws: ``NoiseError/outOfTurn``, ``NoiseError/ended``; ``NoiseError/messageTooLong(byteCount:)`` when the
  ///   message would have more than 65,535 bytes, which leaves the handshake unchanged;
  ///   ``NoiseError/authenticationFailure`` when a public key of the peer cannot be that of an honest party.
  public mutating func writeMessage(payload: some Sequence<UInt8> = []) throws(NoiseError) -> [UInt8] {
    if hasFailed { throw .ended }
    guard writesNext else { throw .outOfTurn }
    var message: [UInt8] = []
    try unsafe payload.withBytes { payload throws(NoiseError) in
      let byteCount = payload.count + otherByteCount
      guard byteCount <= maximumNoiseByteCount else { throw .messageTooLong(byteCount: byteCount) }
      hasFailed = true
      for token in pattern.messages[position] {
        switch token {
        case .e:
          let key = isEphemeralGiven ? ephemeralKey! : Curve25519.KeyAgreement.PrivateKey()
          ephemeralKey = key
          message += key.publicKey.rawRepresentation
          mixEphemeral(key.publicKey)
        case .s:
          try unsafe staticKey!.publicKey.withUnsafeBytes { key throws(NoiseError) in
            try unsafe state.encryptAndHash(key, to: &message)
          }
        default: try mix(token)
        }
      }
      try unsafe state.encryptAndHash(payload, to: &message)
    }
    (hasFailed, position) = (false, position + 1)
    return message
  }

  /// The bytes of the next message besides its payload: keys and tags.
  private var otherByteCount: Int {
    var (count, hasKey) = (0, state.tagByteCount > 0)
    for token in pattern.messages[position] {
      switch token {
      case .e:
        count += 32
        hasKey = hasKey || pattern.preSharedKeyCount > 0
      case .s: count += 32 + (hasKey ? NoiseAlgorithm.tagByteCount : 0)
      default: hasKey = true
      }
    }
    return count + (hasKey ? NoiseAlgorithm.tagByteCount : 0)
  }

  /// The payload of the peer's next message.
  ///
  /// - Throws: ``NoiseError/authenticationFailure``, ``NoiseError/messageTooShort(byteCount:)``,
  ///   ``NoiseError/messageTooLong(byteCount:)``: the handshake has then ended. ``NoiseError/outOfTurn``,
  ///   ``NoiseError/ended``.
  public mutating func readMessage(_ message: some Sequence<UInt8>) throws(NoiseError) -> [UInt8] {
    if hasFailed { throw .ended }
    guard !writesNext, !isComplete else { throw .outOfTurn }
    hasFailed = true
    let message = Array(message)
    guard message.count <= maximumNoiseByteCount else { throw .messageTooLong(byteCount: message.count) }
    var rest = message[...]
    /// The next bytes of the message.
    func take(_ count: Int) throws(NoiseError) -> ArraySlice<UInt8> {
      guard rest.count >= count else { throw .messageTooShort(byteCount: message.count) }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    for token in pattern.messages[position] {
      switch token {
      case .e:
        let key = try Self.publicKey(take(32))
        remoteEphemeralKey = key
        mixEphemeral(key)
      case .s:
        let key = try Self.publicKey(state.decryptAndHash(take(32 + state.tagByteCount))[...])
        try Self.checkIsOnly(key)
        remoteStaticKey = key
      default: try mix(token)
      }
    }
    let payload = try state.decryptAndHash(rest)
    (hasFailed, position) = (false, position + 1)
    return payload
  }

  private static func publicKey(_ bytes: ArraySlice<UInt8>) throws(NoiseError) -> Curve25519.KeyAgreement.PublicKey {
    do {
      return try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
    } catch {
      throw .messageTooShort(byteCount: bytes.count)
    }
  }

  /// Throws unless the coordinate is below 2^255 - 19. Another encoding would be a second identity of the same key.
  private static func checkIsOnly(_ key: Curve25519.KeyAgreement.PublicKey) throws(NoiseError) {
    let bytes = key.rawRepresentation
    var isLarge = ~lessMask(bytes[0], 0xED) & equalMask(bytes[31], 0x7F)  // the key >= 2^255 - 19 ? 0xff : 0
    for byte in bytes[1..<31] { isLarge &= equalMask(byte, 0xFF) }
    let wrong = isLarge | lessMask(0x7F, bytes[31])
    guard opaque(wrong) == 0 else { throw .authenticationFailure }
  }

  private mutating func mixEphemeral(_ key: Curve25519.KeyAgreement.PublicKey) {
    state.mixHash(key.rawRepresentation)
    // Spec: Noise revision 34, section 9.2.
    if pattern.preSharedKeyCount > 0 { state.mixKey(SymmetricKey(data: key.rawRepresentation)) }
  }

  private mutating func mix(_ token: NoiseToken) throws(NoiseError) {
    // The first letter stands for the initiator's key, the second for the responder's.
    switch token {
    case .ee: try mix(ephemeralKey, remoteEphemeralKey)
    case .ss: try mix(staticKey, remoteStaticKey)
    case .es: try isInitiator ? mix(ephemeralKey, remoteStaticKey) : mix(staticKey, remoteEphemeralKey)
    case .se: try isInitiator ? mix(staticKey, remoteEphemeralKey) : mix(ephemeralKey, remoteStaticKey)
    case .psk: state.mixKeyAndHash(preSharedKeys.removeFirst())
    case .e, .s: preconditionFailure("a key is sent, not mixed")
    }
  }

  private mutating func mix(
    _ own: Curve25519.KeyAgreement.PrivateKey?, _ peer: Curve25519.KeyAgreement.PublicKey?
  ) throws(NoiseError) {
    do {
      state.mixKey(try own!.sharedSecretFromKeyAgreement(with: peer!).bytes)
    } catch {
      throw .authenticationFailure
    }
  }

  /// The ciphers for the messages after the handshake.
  ///
  /// - Throws: ``NoiseError/outOfTurn`` unless the handshake is complete.
  public consuming func transport() throws(NoiseError) -> NoiseTransport {
    guard isComplete else { throw hasFailed ? .ended : .outOfTurn }
    let (first, second) = state.split()
    let (sending, receiving) = isInitiator ? (first, second) : (second, first)
    // In a one-way pattern the responder sends nothing.
    return NoiseTransport(
      sending: pattern.isOneWay && !isInitiator ? nil : sending,
      receiving: pattern.isOneWay && isInitiator ? nil : receiving, handshakeHash: handshakeHash)
  }
}
