import Foundation
import Vault

/// The photos of a server, and the parts of those that are on their way.
///
/// A photo is replaced only whole: its bytes wait in a file of their own until all are there and have the right hash.
package final class Store: @unchecked Sendable {
  private let folder: Folder
  private let parts: Folder
  private let lockFile: File
  private let lock = NSLock()
  /// The newest upload of each name. An older one, whose connection hangs, writes no more.
  private var newest: [PhotoName: Int] = [:]
  private var count = 0

  package init(_ path: String) throws(SyncError) {
    folder = try Folder(path)
    parts = try Folder(folder.path("parts"))
    let lockPath = folder.path("lock")
    guard let file = try File(lockPath, O_RDWR | O_CREAT) else { throw .damaged(lockPath) }
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(lockPath) }
    lockFile = file
  }

  /// A photo of the store, which stays as it is while it is read, even if another replaces it.
  struct Stored: ~Copyable {
    let file: File
    let receipt: Receipt
  }

  func photo(_ name: PhotoName) throws(SyncError) -> Stored? {
    guard let file = try File(folder.path(name.file), O_RDONLY) else { return nil }
    let receipt = try Self.receipt(file)
    return Stored(file: file, receipt: receipt)
  }

  /// An upload, of which the first `byteCount` bytes are there.
  struct Upload: ~Copyable {
    let name: PhotoName
    let receipt: Receipt
    fileprivate let number: Int
    fileprivate let path: String
    /// Nil if the photo is in the store.
    fileprivate let file: File?
    fileprivate(set) var byteCount: Int
  }

  /// Begins an upload, or goes on with one of the same bytes. A part of other bytes under this name is given up.
  func begin(_ name: PhotoName, _ receipt: Receipt) throws(SyncError) -> Upload {
    lock.lock()
    defer { lock.unlock() }
    count += 1
    newest[name] = count
    let part = "\(name.file).\(Hex.encode(receipt.digest))"
    for other in try parts.names() where other.hasPrefix("\(name.file).") && other != part {
      try parts.remove(other)
    }
    let path = parts.path(part)
    if let stored = try photo(name), stored.receipt == receipt {
      return Upload(name: name, receipt: receipt, number: count, path: path, file: nil, byteCount: receipt.byteCount)
    }
    guard let file = try File(path, O_RDWR | O_CREAT) else { throw .damaged(path) }
    let byteCount = min(try file.byteCount, receipt.byteCount)
    return Upload(name: name, receipt: receipt, number: count, path: path, file: file, byteCount: byteCount)
  }

  func append(_ bytes: [UInt8], to upload: inout Upload) throws(SyncError) {
    guard !bytes.isEmpty, bytes.count <= upload.receipt.byteCount - upload.byteCount else { throw .notOfThisProtocol }
    lock.lock()
    defer { lock.unlock() }
    try check(upload)
    try upload.file?.write(bytes, at: upload.byteCount)
    upload.byteCount += bytes.count
  }

  /// Puts the photo in its place, if it has the right hash. Otherwise its bytes are given up.
  func finish(_ upload: borrowing Upload) throws(SyncError) {
    lock.lock()
    defer { lock.unlock() }
    try check(upload)
    newest[upload.name] = nil
    guard upload.file != nil else { return }
    guard let file = try File(upload.path, O_RDWR) else { throw .damaged(upload.path) }
    guard try Self.receipt(file) == upload.receipt else {
      unlink(upload.path)
      throw .refused(.changed)
    }
    try folder.move(file, from: upload.path, to: upload.name.file)
  }

  private func check(_ upload: borrowing Upload) throws(SyncError) {
    guard newest[upload.name] == upload.number else {
      throw .interrupted("another connection goes on with the upload: wait for it")
    }
  }

  private static func receipt(_ file: borrowing File) throws(SyncError) -> Receipt {
    let byteCount = try file.byteCount
    var hash = SHA256()
    for offset in stride(from: 0, to: byteCount, by: 1 << 20) {
      hash.update(data: try file.read(at: offset, count: min(1 << 20, byteCount - offset)))
    }
    return Receipt(byteCount: byteCount, digest: Array(hash.finalize()))
  }
}
