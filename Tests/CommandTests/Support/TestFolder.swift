import Foundation

/// A folder for one test, removed with it.
final class TestFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("swift-vault-test-\(UUID().uuidString)")

  init() { try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func write(_ name: String, _ content: Data) { try! content.write(to: file(name)) }

  func write(_ name: String, _ content: String) { write(name, Data(content.utf8)) }

  func read(_ name: String) -> Data? { try? Data(contentsOf: file(name)) }

  /// Every name in the folder, hidden ones included.
  var names: [String] { try! FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }

  /// Names and contents: what must be the same after a run that failed.
  var snapshot: [String: Data?] { Dictionary(uniqueKeysWithValues: names.map { ($0, read($0)) }) }

  /// The permission bits of a file.
  func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: file(name).path))?[.posixPermissions] as? Int
  }
}
