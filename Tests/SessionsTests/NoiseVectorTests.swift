import SwiftVaultTestSupport
import Testing

@testable import Sessions

/// The 118 vectors of cacophony, in both roles.
@Suite struct NoiseVectorTests {
  private static func handshake(_ record: VectorRecord, _ role: NoiseRole) throws -> NoiseHandshake {
    let party = role == .initiator ? "INIT" : "RESP"
    func bytes(_ field: String) throws -> [UInt8]? {
      record.has("\(party)_\(field)") ? try record.bytes("\(party)_\(field)") : nil
    }
    func privateKey(_ field: String) throws -> Curve25519.KeyAgreement.PrivateKey? {
      try bytes(field).map { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
    }
    var preSharedKeys: [SymmetricKey] = []
    while let key = try bytes("PSK\(preSharedKeys.count)") { preSharedKeys.append(SymmetricKey(data: key)) }
    return try NoiseHandshake(
      NoiseProtocol(name: record.text("PROTOCOL")), role: role, prologue: record.bytes("\(party)_PROLOGUE"),
      staticKey: privateKey("STATIC"),
      remoteStaticKey: bytes("REMOTE_STATIC").map { try Curve25519.KeyAgreement.PublicKey(rawRepresentation: $0) },
      preSharedKeys: preSharedKeys, ephemeralKey: privateKey("EPHEMERAL"))
  }

  @Test func cacophony() throws {
    let file = try VectorFile("Sessions/cacophony.txt", expecting: 118)
    for record in file.records {
      var initiator = try Self.handshake(record, .initiator)
      var responder = try Self.handshake(record, .responder)
      let isOneWay = initiator.isOneWay
      var number = 0
      func message() throws -> (payload: [UInt8], ciphertext: [UInt8]) {
        defer { number += 1 }
        return (try record.bytes("PAYLOAD\(number)"), try record.bytes("CIPHERTEXT\(number)"))
      }
      while !initiator.isComplete {
        let (payload, ciphertext) = try message()
        let (isFirst, isSecond) = (initiator.writesNext, responder.writesNext)
        #expect(isFirst != isSecond)
        let written = try isFirst ? initiator.writeMessage(payload: payload) : responder.writeMessage(payload: payload)
        #expect(written == ciphertext, "\(record.place), message \(number)")
        let read = try isFirst ? responder.readMessage(written) : initiator.readMessage(written)
        #expect(read == payload, "\(record.place), message \(number)")
      }
      let (isComplete, hashes) = (responder.isComplete, [initiator.handshakeHash, responder.handshakeHash])
      #expect(isComplete, "\(record.place)")
      #expect(hashes == Array(repeating: try record.bytes("HANDSHAKE_HASH"), count: 2), "\(record.place)")
      let handshakeCount = number
      var first = try initiator.transport()
      var second = try responder.transport()
      while record.has("PAYLOAD\(number)") {
        // In cacophony's order the responder sends first if it did not send the last message of the handshake.
        let isFirst = isOneWay || number % 2 == 0
        let (payload, ciphertext) = try message()
        let sent = try isFirst ? first.encrypt(payload) : second.encrypt(payload)
        #expect(sent == ciphertext, "\(record.place), message \(number)")
        #expect(try (isFirst ? second.decrypt(sent) : first.decrypt(sent)) == payload, "\(record.place)")
      }
      #expect(number == 6 && handshakeCount < 6)
    }
    try file.report(file.records.count, kernel: "best")
  }
}
