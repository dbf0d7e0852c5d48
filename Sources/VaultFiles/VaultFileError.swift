internal import SwiftVaultCLibrary

/// The error of a file that was not sealed, opened, verified or changed. If the vault itself is refused, such as after
/// a wrong password, the error is the ``/Vault/VaultError`` of the same call in memory.
public struct VaultFileError: Error, Sendable {
  /// The reason of a failure.
  public enum Reason: Sendable, Equatable {
    /// The file does not exist.
    case missing
    /// The path is a folder.
    case folder
    /// The file is a device.
    case device
    /// The file is not a regular file.
    case notRegular
    /// The file cannot be read. The number is the system's `errno`.
    case unreadable(Int32)
    /// The file cannot be changed. The number is the system's `errno`.
    case unchangeable(Int32)
    /// The file was changed, or replaced by another file, while it was read.
    case changed
    /// Another file replaced the file before it was changed.
    case replaced
    /// Another process has locked the file, to change it or to prevent changes.
    case locked
    /// The file is empty, and so not a vault.
    case empty
    /// No vault has the size of the file: it was truncated, or bytes were appended.
    case length
    /// The header was not stored. The number is the system's `errno`. If one of its two copies has been written, the
    /// vault opens, and the next change of its passwords first writes the other copy.
    case headerNotStored(Int32, isHalfWritten: Bool)

    /// A file with that name exists, and must not be replaced.
    case exists
    /// The output would replace a file that is read.
    case isInput
    /// The path is a symbolic link, and links are not followed.
    case symbolicLink
    /// The path is a symbolic link in a folder that other users can write to.
    case linkInSharedFolder
    /// The path is a symbolic link whose target does not exist.
    case danglingLink
    /// The folder of the output does not exist.
    case noFolder
    /// The output cannot be written. The number is the system's `errno`.
    case unwritable(Int32)
    /// The output is complete, but its folder could not be stored on the disk. The number is the system's `errno`.
    case folderNotStored(Int32)
  }

  /// The state that a failure leaves behind.
  public enum Outcome: Sendable, Equatable {
    /// No output was written.
    case nothingWritten
    /// The file is unchanged.
    case nothingChanged
    /// A part of the output was written to a stream. Discard it.
    case incomplete
  }

  /// The file that the error is about; nil for a stream.
  public let path: VaultFilePath?
  /// The reason of the failure.
  public let reason: Reason
  /// The state that the failure leaves behind; nil if the reason implies it.
  public let outcome: Outcome?

  package init(_ reason: Reason, _ path: VaultFilePath?, outcome: Outcome? = nil) {
    (self.reason, self.path, self.outcome) = (reason, path, outcome)
  }
}

extension VaultFileError: CustomStringConvertible {
  /// A sentence with the path of the file.
  public var description: String {
    let end =
      switch outcome {
      case .nothingWritten: "; nothing was written"
      case .nothingChanged: "; nothing was changed"
      case .incomplete: "; what was written is incomplete"
      case nil: ""
      }
    return "\(path?.description ?? "the stream"): \(reason)\(end)"
  }
}

extension VaultFileError.Reason: CustomStringConvertible {
  /// The reason in a few words.
  public var description: String {
    switch self {
    case .missing: "there is no such file"
    case .folder: "is a folder"
    case .device: "is a device"
    case .notRegular: "is not a regular file"
    case .unreadable(let number): "cannot be read: \(Self.text(number))"
    case .unchangeable(let number): "cannot be changed: \(Self.text(number))"
    case .changed: "was changed while it was read"
    case .replaced: "was replaced by another file"
    case .locked: "is locked by another process"
    case .empty: "is not a vault: the file is empty"
    case .length: "has a length that no vault has"
    case .headerNotStored(let number, false): "the header cannot be written: \(Self.text(number))"
    case .headerNotStored(let number, true): "one half of the header was written, then \(Self.text(number))"
    case .exists: "exists already"
    case .isInput: "is read, and cannot be the output"
    case .symbolicLink: "is a symbolic link"
    case .linkInSharedFolder: "is a symbolic link in a folder that others can write to"
    case .danglingLink: "is a symbolic link that leads nowhere"
    case .noFolder: "cannot be written: its folder does not exist"
    case .unwritable(let number): "cannot be written: \(Self.text(number))"
    case .folderNotStored(let number): "was written, but its folder could not be stored: \(Self.text(number))"
    }
  }

  /// The system's description of an error number.
  private static func text(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
