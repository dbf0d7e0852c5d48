import SecretComparison
import Testing

private func isSame(
  _ secret: SymmetricKey, channel: [UInt8], send: ([UInt8]) throws -> Void, receive: () throws -> [UInt8]
) throws -> Bool {
  let comparison = SecretComparison(
    .initiator, secret: secret, initiator: "client".utf8, responder: "server".utf8, session: channel)
  try send(comparison.message)
  let confirmation = try comparison.receive(receive())
  try send(confirmation.tag)
  do {
    _ = try confirmation.verify(receive())
    return true
  } catch SecretComparisonError.different {
    return false
  }
}

/// Runs the example of SecretComparison's page, which quotes it line for line.
@Suite struct SecretComparisonSnippetTests {
  @Test(arguments: [true, false])
  func secretComparison(hasSame: Bool) throws {
    let (secret, other) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
    var received: [[UInt8]] = []
    var answers: [[UInt8]] = []
    let result = try isSame(secret, channel: [1]) {
      received.append($0)
      if received.count > 1 { return }
      let responder = SecretComparison(
        .responder, secret: hasSame ? secret : other, initiator: "client".utf8, responder: "server".utf8, session: [1])
      answers = [responder.message]
      answers.append(try responder.receive($0).tag)
    } receive: {
      answers.removeFirst()
    }
    #expect(result == hasSame && received.count == 2)
  }
}
