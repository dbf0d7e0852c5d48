internal import SwiftVaultCLibrary
package import Vault

/// A vault whose passwords are changed in place, or whose content is sealed again. It is locked against changes by
/// other processes that use this library, if the file system has locks.
package final class EditedVault {
  package let file: SealedFile
  /// The bytes of the two copies of the header in the file.
  private var header: [UInt8]

  private var input: InputFile { file.input }

  package init(_ path: VaultFilePath, limits: Vault.Limits, _ background: BackgroundWork? = nil) throws {
    let input = try InputFile(path, for: .changing, background)
    guard input.isRegular else { throw VaultFileError(.notRegular, path) }
    while flock(input.descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { break }  // a file system without locks
      throw VaultFileError(.locked, path)
    }
    guard FileIdentity(of: path) == input.identity else {
      throw VaultFileError(.replaced, path, outcome: .nothingChanged)
    }
    file = try SealedFile(input, limits: limits)
    header = file.header
  }

  /// Makes the two copies of the header equal if they differ, as `store` does.
  ///
  /// Spec: FORMAT.md, section 6, step 2.
  package func makeCopiesAlike(_ vault: UnlockedVault, whenChanged: () -> Void = {}) throws {
    if vault.headerCopiesMatched { return }
    // A header that does not belong to the content must not overwrite the one that may.
    let byteCount = UInt64(header.count) + (try input.remaining() ?? 0)
    do {
      _ = try vault.read(at: 0, count: 0, ofVault: byteCount) { try input.read($0.count) }
    } catch let error as VaultError {
      throw try input.failure(error)
    }
    try store(vault, whenChanged: whenChanged)
  }

  /// Writes the header: first one copy, then the other. Each is stored on the disk before the next step, so that one
  /// copy is always whole. A copy that is already equal is not written. If one was written, calls `whenChanged` before
  /// a signal can end the process.
  ///
  /// Spec: FORMAT.md, section 6.
  package func store(_ vault: UnlockedVault, whenChanged: () -> Void = {}) throws(VaultFileError) {
    let new = vault.header
    let copyByteCount = new.count / 2
    try Interruption.shared.withSignalsDeferred { () throws(VaultFileError) in
      try input.checkUnchanged()
      var hasNewCopy = false
      defer { if hasNewCopy { whenChanged() } }
      // The bytes that were read may come from a killed process, and not be stored on the disk yet.
      try sync(hasNewCopy)
      for place in [0..<copyByteCount, copyByteCount..<new.count] where header[place] != new[place] {
        let failure = unsafe new[place].withUnsafeBytes {
          unsafe Descriptor.write($0, to: input.descriptor, at: off_t(place.lowerBound))
        }
        guard failure == 0 else { throw writeFailure(failure, hasNewCopy) }
        // The copy may be stored even if the sync fails.
        hasNewCopy = true
        try sync(hasNewCopy)
        header.replaceSubrange(place, with: new[place])
      }
      input.acceptState()
    }
  }

  private func sync(_ hasNewCopy: Bool) throws(VaultFileError) {
    do throws(TemporaryFile.Failure) {
      try TemporaryFile.store(input.descriptor)
    } catch {
      throw writeFailure(error.number, hasNewCopy)
    }
  }

  private func writeFailure(_ number: Int32, _ hasNewCopy: Bool) -> VaultFileError {
    VaultFileError(.headerNotStored(number, isHalfWritten: hasNewCopy), input.path)
  }
}
