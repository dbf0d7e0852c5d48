import SecretComparison
import Sessions

/// A session between client and server, with the messages of this protocol. All its frames have the same size.
struct Connection: ~Copyable {
  private var session: Session<Socket>

  private static let context = "document-sync 1".utf8
  private static let padding = 1 << 14
  /// The most bytes of a photo in a message: with the three bytes of its header, they fill a frame.
  static let chunkByteCount = padding - 3

  init(over socket: Socket, toServer pin: Curve25519.KeyAgreement.PublicKey) throws(SyncError) {
    do {
      session = try Session.connect(
        over: socket, as: .serverPinned(pin, own: nil), context: Self.context, padding: Self.padding,
        maximumMessageByteCount: Self.chunkByteCount)
    } catch SessionError.connectionEnded {
      throw .interrupted("the server hung up before it showed its key: compare the pins")
    } catch {
      throw SyncError(error)
    }
  }

  init(over socket: Socket, withKey key: Curve25519.KeyAgreement.PrivateKey) throws(SyncError) {
    do {
      session = try Session.accept(
        over: socket, as: .serverPinned(own: key, acceptsClient: nil), context: Self.context, padding: Self.padding,
        maximumMessageByteCount: Self.chunkByteCount)
    } catch {
      throw SyncError(error)
    }
  }

  mutating func send(_ message: [UInt8]) throws(SyncError) {
    do { try session.send(message) } catch { throw SyncError(error) }
  }

  mutating func receive() throws(SyncError) -> [UInt8] {
    let message: [UInt8]?
    do { message = try session.receive() } catch { throw SyncError(error) }
    guard let message else { throw .notOfThisProtocol }
    return message
  }

  /// What the two sides prove to each other. It is a part of the proof, so none stands for the other.
  enum Proof: String {
    /// That both have the secret of the account.
    case account
    /// That both have the receipt of an earlier transfer.
    case receipt

    var error: SyncError { self == .account ? .otherSecret : .otherReceipt }
  }

  /// Proves to the server that this side has the secret, and has the server prove it. Neither shows anything of it. The
  /// proof belongs to this session: who is between two sessions cannot pass it on.
  mutating func prove(_ proof: Proof, _ secret: SymmetricKey) throws(SyncError) {
    let comparison = comparison(.initiator, proof, secret)
    try send(comparison.message)
    let message = try receive()
    guard let confirmation = try? comparison.receive(message) else { throw .notOfThisProtocol }
    try send(confirmation.tag)
    let tag = try receiveAnswer()
    guard (try? confirmation.verify(tag)) != nil else { throw proof.error }
  }

  /// The server's side of ``prove(_:_:)``. The client's tag is its guess and comes first: only a guess counts as a try.
  mutating func check(_ proof: Proof, _ secret: SymmetricKey, counting tries: Tries? = nil) throws(SyncError) {
    let comparison = comparison(.responder, proof, secret)
    let message = try receive()
    try send(comparison.message)
    guard let confirmation = try? comparison.receive(message) else { throw .notOfThisProtocol }
    let guess = try receive()
    guard tries?.begin() ?? true else { throw .refused(.tooManyTries) }
    let tag = confirmation.tag
    let isRight = (try? confirmation.verify(guess)) != nil
    if isRight { tries?.succeeded() }
    try answer(tag)
    guard isRight else { throw proof.error }
  }

  private func comparison(
    _ role: SecretComparison.Role, _ proof: Proof, _ secret: SymmetricKey
  ) -> SecretComparison {
    SecretComparison(
      role, secret: secret, initiator: "client".utf8, responder: "server".utf8,
      session: session.channelBinding + proof.rawValue.utf8)
  }

  /// The server's answer: what was asked for, or why not.
  mutating func answer(_ content: [UInt8] = []) throws(SyncError) { try send([0] + content) }
  mutating func answer(_ refusal: Refusal) throws(SyncError) { try send([refusal.rawValue]) }

  mutating func receiveAnswer() throws(SyncError) -> [UInt8] {
    let message = try receive()
    if message.first == 0 { return Array(message.dropFirst()) }
    guard message.count == 1, let refusal = Refusal(rawValue: message[0]) else { throw .notOfThisProtocol }
    throw .refused(refusal)
  }
}

/// What a client asks for after the proof.
enum Request {
  case put(PhotoName, Receipt)
  /// A photo; of which the server first proves that it has it as it was sent, if the client has the receipt.
  case get(PhotoName, isProved: Bool)

  init(bytes: [UInt8]) throws(SyncError) {
    switch bytes.first {
    case 0:
      guard let receipt = Receipt(bytes: Array(bytes.dropFirst().prefix(40))) else { throw .notOfThisProtocol }
      self = .put(try PhotoName(bytes: bytes.dropFirst(41)), receipt)
    case 1, 2: self = .get(try PhotoName(bytes: bytes.dropFirst()), isProved: bytes[0] == 2)
    default: throw .notOfThisProtocol
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .put(let name, let receipt): [0] + receipt.bytes + name.description.utf8
    case .get(let name, let isProved): [isProved ? 2 : 1] + name.description.utf8
    }
  }
}
