/// A connection that carries bytes in their order, such as a socket. It need not protect them. It implements its own
/// timeouts: a call that waits too long throws.
public protocol SessionStream {
  /// The error of the connection.
  associatedtype Failure: Error

  /// Sends all bytes.
  ///
  /// - Throws: when the connection has failed.
  mutating func send(_ bytes: [UInt8]) throws(Failure)

  /// Waits for bytes and returns at least one, and at most `maximumByteCount`. An empty array means the end of the
  /// connection.
  ///
  /// - Throws: when the connection has failed, or the wait is too long.
  mutating func receive(maximumByteCount: Int) throws(Failure) -> [UInt8]
}

/// The error of a session. It states which side failed, and nothing about a secret except that it was not accepted.
/// Each function of ``Session`` states what is still possible afterwards.
public enum SessionError<StreamFailure: Error>: Error, CustomStringConvertible {
  /// This party passed a pre-shared key that does not have 32 bytes.
  case preSharedKeyByteCount(Int)
  /// This party tried to send a message with more bytes than the maximum.
  case ownMessageTooLong(byteCount: Int, maximum: Int)
  /// The connection has failed.
  case connection(StreamFailure)
  /// The connection ended before the peer closed the session: an attacker may have cut it.
  case connectionEnded
  /// The peer did not authenticate itself, or an attacker in between changed its messages.
  case peerNotAuthentic
  /// The peer sent a message with more bytes than the maximum.
  case peerMessageTooLong(maximum: Int)
  /// The peer sent a frame that this version does not know.
  case peerUnknownFrame
  /// This party closed the session before, or an error ended it.
  case closed

  /// A sentence that names the side.
  public var description: String {
    switch self {
    case .preSharedKeyByteCount(let count): "own side: a pre-shared key of \(count.units("byte")); it needs 32"
    case .ownMessageTooLong(let count, let maximum):
      "own side: a message of \(count.units("byte")); the maximum is \(maximum)"
    #if hasFeature(Embedded)
    case .connection: "connection: it has failed"
    #else
    case .connection(let failure): "connection: \(failure)"
    #endif
    case .connectionEnded: "connection: it has ended before the peer closed the session"
    case .peerNotAuthentic: "peer: what it sent is not authentic"
    case .peerMessageTooLong(let maximum): "peer: a message of more than \(maximum.units("byte"))"
    case .peerUnknownFrame: "peer: it has sent something unknown"
    case .closed: "own side: the session has ended"
    }
  }
}

extension SessionError: Sendable where StreamFailure: Sendable {}
