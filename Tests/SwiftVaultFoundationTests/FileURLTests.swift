import Foundation
import SwiftVaultFoundation
import SwiftVaultTestSupport
import Testing

/// The URL of a file names the same file as its path.
@Suite struct FileURLTests {
  @Test(arguments: ["x", "a b", "100%", "%20", "ü", "u\u{308}", "#?&", "folder/x"]) func path(name: String) {
    let path = "/tmp/\(name)"
    #expect(VaultFilePath(URL(fileURLWithPath: path)).bytes == Array(path.utf8))
  }

  @Test func aFolderAndARelativeFile() {
    #expect(VaultFilePath(URL(fileURLWithPath: "/tmp", isDirectory: true)) == "/tmp")
    let relative = URL(fileURLWithPath: "x", relativeTo: URL(fileURLWithPath: "/tmp", isDirectory: true))
    #expect(VaultFilePath(relative) == "/tmp/x")
  }

  @Test func replacing() throws {
    let folder = TestFolder()
    let (x, y, secret) = (folder.file("x"), folder.file("y"), VaultSecret.key(SymmetricKey(size: .bits256)))
    folder.write("x", Data([1, 2]))
    folder.write("y", Data([3]))
    let error = #expect(throws: VaultFileError.self) { try VaultFile.seal(.file(x), to: .file(y), under: secret) }
    #expect(error?.reason == .exists)
    #expect(try VaultFile.seal(.file(x), to: .file(y, replacing: true), under: secret) == 2)
    #expect(try VaultFile.verify(.file(y), with: secret) == 2)
  }

  @Test func anotherURLTraps() async {
    await #expect(processExitsWith: .failure) { _ = VaultFilePath(URL(string: "https://example.org/x")!) }
  }
}
