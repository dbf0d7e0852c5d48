import SwiftVaultCommandSupport
import Vault

extension UnlockedVault {
  /// Advice that names the command for the repair.
  static let repair = "swift-vault password repair corrects that"

  /// Warns if the two copies of the header differ, with the remedy.
  ///
  /// An authentic copy is older than the one that counts. One that is not may have been the newer, with passwords
  /// removed that this copy still has, and a repair would make that permanent.
  func warnIfCopiesDiffer(_ name: String, _ remedy: String = repair) {
    if headerCopiesMatched { return }
    let reason =
      headerCopiesWereAuthentic
      ? "one is an older copy of this header; \(remedy)"
      : "one is damaged or of another vault, and may have been the newer one. Compare the key slots with those that you "
        + "know: passwords that were removed may be among them. \(remedy)"
    StandardStream.error("swift-vault: warning: \(name): the two copies of its header differ: \(reason)")
  }

  /// Warns after a vault was opened with a private key: whoever sealed it knows its data key.
  func warnOfSealer(_ name: String) {
    StandardStream.error(
      "swift-vault: warning: \(name): a private key opened it, so somebody sealed it who knows its data key and can "
        + "write it anew whatever you change here; swift-vault reseal makes it yours")
  }
}
