import SwiftVaultCommandSupport
import Vault
import VaultFiles

extension ToolError {
  /// An error of VaultFiles as a sentence that says what to do.
  init(_ error: VaultFileError) {
    let name = error.path?.display ?? "standard input"
    let outcome = error.outcome.map(Self.text)
    let end = outcome.map { "; " + $0 } ?? ""
    switch error.reason {
    case .missing: self.init(.inputOutput, name, "there is no such file")
    case .folder: self.init(.inputOutput, name, "is a folder")
    case .device: self.init(.inputOutput, name, "is a device, not a file")
    case .notRegular where error.path?.folder != nil: self.init(.inputOutput, name, "is not a regular file any more")
    case .notRegular: self.init(.inputOutput, name, "is not a regular file")
    case .unreadable(let number): self = .system(name, "cannot be read", number)
    case .unchangeable(let number): self = .system(name, "cannot be changed", number)
    case .changed: self.init(.inputOutput, name, "was changed while it was read\(end)")
    case .replaced: self.init(.inputOutput, name, "was replaced by another file just now\(end)")
    case .locked:
      self.init(.inputOutput, name, "is locked by another program, perhaps another swift-vault that changes it")
    case .empty: self.init(.notReadable, name, "is not a vault: the file is empty")
    case .length: self.init(ofLengthOf: name, outcome: outcome)
    case .headerNotStored(let number, true):
      self.init(
        .inputOutput, name,
        "has only one of its two header copies written: \(StandardStream.reason(number)); it opens, "
          + "and swift-vault password repair writes the other")
    case .headerNotStored(let number, false):
      self.init(
        .inputOutput, name, "cannot be written: \(StandardStream.reason(number)); it opens with its old passwords")
    case .unwritable(ENOSPC), .unwritable(EDQUOT):
      self.init(.inputOutput, name, "cannot be written: the disk is full; nothing was left behind")
    case .unwritable(EFBIG):
      self.init(.inputOutput, name, "cannot be written: it is over the limit on file size; nothing was left behind")
    case .unwritable(let number): self = .system(name, "cannot be written", number)
    case .noFolder:
      let folder = error.path?.directory.display ?? ""
      self.init(.inputOutput, name, "cannot be written: there is no folder \(folder)")
    case .folderNotStored(let number): self = .system(name, "was written, but its folder could not be stored", number)
    case .linkInSharedFolder:
      self.init(.inputOutput, name, "\(error.reason), so one of them may have made it; name its target instead")
    case .exists, .isInput, .symbolicLink, .danglingLink: self.init(.targetExists, name, "\(error.reason)")
    }
  }

  /// A vault that was refused, as a sentence that says what to do.
  init(_ error: RefusedVault, secret: String = "password", hasContext: Bool = false) {
    self.init(
      error.reason, error.path?.display ?? "standard input", secret: secret, hasContext: hasContext,
      outcome: error.outcome.map(Self.text), isEnd: Self.isEnd(error.reason, of: error.path))
  }

  /// Whether the chunk that is damaged is the last one of the file; nil for a stream.
  private static func isEnd(_ error: VaultError, of path: Path?) -> Bool? {
    guard case .damaged(let chunk) = error, let status = path?.status(), status.isRegular,
      let byteCount = try? Vault.contentByteCount(ofVault: UInt64(status.st_size))
    else { return nil }
    return chunk == (byteCount == 0 ? 0 : (byteCount - 1) >> 16)  // chunks of 64 KiB
  }

  private static func text(_ outcome: VaultFileError.Outcome) -> String {
    switch outcome {
    case .nothingWritten: "nothing was written"
    case .nothingChanged: "nothing was changed"
    case .incomplete: "the output is incomplete: discard it"
    }
  }
}
