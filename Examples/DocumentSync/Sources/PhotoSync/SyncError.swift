import Foundation
import Sessions

/// What can go wrong, with what to do about it.
package enum SyncError: Error, CustomStringConvertible {
  case name
  case tooLarge
  case damaged(String)
  case socketPath
  case inUse(String)
  case system(String, Int32)
  /// The connection ended, which another one can make up for. What happened, and what to do.
  case interrupted(String)
  case notAuthentic
  case otherSecret
  case otherReceipt
  case lost
  case notOfThisProtocol
  case refused(Refusal)

  package var description: String {
    switch self {
    case .name: "a name has 1 to 255 bytes without slashes and control characters: rename the photo"
    case .tooLarge: "a photo has at most 64 MiB: reduce it"
    case .damaged(let file): "\(file) is damaged or missing: prepare or pair again, or restore it from a copy"
    case .socketPath: "the path of the socket is too long for the system: choose a folder with a shorter path"
    case .inUse(let file): "\(file) is locked: end the other server of this folder"
    case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
    case .interrupted(let sentence): sentence
    case .notAuthentic: "this is not the peer with the pinned key, or somebody changed what it sent: check the pin"
    case .otherSecret: "the peer has not the same secret: compare the secrets, and pair again"
    case .otherReceipt:
      "the server has not proved that it has the photo that was sent last: it changed it, or has an older one"
    case .lost: "the server does not have the photo any more: send it again, if there is another copy"
    case .notOfThisProtocol: "the peer sent what this version does not know: update both"
    case .refused(let refusal): refusal.description
    }
  }

  init(_ error: SessionError<SocketError>) {
    self =
      switch error {
      case .connection(let failure): .interrupted("\(failure): try again, it goes on where it was")
      case .connectionEnded: .interrupted("the connection was cut: try again, it goes on where it was")
      case .peerNotAuthentic: .notAuthentic
      default: .notOfThisProtocol
      }
  }
}

/// Why the server does not do what the client asked for.
package enum Refusal: UInt8, Sendable, CustomStringConvertible {
  case tooManyTries = 1
  case missing
  case changed
  case storage
  case unknown

  package var description: String {
    switch self {
    case .tooManyTries: "the server refuses proofs, because too many have failed: wait an hour"
    case .missing: "the server has no photo of this name: check the name"
    case .changed: "what the server has received is not the photo: try again, it begins anew"
    case .storage: "the server cannot store or read: look at its log"
    case .unknown: "the server does not know what this client sent: update both"
    }
  }
  /// What the client is told of an error.
  init?(_ error: SyncError) {
    switch error {
    case .refused(let refusal): self = refusal
    case .system, .damaged: self = .storage
    case .name, .notOfThisProtocol: self = .unknown
    default: return nil
    }
  }
}
