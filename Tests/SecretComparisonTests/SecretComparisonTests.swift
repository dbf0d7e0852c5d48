import Curve25519
import SwiftVaultTestSupport
import Testing

@testable import SecretComparison

/// The vectors of the draft and of a plain computation, and the refusals of a run.
@Suite struct SecretComparisonTests {
  @Test(arguments: [("CPace", 1), ("generated-CPace", 70)])
  func vectors(name: String, records: Int) throws {
    let file = try VectorFile("SecretComparison/\(name).txt", expecting: records)
    for record in file.records {
      let secret = SymmetricKey(data: try record.bytes("PRS"))
      let (channel, session) = (try record.bytes("CI"), try record.bytes("SID"))
      let generator = CPace.generator(secret: secret, channel: channel, session: session)
      #expect(generator == (try record.bytes("G")), "\(record.place)")
      func party(_ role: SecretComparison.Role, _ name: String) throws -> SecretComparison {
        SecretComparison(
          role, secret: secret, channel: channel, session: session, data: try record.bytes("DATA_\(name)"),
          scalar: SymmetricKey(data: try record.bytes("SCALAR_\(name)")))
      }
      let (first, second) = (try party(.initiator, "A").message, try party(.responder, "B").message)
      #expect(
        first == CPace.concatenation(try record.bytes("POINT_A"), try record.bytes("DATA_A")), "\(record.place)")
      #expect(
        second == CPace.concatenation(try record.bytes("POINT_B"), try record.bytes("DATA_B")), "\(record.place)")
      let point = SymmetricKey(data: try record.bytes("POINT_B"))
      let (product, isNonzero) = CPace.multiply(SymmetricKey(data: try record.bytes("SCALAR_A")), point)
      #expect(try isNonzero && product == record.bytes("K"), "\(record.place)")
      let key = CPace.sessionKey(point: product, session: session, transcript: first + second)
      #expect(key == (try record.bytes("ISK")), "\(record.place)")

      let own = try party(.initiator, "A").receive(second)
      let peer = try party(.responder, "B").receive(first)
      let (tags, data) = ([own.tag, peer.tag], [own.peerData, peer.peerData])
      #expect(tags == [try record.bytes("TAG_A"), try record.bytes("TAG_B")], "\(record.place)")
      #expect(data == [try record.bytes("DATA_B"), try record.bytes("DATA_A")], "\(record.place)")
      let derived = HKDF<SHA512>.deriveKey(
        inputKeyMaterial: key, info: "swift-vault comparison 1".utf8, outputByteCount: 32)
      let (ownKey, peerKey) = (try own.verify(tags[1]), try peer.verify(tags[0]))
      #expect(ownKey == derived && peerKey == derived, "\(record.place)")
    }
    try file.report(file.records.count, kernel: "best")
  }

  /// Points of low order make a run fail. The other points of the draft have the results that it prints.
  @Test func points() throws {
    let file = try VectorFile("SecretComparison/CPace-points.txt", expecting: 12)
    var refused = 0
    for record in file.records {
      let (point, expected) = (try record.bytes("U"), try record.bytes("RESULT"))
      let (product, isNonzero) = CPace.multiply(
        SymmetricKey(data: try record.bytes("SCALAR")), SymmetricKey(data: point))
      #expect(product == expected, "\(record.place)")
      if expected == [UInt8](repeating: 0, count: 32) {
        #expect(!isNonzero, "\(record.place)")
        #expect(throws: SecretComparisonError.peerMessage, "\(record.place)") {
          _ = try Self.party(.initiator).receive([32] + point + [0])
        }
        refused += 1
      } else {
        #expect(isNonzero, "\(record.place)")
      }
    }
    #expect(refused == 7)
    try file.report(file.records.count, kernel: "portable")
  }

  @Test func elligator2() throws {
    let file = try VectorFile("SecretComparison/generated-Elligator2.txt", expecting: 111)
    for record in file.records {
      var point = [UInt8](repeating: 0, count: 32)
      X25519.map(try record.bytes("INPUT"), to: &point)
      #expect(point == (try record.bytes("POINT")), "\(record.place)")
    }
    try file.report(file.records.count, kernel: "portable")
  }

  private static func party(
    _ role: SecretComparison.Role, _ secret: String = "secret", _ initiator: String = "a", _ responder: String = "b",
    session: [UInt8] = [1], data: [UInt8] = []
  ) -> SecretComparison {
    SecretComparison(
      role, secret: SymmetricKey(data: secret.utf8), initiator: initiator.utf8, responder: responder.utf8,
      session: session, data: data)
  }

  /// The outcomes of a run, the initiator's first: whether it has a key, and whether both keys are alike.
  private static func run(
    _ initiator: consuming SecretComparison, _ responder: consuming SecretComparison
  ) throws -> [Bool] {
    let (first, second) = (initiator.message, responder.message)
    let own = try initiator.receive(second)
    let peer = try responder.receive(first)
    let (tag, peerTag) = (own.tag, peer.tag)
    let ownKey = try? own.verify(peerTag)
    let peerKey = try? peer.verify(tag)
    return [ownKey != nil, peerKey != nil, ownKey == peerKey]
  }

  private static func error(of run: consuming SecretConfirmation, _ tag: [UInt8]) -> SecretComparisonError? {
    do throws(SecretComparisonError) {
      _ = try run.verify(tag)
      return nil
    } catch {
      return error
    }
  }

  @Test func sameSecrets() throws {
    #expect(try Self.run(Self.party(.initiator), Self.party(.responder)) == [true, true, true])
    #expect(try Self.run(Self.party(.initiator, ""), Self.party(.responder, "")) == [true, true, true])
  }

  /// If anything differs, neither party has a key, and neither learns more than that.
  @Test func differences() throws {
    let none = [false, false, true]
    #expect(try Self.run(Self.party(.initiator), Self.party(.responder, "secres")) == none)
    #expect(try Self.run(Self.party(.initiator), Self.party(.responder, "secret", "c")) == none)
    #expect(try Self.run(Self.party(.initiator), Self.party(.responder, "secret", "a", "c")) == none)
    #expect(
      try Self.run(Self.party(.initiator, "secret", "ab", "c"), Self.party(.responder, "secret", "a", "bc")) == none)
    #expect(try Self.run(Self.party(.initiator), Self.party(.responder, session: [])) == none)
    #expect(try Self.run(Self.party(.initiator), Self.party(.initiator)) == none)
    #expect(try Self.run(Self.party(.responder), Self.party(.responder)) == none)
  }

  /// If an attacker in between changes data, the run fails.
  @Test func changedData() throws {
    let initiator = Self.party(.initiator, data: [1, 2])
    let responder = Self.party(.responder)
    let (first, second) = (initiator.message, responder.message)
    #expect(first.count == 33 + 3)
    let peer = try responder.receive(first.dropLast() + [3])
    let own = try initiator.receive(second)
    let (tag, data) = (peer.tag, peer.peerData)
    #expect(data == [1, 3])
    #expect(Self.error(of: own, tag) == .different)
  }

  /// A party's own message and tag prove nothing when they are sent back to it.
  @Test func reflections() {
    for role in [SecretComparison.Role.initiator, .responder] {
      let party = Self.party(role)
      let message = party.message
      do throws(SecretComparisonError) {
        _ = try party.receive(message)
        Issue.record("accepted")
      } catch {
        #expect(error == .peerMessage)
      }
    }
  }

  /// Parties that cannot be told apart compare nothing, even without a name.
  @Test func equalNames() {
    for name in ["a", ""] {
      let responder = Self.party(.responder, "secret", name, name)
      #expect(throws: SecretComparisonError.equalNames) {
        _ = try Self.party(.initiator, "secret", name, name).receive(responder.message)
      }
    }
  }

  @Test func tags() throws {
    for wrong in 0..<3 {
      let initiator = Self.party(.initiator)
      let responder = Self.party(.responder)
      let first = initiator.message
      let own = try initiator.receive(responder.message)
      let (tag, peerTag) = (own.tag, try responder.receive(first).tag)
      let sent = [tag, Array(peerTag.dropLast()), peerTag.dropLast() + [peerTag[63] ^ 1]][wrong]
      #expect(Self.error(of: own, sent) == .different, "\(wrong)")
    }
  }

  @Test func malformedMessages() {
    let point = [UInt8](repeating: 9, count: 32)
    let wrong: [[UInt8]] = [
      [], [32], [32] + point, [31] + point + [0], [32] + point + [1], [32] + point + [0, 0], [32] + point + [2, 1],
      [32] + point + [128], [32] + point + [0x80, 0], [32] + point + [0x81, 0, 7],
      [32] + point + [UInt8](repeating: 255, count: 20),
    ]
    for message in wrong {
      #expect(throws: SecretComparisonError.peerMessage, "\(message)") {
        _ = try Self.party(.initiator).receive(message)
      }
    }
    for count in [0, 1, 127, 128, 16383, 16384] {
      let message = CPace.concatenation(point, [UInt8](repeating: 1, count: count))
      #expect(throws: Never.self) { _ = try Self.party(.initiator).receive(message) }
    }
  }

  /// Dividing a secret differently into parts gives another secret, and every run has other messages.
  @Test func secretsOfParts() {
    #expect(SecretComparison.secret(of: [1], [2, 3]) == [1, 1, 2, 2, 3])
    #expect(SecretComparison.secret(of: [1, 2], [3]) != SecretComparison.secret(of: [1], [2, 3]))
    #expect(Self.party(.initiator).message != Self.party(.initiator).message)
  }

  @Test func descriptions() {
    #expect(SecretComparisonError.peerMessage.description == "the peer's message is none of a comparison")
    #expect(
      SecretComparisonError.different.description
        == "the peer has not the same secret, names and session, or a message was changed")
    #expect(
      SecretComparisonError.equalNames.description == "the initiator and the responder have the same name")
  }
}
