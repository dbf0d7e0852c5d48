import Glibc
import SecretComparison
import Sessions

/// A socket.
private struct Socket: SessionStream {
  struct Failed: Error {}
  let descriptor: Int32

  func send(_ bytes: [UInt8]) throws(Failed) {
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Failed() }
  }

  func receive(maximumByteCount: Int) throws(Failed) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: maximumByteCount)
    let count = read(descriptor, &bytes, maximumByteCount)
    guard count >= 0 else { throw Failed() }
    return Array(bytes.prefix(count))
  }
}

/// A key agreement, both parties of a handshake, a session over a socket, and a comparison.
let sessionCases: [Case] = [
  // Fields: private key, public key of the peer.
  Case("x25519") { fields in
    let secret = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: fields.key(0))
      .sharedSecretFromKeyAgreement(with: .init(rawRepresentation: fields[1]))
    let key = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: [UInt8](), sharedInfo: [UInt8](), outputByteCount: 32)
    let other = secret.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: [UInt8](), outputByteCount: 80)
    withExtendedLifetime((key, other)) {}
  },
  // Fields: two private keys, pre-shared key, content.
  Case("noise") { fields in
    let noise = try NoiseProtocol(name: "Noise_KKpsk0_25519_AESGCM_SHA512")
    let (own, peer) = (
      try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: fields.key(0)),
      try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: fields.key(1))
    )
    var first = try NoiseHandshake(
      noise, role: .initiator, staticKey: own, remoteStaticKey: peer.publicKey, preSharedKeys: [fields.key(2)])
    var second = try NoiseHandshake(
      noise, role: .responder, staticKey: peer, remoteStaticKey: own.publicKey, preSharedKeys: [fields.key(2)])
    var payload = try second.readMessage(first.writeMessage(payload: fields[3]))
    forget(&payload)
    _ = try first.readMessage(second.writeMessage())
    var sender = try first.transport()
    var receiver = try second.transport()
    sender.rekeySending()
    receiver.rekeyReceiving()
    var text = try receiver.decrypt(sender.encrypt(fields[3]))
    forget(&text)
  },
  // Fields: content of several frames, key.
  Case("session") { fields in
    var ends: [Int32] = [0, 0]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (client, server) = (Socket(descriptor: ends[0]), Socket(descriptor: ends[1]))
    // Each party makes its own key, because a key that a task captured would outlive the task.
    blocking {
      let served = Task.detached {
        var session = try Session.accept(over: server, as: .preSharedKey(fields.key(1)))
        var message = try session.receive()!
        forget(&message)
      }
      var session = try! Session.connect(over: client, as: .preSharedKey(fields.key(1)))
      try! session.send(fields[0])
      try! await served.value
    }
  },
  // Fields: two parts of a secret, a point.
  Case("comparison") { fields in
    var (first, second) = (Array(fields[0]), Array(fields[1]))
    let secret = SecretComparison.secret(of: first, second)
    forget(&first)
    forget(&second)
    let comparison = SecretComparison(
      .initiator, secret: secret, initiator: "a".utf8, responder: "b".utf8, session: [UInt8]())
    let confirmation = try comparison.receive([32] + Array(fields[2]) + [0])
    do {
      _ = try confirmation.verify(fields[2])
    } catch {}
  },
]
