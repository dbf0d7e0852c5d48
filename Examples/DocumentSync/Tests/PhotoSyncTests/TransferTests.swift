import Foundation
import Testing
import Vault

@testable import PhotoSync

/// Transfers without an attacker, and those whose connection is killed.
@Suite(.serialized) struct TransferTests {
  /// The frames of a transfer of six chunks, by direction.
  private static let put = (up: 11, down: 5)
  private static let get = (up: 8, down: 13)

  @Test func roundTrip() throws {
    let world = try World()
    let line = Line(to: try world.server())
    let client = try world.client(over: line)
    let photo = try world.photo()
    try client.add(photo)
    #expect(try client.sendWaiting() == [world.name])
    #expect(try client.sendWaiting() == [])
    #expect(try world.stored() == photo.vault)

    let fetched = try client.fetch(world.name)
    #expect(fetched.isProved)
    #expect(try fetched.photo.open(with: .password(World.password.utf8)) == world.content)
    #expect(failure { _ = try fetched.photo.open(with: .password("another".utf8)) } != nil)
    let absent = try PhotoName("absent")
    #expect(failure { _ = try client.fetch(absent) } == "\(SyncError.refused(.missing))")

    // Another device of the owner has no receipt until it has opened the photo.
    let other = try world.client("other", over: line)
    #expect(try !other.fetch(world.name).isProved)
    try other.keepReceipt(of: fetched.photo)
    #expect(try other.fetch(world.name).isProved)
    line.wait()
  }

  /// Neither folder has a photo, a password or the name of the photo in the clear, except for the name while it waits.
  @Test func secretsAreDropped() throws {
    let world = try World()
    let line = Line(to: try world.server())
    let client = try world.client(over: line)
    try client.add(world.photo())
    let files = {
      try FileManager.default.subpathsOfDirectory(atPath: world.path).compactMap {
        FileManager.default.contents(atPath: "\(world.path)/\($0)")
      }
    }
    let clear = [Data(world.content[..<16]), Data(World.password.utf8), Data(World.secret.utf8)]
    let name = Data(world.name.description.utf8)
    #expect(try !files().contains { file in clear.contains { file.range(of: $0) != nil } })
    #expect(try files().contains { $0.range(of: name) != nil })
    try client.sendWaiting()
    line.wait()
    #expect(try !files().contains { file in (clear + [name]).contains { file.range(of: $0) != nil } })
  }

  /// The connection is killed at each frame, between two frames or within one. The next one goes on, and what has
  /// arrived is not sent again.
  @Test(arguments: [0, 7000]) func killedUpload(partByteCount: Int) throws {
    for (direction, count) in [(Line.Direction.up, Self.put.up), (.down, Self.put.down)] {
      for index in 0..<count {
        let world = try World()
        let line = Line(to: try world.server())
        Self.kill(line, direction, index, after: partByteCount)
        let photo = try world.photo()
        let client = try world.client(over: line, maximumConnections: 2)
        try client.add(photo)
        #expect(try client.sendWaiting() == [world.name], "\(direction) \(index)")
        line.wait()
        #expect(try world.stored() == photo.vault)
        #expect(try world.folder("server/parts").names() == [])
        let chunks = (0..<2).map { max(0, line.frames(.up, in: $0).count - 5) }
        #expect(chunks.reduce(0, +) == 6, "\(direction) \(index): \(chunks)")
        expectNewKeys(line)
      }
    }
  }

  @Test(arguments: [0, 7000]) func killedDownload(partByteCount: Int) throws {
    let world = try World()
    let server = try world.server()
    let client = { try world.client(over: $0, maximumConnections: 2) }
    let line = Line(to: server)
    try client(line).add(world.photo())
    try client(line).sendWaiting()
    for (direction, count) in [(Line.Direction.up, Self.get.up), (.down, Self.get.down)] {
      for index in 0..<count {
        let line = Line(to: server)
        Self.kill(line, direction, index, after: partByteCount)
        let fetched = try client(line).fetch(world.name)
        #expect(try fetched.photo.open(with: .password(World.password.utf8)) == world.content)
        line.wait()
        let chunks = (0..<2).map { max(0, line.frames(.down, in: $0).count - 7) }
        #expect(chunks.reduce(0, +) == 6, "\(direction) \(index): \(chunks)")
        expectNewKeys(line)
      }
    }
  }

  /// Cuts the first connection at a frame, of which the first bytes arrive.
  private static func kill(_ line: Line, _ direction: Line.Direction, _ index: Int, after byteCount: Int) {
    line.change = { frame in
      guard frame.connection == 0, frame.direction == direction, frame.index == index else {
        return (frame.bytes, false)
      }
      return (Array(frame.bytes.prefix(byteCount)), true)
    }
  }

  /// No two frames are alike: the second connection repeats no key and no ciphertext.
  private func expectNewKeys(_ line: Line) {
    let frames = line.frames(.up) + line.frames(.down)
    #expect(Set(frames.map(\.bytes)).count == frames.count)
    #expect(line.frames(.up, in: 1).count > 0)
  }

  /// Both programs end in the middle of an upload.
  @Test func restart() throws {
    let world = try World()
    let photo = try world.photo()
    try {
      let line = Line(to: try world.server())
      Self.kill(line, .up, 8, after: 0)
      let client = try world.client(over: line)
      try client.add(photo)
      #expect(failure { try client.sendWaiting() }?.contains("goes on where it was") == true)
      line.wait()
    }()
    #expect(try world.stored() == nil)
    let line = Line(to: try world.nextServer())
    #expect(try world.client(over: line).sendWaiting() == [world.name])
    line.wait()
    #expect(line.frames(.up).count == 5 + 3)
    #expect(try world.stored() == photo.vault)
  }

  /// What is cut leaves the photo that was there, and another photo of the same name takes the place of the rest.
  @Test func replacement() throws {
    let world = try World()
    let server = try world.server()
    let line = Line(to: server)
    let client = try world.client(over: line)
    let photos = try [[1], world.content, [3]].map { try world.photo($0) }
    try client.add(photos[0])
    try client.sendWaiting()
    try client.add(photos[1])
    let cut = Line(to: server)
    Self.kill(cut, .up, 8, after: 0)
    #expect(failure { try world.client(over: cut).sendWaiting() } != nil)
    cut.wait()
    #expect(try world.stored() == photos[0].vault)
    #expect(try world.folder("server/parts").names().count == 1)
    try client.add(photos[2])
    try client.sendWaiting()
    #expect(try world.stored() == photos[2].vault)
    #expect(try world.folder("server/parts").names() == [])
    line.wait()
  }

  /// The photo is replaced while the client fetches it, and the connection is killed. The client has no receipt.
  @Test func replacedWhileFetched() throws {
    let world = try World()
    let server = try world.server()
    let (old, new) = (try world.photo(), try world.photo())
    let line = Line(to: server)
    let owner = try world.client(over: Line(to: server))
    try owner.add(old)
    try owner.sendWaiting()
    nonisolated(unsafe) let replace = {
      try? owner.add(new)
      _ = try? owner.sendWaiting()
    }
    // Without a receipt there is one proof, and the chunks begin two frames earlier.
    line.change = { frame in
      guard frame.connection == 0, frame.direction == .down, frame.index == 7 else { return (frame.bytes, false) }
      replace()
      return (frame.bytes, true)
    }
    let device = try world.client("device", over: line, maximumConnections: 2)
    #expect(try device.fetch(world.name).photo.vault == new.vault)
    line.wait()
    #expect(line.frames(.down, in: 1).count == 5 + 6)
  }

  @Test func damagedOutbox() throws {
    let world = try World()
    let line = Line(to: try world.server())
    let client = try world.client(over: line)
    let outbox = try world.folder("client/outbox")
    let file = world.name.file
    for content: [UInt8] in [[], [9], [1, 97], [1, 97] + [UInt8](repeating: 0, count: 1500), [255]] {
      try outbox.replace(file, with: content)
      #expect(failure { try client.sendWaiting() } == "\(SyncError.damaged(outbox.path(file)))")
    }
    #expect(line.seen.isEmpty)
  }

  #if os(Linux)
  /// The client learns that the disk of the server is full, and keeps the photo.
  @Test func fullDisk() throws {
    let world = try World()
    let line = Line(to: try world.server())
    let client = try world.client(over: line)
    let photo = try world.photo()
    let part = try world.folder("server/parts").path("\(photo.name.file).\(Hex.encode(photo.receipt.digest))")
    #expect(symlink("/dev/full", part) == 0)
    try client.add(photo)
    #expect(failure { try client.sendWaiting() } == "\(SyncError.refused(.storage))")
    line.wait()
    #expect(line.serverErrors == ["\(part): No space left on device"])
    unlink(part)
    #expect(try client.sendWaiting() == [world.name])
    line.wait()
  }
  #endif

  /// A peer that says nothing is cut.
  @Test func silence() throws {
    let world = try World()
    let line = Line(to: try world.server())
    line.lifetime = .milliseconds(200)
    let socket = line.connect()
    line.wait()
    #expect(line.serverErrors == ["the connection took too long: try again, it goes on where it was"])
    socket.hangUp()
  }

  /// Over a socket with a path, as the command does.
  @Test func localSocket() throws {
    let world = try World()
    let path = "\(world.path)/socket"
    let server = try world.server()
    let listener = try Listener(path)
    Thread.detachNewThread {
      guard let socket = try? listener.next(lifetime: .seconds(60)) else { return }
      try? server.serve(socket)
    }
    let client = try Client(
      world.folder("client"), pin: world.key.publicKey, secret: SymmetricKey(data: World.secret.utf8)
    ) { () throws(SyncError) in try Socket(path: path) }
    try client.add(world.photo())
    #expect(try client.sendWaiting() == [world.name])
    #expect(failure { _ = try Socket(path: "\(world.path)/none") }?.contains("no server listens") == true)
    #expect(failure { _ = try Listener(path + String(repeating: "x", count: 200)) } == "\(SyncError.socketPath)")
  }
}
