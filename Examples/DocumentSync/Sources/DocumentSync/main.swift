import Foundation
import PhotoSync
import Sessions
import Vault

let usage = """
  DocumentSync prepare FOLDER            makes a server's key and prints its pin; asks for the secret
  DocumentSync serve FOLDER              listens at FOLDER/socket
  DocumentSync pair CLIENT FOLDER PIN    makes a client of the server in FOLDER; asks for the secret
  DocumentSync put CLIENT PHOTO          seals and sends; asks for a password of this photo
  DocumentSync send CLIENT               sends what waits
  DocumentSync get CLIENT NAME FILE      fetches and opens; asks for the password

  """

func prepare(_ folder: Folder) throws {
  guard try folder.read("key") == nil else { throw CommandError("\(folder.path) has a key, which clients have pinned") }
  let secret = try SecretLine.read("Secret: ")
  try secret.withUnsafeBytes { try folder.replace("secret", with: $0) }
  let key = Curve25519.KeyAgreement.PrivateKey()
  try key.withUnsafeBytes { try folder.replace("key", with: $0) }
  print(Hex.encode(key.publicKey.rawRepresentation))
}

func serve(_ folder: Folder) throws {
  let store = try Store(folder.path("photos"))
  let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret("key", in: folder))
  let server = Server(store, key: key, secret: try secret("secret", in: folder))
  // Whatever is on its way goes on with the next server.
  signal(SIGTERM) { _ in _exit(0) }
  server.run(try Listener(folder.path("socket"))) { FileHandle.standardError.write(Data("a connection: \($0)\n".utf8)) }
}

func pair(_ folder: Folder, server: String, pin: String) throws {
  guard (try? publicKey(pin)) != nil else { throw CommandError("a pin has 64 hexadecimal digits: copy it again") }
  let secret = try SecretLine.read("Secret: ")
  try secret.withUnsafeBytes { try folder.replace("secret", with: $0) }
  try folder.replace("server", with: "\(pin) \(URL(fileURLWithPath: server).path)/socket".utf8)
}

func client(_ folder: Folder) throws -> Client {
  let server = String(decoding: try folder.read("server") ?? [], as: UTF8.self).split(separator: " ", maxSplits: 1)
  guard server.count == 2 else { throw SyncError.damaged(folder.path("server")) }
  return try Client(folder, pin: try publicKey(server[0]), secret: try secret("secret", in: folder)) {
    () throws(SyncError) in try Socket(path: String(server[1]))
  }
}

func put(_ path: String, _ client: Client) throws {
  let content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  let name = try PhotoName(URL(fileURLWithPath: path).lastPathComponent)
  let photo = try SealedPhoto(sealing: content, name: name, under: SecretLine.password("Password of \(name): "))
  // The password is gone from here on.
  try client.add(photo)
  try send(client)
}

func send(_ client: Client) throws {
  for name in try client.sendWaiting() { print("sent: \(name)") }
}

func get(_ name: PhotoName, to path: String, _ client: Client) throws {
  let (photo, isProved) = try client.fetch(name)
  let content = try photo.open(with: SecretLine.password("Password of \(name): "))
  let file = URL(fileURLWithPath: path)
  try Folder(file.deletingLastPathComponent().path).replace(file.lastPathComponent, with: content)
  try client.keepReceipt(of: photo)
  let proof = isProved ? "the server has proved that it has the photo as it was sent" : "no receipt to compare it with"
  print("opened: \(name), \(content.count) bytes; \(proof)")
}

func secret(_ name: String, in folder: Folder) throws -> SymmetricKey {
  guard var bytes = try folder.read(name) else { throw SyncError.damaged(folder.path(name)) }
  var span = bytes.mutableSpan
  var raw = span.mutableBytes
  return SymmetricKey(copyingWithZeroing: &raw)
}

func publicKey(_ pin: some StringProtocol) throws -> Curve25519.KeyAgreement.PublicKey {
  try Curve25519.KeyAgreement.PublicKey(rawRepresentation: Hex.decode(pin))
}

do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch (arguments.first, arguments.count) {
  case ("prepare", 2): try prepare(Folder(arguments[1]))
  case ("serve", 2): try serve(Folder(arguments[1]))
  case ("pair", 4): try pair(Folder(arguments[1]), server: arguments[2], pin: arguments[3])
  case ("put", 3): try put(arguments[2], client(Folder(arguments[1])))
  case ("send", 2): try send(client(Folder(arguments[1])))
  case ("get", 4): try get(PhotoName(arguments[2]), to: arguments[3], client(Folder(arguments[1])))
  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
} catch {
  let sentence = (error as? CocoaError)?.localizedDescription ?? "\(error)"
  FileHandle.standardError.write(Data("DocumentSync: \(sentence)\n".utf8))
  exit(1)
}
