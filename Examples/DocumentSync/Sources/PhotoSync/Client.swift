import Foundation
import SecretComparison
import Sessions

/// The client of an account. In its folder are the sealed photos that wait to be sent, and the receipts of those sent.
/// It has no password of any photo.
package struct Client {
  private let outbox: Folder
  private let receipts: Folder
  private let pin: Curve25519.KeyAgreement.PublicKey
  private let secret: SymmetricKey
  private let connect: () throws(SyncError) -> Socket
  private let maximumConnections: Int

  /// - Parameter maximumConnections: how often a call connects, if connections are cut.
  package init(
    _ folder: Folder, pin: Curve25519.KeyAgreement.PublicKey, secret: SymmetricKey, maximumConnections: Int = 5,
    connect: @escaping () throws(SyncError) -> Socket
  ) throws(SyncError) {
    (outbox, receipts) = (try Folder(folder.path("outbox")), try Folder(folder.path("receipts")))
    (self.pin, self.secret, self.connect) = (pin, secret, connect)
    self.maximumConnections = maximumConnections
  }

  /// Keeps a photo until the server has it: ``sendWaiting()`` sends it.
  package func add(_ photo: SealedPhoto) throws(SyncError) {
    let name = Array(photo.name.description.utf8)
    try outbox.replace(photo.name.file, with: [UInt8(name.count)] + name + photo.vault)
  }

  /// Sends what waits. What is interrupted waits on, and the next call sends the rest of it.
  ///
  /// - Returns: the names of what was sent.
  @discardableResult
  package func sendWaiting() throws(SyncError) -> [PhotoName] {
    var names: [PhotoName] = []
    for file in try outbox.names() where !file.hasSuffix(".new") {
      let photo = try waiting(file)
      let receipt = photo.receipt
      try withConnections { connection throws(SyncError) in try Self.put(photo, receipt, over: &connection) }
      try keepReceipt(of: photo)
      try outbox.remove(file)
      names.append(photo.name)
    }
    return names
  }

  private func waiting(_ file: String) throws(SyncError) -> SealedPhoto {
    guard let bytes = try outbox.read(file), let count = bytes.first,
      let name = try? PhotoName(bytes: bytes.dropFirst().prefix(Int(count))), name.file == file,
      SealedPhoto.byteCounts ~= bytes.count - 1 - Int(count)
    else { throw .damaged(outbox.path(file)) }
    return SealedPhoto(name: name, vault: Array(bytes[(1 + Int(count))...]))
  }

  private static func put(
    _ photo: SealedPhoto, _ receipt: Receipt, over connection: inout Connection
  ) throws(SyncError) {
    try connection.send(Request.put(photo.name, receipt).bytes)
    guard let start = Int(bigEndian: try connection.receiveAnswer()), start <= photo.vault.count else {
      throw .notOfThisProtocol
    }
    for offset in stride(from: start, to: photo.vault.count, by: Connection.chunkByteCount) {
      try connection.send(Array(photo.vault[offset...].prefix(Connection.chunkByteCount)))
    }
    _ = try connection.receiveAnswer()
  }

  /// Remembers a photo as what the server has. For one that was fetched, call it when it has opened.
  package func keepReceipt(of photo: SealedPhoto) throws(SyncError) {
    try receipts.replace(photo.name.file, with: photo.receipt.bytes)
  }

  /// Fetches a photo. If this client has its receipt, the server first proves that it has the photo as it was sent.
  ///
  /// - Returns: the photo, and whether the server has proved it. If not, the context still keeps another photo from
  ///   being taken for it, but not an older one of the same name and password.
  package func fetch(_ name: PhotoName) throws(SyncError) -> (photo: SealedPhoto, isProved: Bool) {
    try sendWaiting()
    let receipt = try receipt(name)
    var vault: [UInt8] = []
    var offered: Receipt?
    try withConnections { connection throws(SyncError) in
      try Self.get(name, receipt, &offered, &vault, over: &connection)
    }
    let photo = SealedPhoto(name: name, vault: vault)
    guard photo.receipt == offered else { throw .otherReceipt }
    return (photo, receipt != nil)
  }

  private func receipt(_ name: PhotoName) throws(SyncError) -> Receipt? {
    guard let bytes = try receipts.read(name.file) else { return nil }
    guard let receipt = Receipt(bytes: bytes) else { throw .damaged(receipts.path(name.file)) }
    return receipt
  }

  private static func get(
    _ name: PhotoName, _ receipt: Receipt?, _ offered: inout Receipt?, _ vault: inout [UInt8],
    over connection: inout Connection
  ) throws(SyncError) {
    try connection.send(Request.get(name, isProved: receipt != nil).bytes)
    do throws(SyncError) {
      _ = try connection.receiveAnswer()
    } catch {
      if case .refused(.missing) = error, receipt != nil { throw .lost }
      throw error
    }
    if let receipt { try connection.prove(.receipt, receipt.secret(name)) }
    guard let current = Receipt(bytes: try connection.receiveAnswer()) else { throw .notOfThisProtocol }
    guard receipt == nil || receipt == current else { throw .otherReceipt }
    if offered != current { (offered, vault) = (current, []) }
    try connection.send(vault.count.bigEndianBytes)
    while vault.count < current.byteCount {
      let chunk = try connection.receive()
      guard !chunk.isEmpty, chunk.count <= current.byteCount - vault.count else { throw .notOfThisProtocol }
      vault += chunk
    }
  }

  /// Connects, proves, and works. If the connection is cut, it does so again over another one, with new keys.
  private func withConnections(_ work: (inout Connection) throws(SyncError) -> Void) throws(SyncError) {
    for number in 1... {
      do throws(SyncError) {
        var connection = try Connection(over: connect(), toServer: pin)
        try connection.prove(.account, secret)
        return try work(&connection)
      } catch {
        guard case .interrupted = error, number < maximumConnections else { throw error }
        Thread.sleep(forTimeInterval: 0.05 * Double(number * number))
      }
    }
  }
}
