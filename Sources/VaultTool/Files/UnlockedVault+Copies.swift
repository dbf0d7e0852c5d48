import SwiftVaultCommandSupport
import Vault

extension UnlockedVault {
  /// The command that repairs it.
  static let repair = "swift-vault password repair puts that right"

  /// Reports that the two copies of the header differ, and the consequence.
  func warnIfCopiesDiffer(_ name: String, _ remedy: String = repair) {
    if copiesWereAlike { return }
    StandardStream.error("swift-vault: warning: \(name): the two copies of its header differ: \(remedy)")
  }
}
