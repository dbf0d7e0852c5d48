import SwiftVaultTestSupport
import Testing

@testable import Sessions

/// Handshakes with PyPI's noiseprotocol, in both roles, followed by messages in both directions.
@Suite struct NoisePeerTests {
  private static let peer = PeerProgram(script: "noise_peer.py")
  private static let patterns = [
    "N", "K", "X", "NN", "NK", "NX", "KN", "KK", "KX", "XN", "XK", "XX", "IN", "IK", "IX", "NNpsk0", "KKpsk2", "XXpsk3",
    "IKpsk1", "Xpsk1",
  ]

  /// The messages that a party has sent and read, and its hash at the end of the handshake.
  private struct Log: Equatable {
    var sent: [[UInt8]] = []
    var read: [[UInt8]] = []
    var hash: [UInt8] = []
  }

  /// A handshake of this party with the program.
  private struct Case: Sendable {
    let name: String
    let role: NoiseRole
    let own = (ephemeral: Curve25519.KeyAgreement.PrivateKey(), stored: Curve25519.KeyAgreement.PrivateKey())
    let peer = (ephemeral: Curve25519.KeyAgreement.PrivateKey(), stored: Curve25519.KeyAgreement.PrivateKey())
    let preSharedKey = SymmetricKey(size: .bits256)
    let prologue = Array("prologue".utf8)

    private var letters: [Character] { Array(name.split(separator: "_")[1].prefix { $0.isUppercase }) }
    private var hasPreSharedKey: Bool { name.contains("psk") }

    /// Whether a party has a static key, and whether it knows the other's static key from the start.
    private func keys(_ role: NoiseRole) -> (own: Bool, remote: Bool) {
      let (first, second) = (letters[0], letters.count == 1 ? "K" : letters[1])
      return role == .initiator ? (first != "N", second == "K") : (second != "N", first == "K")
    }

    /// This party, after it has received some messages of the other.
    func party(receiving messages: [[UInt8]]) throws -> Log {
      let keys = keys(role)
      var handshake = try NoiseHandshake(
        NoiseProtocol(name: name), role: role, prologue: prologue, staticKey: keys.own ? own.stored : nil,
        remoteStaticKey: keys.remote ? peer.stored.publicKey : nil,
        preSharedKeys: hasPreSharedKey ? [preSharedKey] : [], ephemeralKey: own.ephemeral)
      var (log, rest) = (Log(), messages[...])
      while !handshake.isComplete {
        if handshake.writesNext {
          log.sent.append(try handshake.writeMessage(payload: [UInt8(log.sent.count + log.read.count)]))
        } else if let message = rest.popFirst() {
          log.read.append(try handshake.readMessage(message))
        } else {
          return log
        }
      }
      log.hash = handshake.handshakeHash
      let isOneWay = handshake.isOneWay
      var transport = try handshake.transport()
      for message in rest { log.read.append(try transport.decrypt(message)) }
      if role == .initiator || !isOneWay {
        for text in ["first", "second"] { log.sent.append(try transport.encrypt(text.utf8)) }
      }
      return log
    }

    /// The line for the program, which has received some messages of this party.
    func question(receiving messages: [[UInt8]]) -> String {
      let role = role == .initiator ? NoiseRole.responder : .initiator
      let keys = keys(role)
      func digits(_ key: Curve25519.KeyAgreement.PrivateKey) -> String { PeerProgram.digits(key.rawRepresentation) }
      return [
        name, role == .initiator ? "initiator" : "responder", PeerProgram.digits(prologue),
        keys.own ? digits(peer.stored) : "-",
        keys.remote ? PeerProgram.digits(own.stored.publicKey.rawRepresentation) : "-",
        hasPreSharedKey ? PeerProgram.digits(preSharedKey.withUnsafeBytes { Array($0) }) : "-", digits(peer.ephemeral),
        messages.isEmpty ? "-" : messages.map(PeerProgram.digits).joined(separator: ","),
      ].joined(separator: " ")
    }
  }

  private static let cases = patterns.flatMap { pattern in
    ["AESGCM_SHA256", "AESGCM_SHA512", "ChaChaPoly_SHA256", "ChaChaPoly_SHA512"].flatMap { functions in
      [NoiseRole.initiator, .responder].map { Case(name: "Noise_\(pattern)_25519_\(functions)", role: $0) }
    }
  }

  private static func log(_ answer: String) throws -> Log {
    let parts = answer.split(separator: " ").map(String.init)
    try #require(parts.count == 3, "\(answer)")
    func list(_ text: String) throws -> [[UInt8]] {
      text == "-" ? [] : try text.split(separator: ",").map { try Hex.decode($0 == "-" ? "" : String($0)) }
    }
    return Log(
      sent: try list(parts[0]), read: try list(parts[1]), hash: parts[2] == "-" ? [] : try Hex.decode(parts[2]))
  }

  /// Each party restarts with its keys and with everything that the other has sent, until nothing new is sent.
  @Test func handshakesInBothRoles() throws {
    var own = try Self.cases.map { try $0.party(receiving: []) }
    var peer: [Log] = []
    for _ in 0..<4 {
      let questions = zip(Self.cases, own).map { $0.question(receiving: $1.sent) }
      guard let answers = try Self.peer.answers(to: questions) else { return }
      peer = try answers.map(Self.log)
      try #require(peer.count == Self.cases.count)
      own = try zip(Self.cases, peer).map { try $0.party(receiving: $1.sent) }
    }
    for (item, (own, peer)) in zip(Self.cases, zip(own, peer)) {
      #expect(!own.hash.isEmpty && own.hash == peer.hash, "\(item.name)")
      for (sent, read) in [(own.sent, peer.read), (peer.sent, own.read)] {
        #expect(sent.count == read.count, "\(item.name)")
      }
      // The messages of both parties in order, with two messages after the handshake from each party that may send.
      let texts = (own.read + peer.read).filter { $0.count > 1 }.map { String(decoding: $0, as: UTF8.self) }
      let pair = ["first", "second"]
      #expect(texts == (item.name.split(separator: "_")[1].prefix { $0.isUppercase }.count == 1 ? pair : pair + pair))
      let numbers = (own.read + peer.read).filter { $0.count == 1 }.flatMap { $0 }
      #expect(numbers.sorted() == (0..<UInt8(numbers.count)).map { $0 } && !numbers.isEmpty, "\(item.name)")
    }
  }

  @Test func aChangedMessageIsRefusedByBoth() throws {
    let item = Case(name: "Noise_XX_25519_AESGCM_SHA256", role: .initiator)
    let first = try item.party(receiving: []).sent
    guard let answers = try Self.peer.answers(to: [item.question(receiving: first)]) else { return }
    var answer = try Self.log(answers[0]).sent
    var third = try item.party(receiving: answer).sent[1]
    third[40] ^= 1
    #expect(try Self.peer.answers(to: [item.question(receiving: first + [third])]) == ["refused"])
    answer[0][60] ^= 1
    #expect(throws: NoiseError.authenticationFailure) { try item.party(receiving: answer) }
  }
}

extension PeerProgram {
  /// The answers; nil if the program is missing and this is not CI.
  func answers(to questions: [String]) throws -> [String]? {
    try answers(to: questions) { error in withKnownIssue("\(script) was not run") { throw error } }
  }
}
