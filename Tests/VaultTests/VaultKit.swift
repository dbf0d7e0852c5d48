import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// A file of the kit of vaults; `Tests/Vectors/Vault/README.md` says what is in one.
struct VaultKit: Sendable {
  static let folder = VectorFile.directory.appendingPathComponent("Vault/kit")
  static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  let name: String
  let vault: [UInt8]
  private let fields: [Substring: Substring]

  init(_ name: String) throws {
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
      } else if let bytes = Hex.decode(line) {
        vault += bytes
      } else {
        throw Unreadable(file: name, line: String(line))
      }
    }
    self.vault = vault
  }

  struct Unreadable: Error {
    let file: String
    let line: String
  }

  func bytes(_ key: Substring) throws -> [UInt8] {
    guard let value = fields[key], let bytes = Hex.decode(value) else {
      throw Unreadable(file: name, line: String(key))
    }
    return bytes
  }

  func number(_ key: Substring) throws -> Int {
    guard let number = fields[key].flatMap({ Int($0) }) else {
      throw Unreadable(file: name, line: String(key))
    }
    return number
  }

  /// The slots that the password opens, in order.
  var slots: [Int] {
    get throws { try (fields["slots"] ?? "").split(separator: " ").map { try #require(Int($0)) } }
  }

  var copiesAreAlike: Bool { fields["copies"] == "alike" }

  var limits: Vault.Limits {
    get throws {
      var limits = Vault.Limits()
      if fields["limit-rounds"] != nil { limits.maximumRounds = try number("limit-rounds") }
      if fields["limit-slots"] != nil { limits.maximumSlots = try number("limit-slots") }
      if fields["limit-content"] != nil { limits.maximumContentByteCount = try number("limit-content") }
      return limits
    }
  }

  /// The error that opening ends with; nil where the vault opens.
  var error: VaultError? {
    get throws {
      switch fields["expect"] {
      case "success": nil
      case "not a vault": .notAVault
      case "unsupported version": .unsupportedVersion(try number("version"))
      case "unsupported suite": .unsupportedSuite(try number("suite"))
      case "unsupported stretching": .unsupportedStretching(try number("stretching"))
      case "invalid header": .invalidHeader
      case "over limit": try overLimit
      case "wrong password or context": .wrongPasswordOrContext
      case "damaged": .damaged(chunk: UInt64(try number("chunk")))
      case "truncated": .truncated
      default: throw Unreadable(file: name, line: "expect")
      }
    }
  }

  private var overLimit: VaultError {
    get throws {
      let (found, limits) = (try number("found"), try limits)
      return switch fields["quantity"] {
      case "rounds": .overLimit(.rounds, found: found, limit: limits.maximumRounds)
      case "slots": .overLimit(.slots, found: found, limit: limits.maximumSlots)
      case "content": .overLimit(.contentByteCount, found: found, limit: limits.maximumContentByteCount)
      default: throw Unreadable(file: name, line: "quantity")
      }
    }
  }
}
