@_exported public import HMAC

/// Two parties learn whether they hold the same secret, and nothing else about it: CPACE-X25519-SHA512 with key
/// confirmation.
/// Spec: draft-irtf-cfrg-cpace-21. The draft may still change, and this library then changes with it.
///
/// The secret may be a password. A party without it can test one guess in each run, and recorded messages allow no
/// guesses. Limit the number of failed runs. Each party sends ``message``, gives that of the peer to ``receive(_:)``,
/// sends the tag, and gives the peer's to ``SecretConfirmation/verify(_:)``:
///
/// ```swift
/// let comparison = SecretComparison(
///   .initiator, secret: secret, initiator: "client".utf8, responder: "server".utf8, session: channel)
/// try send(comparison.message)
/// let confirmation = try comparison.receive(receive())
/// try send(confirmation.tag)
/// ```
///
/// With the channel binding of a `Session`, an attacker in between cannot relay the messages. With ``secret(of:)``, a
/// later run can prove that a party still holds what it was given, such as the metadata of an earlier transfer.
///
/// *Not* protected: both parties have the secret in the clear, so an attacker who reads a server's storage gets it. The
/// data and the sizes of messages are public. There is no secrecy from a quantum computer that breaks the curve.
public struct SecretComparison: ~Copyable {
  /// The role of a party. One has to be the initiator and the other the responder; either may send first.
  public enum Role: Sendable {
    /// The party whose name and message come first in the computations of both.
    case initiator
    /// The other party.
    case responder
  }

  private let role: Role
  private let session: [UInt8]
  private let scalar: SymmetricKey
  private let point: [UInt8]
  private let hasEqualNames: Bool
  /// The message to send: the point of 32 bytes and the data, each after its length.
  public let message: [UInt8]

  /// Starts a run.
  ///
  /// - Parameters:
  ///   - role: the role of this party.
  ///   - secret: any number of bytes. For text, pass the UTF-8 form of its NFC normalisation.
  ///   - initiator: the name of the initiator. The run fails unless both parties have the same names.
  ///   - responder: the name of the responder. If it is that of the initiator, ``receive(_:)`` throws.
  ///   - session: bytes that both parties share and no other run has, such as the channel binding of a session. Leave
  ///     it empty only if there are none.
  ///   - data: bytes for the peer. They are not encrypted. If the run succeeds, they are authentic.
  public init(
    _ role: Role, secret: SymmetricKey, initiator: some Sequence<UInt8>, responder: some Sequence<UInt8>,
    session: some Sequence<UInt8>, data: some Sequence<UInt8> = []
  ) {
    let (initiator, responder) = (Array(initiator), Array(responder))
    self.init(
      role, secret: secret, channel: CPace.concatenation(initiator, responder), session: Array(session),
      data: Array(data), scalar: SymmetricKey(size: .bits256), hasEqualNames: initiator == responder)
  }

  /// Starts a run with a given scalar, for test vectors and lessons.
  package init(
    _ role: Role, secret: SymmetricKey, channel: [UInt8], session: [UInt8], data: [UInt8], scalar: SymmetricKey,
    hasEqualNames: Bool = false
  ) {
    let generator = CPace.generator(secret: secret, channel: channel, session: session)
    // The generator has a low order in one of 2^250 cases. The product is then zero, and the peer refuses it.
    point = unsafe CPace.multiply(scalar, generator).product.withUnsafeBytes { unsafe Array($0) }
    (self.role, self.session, self.scalar, self.hasEqualNames) = (role, session, scalar, hasEqualNames)
    message = CPace.concatenation(point, data)
  }

  /// A secret of several parts, each after its length: different parts never make the same secret.
  public static func secret(of parts: [UInt8]...) -> SymmetricKey {
    let lengths = parts.map { CPace.length($0.count) }
    var bytes: [UInt8] = []
    defer { wipe(&bytes) }
    // The capacity is reserved, so that no secret is left behind in a smaller array.
    bytes.reserveCapacity(zip(lengths, parts).reduce(0) { $0 + $1.0.count + $1.1.count })
    for (length, part) in zip(lengths, parts) {
      bytes += length
      bytes += part
    }
    return SymmetricKey(data: bytes)
  }

  /// Takes the peer's message.
  ///
  /// - Throws: ``SecretComparisonError/peerMessage`` for a message that no honest peer sends, such as this party's own.
  ///   ``SecretComparisonError/equalNames`` if both parties have one name, because each would then believe that it is
  ///   the other. The run has then ended.
  public consuming func receive(_ message: some Sequence<UInt8>) throws(SecretComparisonError) -> SecretConfirmation {
    if hasEqualNames { throw .equalNames }
    let message = Array(message)
    guard let (peerPoint, peerData) = Self.parts(of: message) else { throw .peerMessage }
    let shared = CPace.multiply(scalar, SymmetricKey(data: peerPoint))
    let isOwn = ConstantTime.areEqual(peerPoint, point)
    guard shared.isNonzero && !isOwn else { throw .peerMessage }
    let transcript = role == .initiator ? self.message + message : message + self.message
    let sessionKey = CPace.sessionKey(point: shared.product, session: session, transcript: transcript)
    let key = CPace.confirmationKey(sessionKey: sessionKey, session: session)
    return SecretConfirmation(
      key: key, sessionKey: sessionKey, message: self.message, peerMessage: message, peerData: peerData)
  }

  /// The point and the data of a message. The length of the data has only one valid encoding.
  private static func parts(of message: [UInt8]) -> (point: [UInt8], data: [UInt8])? {
    guard message.count >= 34, message[0] == 32 else { return nil }
    let rest = message[33...]
    guard let end = rest.firstIndex(where: { $0 < 128 }) else { return nil }
    let data = Array(message[(end + 1)...])
    return rest[...end].elementsEqual(CPace.length(data.count)) ? (Array(message[1..<33]), data) : nil
  }
}

/// A run after both messages. Each party sends its tag and verifies that of the peer.
/// Spec: draft-irtf-cfrg-cpace-21, section 10.4.
public struct SecretConfirmation: ~Copyable {
  private let key: SymmetricKey
  private let sessionKey: SymmetricKey
  private let peerMessage: [UInt8]
  /// The tag to send, 64 bytes.
  public let tag: [UInt8]
  /// The data of the peer, which are authentic only when ``verify(_:)`` has succeeded.
  public let peerData: [UInt8]

  init(key: SymmetricKey, sessionKey: SymmetricKey, message: [UInt8], peerMessage: [UInt8], peerData: [UInt8]) {
    (self.key, self.sessionKey, self.peerMessage, self.peerData) = (key, sessionKey, peerMessage, peerData)
    tag = Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
  }

  /// Verifies the peer's tag in constant time.
  ///
  /// - Returns: a key of 32 bytes that only the two parties have, for `SessionClient.preSharedKey(_:)` or another
  ///   use. It is derived from the draft's intermediate session key with HKDF-SHA-512 and the info
  ///   `swift-vault comparison 1`.
  /// - Throws: ``SecretComparisonError/different`` when the peer has another secret, other names or another session, or
  ///   when a message was changed.
  public consuming func verify(_ tag: some Sequence<UInt8>) throws(SecretComparisonError) -> SymmetricKey {
    guard HMAC<SHA512>.isValidAuthenticationCode(tag, authenticating: peerMessage, using: key) else {
      throw .different
    }
    return HKDF<SHA512>.deriveKey(
      inputKeyMaterial: sessionKey, info: "swift-vault comparison 1".utf8, outputByteCount: 32)
  }
}

/// The error of a comparison.
public enum SecretComparisonError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A message that no honest peer sends.
  case peerMessage
  /// The initiator and the responder were given the same name.
  case equalNames
  /// The peer has another secret, other names or another session, or a message was changed on the way.
  case different

  /// A sentence that reveals nothing else about the secret.
  public var description: String {
    switch self {
    case .peerMessage: "the peer's message is none of a comparison"
    case .equalNames: "the initiator and the responder have the same name"
    case .different: "the peer has not the same secret, names and session, or a message was changed"
    }
  }
}
