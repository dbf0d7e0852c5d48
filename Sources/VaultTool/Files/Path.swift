import SwiftVaultCommandSupport
import Vault
import VaultFiles

typealias Path = VaultFilePath

extension Path {
  /// `-` on the command line: standard input, or standard output.
  var isStandardStream: Bool { bytes == Array("-".utf8) }

  /// The descriptor of this process to which the name leads, such as 0 for `/dev/stdin`, or 63 for what a shell puts in
  /// place of `>(…)`.
  var descriptor: Int32? {
    guard let descriptors = Path("/dev/fd").resolved else { return nil }
    var path = self
    for _ in 1...8 {
      if let number = Int32(String(decoding: path.lastComponent, as: UTF8.self)), number >= 0,
        path.directory.resolved == descriptors
      {
        return number
      }
      guard let target = path.linkTarget else { return nil }
      path = target.bytes.first == UInt8(ascii: "/") ? target : path.directory.appending(component: target.bytes)
    }
    return nil
  }

  /// The path without links; nil if there is no such file.
  private var resolved: Path? {
    guard let resolved = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return Path(String(cString: resolved))
  }

  /// The target of a symbolic link; nil if the path is not one.
  private var linkTarget: Path? {
    let bytes = withCString { path in
      withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
        let count = readlink(path, buffer.baseAddress!, buffer.count)
        return count > 0 && count < buffer.count ? Array(buffer[..<count]) : nil
      }
    }
    return bytes.map { Path($0) }
  }

  /// The name for a message.
  var display: String { description.printable }

  /// Whether it ends in `.vault`.
  var isVault: Bool { removing(suffix: SealCommand.suffix) != nil }
}

extension FileIdentity {
  /// The input that an operand names; `-` is standard input.
  init?(ofOperand path: Path) {
    if path.isStandardStream { self.init(of: STDIN_FILENO) } else { self.init(of: path) }
  }
}

extension InputFile {
  /// Opens the file named `path`, or standard input for `-`.
  convenience init(operand path: Path, for purpose: Purpose = .copying) throws(VaultFileError) {
    if path.isStandardStream { try self.init(STDIN_FILENO, for: purpose) } else { try self.init(path, for: purpose) }
  }

  /// For messages.
  var name: String { path?.display ?? "standard input" }

  /// Runs `body` with a function that it calls with the number of further bytes processed, for the progress line.
  func withProgress<Result>(
    to sink: Pipeline.Sink, _ body: (@escaping (Int) -> Void) throws -> Result
  ) throws -> Result {
    // A terminal shows typed input, and output, without a progress line.
    let progress = isTerminal || sink.isTerminal ? nil : Progress(total: try remaining())
    defer { progress?.finish() }
    return try body { progress?.advance(by: $0) }
  }
}

extension Pipeline.Sink {
  var isTerminal: Bool { isStream && isatty(STDOUT_FILENO) == 1 }
}

extension EditedVault {
  convenience init(operand path: Path, limits: Vault.Limits) throws {
    if path.isStandardStream {
      throw ToolError.usage("a vault is changed in place, so name its file, not -")
    }
    try self.init(path, limits: limits)
  }
}
