import SwiftVaultCommandSupport
import Vault

extension UnlockedVault {
  /// Advice that names the command for the repair.
  static let repair = "swift-vault password repair corrects that"

  /// Warns if the two copies of the header differ, with the remedy.
  func warnIfCopiesDiffer(_ name: String, _ remedy: String = repair) {
    if copiesWereAlike { return }
    StandardStream.error("swift-vault: warning: \(name): the two copies of its header differ: \(remedy)")
  }
}
