import Foundation
import Testing
import Vault

@testable import PhotoSync

@Suite struct StoreTests {
  @Test func names() throws {
    for text in ["a", "..", "Zürich.heic", "a b", "\u{1F5BC}", String(repeating: "x", count: 255)] {
      let name = try PhotoName(text)
      #expect(try PhotoName(bytes: name.description.utf8) == name)
      #expect(name.file.allSatisfy { $0.isHexDigit })
    }
    for text in ["", "/", "../key", "a/b", "a\0b", "a\nb", "\u{7f}", String(repeating: "x", count: 256)] {
      #expect(throws: SyncError.self) { try PhotoName(text) }
    }
    // Composed and not, the text is one name. In a message, it has one form.
    #expect(try PhotoName("u\u{308}") == PhotoName("\u{fc}"))
    #expect(throws: SyncError.self) { try PhotoName(bytes: "u\u{308}".utf8) }
    #expect(try PhotoName("a").file != PhotoName("A").file)
  }

  @Test func receipts() throws {
    let receipt = Receipt(byteCount: 2000, digest: Array(SHA256.hash(data: [1])))
    #expect(Receipt(bytes: receipt.bytes) == receipt)
    #expect(Receipt(bytes: receipt.bytes + [0]) == nil)
    #expect(Receipt(bytes: Array(receipt.bytes.dropLast())) == nil)
    for byteCount in [0, 1471, (64 << 20) + 1, Int.max] {
      #expect(Receipt(bytes: Receipt(byteCount: byteCount, digest: receipt.digest).bytes) == nil)
    }
  }

  /// The older of two connections that send the same photo hangs. It writes no more, and the newer one goes on.
  @Test func newerUpload() throws {
    let world = try World()
    let store = try Store("\(world.path)/server")
    let photo = try world.photo()
    var older = try store.begin(photo.name, photo.receipt)
    try store.append(Array(photo.vault[..<1000]), to: &older)
    var newer = try store.begin(photo.name, photo.receipt)
    #expect(newer.byteCount == 1000)
    #expect(throws: SyncError.self) { try store.append([1], to: &older) }
    #expect(throws: SyncError.self) { try store.finish(older) }
    try store.append(Array(photo.vault[1000...]), to: &newer)
    try store.finish(newer)
    #expect(try world.stored() == photo.vault)
    let again = try store.begin(photo.name, photo.receipt)
    #expect(again.byteCount == photo.vault.count)
    try store.finish(again)
  }

  /// Whatever the umask is, and the mode of a file that an interruption left.
  @Test func onlyTheOwnerReads() throws {
    let world = try World()
    defer { withExtendedLifetime(world) {} }
    let folder = try world.folder("photos")
    for name in ["copy", "copy.new"] {
      #expect(FileManager.default.createFile(atPath: folder.path(name), contents: Data([1, 2, 3])))
      #expect(chmod(folder.path(name), 0o666) == 0)
    }
    try folder.replace("copy", with: [4])
    var status = stat()
    #expect(stat(folder.path("copy"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try folder.read("copy") == [4])
    #expect(try folder.read("copy.new") == nil)
  }

  @Test func oneServerInAFolder() throws {
    let world = try World()
    let store = try Store("\(world.path)/server")
    #expect(failure { _ = try Store("\(world.path)/server") }?.contains("end the other server") == true)
    withExtendedLifetime(store) {}
  }
}
