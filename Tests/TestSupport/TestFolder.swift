import Foundation

/// A folder for one test, removed with it.
package final class TestFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "swift-vault-test-\(UUID().uuidString)")

  package init() { try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  package func write(_ name: String, _ content: Data) { try! content.write(to: file(name)) }

  package func write(_ name: String, _ content: String) { write(name, Data(content.utf8)) }

  package func read(_ name: String) -> Data? { try? Data(contentsOf: file(name)) }

  /// Every name in the folder, including hidden ones.
  package var names: [String] { try! FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }

  /// Names and contents, which a failed run must leave unchanged.
  package var snapshot: [String: Data?] { Dictionary(uniqueKeysWithValues: names.map { ($0, read($0)) }) }

  /// The permission bits of a file.
  package func mode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: file(name).path))?[.posixPermissions] as? Int
  }
}
