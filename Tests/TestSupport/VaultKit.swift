import Foundation
import SwiftVaultCryptoBytes

/// A file of the kit of vaults. `Tests/Vectors/Vault/README.md` describes its fields.
package struct VaultKit: Sendable {
  package static let folder = VectorFile.directory.appendingPathComponent("Vault/kit")
  package static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  package let name: String
  package let vault: [UInt8]
  package let fields: [Substring: Substring]

  package init(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = lines.prefix { !$0.isEmpty }
    self.name = name
    fields = Dictionary(
      uniqueKeysWithValues: head.map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (parts[0], parts.count > 1 ? parts[1].drop { $0 == " " } : "")
      })
    var vault: [UInt8] = []
    for line in lines[(head.endIndex + 1)...] {
      let parts = line.split(separator: " ")
      if parts.count == 3, let byte = UInt8(parts[0], radix: 16), let count = Int(parts[2]) {
        vault += repeatElement(byte, count: count)
      } else if let bytes = try? Hex.decode(line) {
        vault += bytes
      } else {
        throw Unreadable(file: name, line: String(line))
      }
    }
    self.vault = vault
  }

  package struct Unreadable: Error {
    let file: String
    let line: String

    package init(file: String, line: String) {
      self.file = file
      self.line = line
    }
  }

  package func bytes(_ key: Substring) throws -> [UInt8] {
    guard let value = fields[key], let bytes = try? Hex.decode(value) else {
      throw Unreadable(file: name, line: String(key))
    }
    return bytes
  }

  package func number(_ key: Substring) throws -> Int {
    guard let number = fields[key].flatMap({ Int($0) }) else {
      throw Unreadable(file: name, line: String(key))
    }
    return number
  }
}
