import Foundation
import VaultFiles

/// A folder for one test, removed with it.
final class TestFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func path(_ name: String) -> VaultFilePath { VaultFilePath(file(name).path) }

  func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: file(name)) }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: file(name))) }

  /// The names in it, hidden ones included.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? Int
  }

  /// Bytes that differ from chunk to chunk.
  static func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 13) }
  }
}
