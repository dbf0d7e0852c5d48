import Vault

extension UnlockedVault {
  /// The remark on two copies of the header that differed.
  static let copiesDiffer = "the two copies of its header differ"

  /// The command that repairs it.
  static let repair = "swift-vault password repair puts that right"

  /// Reports that the two copies of the header differ, and the consequence.
  func warnIfCopiesDiffer(_ name: String, _ remedy: String = repair) {
    if copiesWereAlike { return }
    StandardStream.error("swift-vault: warning: \(name): \(Self.copiesDiffer): \(remedy)")
  }
}
