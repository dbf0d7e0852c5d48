#if os(Linux) || canImport(Darwin)
public import VaultFiles

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension VaultFilePath {
  /// The path of a file. Traps if the URL is not one of a file.
  public init(_ file: URL) {
    precondition(file.isFileURL, "\(file) is not the URL of a file")
    self.init(file.path)
  }
}

extension VaultFile.Input {
  /// A file. Traps if the URL is not one of a file.
  public static func file(_ file: URL) -> VaultFile.Input { .file(VaultFilePath(file)) }
}

extension VaultFile.Output {
  /// A file, which must not exist unless `replacing` is true. A replaced file keeps its owner and its mode. Traps if
  /// the URL is not one of a file.
  public static func file(_ file: URL, replacing: Bool = false) -> VaultFile.Output {
    .file(VaultFilePath(file), replacing: replacing)
  }
}
#endif
