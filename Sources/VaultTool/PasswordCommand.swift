import Foundation
import Vault

/// `swift-vault password add|change|remove|raise|repair FILE`: changes the passwords, and leaves the content where it is.
struct PasswordCommand {
  enum Change: String {
    case add, change, remove, raise, repair
  }

  private let change: Change
  private let vault: EditedVault
  private let source: PasswordSource
  private let newSource: PasswordSource
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let stretching: PasswordStretching
  private let arguments: Arguments
  private let slot: Int?

  init(_ change: Change, _ arguments: Arguments) throws {
    (self.change, self.arguments) = (change, arguments)
    (source, newSource) = try PasswordSource.oldAndNew(arguments)
    context = arguments.bytes(.context) ?? []
    limits = try Vault.Limits(arguments)
    stretching = try PasswordStretching(arguments)
    slot = try arguments.number(.slot, in: 1...8).map { $0 - 1 }
    vault = try EditedVault(arguments.operands[0], limits: limits)
  }

  func run() throws {
    let name = vault.file.input.name
    if change == .add || change == .change { stretching.warnOfRounds() }
    if change == .raise { try checkRaise() }
    let password = try source.password(for: name, isNew: false)
    var unlocked = try vault.file.unlock(password, context: context, limits: limits)
    // The other copy may be the damaged one: it is put right before the good one is written over.
    if !unlocked.copiesWereAlike { try vault.store(unlocked) }
    let remark = try vault.file.input.reportingFailures { try apply(to: &unlocked, password, name) }
    if change != .repair { try vault.store(unlocked) }
    StandardStream.remark("\(name): \(remark)")
  }

  /// Makes the change, and says what it was.
  private func apply(to unlocked: inout UnlockedVault, _ password: SecretBytes, _ name: String) throws -> String {
    switch change {
    case .add:
      let added = try newPassword(name).withUnsafeBytes { new in
        try unlocked.addPassword(new, stretching: stretching)
      }
      return "password added as key slot \(added + 1)"
    case .change:
      try newPassword(name).withUnsafeBytes { new in
        try unlocked.changePassword(to: new, stretching: stretching)
      }
      return "password of key slot \(unlocked.slot + 1) changed"
    case .remove:
      let removed = slot ?? unlocked.slot
      try unlocked.removePassword(inSlot: removed)
      return "password of key slot \(removed + 1) removed"
    case .raise:
      let old = unlocked.slots[unlocked.slot]
      let stretching = try PasswordStretching(arguments, keeping: old?.function ?? stretching.function)
      stretching.warnOfRounds()
      if let old, old.function == stretching.function, old.rounds >= stretching.rounds {
        throw ToolError.usage(
          "key slot \(unlocked.slot + 1) has \(old.rounds.counted("round")) already; --rounds N asks for more")
      }
      try password.withUnsafeBytes { password in
        try unlocked.changePassword(to: password, stretching: stretching)
      }
      return "key slot \(unlocked.slot + 1) raised to \(stretching.rounds.counted("round"))"
    case .repair:
      return unlocked.copiesWereAlike
        ? "nothing to repair: the two copies of the header are alike" : "the two copies of the header are alike again"
    }
  }

  /// Refuses to raise when every password has the rounds already, before one is asked for.
  private func checkRaise() throws {
    let header = vault.file.header
    let inspection = try SealedFile.inspect(header, followedBy: VaultChunks.byteCount(sealing: 0))
    let slots = inspection.slots.compactMap(\.self)
    // Where the copies differ, the password decides which one counts.
    let hasRounds = try slots.allSatisfy { try $0.meets(PasswordStretching(arguments, keeping: $0.function)) }
    guard inspection.copiesAreAlike, hasRounds else { return }
    let fewest = slots.map(\.rounds).min() ?? 0
    throw ToolError.usage("every key slot has \(fewest.counted("round")) or more already; --rounds N asks for more")
  }

  private func newPassword(_ name: String) throws -> SecretBytes {
    try newSource.password(for: name, isNew: true, replaces: true)
  }
}
