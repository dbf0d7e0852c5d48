import SecretComparison
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

/// Runs the examples of the pages of Curve25519, Sessions and SecretComparison. The pages quote them line for line.
@Suite struct SessionSnippetTests {
  /// A connection that ends at once.
  private struct Ended: SessionStream {
    func send(_ bytes: [UInt8]) {}
    func receive(maximumByteCount: Int) -> [UInt8] { [] }
  }

  @Test func curve25519() throws {
    let (own, peer) = (Curve25519.KeyAgreement.PrivateKey(), Curve25519.KeyAgreement.PrivateKey())
    let secret = try own.sharedSecretFromKeyAgreement(with: peer.publicKey)
    let key = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: [UInt8](), sharedInfo: "example 1".utf8, outputByteCount: 32)
    #expect(try peer.sharedSecretFromKeyAgreement(with: own.publicKey) == secret && key.bitCount == 256)
  }

  @Test func sessions() {
    #expect { _ = try ask([1], over: Ended(), server: Curve25519.KeyAgreement.PrivateKey().publicKey) } throws: {
      "\($0)" == "connection: it has ended before the peer closed the session"
    }
  }

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
