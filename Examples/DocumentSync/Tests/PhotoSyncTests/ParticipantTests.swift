import Sessions
import Testing
import Vault

@testable import PhotoSync

/// Attackers who take part: they guess the secret, pass a proof on, or are the server or a client of the owner.
@Suite(.serialized) struct ParticipantTests {
  /// Who guesses the secret gets one guess in each connection, and yes or no; and ten in an hour.
  @Test func guesses() throws {
    let world = try World()
    let server = try world.server()
    let line = Line(to: server)
    let outcomes = try (0..<10).map { guess in
      // A right proof in between is not counted.
      _ = failure { _ = try world.client(over: Line(to: server)).fetch(world.name) }
      let guesser = try world.client("guesser", over: line, secret: "guess \(guess)")
      return failure { _ = try guesser.fetch(world.name) }
    }
    #expect(outcomes == Array(repeating: "\(SyncError.otherSecret)", count: 10))
    line.wait()
    #expect(line.serverErrors == Array(repeating: "\(SyncError.otherSecret)", count: 10))
    for number in 0..<10 { #expect(line.frames(.down, in: number).count == 3) }
    let answers = line.frames(.down)
    #expect(Set(answers.map(\.bytes)).count == answers.count)
    let refusal = "\(SyncError.refused(.tooManyTries))"
    #expect(failure { _ = try world.client(over: line).fetch(world.name) } == refusal)
    line.wait()
  }

  /// Who breaks off after a guess has used it, whether or not he waits for the answer. Who cuts connections before the
  /// guess uses up none.
  @Test func abandonedGuesses() throws {
    let world = try World()
    let line = Line(to: try world.server())
    line.change = { ($0.bytes, $0.direction == .up && $0.index == 3) }
    for _ in 0..<9 {
      _ = failure { _ = try world.client(over: line, secret: "a guess").fetch(world.name) }
    }
    line.change = { ($0.bytes, $0.direction == .down && $0.index == 1) }
    for _ in 0..<9 {
      _ = failure { _ = try world.client(over: line).fetch(world.name) }
    }
    line.wait()
    line.change = { ($0.bytes, false) }
    let missing = "\(SyncError.refused(.missing))"
    #expect(failure { _ = try world.client(over: line).fetch(world.name) } == missing)
    _ = failure { _ = try world.client(over: line, secret: "a guess").fetch(world.name) }
    line.wait()
    let refusal = "\(SyncError.refused(.tooManyTries))"
    #expect(failure { _ = try world.client(over: line).fetch(world.name) } == refusal)
    line.wait()
  }

  /// Who has stolen the server's key but has not the secret passes the messages of the proof on. They belong to another
  /// session, so both sides refuse.
  @Test func relayedProof() throws {
    let world = try World()
    let server = Line(to: try world.server())
    let (key, pin) = (world.key, world.key.publicKey)
    let line = Line { socket in
      var near = try Connection(over: socket, withKey: key)
      var far = try Connection(over: server.connect(), toServer: pin)
      for _ in 0..<3 {  // the message, the tag, and what would be the request
        try far.send(near.receive())
        try near.send(far.receive())
      }
    }
    let client = try world.client(over: line)
    try client.add(world.photo())
    #expect(failure { try client.sendWaiting() } == "\(SyncError.otherSecret)")
    line.wait()
    server.wait()
    #expect(server.serverErrors == ["\(SyncError.otherSecret)"])
    #expect(line.frames(.up).count == 4)
    #expect(try world.stored() == nil)
  }

  /// A server with another secret learns of no photo.
  @Test func otherServerSecret() throws {
    let world = try World()
    let line = Line(to: try world.server(secret: "eight herons"))
    let client = try world.client(over: line)
    try client.add(world.photo())
    #expect(failure { try client.sendWaiting() } == "\(SyncError.otherSecret)")
    line.wait()
    #expect(line.frames(.up).count == 4)
    #expect(try world.stored() == nil)
  }

  /// The server swaps two photos under the same password, goes back to an older one, or loses one.
  @Test func dishonestServer() throws {
    let world = try World()
    let line = Line(to: try world.server())
    let client = try world.client(over: line)
    let other = try PhotoName("other")
    let (first, second, third) = (try world.photo([1]), try world.photo([2], name: other), try world.photo([3]))
    for photo in [first, second, third] {
      try client.add(photo)
      try client.sendWaiting()
    }
    let folder = try world.folder("server")
    for replaced in [second, first] {
      try folder.replace(world.name.file, with: replaced.vault)
      let before = line.frames(.down).count
      #expect(failure { _ = try client.fetch(world.name) } == "\(SyncError.otherReceipt)")
      line.wait()
      // The handshake and two proofs, each with its answer. Nothing of the photo has moved.
      #expect(line.frames(.down).count == before + 6)
    }

    // A device without the receipt gets the swapped photo, which does not open under the other name.
    let device = try world.client("device", over: line)
    try folder.replace(world.name.file, with: second.vault)
    let swapped = try device.fetch(world.name)
    #expect(!swapped.isProved)
    #expect(throws: VaultError.self) { try swapped.photo.open(with: .password(World.password.utf8)) }
    let right = SealedPhoto(name: other, vault: swapped.photo.vault)
    #expect(try right.open(with: .password(World.password.utf8)) == [2])

    try folder.remove(world.name.file)
    #expect(failure { _ = try client.fetch(world.name) } == "\(SyncError.lost)")
    line.wait()
  }

  /// A server that proves what it should and then sends something else. The client stops and keeps what it has.
  @Test func lyingServer() throws {
    let world = try World()
    let (photo, other) = (try world.photo([1]), try world.photo([2]))
    let (key, secret) = (world.key, SymmetricKey(data: World.secret.utf8))
    let right = photo.receipt.bytes
    let downloads: [(receipt: [UInt8], chunk: [UInt8], error: SyncError)] = [
      (other.receipt.bytes, other.vault, .otherReceipt), (right, other.vault, .otherReceipt),
      (right, [], .notOfThisProtocol), (right, photo.vault + [0], .notOfThisProtocol), ([1], [], .notOfThisProtocol),
    ]
    for (receipt, chunk, error) in downloads {
      let line = Line { socket in
        var connection = try Connection(over: socket, withKey: key)
        try connection.check(.account, secret)
        _ = try connection.receive()
        try connection.answer()
        try connection.check(.receipt, photo.receipt.secret(photo.name))
        try connection.answer(receipt)
        _ = try connection.receive()
        try connection.send(chunk)
      }
      let client = try world.client(over: line)
      try client.keepReceipt(of: photo)
      #expect(failure { _ = try client.fetch(photo.name) } == "\(error)")
      line.wait()
    }
    for start in [[], [1], (photo.vault.count + 1).bigEndianBytes, [UInt8](repeating: 255, count: 8)] {
      let line = Line { socket in
        var connection = try Connection(over: socket, withKey: key)
        try connection.check(.account, secret)
        _ = try connection.receive()
        try connection.answer(start)
      }
      let client = try world.client(over: line)
      try client.add(photo)
      #expect(failure { try client.sendWaiting() } == "\(SyncError.notOfThisProtocol)")
      line.wait()
    }
    #expect(try world.folder("client/outbox").names() == [photo.name.file])
  }

  /// Clients that have the secret and send what no honest one does.
  @Test func dishonestClient() throws {
    let world = try World()
    let line = Line(to: try world.server())
    let photo = try world.photo([1])
    let secret = SymmetricKey(data: World.secret.utf8)
    let put = Request.put(world.name, photo.receipt).bytes
    func claim(_ byteCount: UInt64, name: [UInt8] = [97]) -> [UInt8] {
      [0] + (0..<8).map { UInt8(truncatingIfNeeded: byteCount >> (56 - 8 * $0)) } + [UInt8](repeating: 0, count: 32)
        + name
    }
    let rows: [(messages: [[UInt8]], error: SyncError)] = [
      ([[]], .notOfThisProtocol), ([[9]], .notOfThisProtocol), ([[0]], .notOfThisProtocol), ([[1]], .name),
      ([[1] + "../key".utf8], .name), ([[1, 0xff]], .name), ([claim(1500, name: Array("a/b".utf8))], .name),
      ([claim(0)], .notOfThisProtocol), ([claim(1 << 27)], .notOfThisProtocol),
      ([claim(1 << 63)], .notOfThisProtocol), ([claim(.max)], .notOfThisProtocol),
      ([put, []], .notOfThisProtocol), ([put, photo.vault + [0]], .notOfThisProtocol),
      ([put, Array(photo.vault.dropLast()) + [photo.vault.last! ^ 1]], .refused(.changed)),
    ]
    for (messages, error) in rows {
      let before = line.serverErrors.count
      var connection = try Connection(over: line.connect(), toServer: world.key.publicKey)
      try connection.prove(.account, secret)
      for message in messages { try connection.send(message) }
      if messages.count > 1 { _ = try connection.receiveAnswer() }
      let refusal = try #require(Refusal(error))
      #expect(failure { _ = try connection.receiveAnswer() } == "\(refusal)")
      line.wait()
      #expect(Array(line.serverErrors[before...]) == ["\(error)"])
      #expect(try world.stored() == nil)
    }
    #expect(try world.folder("server/parts").names() == [])
    let client = try world.client(over: line)
    try client.add(photo)
    #expect(try client.sendWaiting() == [world.name])
    line.wait()
  }
}
