/// A connection with ephemeral keys between two parties. ``SessionClient`` and ``SessionServer`` state how the parties
/// know each other.
///
/// Messages arrive whole, in order and once, or a call throws. An attacker who records the connection, and later learns
/// every key and password of both parties, cannot read it. The keys are also replaced after every 65,536 frames.
///
/// ```swift
/// var session = try Session.connect(over: stream, as: .serverPinned(server, own: nil), context: "example 1".utf8)
/// try session.send(question)
/// let answer = try session.receive()
/// try session.close()
/// ```
///
/// On the wire, each Noise message follows its size in two bytes, big-endian. The prologue is `swift-vault session 1`
/// and the context. After the handshake, the client sends a frame that begins the session.
/// ``accept(over:as:context:padding:maximumMessageByteCount:)`` returns only then.
///
/// *Not* protected: the fact that the parties talk, when, and how much, except for the padding. There is no secrecy
/// from a quantum computer that breaks the curve.
public struct Session<Stream: SessionStream>: ~Copyable {
  /// The error of a call.
  public typealias Failure = SessionError<Stream.Failure>

  private var stream: Stream
  private var transport: NoiseTransport
  private let padding: Int
  private let maximumByteCount: Int
  private var counts: (sent: UInt16, received: UInt16) = (0, 0)
  private var isClosed = false
  private var isPeerClosed = false
  private var hasSendingFailed = false
  private var hasFailed = false
  /// The public key of the peer, if it has one.
  public let peerKey: Curve25519.KeyAgreement.PublicKey?
  /// 32 bytes that both parties share and no other session has. They are public. A comparison or signature that
  /// includes them is bound to this session. Spec: Noise revision 34, section 11.2.
  public var channelBinding: [UInt8] { transport.handshakeHash }

  /// Opens a session as the party that opened the connection.
  ///
  /// - Parameters:
  ///   - stream: the connection.
  ///   - choice: how the parties know each other.
  ///   - context: bytes that must be the same for both parties, such as the name and version of the app.
  ///   - padding: each frame is padded to a multiple of this number of bytes, 1 to 65,519, before encryption. A larger
  ///     one hides the sizes better. The peer may use another.
  ///   - maximumMessageByteCount: the maximum size of a message in bytes, received or sent. A message to receive is
  ///     kept in memory.
  /// - Throws: ``SessionError``. When the pinned key or the password is not the server's, the server notices first and
  ///   ends the connection. This party then gets ``SessionError/connectionEnded``.
  public static func connect(
    over stream: consuming Stream, as choice: SessionClient, context: some Sequence<UInt8> = [], padding: Int = 256,
    maximumMessageByteCount: Int = 1 << 24
  ) throws(Failure) -> Session {
    var connection = SessionConnection(stream: stream)
    let handshake = try connection.perform { () throws(NoiseError) in
      try choice.handshake(prologue: prologue(context))
    } accepting: { _ in
      true
    }
    var session = try Session(connection, handshake, padding: padding, maximumByteCount: maximumMessageByteCount)
    try unsafe session.write(.begin, UnsafeRawBufferPointer(start: nil, count: 0))
    return session
  }

  /// Opens a session as the party that accepted the connection. The parameters are those of
  /// ``connect(over:as:context:padding:maximumMessageByteCount:)``.
  ///
  /// - Throws: ``SessionError``.
  public static func accept(
    over stream: consuming Stream, as choice: SessionServer, context: some Sequence<UInt8> = [], padding: Int = 256,
    maximumMessageByteCount: Int = 1 << 24
  ) throws(Failure) -> Session {
    var connection = SessionConnection(stream: stream)
    let handshake = try connection.perform { () throws(NoiseError) in
      try choice.handshake(prologue: prologue(context))
    } accepting: {
      choice.accepts($0)
    }
    var session = try Session(connection, handshake, padding: padding, maximumByteCount: maximumMessageByteCount)
    var content: [UInt8] = []
    guard try session.read(appendingTo: &content) == .begin else { throw .peerUnknownFrame }
    return session
  }

  private static func prologue(_ context: some Sequence<UInt8>) -> [UInt8] {
    Array("swift-vault session 1".utf8) + context
  }

  private init(
    _ connection: SessionConnection<Stream>, _ handshake: consuming NoiseHandshake, padding: Int, maximumByteCount: Int
  ) throws(Failure) {
    precondition(1...NoiseTransport.maximumByteCount ~= padding, "padding to \(padding) bytes; 1 to 65519 are possible")
    peerKey = handshake.remoteStaticKey
    let transport: NoiseTransport
    do { transport = try handshake.transport() } catch { throw .peerNotAuthentic }
    (stream, self.padding, self.maximumByteCount) = (connection.stream, padding, maximumByteCount)
    self.transport = transport
  }

  /// Sends a message.
  ///
  /// - Throws: ``SessionError/ownMessageTooLong(byteCount:maximum:)``, after which the session continues;
  ///   ``SessionError/connection(_:)``, after which no message can be sent, but earlier messages of the peer can still
  ///   be received; ``SessionError/closed``.
  public mutating func send(_ message: some Sequence<UInt8>) throws(Failure) {
    try unsafe message.withBytes { message throws(Failure) in
      guard message.count <= maximumByteCount else {
        throw .ownMessageTooLong(byteCount: message.count, maximum: maximumByteCount)
      }
      var rest = unsafe message[...]
      while unsafe rest.count > SessionFrame.maximumContentByteCount {
        let part = unsafe rest.prefix(SessionFrame.maximumContentByteCount)
        try unsafe write(.part, UnsafeRawBufferPointer(rebasing: part))
        unsafe rest = rest.dropFirst(part.count)
      }
      try unsafe write(.last, UnsafeRawBufferPointer(rebasing: rest))
    }
  }

  /// The peer's next message, or nil when it has closed the session.
  ///
  /// - Throws: ``SessionError``; the session has then ended.
  public mutating func receive() throws(Failure) -> [UInt8]? {
    if isPeerClosed { return nil }
    var message: [UInt8] = []
    do throws(Failure) {
      while true {
        let count = message.count
        switch try read(appendingTo: &message) {
        case .last: return message
        // Empty parts would let the peer keep this party busy forever.
        case .part where message.count > count: break
        case .close where count == 0:
          isPeerClosed = true
          return nil
        case .part, .close, .begin:
          hasFailed = true
          throw .peerUnknownFrame
        }
      }
    } catch {
      wipe(&message)
      throw error
    }
  }

  /// Tells the peer that no more messages follow. Messages of the peer can still be received. A second call does
  /// nothing.
  ///
  /// Without it, the peer's call of ``receive()`` throws ``SessionError/connectionEnded``.
  ///
  /// - Throws: ``SessionError/connection(_:)``; ``SessionError/closed`` after an error.
  public mutating func close() throws(Failure) {
    if isClosed { return }
    try unsafe write(.close, UnsafeRawBufferPointer(start: nil, count: 0))
    isClosed = true
  }

  private mutating func write(_ kind: SessionFrame.Kind, _ content: UnsafeRawBufferPointer) throws(Failure) {
    if hasFailed || hasSendingFailed || isClosed { throw .closed }
    var plaintext = unsafe SessionFrame.plaintext(kind, content, padding: padding)
    defer { wipe(&plaintext) }
    let message: [UInt8]
    do {
      message = try transport.encrypt(plaintext)
    } catch {
      preconditionFailure(error.description)  // Message numbers last for longer than the age of the earth.
    }
    counts.sent &+= 1
    if counts.sent == 0 { transport.rekeySending() }
    do {
      try stream.send(SessionConnection<Stream>.framed(message))
    } catch {
      hasSendingFailed = true
      throw .connection(error)
    }
  }

  /// The kind of the peer's next frame, whose content is appended to `message`.
  private mutating func read(appendingTo message: inout [UInt8]) throws(Failure) -> SessionFrame.Kind {
    if hasFailed { throw .closed }
    hasFailed = true
    let received = try SessionConnection.receive(from: &stream)
    var plaintext: [UInt8]
    do { plaintext = try transport.decrypt(received) } catch { throw .peerNotAuthentic }
    defer { wipe(&plaintext) }
    counts.received &+= 1
    if counts.received == 0 { transport.rekeyReceiving() }
    guard let frame = SessionFrame(plaintext) else { throw .peerUnknownFrame }
    guard frame.content.count <= maximumByteCount - message.count else {
      throw .peerMessageTooLong(maximum: maximumByteCount)
    }
    message.growWiping(to: message.count + frame.content.count)
    message += plaintext[frame.content]
    hasFailed = false
    return frame.kind
  }
}

/// A connection during the handshake.
struct SessionConnection<Stream: SessionStream> {
  var stream: Stream

  /// A message after its size in two bytes.
  static func framed(_ message: [UInt8]) -> [UInt8] {
    [UInt8(message.count >> 8), UInt8(message.count & 255)] + message
  }

  static func receive(from stream: inout Stream) throws(SessionError<Stream.Failure>) -> [UInt8] {
    let header = try receive(2, from: &stream)
    return try receive(Int(header[0]) << 8 | Int(header[1]), from: &stream)
  }

  private static func receive(_ count: Int, from stream: inout Stream) throws(SessionError<Stream.Failure>) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece: [UInt8]
      do { piece = try stream.receive(maximumByteCount: count - bytes.count) } catch { throw .connection(error) }
      precondition(piece.count <= count - bytes.count, "a stream that returns more bytes than were asked for")
      guard !piece.isEmpty else { throw .connectionEnded }
      bytes += piece
    }
    return bytes
  }

  /// Sends and receives the messages of a handshake, with empty payloads.
  mutating func perform(
    _ start: () throws(NoiseError) -> NoiseHandshake, accepting isAccepted: (Curve25519.KeyAgreement.PublicKey?) -> Bool
  ) throws(SessionError<Stream.Failure>) -> NoiseHandshake {
    var handshake: NoiseHandshake
    do {
      handshake = try start()
    } catch {
      // The types of the other keys guarantee their sizes.
      guard case .preSharedKeyByteCount(let count) = error else { preconditionFailure(error.description) }
      throw .preSharedKeyByteCount(count)
    }
    while !handshake.isComplete {
      if handshake.writesNext {
        let message: [UInt8]
        do { message = try handshake.writeMessage() } catch { throw .peerNotAuthentic }
        do { try stream.send(Self.framed(message)) } catch { throw .connection(error) }
      } else {
        let message = try Self.receive(from: &stream)
        let payload: [UInt8]
        do { payload = try handshake.readMessage(message) } catch { throw .peerNotAuthentic }
        guard payload.isEmpty else { throw .peerUnknownFrame }
      }
    }
    guard isAccepted(handshake.remoteStaticKey) else { throw .peerNotAuthentic }
    return handshake
  }
}
