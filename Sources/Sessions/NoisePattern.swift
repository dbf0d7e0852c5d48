/// A step of a handshake message. Spec: Noise revision 34, section 7.1.
enum NoiseToken: Sendable {
  case e, s, ee, es, se, ss, psk

  /// The token with a name in the table below.
  fileprivate init(_ name: Substring.UTF8View) {
    switch (name.first, name.dropFirst().first) {
    case (UInt8(ascii: "e"), nil): self = .e
    case (UInt8(ascii: "s"), nil): self = .s
    case (UInt8(ascii: "e"), UInt8(ascii: "e")): self = .ee
    case (UInt8(ascii: "e"), UInt8(ascii: "s")): self = .es
    case (UInt8(ascii: "s"), UInt8(ascii: "e")): self = .se
    default: self = .ss
    }
  }
}

/// The tokens of the messages of a handshake. The initiator sends the first message, and then the parties take turns.
/// Spec: Noise revision 34, section 7.
struct NoisePattern: Sendable {
  let name: String
  /// Whether the responder knows the initiator's static key before the first message.
  let isInitiatorKnown: Bool
  /// Whether the initiator knows the responder's static key before the first message.
  let isResponderKnown: Bool
  /// The tokens of each message.
  private(set) var messages: [[NoiseToken]]
  /// The number of pre-shared keys.
  private(set) var preSharedKeyCount = 0

  private init(_ name: String, _ messages: String) {
    self.name = name
    let letters = name.utf8.filter { $0 != UInt8(ascii: "1") }
    isInitiatorKnown = letters[0] == UInt8(ascii: "K")
    isResponderKnown = letters.count == 1 || letters[1] == UInt8(ascii: "K")
    self.messages = messages.utf8.split(separator: UInt8(ascii: "/")).map {
      $0.split(separator: UInt8(ascii: " ")).map(NoiseToken.init)
    }
  }

  /// Whether only the initiator sends, in the handshake and after it. Spec: Noise revision 34, section 7.4.
  var isOneWay: Bool { messages.count == 1 }

  /// Whether a party sends its static key, or has sent it before.
  func hasStaticKey(isInitiator: Bool) -> Bool {
    isInitiator ? isInitiatorKnown || sendsStatic(0) : isResponderKnown || sendsStatic(1)
  }

  private func sendsStatic(_ first: Int) -> Bool {
    messages.indices.contains { $0 % 2 == first && messages[$0].contains(.s) }
  }

  /// The pattern with a pre-shared key at the beginning of the first message if the number is 0, otherwise at the end
  /// of the message with this number. Nil if there is no such message. Spec: Noise revision 34, section 9.4.
  func addingPreSharedKey(_ number: Int) -> NoisePattern? {
    guard number <= messages.count else { return nil }
    var pattern = self
    if number == 0 { pattern.messages[0].insert(.psk, at: 0) } else { pattern.messages[number - 1].append(.psk) }
    pattern.preSharedKeyCount += 1
    return pattern
  }

  /// The one-way, the fundamental and the deferred patterns. Spec: Noise revision 34, sections 7.4, 7.5 and 18.1.
  static let table = [
    NoisePattern("N", "e es"),
    NoisePattern("K", "e es ss"),
    NoisePattern("X", "e es s ss"),
    NoisePattern("NN", "e/e ee"),
    NoisePattern("KN", "e/e ee se"),
    NoisePattern("NK", "e es/e ee"),
    NoisePattern("KK", "e es ss/e ee se"),
    NoisePattern("NX", "e/e ee s es"),
    NoisePattern("KX", "e/e ee se s es"),
    NoisePattern("XN", "e/e ee/s se"),
    NoisePattern("IN", "e s/e ee se"),
    NoisePattern("XK", "e es/e ee/s se"),
    NoisePattern("IK", "e es s ss/e ee se"),
    NoisePattern("XX", "e/e ee s es/s se"),
    NoisePattern("IX", "e s/e ee se s es"),
    NoisePattern("NK1", "e/e ee es"),
    NoisePattern("NX1", "e/e ee s/es"),
    NoisePattern("X1N", "e/e ee/s/se"),
    NoisePattern("X1K", "e es/e ee/s/se"),
    NoisePattern("XK1", "e/e ee es/s se"),
    NoisePattern("X1K1", "e/e ee es/s/se"),
    NoisePattern("X1X", "e/e ee s es/s/se"),
    NoisePattern("XX1", "e/e ee s/es s se"),
    NoisePattern("X1X1", "e/e ee s/es s/se"),
    NoisePattern("K1N", "e/e ee/se"),
    NoisePattern("K1K", "e es/e ee/se"),
    NoisePattern("KK1", "e/e ee se es"),
    NoisePattern("K1K1", "e/e ee es/se"),
    NoisePattern("K1X", "e/e ee s es/se"),
    NoisePattern("KX1", "e/e ee se s/es"),
    NoisePattern("K1X1", "e/e ee s/se es"),
    NoisePattern("I1N", "e s/e ee/se"),
    NoisePattern("I1K", "e es s/e ee/se"),
    NoisePattern("IK1", "e s/e ee se es"),
    NoisePattern("I1K1", "e s/e ee es/se"),
    NoisePattern("I1X", "e s/e ee s es/se"),
    NoisePattern("IX1", "e s/e ee se s/es"),
    NoisePattern("I1X1", "e s/e ee s/se es"),
  ]
}
