import Vault

extension ToolError {
  /// What the library found, as a sentence that says what to do.
  init(_ error: VaultError, _ name: String, outcome: String = "nothing was written") {
    switch error {
    case .notAVault: self.init(.notReadable, name, "is not a vault; only what swift-vault seal made can be opened")
    case .unsupportedVersion(let version):
      self.init(.notReadable, name, "is a vault of format version \(version); a newer swift-vault is needed")
    case .overLimit(.rounds, let rounds, let limit):
      self.init(
        .notReadable, name,
        "asks for \(rounds.grouped) rounds, more than the limit of \(limit.grouped); "
          + "if you trust where it comes from, use --max-rounds \(rounds)")
    case .wrongPasswordOrContext:
      self.init(
        .wrongPassword, name, "the password or the context is wrong, or the vault's header was changed; \(outcome)")
    case .damaged(let chunk):
      self.init(.damaged, name, "is damaged in chunk \(chunk) of its content; \(outcome), take the vault from a backup")
    case .truncated: self.init(.damaged, name, "is cut short; \(outcome), take the vault from a backup")
    case .invalidHeader:
      self.init(.damaged, name, "has a damaged header, or one of a newer swift-vault; \(outcome)")
    case .overLimit: self.init(.notReadable, name, "is refused: \(error)")
    case .rounds, .contentTooLong: self.init(.usage, name, "cannot be sealed: \(error)")
    case .noFreeSlot, .noPassword, .lastSlot: self.init(.usage, name, "cannot be changed: \(error)")
    }
  }
}
