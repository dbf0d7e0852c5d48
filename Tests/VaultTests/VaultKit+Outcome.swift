import SwiftVaultTestSupport
import Testing
import Vault

extension VaultKit {
  /// The secret with which the vault is to be opened.
  var secret: VaultSecret {
    get throws {
      if let text = fields["recovery"] { return .recoveryKey(try RecoveryKey(text: text.utf8)) }
      if fields["key"] != nil { return .key(SymmetricKey(data: try bytes("key"))) }
      if fields["recipient-key"] != nil {
        return .recipientKey(try RecipientKey(key: SymmetricKey(data: bytes("recipient-key"))))
      }
      return .password(try bytes("password"))
    }
  }

  /// The vault unlocked by its password or key, from its header and its first chunk.
  func unlocked() throws -> UnlockedVault {
    try UnlockedVault(
      header: vault.prefix(Vault.beginningByteCount), with: secret, context: VaultContext(bytes("context")),
      limits: limits)
  }

  /// A reader of the vault as a stream, from its header alone.
  func reader() throws -> VaultReader {
    try VaultReader(
      header: vault.prefix(Vault.headerByteCount), with: secret, context: VaultContext(bytes("context")),
      limits: limits)
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
      if fields["limit-memory"] != nil { limits.maximumMemoryByteCount = try number("limit-memory") }
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
      case "memory": .overLimit(.memoryByteCount, found: found, limit: limits.maximumMemoryByteCount)
      case "slots": .overLimit(.slots, found: found, limit: limits.maximumSlots)
      case "content": .overLimit(.contentByteCount, found: found, limit: limits.maximumContentByteCount)
      default: throw Unreadable(file: name, line: "quantity")
      }
    }
  }
}
