package import Vault

/// A vault of one password. The slot of another vault was copied into its header.
package struct SplicedVault: Sendable {
  private let vault: [UInt8]
  private let spliced: [UInt8]

  // Spec: FORMAT.md, section 2: the header is stored twice, and its slots of 80 bytes begin at 48.
  private static let (slots, slotByteCount) = (48, 80)

  /// Seals two messages of one length under one password each, and copies the slot of the second into a free slot of
  /// the first.
  package init(_ first: [UInt8], password: [UInt8], _ second: [UInt8], password other: [UInt8]) throws(VaultError) {
    vault = try Vault.seal(first, under: .password(password), stretching: .oneRound)
    let donor = try Vault.seal(second, under: .password(other), stretching: .oneRound)
    var spliced = vault
    for copy in [0, Vault.headerByteCount / 2] {
      let (from, to) = (copy + Self.slots, copy + Self.slots + Self.slotByteCount)
      spliced.replaceSubrange(to..<to + Self.slotByteCount, with: donor[from..<from + Self.slotByteCount])
    }
    self.spliced = spliced
  }

  /// Why the spliced vault is refused under a password; `nil` when it opens.
  package func refusal(of password: [UInt8]) -> VaultError? { Self.refusal(of: spliced, password) }

  /// Why the first vault, before anything was copied, is refused; `nil` when it opens.
  package func originalRefusal(of password: [UInt8]) -> VaultError? { Self.refusal(of: vault, password) }

  private static func refusal(of vault: [UInt8], _ password: [UInt8]) -> VaultError? {
    do throws(VaultError) {
      _ = try Vault.open(vault, with: .password(password))
      return nil
    } catch {
      return error
    }
  }
}
