internal import SecretComparison

/// A run of CPace between two parties, with all that they send.
///
/// For lessons: its scalars are given. Compare secrets with `SecretComparison`.
///
/// Spec: draft-irtf-cfrg-cpace-21, sections 7 and 10.4.
package struct ComparisonTrace: Sendable {
  /// The points that the two send, of 32 bytes.
  package let points: [[UInt8]]
  /// The tags that they send then, of 64 bytes.
  package let tags: [[UInt8]]
  /// Whether each of them finds the other's tag right.
  package let verdicts: [Bool]

  /// Runs it with the PIN of each party, and with 32 random bytes of each.
  package init(pins: [Int], scalars: [[UInt8]]) {
    func party(_ role: SecretComparison.Role, _ index: Int) -> SecretComparison {
      SecretComparison(
        role, secret: SymmetricKey(data: ChallengeProof.digits(pins[index])), channel: Array("phone, server".utf8),
        session: [], data: [], scalar: SymmetricKey(data: scalars[index]))
    }
    let phone = party(.initiator, 0)
    let server = party(.responder, 1)
    let messages = [phone.message, server.message]
    points = messages.map { Array($0[1..<33]) }
    let ofPhone = try! phone.receive(messages[1])
    let ofServer = try! server.receive(messages[0])
    tags = [ofPhone.tag, ofServer.tag]
    verdicts = [(try? ofPhone.verify(tags[1])) != nil, (try? ofServer.verify(tags[0])) != nil]
  }
}
