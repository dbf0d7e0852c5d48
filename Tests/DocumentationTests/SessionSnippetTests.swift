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

private func exchange(
  _ dialer: Curve25519.KeyAgreement.PrivateKey, _ listener: Curve25519.KeyAgreement.PrivateKey
) throws -> (sent: [UInt8], received: [UInt8]) {
  let noise = try NoiseProtocol(name: "Noise_XX_25519_ChaChaPoly_SHA256")
  var first = try NoiseHandshake(noise, role: .initiator, staticKey: dialer)
  var second = try NoiseHandshake(noise, role: .responder, staticKey: listener)
  while !first.isComplete || !second.isComplete {
    if first.writesNext {
      _ = try second.readMessage(first.writeMessage())
    } else {
      _ = try first.readMessage(second.writeMessage())
    }
  }
  var sender = try first.transport()
  var receiver = try second.transport()
  let sent = try sender.encrypt("hello".utf8)
  return (sent, try receiver.decrypt(sent))
}

/// Runs the examples of Sessions's page, which quotes them line for line.
@Suite struct SessionSnippetTests {
  /// A connection that ends at once.
  private struct Ended: SessionStream {
    func send(_ bytes: [UInt8]) {}
    func receive(maximumByteCount: Int) -> [UInt8] { [] }
  }

  @Test func noise() throws {
    let (sent, received) = try exchange(.init(), .init())
    #expect(sent.count == 21 && received == Array("hello".utf8))
  }

  @Test func sessions() {
    #expect { _ = try ask([1], over: Ended(), server: Curve25519.KeyAgreement.PrivateKey().publicKey) } throws: {
      "\($0)" == "connection: it has ended before the peer closed the session"
    }
  }
}
