/// A connection that carries bytes in their order, such as a socket. It need not protect them. Timeouts are its own: a call
/// that waits too long throws.
public protocol SessionStream {
  /// What the connection throws.
  associatedtype Failure: Error

  /// Sends all bytes.
  ///
  /// - Throws: when the connection has failed.
  mutating func send(_ bytes: [UInt8]) throws(Failure)

  /// Waits for bytes and returns at least one, and at most `maximumByteCount`. None stand for the end of the connection.
  ///
  /// - Throws: when the connection has failed, or the wait is too long.
  mutating func receive(maximumByteCount: Int) throws(Failure) -> [UInt8]
}

/// The error of a session: it says which side failed, and of a secret nothing but that it was not accepted. Each function of
/// ``Session`` says what is still possible after one.
public enum SessionError<StreamFailure: Error>: Error, CustomStringConvertible {
  /// This party has given a derived key whose size is not 32 bytes.
  case derivedKeyByteCount(Int)
  /// This party has tried to send a message with more bytes than the maximum.
  case ownMessageTooLong(byteCount: Int, maximum: Int)
  /// The connection has failed.
  case connection(StreamFailure)
  /// The connection has ended before the peer closed the session: somebody may have cut it.
  case connectionEnded
  /// The peer has not shown that it is who it should be, or somebody between has changed what it sent.
  case peerNotAuthentic
  /// The peer has sent a message with more bytes than the maximum.
  case peerMessageTooLong(maximum: Int)
  /// The peer has sent something that this version does not know.
  case peerUnknownFrame
  /// This party has closed the session before, or an error has ended it.
  case closed

  /// A sentence that names the side.
  public var description: String {
    switch self {
    case .derivedKeyByteCount(let count): "own side: a derived key of \(count.units("byte")); it needs 32"
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
