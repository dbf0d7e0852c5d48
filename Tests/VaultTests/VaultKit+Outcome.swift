import SwiftVaultTestSupport
import Testing
import Vault

extension VaultKit {
  /// The key that opens the vault; nil if a password does.
  var key: SymmetricKey? {
    get throws {
      if let text = fields["recovery"] { return try RecoveryKey(text.utf8).key }
      return fields["key"] == nil ? nil : SymmetricKey(data: try bytes("key"))
    }
  }

  /// The vault unlocked by its password or key, from its header and its first chunk.
  func unlocked() throws -> UnlockedVault {
    let (header, context) = (vault.prefix(Vault.beginningByteCount), try bytes("context"))
    if let key = try key {
      return try UnlockedVault(header: header, with: .key(key), context: VaultContext(context), limits: limits)
    }
    return try UnlockedVault(
      header: header, with: .password(bytes("password")), context: VaultContext(context), limits: limits)
  }

  /// A reader of the vault as a stream, from its header alone.
  func reader() throws -> VaultReader {
    let (header, context) = (vault.prefix(Vault.headerByteCount), try bytes("context"))
    if let key = try key {
      return try VaultReader(header: header, with: .key(key), context: VaultContext(context), limits: limits)
    }
    return try VaultReader(
      header: header, with: .password(bytes("password")), context: VaultContext(context), limits: limits)
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

  /// The error of opening; nil if the vault opens.
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
