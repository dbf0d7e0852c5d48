import Credentials
import Vault

extension ToolError {
  /// An error of Vault as a sentence that says what to do, with the `outcome` if it must be stated. `isEnd` says
  /// whether a chunk that is damaged is the last, which may also be cut; nil if that is unknown.
  init(
    _ error: VaultError, _ name: String, secret: String = "password", hasContext: Bool = false, outcome: String? = nil,
    isEnd: Bool? = nil
  ) {
    let end = outcome.map { "; " + $0 } ?? ""
    let backup = end + (outcome == nil ? "; " : ", ") + "restore the vault from a backup"
    switch error {
    case .notAVault: self.init(.notReadable, name, "is not a vault; swift-vault import reads files of other programs")
    case .unsupportedVersion(0):
      self.init(.notReadable, name, "is a vault of format version 0, which is not supported: the first version is 1")
    case .unsupportedVersion(let version):
      self.init(.notReadable, name, "is a vault of format version \(version); a newer swift-vault is needed")
    case .unsupportedSuite, .unsupportedStretching:
      self.init(.notReadable, name, "is \(error); a newer swift-vault is needed")
    case .overLimit(.rounds, let rounds, let limit): self.init(name, rounds: rounds, limit: limit)
    case .overLimit(.memoryByteCount, let found, let limit): self.init(name, memoryByteCount: found, limit: limit)
    case .memoryUnavailable(let byteCount): self.init(name, memoryUnavailable: byteCount, end)
    case .wrongPasswordOrContext:
      let what =
        hasContext
        ? "the \(secret) or the context is wrong"
        : "the \(secret) is wrong, or the vault was sealed with a context (see --context)"
      self.init(.wrongPassword, name, "\(what), or the vault's header was changed\(end)")
    case .damaged(let chunk):
      let sentence =
        switch isEnd {
        case true?: "is cut short or damaged in its last chunk, \(chunk + 1): compare its size with the original's"
        case false?: "is damaged in chunk \(chunk + 1) of its content"
        case nil: "is damaged in chunk \(chunk + 1) of its content, or cut short there"
        }
      self.init(.damaged, name, sentence + backup)
    case .truncated: self.init(.damaged, name, "is cut short\(backup)")
    case .invalidHeader: self.init(.damaged, name, "has a damaged header, or one of a newer swift-vault\(end)")
    case .overLimit: self.init(.notReadable, name, "is refused: \(error)")
    case .rounds, .passes, .contentTooLong, .keyByteCount, .recipientCannotOpen, .slotCount:
      self.init(.usage, name, "cannot be sealed: \(error)")
    case .noPassword(let slot): self.init(.usage, name, "has no password or key in key slot \(slot + 1)")
    case .passwordInUse(let slot):
      self.init(.usage, name, "cannot be changed: the new password or key opens key slot \(slot + 1) already")
    case .noFurtherChange:
      self.init(.usage, name, "cannot be changed: \(error); swift-vault reseal makes a new vault of it")
    case .noFreeSlot, .lastSlot: self.init(.usage, name, "cannot be changed: \(error)")
    }
  }

  /// A length that no vault has: the file was truncated, or is not a vault.
  init(ofLengthOf name: String, outcome: String?) {
    let end = (outcome.map { "; " + $0 + "," } ?? ";") + " restore the vault from a backup"
    self.init(.damaged, name, "has a length that no vault has: it was cut short, or something was added to it\(end)")
  }

  /// An error in the text of a credential.
  init(_ error: CredentialError, _ name: String) {
    switch error {
    case .overLimit(let rounds, let limit): self.init(name, rounds: rounds, limit: limit)
    case .overMemoryLimit(let count, let limit): self.init(name, memoryByteCount: count, limit: limit)
    case .unknownForm: self.init(.notReadable, name, "is not a credential of a known form")
    case .otherKind(let kind): self.init(.notReadable, name, "is not a credential of a known form: this is \(kind)")
    case .memoryUnavailable(let byteCount): self.init(name, memoryUnavailable: byteCount)
    default: self.init(.notReadable, name, "is not a credential: \(error)")
    }
  }

  /// Memory that the system refused, or does not have.
  init(_ name: String?, memoryUnavailable byteCount: Int, _ end: String = "") {
    self.init(.inputOutput, name, Self.sentence(memoryUnavailable: byteCount) + end)
  }

  static func sentence(memoryUnavailable byteCount: Int) -> String {
    FreeMemory(countingSwap: true)?.refusal(of: byteCount)
      ?? "\(MemoryHardError.memoryUnavailable(byteCount: byteCount))"
  }

  init(_ name: String, memoryByteCount: Int, limit: Int) {
    self.init(
      .notReadable, name,
      "asks for \(memoryByteCount.binarySize) of memory, more than the limit of \(limit.binarySize); "
        + "if you trust its source, --max-memory raises the limit")
  }

  init(_ name: String, rounds: Int, limit: Int) {
    self.init(
      .notReadable, name,
      "asks for \(rounds.grouped) rounds, more than the limit of \(limit.grouped); "
        + "if you trust its source, --max-rounds raises the limit")
  }
}
