import Sessions
import Testing

private func ask(
  _ question: [UInt8], over stream: some SessionStream, server: Curve25519.KeyAgreement.PublicKey
) throws -> [UInt8]? {
  var session = try Session.connect(over: stream, as: .serverPinned(server, own: nil), context: "example 1".utf8)
  try session.send(question)
  let answer = try session.receive()
  try session.close()
  return answer
}

/// Runs the example of Sessions's page, which quotes it line for line.
@Suite struct SessionSnippetTests {
  /// A connection that ends at once.
  private struct Ended: SessionStream {
    func send(_ bytes: [UInt8]) {}
    func receive(maximumByteCount: Int) -> [UInt8] { [] }
  }

  @Test func sessions() {
    #expect { _ = try ask([1], over: Ended(), server: Curve25519.KeyAgreement.PrivateKey().publicKey) } throws: {
      "\($0)" == "connection: it has ended before the peer closed the session"
    }
  }
}
