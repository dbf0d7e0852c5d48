import Foundation
import Sessions
import Vault

@testable import PhotoSync

/// A server, a client, and a photo of six chunks, in folders of their own.
final class World {
  static let password = "rope and salt, in that order"
  static let secret = "seven herons at the weir, at dawn"

  let path: String
  let key = Curve25519.KeyAgreement.PrivateKey()
  let name: PhotoName
  let content = SymmetricKey(size: .init(bitCount: 8 * 90_000)).withUnsafeBytes { Array($0) }

  init() throws {
    path = NSTemporaryDirectory() + "/" + UUID().uuidString
    name = try PhotoName("The harbour at Ærøskøbing.heic")
    _ = try Folder(path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func folder(_ name: String) throws -> Folder { try Folder("\(path)/\(name)") }

  func server(secret: String = World.secret) throws -> Server {
    Server(try Store("\(path)/server"), key: key, secret: SymmetricKey(data: secret.utf8))
  }

  /// The next server of the folder. The threads of the earlier one may hold its store for a moment longer.
  func nextServer() throws -> Server {
    for _ in 0..<500 {
      if let server = try? server() { return server }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return try server()
  }

  func client(
    _ folder: String = "client", over line: Line, pin: Curve25519.KeyAgreement.PublicKey? = nil,
    secret: String = World.secret, maximumConnections: Int = 1
  ) throws -> Client {
    try Client(
      self.folder(folder), pin: pin ?? key.publicKey, secret: SymmetricKey(data: secret.utf8),
      maximumConnections: maximumConnections
    ) { () throws(SyncError) in line.connect() }
  }

  func photo(_ content: [UInt8]? = nil, name: PhotoName? = nil) throws -> SealedPhoto {
    try SealedPhoto(
      sealing: content ?? self.content, name: name ?? self.name, under: .password(Self.password.utf8),
      stretching: PasswordStretching(rounds: .exactly(1000)))
  }

  /// The vault in the server's folder.
  func stored(_ name: PhotoName? = nil) throws -> [UInt8]? { try folder("server").read((name ?? self.name).file) }
}

/// What a call threw, or nil.
func failure(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
