import AES

/// The messages after a handshake, in their order. Spec: Noise revision 34, section 5.3.
///
/// Each direction has a key, and numbers its messages. A changed, repeated or reordered message is refused, and so is
/// the one after a lost message. The direction has then ended. A transport cannot be copied, because a copy would
/// encrypt another message under the same number.
///
/// *Not* protected: the sizes and times of messages; and their number, so the last ones can be cut off unnoticed.
public struct NoiseTransport: ~Copyable {
  fileprivate var sending: NoiseCipher?
  fileprivate var receiving: NoiseCipher?
  fileprivate var hasFailed = false
  /// The hash of the handshake, 32 or 64 bytes. Spec: Noise revision 34, section 11.2.
  public let handshakeHash: [UInt8]

  /// The maximum size of a plaintext in bytes: 65,535 minus 16 for the tag.
  public static var maximumByteCount: Int { maximumNoiseByteCount - 16 }

  init(sending: NoiseCipher?, receiving: NoiseCipher?, handshakeHash: [UInt8]) {
    (self.sending, self.receiving, self.handshakeHash) = (sending, receiving, handshakeHash)
  }

  /// Encrypts the next message. It becomes 16 bytes longer.
  ///
  /// - Throws: ``NoiseError/messageTooLong(byteCount:)`` for more than ``maximumByteCount``;
  ///   ``NoiseError/nonceExhausted``; ``NoiseError/outOfTurn`` for the responder of a one-way pattern.
  public mutating func encrypt(_ message: some Sequence<UInt8>) throws(NoiseError) -> [UInt8] {
    guard sending != nil else { throw .outOfTurn }
    return try sending!.sealMessage(message)
  }

  /// Decrypts the next message.
  ///
  /// - Throws: ``NoiseError/authenticationFailure``, ``NoiseError/messageTooShort(byteCount:)`` or
  ///   ``NoiseError/messageTooLong(byteCount:)`` for a message that is not the peer's next, after which every call
  ///   throws ``NoiseError/ended``; ``NoiseError/nonceExhausted``; ``NoiseError/outOfTurn`` for the initiator of a
  ///   one-way pattern.
  public mutating func decrypt(_ message: some Sequence<UInt8>) throws(NoiseError) -> [UInt8] {
    guard receiving != nil else { throw .outOfTurn }
    if hasFailed { throw .ended }
    hasFailed = true
    let text = try receiving!.open(checkedMessage(message)[...], authenticating: [])
    hasFailed = false
    return text
  }

  /// Replaces the key for sending: earlier messages stay secret from an attacker who learns the new key. The peer has
  /// to call ``rekeyReceiving()`` between the same messages. Spec: Noise revision 34, section 11.3.
  public mutating func rekeySending() { sending?.rekey() }

  /// Replaces the key for receiving. The peer has to call ``rekeySending()`` between the same messages.
  public mutating func rekeyReceiving() { receiving?.rekey() }
}

/// The messages after a handshake, some of which may be lost, while the others arrive in any order. Each is sent
/// together with its number. Spec: Noise revision 34, section 11.4.
///
/// A message is accepted only once. A message is refused if its number is below the 1,024 highest so far.
///
/// *Not* protected: the sizes and times of messages, and whether all have arrived.
public struct NoiseDatagramTransport: ~Copyable {
  fileprivate var sending: NoiseCipher?
  private let receiving: NoiseCipher?
  private let hasEnded: Bool
  private var window = NoiseWindow()
  /// The hash of the handshake, 32 or 64 bytes. Spec: Noise revision 34, section 11.2.
  public let handshakeHash: [UInt8]

  /// Continues a transport, whose messages may be lost or reordered from now on, as over UDP. A direction that has
  /// ended stays ended.
  public init(_ transport: consuming NoiseTransport) {
    window = NoiseWindow(from: transport.receiving?.nonce ?? 0)
    (sending, receiving, handshakeHash) = (transport.sending, transport.receiving, transport.handshakeHash)
    hasEnded = transport.hasFailed
  }

  /// Encrypts a message, which becomes 16 bytes longer, and gives it the next number.
  ///
  /// - Throws: ``NoiseError/messageTooLong(byteCount:)`` for more than `NoiseTransport.maximumByteCount`;
  ///   ``NoiseError/nonceExhausted``; ``NoiseError/outOfTurn`` for the responder of a one-way pattern.
  public mutating func encrypt(
    _ message: some Sequence<UInt8>
  ) throws(NoiseError) -> (number: UInt64, message: [UInt8]) {
    guard let number = sending?.nonce else { throw .outOfTurn }
    return (number, try sending!.sealMessage(message))
  }

  /// Decrypts the message with a number. A refused message changes nothing.
  ///
  /// - Throws: ``NoiseError/repeatedMessage`` when the number was accepted before or is too low;
  ///   ``NoiseError/authenticationFailure``, ``NoiseError/messageTooShort(byteCount:)``,
  ///   ``NoiseError/messageTooLong(byteCount:)``, ``NoiseError/nonceExhausted`` for the number 2^64 - 1;
  ///   ``NoiseError/outOfTurn`` for the initiator of a one-way pattern; ``NoiseError/ended`` when the direction had
  ///   ended before.
  public mutating func decrypt(_ message: some Sequence<UInt8>, number: UInt64) throws(NoiseError) -> [UInt8] {
    guard let receiving else { throw .outOfTurn }
    if hasEnded { throw .ended }
    guard window.isNew(number) else { throw .repeatedMessage }
    let text = try receiving.open(checkedMessage(message)[...], authenticating: [], number: number)
    window.insert(number)
    return text
  }
}

/// The numbers of the messages that were accepted, among the highest 1,024.
struct NoiseWindow: Sendable {
  private static var bitCount: UInt64 { 1024 }
  private var words = [UInt64](repeating: 0, count: 16)
  /// All numbers from here on are new.
  private var next: UInt64

  /// A window in which the numbers below `first` are not new.
  init(from first: UInt64 = 0) {
    next = 0
    for number in (first > Self.bitCount ? first - Self.bitCount : 0)..<first { insert(number) }
  }

  func isNew(_ number: UInt64) -> Bool {
    if number >= next { return true }
    return next - number <= Self.bitCount && words[Int(number / 64 % 16)] & 1 << (number % 64) == 0
  }

  /// Inserts a number that is new and below 2^64 - 1.
  mutating func insert(_ number: UInt64) {
    if number >= next {
      if number - next >= Self.bitCount {
        words = [UInt64](repeating: 0, count: 16)
      } else {
        // Numbers that were skipped take the places of those that are now too old.
        for skipped in next..<number { words[Int(skipped / 64 % 16)] &= ~(1 << (skipped % 64)) }
      }
      next = number + 1
    }
    words[Int(number / 64 % 16)] |= 1 << (number % 64)
  }
}

extension NoiseCipher {
  /// The ciphertext and tag of a message of at most `NoiseTransport.maximumByteCount` bytes.
  fileprivate mutating func sealMessage(_ message: some Sequence<UInt8>) throws(NoiseError) -> [UInt8] {
    var sealed: [UInt8] = []
    try unsafe message.withBytes { text throws(NoiseError) in
      guard text.count <= NoiseTransport.maximumByteCount else {
        throw .messageTooLong(byteCount: text.count + AES.GCM.tagByteCount)
      }
      try unsafe seal(text, authenticating: [], to: &sealed)
    }
    return sealed
  }
}

/// The bytes of a received message that is not too long.
func checkedMessage(_ message: some Sequence<UInt8>) throws(NoiseError) -> [UInt8] {
  let message = Array(message)
  guard message.count <= maximumNoiseByteCount else { throw .messageTooLong(byteCount: message.count) }
  return message
}
