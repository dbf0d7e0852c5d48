import Foundation
import SwiftVaultSystem
import Testing

@testable import Sessions

private let unknown = "peer: it has sent something unknown"

/// Sessions with a party that has only Noise, and writes its frames itself.
@Suite struct SessionWireTests {
  private static let peer = Curve25519.KeyAgreement.PrivateKey()

  /// The frames of a client with only Noise, each with its content, and what the server receives, or its error.
  @Test(
    arguments: [
      ([[3, 0, 0], [0, 0, 1, 5], [1, 0, 1, 6]], "[5, 6]"), ([[3, 0, 0], [1, 0, 0]], "[]"),
      ([[3, 0, 0], [2, 0, 0]], "nil"),
      ([[1, 0, 1, 6]], unknown), ([[2, 0, 0]], unknown), ([[0, 0, 1, 5], [1, 0, 1, 6]], unknown),
      ([[3, 0, 0], [3, 0, 0], [1, 0, 1, 6]], unknown), ([[3, 0, 0], [0, 0, 0], [1, 0, 1, 6]], unknown),
      ([[3, 0, 0], [0, 0, 1, 5], [0, 0, 0], [1, 0, 1, 6]], unknown),
      ([[3, 0, 0], [0, 0, 1, 5], [2, 0, 0]], unknown),
      ([[3, 0, 0], [0, 0, 1, 5], [3, 0, 0], [1, 0, 1, 6]], unknown), ([[3, 0, 0], [4, 0, 0]], unknown),
    ] as [([[UInt8]], String)])
  func unexpectedFrames(frames: [[UInt8]], expected: String) throws {
    let lines = Lines()
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var answer = ""
    Threads.start {
      do {
        var session = try Session.accept(
          over: End(incoming: lines.up, outgoing: lines.down),
          as: SessionServer.serverPinned(own: Self.peer, acceptsClient: nil))
        answer = try session.receive().map { "\($0)" } ?? "nil"
      } catch { answer = "\(error)" }
      done.signal()
    }
    var handshake = try NoiseHandshake(
      NoiseProtocol(name: "Noise_NK_25519_AESGCM_SHA256"), role: .initiator,
      prologue: Array("swift-vault session 1".utf8), remoteStaticKey: Self.peer.publicKey)
    lines.up.send([0, 48] + (try handshake.writeMessage()))
    var message: [UInt8] = []
    while message.count < 50 { message += lines.down.receive(50 - message.count) }
    _ = try handshake.readMessage(message[2...])
    var transport = try handshake.transport()
    for frame in frames { lines.up.send([0, UInt8(frame.count + 16)] + (try transport.encrypt(frame))) }
    lines.up.end()
    done.wait()
    #expect(answer == expected)
  }

  /// A server that follows the documentation with only Noise: the sizes, the first frame, and the keys of both
  /// directions, which are replaced after 65,536 frames.
  @Test func wire() throws {
    let (count, lines) = (65_540, Lines())
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var answers: [[UInt8]?] = []
    Threads.start {
      _ = try? {
        var session = try Session.connect(
          over: End(incoming: lines.down, outgoing: lines.up),
          as: SessionClient.serverPinned(Self.peer.publicKey, own: nil), context: [7], padding: 1)
        for number in 0..<count { try session.send([UInt8(truncatingIfNeeded: number)]) }
        for _ in 0..<count { answers.append(try session.receive()) }
      }()
      done.signal()
    }
    func message() -> [UInt8] {
      func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += lines.up.receive(count - bytes.count) }
        return bytes
      }
      let header = bytes(2)
      return bytes(Int(header[0]) << 8 | Int(header[1]))
    }
    var handshake = try NoiseHandshake(
      NoiseProtocol(name: "Noise_NK_25519_AESGCM_SHA256"), role: .responder,
      prologue: Array("swift-vault session 1".utf8) + [7], staticKey: Self.peer)
    #expect(try handshake.readMessage(message()) == [])
    lines.down.send([0, 48] + (try handshake.writeMessage()))
    var transport = try handshake.transport()
    #expect(try transport.decrypt(message()) == [3, 0, 0])
    var right = 0
    for number in 0..<count {
      // The client sends the first frame.
      if number == 65_535 { transport.rekeyReceiving() }
      if try transport.decrypt(message()) == [1, 0, 1, UInt8(truncatingIfNeeded: number)] { right += 1 }
    }
    #expect(right == count)
    for number in 0..<count {
      if number == 65_536 { transport.rekeySending() }
      lines.down.send([0, 21] + (try transport.encrypt([1, 0, 2, 9, UInt8(truncatingIfNeeded: number)])))
    }
    done.wait()
    #expect(answers == (0..<count).map { [9, UInt8(truncatingIfNeeded: $0)] })
  }

  @Test func frames() {
    for padding in [1, 16, 256, 65519] {
      for count in [0, 1, 13, 253, 65516] {
        let content = [UInt8](repeating: 5, count: count)
        let plaintext = content.withUnsafeBytes { SessionFrame.plaintext(.part, $0, padding: padding) }
        #expect(plaintext.count <= 65519 && (plaintext.count % padding == 0 || plaintext.count == 65519))
        let frame = SessionFrame(plaintext)
        #expect(frame?.kind == .part && frame.map { Array(plaintext[$0.content]) } == content)
      }
    }
    for wrong: [UInt8] in [[], [0], [0, 0], [4, 0, 0], [255, 0, 0], [0, 0, 1], [1, 0, 1, 7, 1], [2, 0, 0, 1]] {
      #expect(SessionFrame(wrong) == nil, "\(wrong)")
    }
  }
}
