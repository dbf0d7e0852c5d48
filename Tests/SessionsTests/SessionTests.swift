import Foundation
import SwiftVaultSystem
import Testing

@testable import Sessions

/// Sessions over a line between two threads.
@Suite struct SessionTests {
  private typealias PrivateKey = Curve25519.KeyAgreement.PrivateKey

  /// Runs both parties. The outcome is what they return, or the error that they throw.
  private func run<Answer: Sendable>(
    _ client: SessionClient, _ server: SessionServer, on lines: Lines = Lines(),
    contexts: ([UInt8], [UInt8]) = ([], []),
    padding: Int = 256, maximum: Int = 1 << 24,
    _ clientWork: (inout Session<End>) throws -> Answer,
    _ serverWork: @escaping @Sendable (inout Session<End>) throws -> Answer
  ) -> (client: Result<Answer, any Error>, server: Result<Answer, any Error>) {
    // These are threads and not tasks, because blocking tasks would occupy the few threads of the pool.
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var other: Result<Answer, any Error>?
    Threads.start {
      other = Result {
        var session = try Session.accept(
          over: End(incoming: lines.up, outgoing: lines.down), as: server, context: contexts.1, padding: padding,
          maximumMessageByteCount: maximum)
        return try serverWork(&session)
      }
      lines.down.end()
      done.signal()
    }
    let own = Result {
      defer { lines.up.end() }
      var session = try Session.connect(
        over: End(incoming: lines.down, outgoing: lines.up), as: client, context: contexts.0, padding: padding,
        maximumMessageByteCount: maximum)
      return try clientWork(&session)
    }
    done.wait()
    return (own, other!)
  }

  private func run(
    _ client: SessionClient, _ server: SessionServer, on lines: Lines = Lines(), contexts: ([UInt8], [UInt8]) = ([], [])
  ) -> [String] {
    let outcome: (client: Result<[UInt8]?, any Error>, server: Result<[UInt8]?, any Error>) = run(
      client, server, on: lines, contexts: contexts
    ) {
      try $0.send([1, 2, 3])
      try $0.close()
      let answer = try $0.receive()
      _ = try $0.receive()
      return answer
    } _: {
      let message = try $0.receive()
      _ = try $0.receive()
      try $0.send([4])
      try $0.close()
      return message
    }
    return [outcome.client, outcome.server].map {
      switch $0 {
      case .success(let bytes): "\(bytes ?? [])"
      case .failure(let error): "\(error)"
      }
    }
  }

  private static let (own, peer, other) = (PrivateKey(), PrivateKey(), PrivateKey())
  private static let key = SymmetricKey(size: .bits256)
  private static let (refused, cut) = (
    "peer: what it sent is not authentic", "connection: it has ended before the peer closed the session"
  )

  /// Each choice with the right keys.
  @Test func choices() throws {
    let (own, peer) = (Self.own, Self.peer)
    let choices: [(SessionClient, SessionServer)] = [
      (.bothPinned(own: own, server: peer.publicKey), .bothPinned(own: peer, client: own.publicKey)),
      (.serverPinned(peer.publicKey, own: nil), .serverPinned(own: peer, acceptsClient: nil)),
      (.serverPinned(peer.publicKey, own: own), .serverPinned(own: peer) { $0 == own.publicKey }),
      (.preSharedKey(Self.key), .preSharedKey(Self.key)),
    ]
    for (client, server) in choices {
      #expect(run(client, server) == ["[4]", "[1, 2, 3]"])
      #expect(run(client, server, contexts: ([1], [2])).contains(Self.refused))
    }
  }

  /// Each choice with a wrong key, and each pair of choices that do not match. Nobody gets a message.
  @Test func impostors() {
    let (own, peer, other) = (Self.own, Self.peer, Self.other)
    let clients: [SessionClient] = [
      .bothPinned(own: own, server: peer.publicKey), .bothPinned(own: other, server: peer.publicKey),
      .bothPinned(own: own, server: other.publicKey), .serverPinned(peer.publicKey, own: nil),
      .serverPinned(other.publicKey, own: nil), .serverPinned(peer.publicKey, own: own),
      .serverPinned(other.publicKey, own: own), .serverPinned(peer.publicKey, own: other),
      .preSharedKey(Self.key), .preSharedKey(SymmetricKey(size: .bits256)),
    ]
    let servers: [SessionServer] = [
      .bothPinned(own: peer, client: own.publicKey), .serverPinned(own: peer, acceptsClient: nil),
      .serverPinned(own: peer) { $0 == own.publicKey }, .preSharedKey(Self.key),
    ]
    let right = [[0, 0], [3, 1], [5, 2], [8, 3]]
    for (first, client) in clients.enumerated() {
      for (second, server) in servers.enumerated() {
        let outcomes = run(client, server)
        if right.contains([first, second]) {
          #expect(outcomes == ["[4]", "[1, 2, 3]"])
        } else {
          #expect(outcomes.contains(Self.refused), "\(first), \(second)")
          #expect(outcomes.allSatisfy { [Self.refused, Self.cut].contains($0) }, "\(first), \(second): \(outcomes)")
        }
      }
    }
  }

  @Test func preSharedKeysHave32Bytes() {
    let short = SymmetricKey(size: .bits128)
    let outcomes = run(.preSharedKey(short), .preSharedKey(short))
    #expect(outcomes == Array(repeating: "own side: a pre-shared key of 16 bytes; it needs 32", count: 2))
  }

  /// An attacker in between changes one bit of each call in turn. No changed message is accepted.
  @Test func changesOnTheWay() {
    for isUp in [true, false] {
      for call in 0..<5 {
        for place in [0, 1, 2, 20, -1] {
          let lines = Lines()
          nonisolated(unsafe) var count = 0
          (isUp ? lines.up : lines.down).change = { bytes in
            defer { count += 1 }
            guard count == call else { return bytes }
            var changed = bytes
            changed[place < 0 ? bytes.count + place : place] ^= 1
            return changed
          }
          let outcomes = run(
            .serverPinned(Self.peer.publicKey, own: Self.own), .serverPinned(own: Self.peer) { _ in true }, on: lines)
          if count > call {
            #expect(outcomes != ["[4]", "[1, 2, 3]"], "\(isUp), call \(call), \(place)")
            // Messages before the change may have arrived.
            let known = ["[4]", "[1, 2, 3]", Self.refused, Self.cut]
            #expect(outcomes.allSatisfy(known.contains), "\(isUp), call \(call), \(place): \(outcomes)")
          }
        }
      }
    }
  }

  /// A recorded session that is sent again is not accepted, although the first message of each choice can be repeated.
  @Test func repeatedSessions() {
    let (own, peer) = (Self.own, Self.peer)
    let choices: [(SessionClient, SessionServer)] = [
      (.bothPinned(own: own, server: peer.publicKey), .bothPinned(own: peer, client: own.publicKey)),
      (.preSharedKey(Self.key), .preSharedKey(Self.key)),
    ]
    for (client, server) in choices {
      let lines = Lines()
      #expect(run(client, server, on: lines) == ["[4]", "[1, 2, 3]"])
      let again = Lines()
      again.up.send(lines.up.record)
      again.up.end()
      #expect(throws: SessionError<End.Broken>.self) {
        _ = try Session.accept(over: End(incoming: again.up, outgoing: again.down), as: server)
      }
      #expect(!again.down.record.isEmpty)
    }
  }

  private static let client = SessionClient.serverPinned(peer.publicKey, own: nil)
  private static let server = SessionServer.serverPinned(own: peer, acceptsClient: nil)

  @Test(arguments: [0, 1, 252, 253, 254, 65515, 65516, 65517, 131_032, 131_033, 1_000_000])
  func messages(count: Int) throws {
    let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let lines = Lines()
    let outcome: (client: Result<[[UInt8]], any Error>, server: Result<[[UInt8]], any Error>) = run(
      Self.client, Self.server, on: lines
    ) {
      try $0.send(message)
      return [try $0.receive() ?? [], $0.channelBinding]
    } _: {
      try $0.send($0.receive() ?? [9])
      return [$0.channelBinding]
    }
    let own = try outcome.client.get()
    #expect(own[0] == message)
    #expect(try own[1].count == 32 && outcome.server.get() == [own[1]])
    // The handshake's message of 48 bytes, the first frame, and the frames of the message; each after two bytes of
    // size.
    let (whole, last) = (count / 65516, count % 65516)
    let parts = count > 0 && last == 0 ? (whole - 1, 65516) : (whole, last)
    let padded = min((3 + parts.1 + 255) / 256 * 256, 65519)
    #expect(lines.up.record.count == 2 + 48 + (2 + 256 + 16) + parts.0 * (2 + 65535) + 2 + padded + 16)
  }

  /// Sizes that differ only within the padding cannot be distinguished.
  @Test func padding() {
    func sent(_ count: Int, _ padding: Int) -> Int {
      let lines = Lines()
      _ = run(Self.client, Self.server, on: lines, padding: padding) {
        try $0.send([UInt8](repeating: 1, count: count))
      } _: {
        _ = try $0.receive()
      }
      return lines.up.record.count
    }
    #expect(Set([0, 1, 100, 253].map { sent($0, 256) }).count == 1)
    #expect(sent(254, 256) == sent(253, 256) + 256)
    #expect(sent(5, 1) == sent(4, 1) + 1)
    #expect(sent(0, 65519) == sent(65516, 65519))
  }

  @Test func maximum() throws {
    let outcome: (client: Result<String, any Error>, server: Result<String, any Error>) = run(
      Self.client, Self.server, maximum: 1000
    ) {
      do { try $0.send([UInt8](repeating: 0, count: 1001)) } catch { try $0.send([1]); return "\(error)" }
      return "sent"
    } _: {
      "\(try $0.receive() ?? [])"
    }
    #expect(try outcome.client.get() == "own side: a message of 1001 bytes; the maximum is 1000")
    #expect(try outcome.server.get() == "[1]")
    let lines = Lines()
    Threads.start {
      _ = try? {
        var session = try Session.connect(over: End(incoming: lines.down, outgoing: lines.up), as: Self.client)
        try session.send([UInt8](repeating: 0, count: 70_000))
      }()
    }
    #expect {
      var session = try Session.accept(
        over: End(incoming: lines.up, outgoing: lines.down), as: Self.server, maximumMessageByteCount: 69_999)
      _ = try session.receive()
    } throws: {
      "\($0)" == "peer: a message of more than 69999 bytes"
    }
  }

  /// A cut session differs from a closed one, and a session does not continue after an error.
  @Test func endings() throws {
    let outcome: (client: Result<[String], any Error>, server: Result<[String], any Error>) = run(
      Self.client, Self.server
    ) {
      try $0.send([1])
      try $0.close()
      try $0.close()
      do { try $0.send([2]) } catch { return ["\(error)", "\(try $0.receive() == nil)", "\(try $0.receive() == nil)"] }
      return []
    } _: {
      _ = try $0.receive()
      let isEnded = try $0.receive() == nil
      try $0.close()
      return ["\(isEnded)"]
    }
    #expect(try outcome.client.get() == ["own side: the session has ended", "true", "true"])
    #expect(try outcome.server.get() == ["true"])
    let cut: (client: Result<[String], any Error>, server: Result<[String], any Error>) = run(
      Self.client, Self.server
    ) {
      try $0.send([1])
      return []
    } _: {
      _ = try $0.receive()
      var errors: [String] = []
      for _ in 0..<2 { do { _ = try $0.receive() } catch { errors.append("\(error)") } }
      do { try $0.send([1]) } catch { errors.append("\(error)") }
      return errors
    }
    let closed = "own side: the session has ended"
    #expect(try cut.server.get() == [Self.cut, closed, closed])
    let broken = End(incoming: Line(), outgoing: Line(), sendingCount: 0)
    #expect { _ = try Session.connect(over: broken, as: Self.client) } throws: {
      "\($0)" == "connection: the line is broken"
    }
  }

  /// Data that the peer sent before the connection failed is received, because it may give the reason.
  @Test func receivingAfterSendingHasFailed() throws {
    let lines = Lines()
    Threads.start {
      _ = try? {
        var session = try Session.accept(over: End(incoming: lines.up, outgoing: lines.down), as: Self.server)
        try session.send([9])
        try session.close()
      }()
    }
    // The client sends a message of the handshake and the frame that begins the session.
    var session = try Session.connect(
      over: End(incoming: lines.down, outgoing: lines.up, sendingCount: 2), as: Self.client)
    var errors: [String] = []
    for _ in 0..<2 { do { try session.send([1]) } catch { errors.append("\(error)") } }
    #expect(errors == ["connection: the line is broken", "own side: the session has ended"])
    #expect(try session.receive() == [9])
    #expect(try session.receive() == nil)
    do { try session.close() } catch { errors.append("\(error)") }
    #expect(errors.last == "own side: the session has ended" && errors.count == 3)
  }
}
