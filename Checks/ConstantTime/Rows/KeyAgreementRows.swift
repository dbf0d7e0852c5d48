#if os(Linux)
import SecretComparison
import Sessions
import SwiftVault

private typealias PrivateKey = Curve25519.KeyAgreement.PrivateKey
private let peer = try! PrivateKey(rawRepresentation: 1...32)

/// X25519: scalars, points and results are secrets.
let keyAgreementRows = [
  Row("X25519 public key") {
    .bytes(try PrivateKey(rawRepresentation: secret(count: 32)).publicKey.rawRepresentation)
  },
  Row("X25519 scalar and point") {
    var result = [UInt8](repeating: 0, count: 32)
    let isNonzero = X25519.multiply(secret(count: 32), secret((0..<32).reversed()), to: &result)
    return .bytes(result + [unsafeBitCast(isNonzero, to: UInt8.self)])
  },
  Row("X25519 shared secret") {
    let key = try PrivateKey(rawRepresentation: secret(count: 32))
    return .bytes(bytes(of: try key.sharedSecretFromKeyAgreement(with: peer.publicKey)))
  },
  Row("X25519 shared secret of zero") {
    let point = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: secret([UInt8](repeating: 0, count: 32)))
    return .verdict((try? peer.sharedSecretFromKeyAgreement(with: point)) == nil)
  },
  Row("X25519 HKDF") {
    let key = try PrivateKey(rawRepresentation: secret(count: 32))
    let shared = try key.sharedSecretFromKeyAgreement(with: peer.publicKey)
    return .bytes(
      bytes(of: shared.hkdfDerivedSymmetricKey(using: SHA256.self, salt: [], sharedInfo: [1], outputByteCount: 32)))
  },
  Row("X25519 X9.63") {
    let key = try PrivateKey(rawRepresentation: secret(count: 32))
    let shared = try key.sharedSecretFromKeyAgreement(with: peer.publicKey)
    return .bytes(bytes(of: shared.x963DerivedSymmetricKey(using: SHA256.self, sharedInfo: [1], outputByteCount: 80)))
  },
  Row("Elligator 2") {
    var points: [UInt8] = []
    for first: UInt8 in 0..<4 {
      var point = [UInt8](repeating: 0, count: 32)
      X25519.map(secret([first] + secret(count: 31)), to: &point)
      points += point
    }
    return .bytes(points)
  },
]

/// Noise: static, ephemeral and pre-shared keys and payloads are secrets. What is sent is public.
let sessionRows = [
  Row("Noise KKpsk2") { .bytes(try handshake("KKpsk2", initiatorIsKnown: true)) },
  Row("Noise XKpsk0") { .bytes(try handshake("XKpsk0", initiatorIsKnown: false)) },
  Row("Noise, a changed message") {
    let noise = try NoiseProtocol(name: "Noise_NNpsk0_25519_AESGCM_SHA256")
    let key = SymmetricKey(data: secret(count: 32))
    var initiator = try NoiseHandshake(noise, role: .initiator, preSharedKeys: [key])
    var responder = try NoiseHandshake(noise, role: .responder, preSharedKeys: [key])
    var message = publish(try initiator.writeMessage(payload: secret(count: 9)))
    message[40] ^= 1
    do { return .bytes(try responder.readMessage(message)) } catch { return .verdict(secret([1])[0] == 1) }
  },
]

/// The payload of each party after a handshake, and those of both transports.
private func handshake(_ pattern: String, initiatorIsKnown: Bool) throws -> [UInt8] {
  let noise = try NoiseProtocol(name: "Noise_\(pattern)_25519_AESGCM_SHA512")
  let own = try PrivateKey(rawRepresentation: secret(count: 32))
  let other = try PrivateKey(rawRepresentation: secret((0..<32).reversed()))
  let key = SymmetricKey(data: secret(count: 32))
  func published(_ key: PrivateKey) throws -> Curve25519.KeyAgreement.PublicKey {
    try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publish(key.publicKey.rawRepresentation))
  }
  return try withSecretRandomness {
    var initiator = try NoiseHandshake(
      noise, role: .initiator, staticKey: own, remoteStaticKey: published(other), preSharedKeys: [key])
    var responder = try NoiseHandshake(
      noise, role: .responder, staticKey: other, remoteStaticKey: initiatorIsKnown ? published(own) : nil,
      preSharedKeys: [key])
    var payloads: [UInt8] = []
    while !initiator.isComplete {
      if initiator.writesNext {
        payloads += try responder.readMessage(publish(initiator.writeMessage(payload: secret(count: 9))))
      } else {
        payloads += try initiator.readMessage(publish(responder.writeMessage(payload: secret(count: 9))))
      }
    }
    var first = try initiator.transport()
    var second = try responder.transport()
    payloads += try second.decrypt(publish(first.encrypt(secret(count: 100))))
    first.rekeySending()
    second.rekeyReceiving()
    payloads += try second.decrypt(publish(first.encrypt(secret(count: 100))))
    var sender = NoiseDatagramTransport(first)
    var receiver = NoiseDatagramTransport(second)
    let datagram = try sender.encrypt(secret(count: 100))
    return try payloads + receiver.decrypt(publish(datagram.message), number: datagram.number)
  }
}

/// CPace: secrets and scalars are secrets. Messages and tags are public.
let secretComparisonRows = [
  Row("SecretComparison, the same secret") { .verdict(try compare(secret(count: 12)) { $0 }) },
  Row("SecretComparison, another secret") { .verdict(try !compare(secret((0..<12).reversed())) { $0 }) },
  Row("SecretComparison, a changed tag") { .verdict(try !compare(secret(count: 12)) { $0.map { $0 ^ 1 } }) },
  Row("SecretComparison.secret") {
    .bytes(bytes(of: SecretComparison.secret(of: secret(count: 12), secret(count: 200))))
  },
]

/// Whether the initiator accepts a responder with a secret.
private func compare(_ other: [UInt8], _ change: ([UInt8]) -> [UInt8]) throws -> Bool {
  try withSecretRandomness {
    func party(_ role: SecretComparison.Role, _ secret: [UInt8]) -> SecretComparison {
      SecretComparison(role, secret: SymmetricKey(data: secret), initiator: [1], responder: [2], session: [3])
    }
    let initiator = party(.initiator, secret(count: 12))
    let responder = party(.responder, other)
    let first = publish(initiator.message)
    let confirmation = try initiator.receive(publish(responder.message))
    let tag = publish(try responder.receive(first).tag)
    return (try? confirmation.verify(change(tag))) != nil
  }
}

private func bytes(of secret: SharedSecret) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }
#endif
