@testable import SecretComparison
@testable import Sessions

/// Any bytes read as a message of a handshake, of a session or of a comparison are refused, or they are a message that
/// the writer sent. After a changed byte in a handshake, no party accepts what the other sends.
enum SessionMessages: Target {
  private static let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
  private static let own = try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: key)

  static func run(_ bytes: [UInt8]) {
    if let noise = attempt(NoiseError.self, { try NoiseProtocol(name: String(decoding: bytes, as: UTF8.self)) }) {
      expect(noise.name.utf8.elementsEqual(bytes), "another name: \(noise.name)")
    }
    if let frame = SessionFrame(bytes) {
      expect(frame.content.upperBound <= bytes.count, "content beyond the frame")
      let written = bytes[frame.content].withBytes { SessionFrame.plaintext(frame.kind, $0, padding: 1) }
      expect(bytes.starts(with: written), "a frame read, and written again")
    }
    _ = attempt(NoiseError.self) {
      var handshake = try NoiseHandshake(
        NoiseProtocol(name: "Noise_NX_25519_AESGCM_SHA256"), role: .responder, staticKey: own)
      _ = try handshake.readMessage(bytes)
    }
    let accepted: Void? = attempt(SecretComparisonError.self) {
      let comparison = SecretComparison(
        .responder, secret: key, initiator: "a".utf8, responder: "b".utf8, session: [UInt8]())
      let confirmation = try comparison.receive(bytes)
      _ = try confirmation.verify(bytes.suffix(64))
    }
    expect(accepted == nil, "the tag of nobody")

    var input = FuzzInput(bytes)
    let (changed, place, value) = (input.number(below: 4), input.number(below: 1 << 16), input.byte())
    let payloads = (0..<4).map { _ in input.bytes(input.number(below: 40)) }
    let isRight: Void? = attempt(NoiseError.self) { try talk(payloads, changing: changed, at: place, value) }
    expect((isRight == nil) == (value != 0), "a message with \(value) added to byte \(place)")
  }

  /// Two messages of a handshake and one in each direction after it, one of them changed.
  private static func talk(_ payloads: [[UInt8]], changing changed: Int, at place: Int, _ value: UInt8) throws {
    func sent(_ message: [UInt8], _ number: Int) -> [UInt8] {
      var message = message
      if number == changed { message[place % message.count] ^= value }
      return message
    }
    let noise = try NoiseProtocol(name: "Noise_NX_25519_AESGCM_SHA256")
    var initiator = try NoiseHandshake(noise, role: .initiator)
    var responder = try NoiseHandshake(noise, role: .responder, staticKey: own)
    let first = try responder.readMessage(sent(initiator.writeMessage(payload: payloads[0]), 0))
    expect(first == payloads[0] || changed == 0, "the first payload")
    try expect(
      initiator.readMessage(sent(responder.writeMessage(payload: payloads[1]), 1)) == payloads[1], "the second")
    var left = try initiator.transport()
    var right = try responder.transport()
    try expect(right.decrypt(sent(left.encrypt(payloads[2]), 2)) == payloads[2], "the third")
    try expect(left.decrypt(sent(right.encrypt(payloads[3]), 3)) == payloads[3], "the fourth")
  }
}
