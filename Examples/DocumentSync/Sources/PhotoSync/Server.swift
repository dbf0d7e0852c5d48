import Foundation
import SecretComparison
import Sessions

/// The server of one account. It has no password of any photo.
package struct Server: Sendable {
  private let store: Store
  private let key: Curve25519.KeyAgreement.PrivateKey
  private let secret: SymmetricKey
  private let tries = Tries()

  package init(_ store: Store, key: Curve25519.KeyAgreement.PrivateKey, secret: SymmetricKey) {
    (self.store, self.key, self.secret) = (store, key, secret)
  }

  /// Serves each connection in a thread, 16 at a time.
  package func run(_ listener: Listener, log: @escaping @Sendable (SyncError) -> Void) -> Never {
    let places = DispatchSemaphore(value: 16)
    while true {
      places.wait()
      do throws(SyncError) {
        let socket = try listener.next(lifetime: .seconds(60))
        Thread.detachNewThread {
          defer { places.signal() }
          do throws(SyncError) { try serve(socket) } catch { log(error) }
        }
      } catch {
        log(error)
        places.signal()
        Thread.sleep(forTimeInterval: 1)  // until there are descriptors again
      }
    }
  }

  /// Serves a connection: the proof, then one request.
  func serve(_ socket: Socket) throws(SyncError) {
    var connection = try Connection(over: socket, withKey: key)
    do throws(SyncError) {
      try connection.check(.account, secret, counting: tries)
      let request = try Request(bytes: connection.receive())
      switch request {
      case .put(let name, let receipt): try take(name, receipt, over: &connection)
      case .get(let name, let isProved): try give(name, isProved: isProved, over: &connection)
      }
    } catch {
      if let refusal = Refusal(error) { try? connection.answer(refusal) }
      throw error
    }
  }

  private func take(_ name: PhotoName, _ receipt: Receipt, over connection: inout Connection) throws(SyncError) {
    var upload = try store.begin(name, receipt)
    try connection.answer(upload.byteCount.bigEndianBytes)
    // The client listens after its last chunk, so that what is still to come is read before an error is answered.
    var missing = receipt.byteCount - upload.byteCount
    var failure: SyncError?
    while missing > 0 {
      let chunk = try connection.receive()
      missing -= chunk.count
      do throws(SyncError) {
        if failure == nil { try store.append(chunk, to: &upload) }
      } catch {
        guard case .system = error else { throw error }
        failure = error
      }
    }
    if let failure { throw failure }
    try store.finish(upload)
    try connection.answer()
  }

  private func give(_ name: PhotoName, isProved: Bool, over connection: inout Connection) throws(SyncError) {
    guard let photo = try store.photo(name) else { throw .refused(.missing) }
    try connection.answer()
    if isProved { try connection.check(.receipt, photo.receipt.secret(name)) }
    try connection.answer(photo.receipt.bytes)
    let byteCount = photo.receipt.byteCount
    guard let start = Int(bigEndian: try connection.receive()), start <= byteCount else { throw .notOfThisProtocol }
    for offset in stride(from: start, to: byteCount, by: Connection.chunkByteCount) {
      try connection.send(photo.file.read(at: offset, count: min(Connection.chunkByteCount, byteCount - offset)))
    }
  }
}

/// The proofs that have failed in the last hour. Each was one guess at the secret.
final class Tries: @unchecked Sendable {
  private let lock = NSLock()
  private var failed: [ContinuousClock.Instant] = []
  private static let maximum = 10

  /// Counts a try as failed until it has succeeded. Returns false if too many have failed.
  func begin() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    failed.removeAll { $0 < .now - .seconds(3600) }
    guard failed.count < Self.maximum else { return false }
    failed.append(.now)
    return true
  }

  func succeeded() {
    lock.lock()
    defer { lock.unlock() }
    failed.removeLast()
  }
}
