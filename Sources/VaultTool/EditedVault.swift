import Foundation
import Vault

/// A vault whose passwords are changed where they are, or whose content is sealed anew; nobody else may change it
/// meanwhile.
final class EditedVault {
  let file: SealedFile
  let path: Path
  private let descriptor: Int32

  init(_ path: Path, limits: Vault.Limits) throws {
    self.path = path
    if path.isStandardStream {
      throw ToolError.usage("a password is changed in the file itself, so it needs the name of one, not -")
    }
    let input = try InputFile(path)
    guard input.isRegular else { throw ToolError(.inputOutput, input.name, "is not a regular file") }
    descriptor = path.withCString { Foundation.open($0, O_RDWR | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw ToolError.system(input.name, "cannot be changed", errno) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { break }  // a file system without locks
      close(descriptor)
      throw ToolError(.inputOutput, input.name, "is being changed by another swift-vault")
    }
    do {
      file = try SealedFile(input, limits: limits)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Writes the header: one copy and then the other, each stored before the next step, so that one is always whole.
  ///
  /// Spec: FORMAT.md, section 6.
  func store(_ vault: UnlockedVault) throws {
    let header = vault.header
    let copyByteCount = header.count / 2
    try Interruption.shared.undisturbed {
      for start in [0, copyByteCount] {
        let copy = Array(header[start..<start + copyByteCount])
        let failure = copy.withUnsafeBytes { Descriptor.write($0, to: descriptor, at: off_t(start)) }
        guard failure == 0 else { throw writeFailure(failure, isFirst: start == 0) }
        do throws(TemporaryFile.Failure) {
          try TemporaryFile.store(descriptor)
        } catch {
          throw writeFailure(error.number, isFirst: start == 0)
        }
      }
    }
  }

  private func writeFailure(_ number: Int32, isFirst: Bool) -> ToolError {
    let reason = ToolError.reason(number)
    return ToolError(
      .inputOutput, file.input.name,
      isFirst
        ? "cannot be written: \(reason); it opens with the passwords it had"
        : "was written in one of two places, then \(reason); it opens, and swift-vault password repair finishes it")
  }
}
