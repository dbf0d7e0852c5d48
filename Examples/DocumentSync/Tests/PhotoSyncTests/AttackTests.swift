import Foundation
import Sessions
import Testing
import Vault

@testable import PhotoSync

/// Attackers on the way between client and server. Each test asserts what they get.
@Suite(.serialized) struct AttackTests {
  /// The pieces of eight bytes at every offset.
  private static func windows(_ bytes: [UInt8]) -> Set<UInt64> {
    var window: UInt64 = 0
    var windows = Set<UInt64>(minimumCapacity: bytes.count)
    for (index, byte) in bytes.enumerated() {
      window = window << 8 | UInt64(byte)
      if index >= 7 { windows.insert(window) }
    }
    return windows
  }

  /// Who records the connection gets the number of frames, and with it the size to 16,381 bytes. Nothing else depends
  /// on the photo.
  @Test func passive() throws {
    var sizes: [[Int]] = []
    for byteCount in [90_000, 85_000] {
      let world = try World()
      let line = Line(to: try world.server())
      let client = try world.client(over: line)
      let content = Array(world.content[..<byteCount])
      let photo = try world.photo(content)
      try client.add(photo)
      try client.sendWaiting()
      _ = try client.fetch(world.name)
      line.wait()

      let seen = [Line.Direction.up, .down].map { line.frames($0).flatMap(\.bytes) }
      let text = [world.name.description, World.password, World.secret].map { Array($0.utf8) }
      let hidden = [photo.vault, content, photo.receipt.digest] + text
      let windows = seen.map(Self.windows)
      // Without encryption, this would find each of them.
      let clear = Self.windows([0] + hidden.joined())
      for secret in hidden.map(Self.windows) {
        #expect(windows.allSatisfy { $0.isDisjoint(with: secret) })
        #expect(!secret.isEmpty && secret.isSubset(of: clear))
      }

      #expect(line.frames(.up, in: 0).count == 5 + 6)
      #expect(line.frames(.down, in: 0).count == 5)
      #expect(line.frames(.up, in: 1).count == 8)
      #expect(line.frames(.down, in: 1).count == 7 + 6)
      for frame in line.seen { #expect(frame.bytes.count == (frame.index == 0 ? 50 : 2 + 16_384 + 16)) }
      sizes.append(line.frames(.up).map(\.bytes.count) + line.frames(.down).map(\.bytes.count))
    }
    #expect(sizes[0] == sizes[1])
  }

  /// Somebody between with a key of his own gets the ephemeral key of the client, and nothing of the photo, its name or
  /// the proof.
  @Test func otherServerKey() throws {
    let forgery = [0, 48] + SymmetricKey(size: .init(bitCount: 48 * 8)).withUnsafeBytes { Array($0) }
    let attacks: [@Sendable (Socket) throws -> Void] = [
      { socket in
        _ = try Session.accept(
          over: socket, as: .serverPinned(own: .init(), acceptsClient: nil), context: "document-sync 1".utf8)
      },
      { socket in
        try socket.send(forgery)
        _ = try socket.receive(maximumByteCount: 50)
        _ = try socket.receive(maximumByteCount: 1)
      },
    ]
    for (attack, expected) in zip(attacks, ["compare the pins", "\(SyncError.notAuthentic)"]) {
      let world = try World()
      let line = Line(attack)
      let client = try world.client(over: line)
      try client.add(world.photo())
      #expect(failure { try client.sendWaiting() }?.contains(expected) == true)
      line.wait()
      #expect(line.seen.filter { $0.direction == .up }.map(\.bytes.count) == [50])
    }
  }

  /// What an attacker does to one frame, if it changes what arrives.
  private enum Change: CaseIterable {
    case flipFirst, flipLast, repeated, truncated
    /// The peer waits until the time of the connection is over, so that these are few.
    case dropped, flipSize

    func callAsFunction(_ frame: Line.Frame) -> [UInt8] {
      var bytes = frame.bytes
      switch self {
      case .flipFirst: bytes[2] ^= 1
      case .flipLast: bytes[bytes.count - 1] ^= 128
      case .repeated: bytes += bytes
      case .truncated: bytes.removeLast(10)
      case .dropped: bytes = []
      case .flipSize: bytes[0] ^= 64
      }
      return bytes
    }

    var isSlow: Bool { self == .dropped || self == .flipSize }
  }

  /// Each frame of an upload is changed. The store has the photo that was there, or the new one whole; and the next
  /// connection brings it.
  @Test func changedUploads() throws {
    let world = try World()
    let server = try world.server()
    let name = world.name
    for change in Change.allCases {
      for (direction, count) in [(Line.Direction.up, 11), (.down, 5)] {
        for index in 0..<count where !change.isSlow || index == 4 {
          let old = try world.photo([1, 2, 3])
          let new = try world.photo()
          let honest = Line(to: server)
          let client = try world.client(over: honest)
          try client.add(old)
          try client.sendWaiting()

          let line = Line(to: server)
          if change.isSlow && direction == .up { line.lifetime = .seconds(1) }
          Self.attack(line, direction, index, change)
          try client.add(new)
          let outcome = failure { try world.client(over: line).sendWaiting() }
          line.wait()
          // A copy is noticed when the next frame is read.
          let noticed = change == .repeated ? index + 1 : index
          #expect(outcome != nil || noticed == count, "\(change) \(direction) \(index)")
          let isStored = noticed >= (direction == .up ? count : count - 1)
          #expect(try world.stored(name) == (isStored ? new : old).vault, "\(change) \(direction) \(index)")

          try client.sendWaiting()
          honest.wait()
          #expect(try world.stored(name) == new.vault)
        }
      }
    }
  }

  /// Each frame of a download is changed. The client gets the photo or an error.
  @Test func changedDownloads() throws {
    let world = try World()
    let server = try world.server()
    let honest = Line(to: server)
    let photo = try world.photo()
    try world.client(over: honest).add(photo)
    try world.client(over: honest).sendWaiting()
    for change in Change.allCases where !change.isSlow {
      for (direction, count) in [(Line.Direction.up, 8), (.down, 13)] {
        for index in 0..<count {
          let line = Line(to: server)
          Self.attack(line, direction, index, change)
          var fetched: SealedPhoto?
          let outcome = failure { fetched = try world.client(over: line).fetch(world.name).photo }
          line.wait()
          let isLate = change == .repeated && index == count - 1
          #expect(outcome != nil || isLate && fetched?.vault == photo.vault, "\(change) \(direction) \(index)")
        }
      }
    }
  }

  private static func attack(_ line: Line, _ direction: Line.Direction, _ index: Int, _ change: Change) {
    line.change = { frame in
      guard frame.direction == direction, frame.index == index else { return (frame.bytes, false) }
      return (change(frame), change == .truncated)
    }
  }

  /// Two chunks change places.
  @Test func reordered() throws {
    let world = try World()
    let line = Line(to: try world.server())
    nonisolated(unsafe) var held: [UInt8] = []
    line.change = { frame in
      switch (frame.direction, frame.index) {
      case (.up, 6):
        held = frame.bytes
        return ([], false)
      case (.up, 7): return (frame.bytes + held, false)
      default: return (frame.bytes, false)
      }
    }
    let client = try world.client(over: line)
    try client.add(world.photo())
    #expect(failure { try client.sendWaiting() } != nil)
    line.wait()
    #expect(line.serverErrors == ["\(SyncError.notAuthentic)"])
    #expect(try world.stored() == nil)
  }

  /// Everything that the client sent in an earlier upload is sent again.
  @Test func replayedConnection() throws {
    let world = try World()
    let server = try world.server()
    let line = Line(to: server)
    let client = try world.client(over: line)
    try client.add(world.photo([1]))
    try client.sendWaiting()
    let new = try world.photo([2])
    try client.add(new)
    try client.sendWaiting()
    line.wait()

    let replay = Line(to: server)
    let socket = replay.connect()
    for frame in line.frames(.up, in: 0) { try? socket.send(frame.bytes) }
    replay.wait()
    #expect(replay.serverErrors == ["\(SyncError.notAuthentic)"])
    #expect(replay.frames(.down).map(\.bytes.count) == [50])
    #expect(try world.stored() == new.vault)
  }
}
