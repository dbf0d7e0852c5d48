import Foundation
import Vault

/// A vault whose passwords are changed where they are, or whose content is sealed anew; nobody else may change it
/// meanwhile.
final class EditedVault {
  let file: SealedFile
  /// What the two places of the header hold.
  private var header: [UInt8]

  private var input: InputFile { file.input }

  init(_ path: Path, limits: Vault.Limits) throws {
    if path.isStandardStream {
      throw ToolError.usage("a vault is changed in the file itself, so it needs the name of one, not -")
    }
    let input = try InputFile(path, for: .changing)
    guard input.isRegular else { throw ToolError(.inputOutput, input.name, "is not a regular file") }
    while flock(input.descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { break }  // a file system without locks
      throw ToolError(.inputOutput, input.name, "is being changed by another swift-vault")
    }
    guard FileIdentity(of: path) == input.identity else {
      throw ToolError(.inputOutput, input.name, "was replaced by another file just now; nothing was changed")
    }
    file = try SealedFile(input, limits: limits)
    header = file.header
  }

  /// Makes the two copies of the header alike, where they are not.
  ///
  /// Spec: FORMAT.md, section 6, step 2.
  func putRight(_ vault: UnlockedVault) throws {
    if vault.copiesWereAlike { return }
    // A header that does not fit the content must not be written over the one that may.
    _ = try input.reportingFailures {
      let byteCount = UInt64(header.count) + (try input.remaining() ?? 0)
      return try vault.read(at: 0, count: 0, ofVault: byteCount) { try input.read($0.count) }
    }
    try store(vault)
  }

  /// Writes the header: one copy and then the other, each stored before the next step, so that one is always whole. A
  /// copy that is there already is not written again.
  ///
  /// Spec: FORMAT.md, section 6.
  func store(_ vault: UnlockedVault) throws {
    let new = vault.header
    let copyByteCount = new.count / 2
    try Interruption.shared.undisturbed {
      try input.checkUnchanged()
      var hasNewCopy = false
      // What was read may be what a killed run wrote, and not be stored yet.
      try sync(hasNewCopy)
      for place in [0..<copyByteCount, copyByteCount..<new.count] where header[place] != new[place] {
        let failure = new[place].withUnsafeBytes {
          Descriptor.write($0, to: input.descriptor, at: off_t(place.lowerBound))
        }
        guard failure == 0 else { throw writeFailure(failure, hasNewCopy) }
        // It may be stored even if the sync fails.
        hasNewCopy = true
        try sync(hasNewCopy)
        header.replaceSubrange(place, with: new[place])
      }
      input.acceptState()
    }
  }

  private func sync(_ hasNewCopy: Bool) throws {
    do throws(TemporaryFile.Failure) {
      try TemporaryFile.store(input.descriptor)
    } catch {
      throw writeFailure(error.number, hasNewCopy)
    }
  }

  private func writeFailure(_ number: Int32, _ hasNewCopy: Bool) -> ToolError {
    let reason = ToolError.reason(number)
    return ToolError(
      .inputOutput, input.name,
      hasNewCopy
        ? "was written in one of two places, then \(reason); it opens, and swift-vault password repair finishes it"
        : "cannot be written: \(reason); it opens with the passwords it had")
  }
}
