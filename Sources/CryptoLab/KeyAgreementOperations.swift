import Sessions
import SwiftVaultCommandSupport
import SwiftVaultCryptoBytes

/// A point times a scalar. A result of zero is an error.
///
/// Spec: RFC 7748, section 5.
struct X25519Operation: Operation {
  static let name = "x25519"
  static let hasKernels = false

  private let scalar: Curve25519.KeyAgreement.PrivateKey
  private let point: Curve25519.KeyAgreement.PublicKey

  init(_ parameters: some Parameters) throws(LabError) {
    let (scalar, point) = (try parameters.requiredBytes("scalar"), try parameters.requiredBytes("u"))
    self.scalar = try askLibrary { () throws(Curve25519Error) in
      try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: scalar)
    }
    self.point = try askLibrary { () throws(Curve25519Error) in
      try Curve25519.KeyAgreement.PublicKey(rawRepresentation: point)
    }
  }

  func perform() throws(LabError) -> [UInt8] {
    try askLibrary { () throws(Curve25519Error) in
      try scalar.sharedSecretFromKeyAgreement(with: point).withUnsafeBytes { Array($0) }
    }
  }
}

/// The op `noise` of `batch`: both parties of a handshake and of the messages after it, with given ephemeral keys, as
/// in an entry of cacophony's test vectors.
///
/// Spec: Noise revision 34, section 5.
enum NoiseExchange {
  static let name = "noise"

  /// The members of the reply: the ciphertexts of all messages, and the hash of the handshake.
  static func reply(to request: BatchRequest) throws(LabError) -> [(name: String, value: JSON)] {
    let protocolName = try request.requiredText("protocol_name")
    let noise = try askLibrary { () throws(NoiseError) in try NoiseProtocol(name: protocolName) }
    let initiator = try handshake(request, noise, .initiator)
    let responder = try handshake(request, noise, .responder)
    var payloads: [[UInt8]] = []
    for message in try request.objects("messages") { payloads.append(try message.requiredBytes("payload")) }
    do throws(NoiseError) {
      let (ciphertexts, hash) = try exchange(payloads[...], initiator, responder)
      return [
        ("ciphertexts", .list(ciphertexts.map { JSON(Hex.encode($0)) })), ("handshake_hash", JSON(Hex.encode(hash))),
      ]
    } catch {
      throw .data("\(error)")
    }
  }

  private static func exchange(
    _ payloads: ArraySlice<[UInt8]>, _ initiator: consuming NoiseHandshake, _ responder: consuming NoiseHandshake
  ) throws(NoiseError) -> (ciphertexts: [[UInt8]], hash: [UInt8]) {
    var (rest, ciphertexts) = (payloads, [[UInt8]]())
    while !initiator.isComplete, let payload = rest.popFirst() {
      let message: [UInt8]
      if initiator.writesNext {
        message = try initiator.writeMessage(payload: payload)
        _ = try responder.readMessage(message)
      } else {
        message = try responder.writeMessage(payload: payload)
        _ = try initiator.readMessage(message)
      }
      ciphertexts.append(message)
    }
    let (isOneWay, hash) = (initiator.isOneWay, initiator.handshakeHash)
    guard initiator.isComplete else { return (ciphertexts, hash) }
    var first = try initiator.transport()
    var second = try responder.transport()
    while let payload = rest.popFirst() {
      let message: [UInt8]
      // The parties continue to take turns.
      if isOneWay || ciphertexts.count.isMultiple(of: 2) {
        message = try first.encrypt(payload)
        _ = try second.decrypt(message)
      } else {
        message = try second.encrypt(payload)
        _ = try first.decrypt(message)
      }
      ciphertexts.append(message)
    }
    return (ciphertexts, hash)
  }

  private static func handshake(
    _ request: BatchRequest, _ noise: NoiseProtocol, _ role: NoiseRole
  ) throws(LabError) -> NoiseHandshake {
    let party = role == .initiator ? "init" : "resp"
    func privateKey(_ name: String) throws(LabError) -> Curve25519.KeyAgreement.PrivateKey? {
      guard let bytes = try request.bytes("\(party)_\(name)") else { return nil }
      return try askLibrary { () throws(Curve25519Error) in
        try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
      }
    }
    let prologue = try request.bytes("\(party)_prologue") ?? []
    let (ephemeral, own) = (try privateKey("ephemeral"), try privateKey("static"))
    var remote: Curve25519.KeyAgreement.PublicKey?
    if let bytes = try request.bytes("\(party)_remote_static") {
      remote = try askLibrary { () throws(Curve25519Error) in
        try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
      }
    }
    let preSharedKeys = try request.byteLists("\(party)_psks")
    return try askLibrary { () throws(NoiseError) in
      try NoiseHandshake(
        noise, role: role, prologue: prologue, staticKey: own, remoteStaticKey: remote,
        preSharedKeys: preSharedKeys.map { SymmetricKey(data: $0) }, ephemeralKey: ephemeral)
    }
  }
}
