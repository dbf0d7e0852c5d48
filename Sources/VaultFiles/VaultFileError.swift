#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif
public import Vault

/// Why a file was not sealed, opened, verified or changed.
public struct VaultFileError: Error, Sendable {
  /// What went wrong.
  public enum Reason: Sendable, Equatable {
    /// There is no such file.
    case missing
    /// It is a folder.
    case folder
    /// It is a device.
    case device
    /// It is no regular file.
    case notRegular
    /// The system does not let it be read: an error number.
    case unreadable(Int32)
    /// The system does not let it be changed: an error number.
    case unchangeable(Int32)
    /// It was changed, or replaced by another file, while it was read.
    case changed
    /// It was replaced by another file when it was to be changed.
    case replaced
    /// It is being changed by another process.
    case locked
    /// It is to be a vault, and is empty.
    case empty
    /// It has a length that no vault has: it was cut short, or something was added to it.
    case length
    /// What the library says of the vault.
    case vault(VaultError)
    /// The header was not stored: an error number. If a half of it has been written, the vault opens, and the next
    /// change of its passwords writes the other half first.
    case headerNotStored(Int32, isHalfWritten: Bool)

    /// A file of that name exists, and is not to be replaced.
    case exists
    /// The output would replace a file that is read.
    case isInput
    /// It is a symbolic link, where none is followed.
    case symbolicLink
    /// It is a symbolic link that leads nowhere.
    case danglingLink
    /// The folder of the output does not exist.
    case noFolder
    /// The output cannot be written: an error number.
    case unwritable(Int32)
    /// The output was written whole, but its folder could not be stored: an error number.
    case folderNotStored(Int32)
  }

  /// What a failure leaves behind.
  public enum Outcome: Sendable, Equatable {
    /// No output.
    case nothingWritten
    /// The file as it was.
    case nothingChanged
    /// A part of the output, in a stream: to be thrown away.
    case incomplete
  }

  /// The file that it is about; nil for a stream.
  public let path: VaultFilePath?
  /// What went wrong.
  public let reason: Reason
  /// What is left behind, where that needs to be said.
  public let outcome: Outcome?

  package init(_ reason: Reason, _ path: VaultFilePath?, outcome: Outcome? = nil) {
    (self.reason, self.path, self.outcome) = (reason, path, outcome)
  }
}

extension VaultFileError: CustomStringConvertible {
  /// One sentence, with the file's name.
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
    case .locked: "is being changed by another process"
    case .empty: "is not a vault: the file is empty"
    case .length: "has a length that no vault has"
    case .vault(let error): error.description
    case .headerNotStored(let number, false): "the header cannot be written: \(Self.text(number))"
    case .headerNotStored(let number, true): "one half of the header was written, then \(Self.text(number))"
    case .exists: "exists already"
    case .isInput: "is read, and cannot be the output"
    case .symbolicLink: "is a symbolic link"
    case .danglingLink: "is a symbolic link that leads nowhere"
    case .noFolder: "cannot be written: its folder does not exist"
    case .unwritable(let number): "cannot be written: \(Self.text(number))"
    case .folderNotStored(let number): "was written, but its folder could not be stored: \(Self.text(number))"
    }
  }

  /// The system's words for an error number.
  private static func text(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
