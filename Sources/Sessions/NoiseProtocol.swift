/// A protocol of the Noise framework: a handshake pattern with Curve25519, AES-256-GCM or ChaCha20-Poly1305, and
/// SHA-256 or SHA-512.
/// Spec: Noise revision 34, section 8.
public struct NoiseProtocol: Sendable {
  /// The name, such as `Noise_XXpsk3_25519_ChaChaPoly_SHA256`. Both parties must use the same.
  public let name: String
  let pattern: NoisePattern
  let algorithm: NoiseAlgorithm
  let hash: NoiseHash

  /// The protocol with a name: a fundamental, deferred or one-way pattern, with `psk` modifiers.
  ///
  /// - Throws: ``NoiseError/unsupportedProtocol`` for any other name.
  public init(name: String) throws(NoiseError) {
    let parts = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].elementsEqual("Noise".utf8), parts[2].elementsEqual("25519".utf8),
      let pattern = Self.pattern(parts[1])
    else { throw .unsupportedProtocol }
    if parts[3].elementsEqual("AESGCM".utf8) {
      algorithm = .aesGCM
    } else if parts[3].elementsEqual("ChaChaPoly".utf8) {
      algorithm = .chaChaPoly
    } else {
      throw .unsupportedProtocol
    }
    if parts[4].elementsEqual("SHA256".utf8) {
      hash = .sha256
    } else if parts[4].elementsEqual("SHA512".utf8) {
      hash = .sha512
    } else {
      throw .unsupportedProtocol
    }
    (self.name, self.pattern) = (name, pattern)
  }

  /// The pattern for a name with modifiers, each `psk` and a digit, in their order and separated by plus signs.
  private static func pattern(_ name: Substring.UTF8View) -> NoisePattern? {
    let isUppercase = { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == UInt8(ascii: "1") }
    let base = name.prefix(while: isUppercase)
    guard var pattern = NoisePattern.table.first(where: { $0.name.utf8.elementsEqual(base) }) else { return nil }
    let modifiers = name.dropFirst(base.count)
    if modifiers.isEmpty { return pattern }
    var last: UInt8?
    for modifier in modifiers.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false) {
      guard modifier.count == 4, modifier.starts(with: "psk".utf8), let digit = modifier.last,
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit, last.map({ $0 < digit }) ?? true,
        let next = pattern.addingPreSharedKey(Int(digit - UInt8(ascii: "0")))
      else { return nil }
      (last, pattern) = (digit, next)
    }
    return pattern
  }
}

/// A party of a handshake.
public enum NoiseRole: Sendable {
  /// The party that sends the first message.
  case initiator
  /// The party that receives it.
  case responder
}

/// The error of a handshake or a transport message that was refused.
public enum NoiseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A name other than that of a known pattern with 25519, AESGCM or ChaChaPoly, and SHA256 or SHA512.
  case unsupportedProtocol
  /// A static key that the pattern needs and was not given, or does not need and was given.
  case staticKey(isNeeded: Bool)
  /// A static key of the peer that the pattern needs and was not given, or does not need and was given.
  case remoteStaticKey(isNeeded: Bool)
  /// A number of pre-shared keys other than the pattern needs.
  case preSharedKeyCount(Int, needed: Int)
  /// A pre-shared key whose size is not 32 bytes.
  case preSharedKeyByteCount(Int)
  /// A message of more than 65,535 bytes, to send or received.
  case messageTooLong(byteCount: Int)
  /// A received message that is shorter than its parts.
  case messageTooShort(byteCount: Int)
  /// A message from the peer, or from an attacker in between, that cannot be accepted: an authentication failed, or a
  /// public key cannot be that of an honest party.
  case authenticationFailure
  /// A message that is not the next: it is the peer's turn, or the handshake is over or not yet over, or the pattern
  /// has no messages in this direction.
  case outOfTurn
  /// A message after one that was refused: the handshake or the direction has ended.
  case ended
  /// A message after 2^64 - 1 messages.
  case nonceExhausted
  /// A message whose number was received before, or is too low to tell.
  case repeatedMessage

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .unsupportedProtocol: "the name is not of a protocol with 25519, AESGCM or ChaChaPoly, and SHA256 or SHA512"
    case .staticKey(let isNeeded): "the pattern \(isNeeded ? "needs a" : "has no") static key of this party"
    case .remoteStaticKey(let isNeeded):
      "the pattern \(isNeeded ? "needs the" : "begins without a") static key of the peer"
    case .preSharedKeyCount(let count, let needed): "\(count.units("pre-shared key")); the pattern has \(needed)"
    case .preSharedKeyByteCount(let count): "a pre-shared key of \(count.units("byte")); it needs 32"
    case .messageTooLong(let count): "a message of \(count.units("byte")); at most 65535 are possible"
    case .messageTooShort(let count): "\(count.units("byte")) of a message that has more"
    case .authenticationFailure: "the peer's message is not authentic"
    case .outOfTurn: "this is not the next message"
    case .ended: "nothing follows a message that was refused"
    case .nonceExhausted: "2^64 - 1 messages were sent or received"
    case .repeatedMessage: "a message with this number was received before, or it is too old"
    }
  }
}
