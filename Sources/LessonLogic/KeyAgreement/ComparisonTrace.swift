internal import SecretComparison

/// A run of CPace between two parties, with all messages.
///
/// For lessons: its scalars are given. Compare secrets with `SecretComparison`.
///
/// Spec: draft-irtf-cfrg-cpace-21, sections 7 and 10.4.
package struct ComparisonTrace: Sendable {
  /// The points that the two parties send, of 32 bytes each.
  package let points: [[UInt8]]
  /// The tags that they send afterwards, of 64 bytes each.
  package let tags: [[UInt8]]
  /// Whether each party accepts the other's tag.
  package let verdicts: [Bool]

  /// Runs it with a PIN and 32 random bytes for each party.
  package init(pins: [Int], scalars: [[UInt8]]) {
    let phone = Self.party(.initiator, pins[0], scalars[0])
    let server = Self.party(.responder, pins[1], scalars[1])
    let messages = [phone.message, server.message]
    points = messages.map(Self.point)
    let ofPhone = try! phone.receive(messages[1])
    let ofServer = try! server.receive(messages[0])
    tags = [ofPhone.tag, ofServer.tag]
    verdicts = [(try? ofPhone.verify(tags[1])) != nil, (try? ofServer.verify(tags[0])) != nil]
  }

  /// The point that the phone sends, which needs nothing from the server.
  package static func phonePoint(pin: Int, scalar: [UInt8]) -> [UInt8] {
    point(in: party(.initiator, pin, scalar).message)
  }

  private static func party(_ role: SecretComparison.Role, _ pin: Int, _ scalar: [UInt8]) -> SecretComparison {
    SecretComparison(
      role, secret: SymmetricKey(data: ChallengeProof.digits(pin)), channel: Array("phone, server".utf8), session: [],
      data: [], scalar: SymmetricKey(data: scalar))
  }

  /// The 32 bytes after their length.
  private static func point(in message: [UInt8]) -> [UInt8] { Array(message[1..<33]) }
}
