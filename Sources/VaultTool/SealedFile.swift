import Vault

/// A vault that is read: its header, and behind it the chunks.
struct SealedFile {
  let input: InputFile
  let header: [UInt8]

  /// Reads the header; what is no vault, or asks for too much work, is refused before a password is asked for.
  init(_ input: InputFile, limits: Vault.Limits) throws {
    self.input = input
    let byteCount = input.remaining
    header = try input.read(Vault.headerByteCount)
    if header.isEmpty { throw ToolError(.notReadable, input.name, "is not a vault: the file is empty") }
    try input.reportingFailures {
      // Of a pipe the size is not known yet: the shortest vault will do.
      let shortest = UInt64(Vault.headerByteCount) + VaultChunks.byteCount(sealing: 0)
      _ = try Vault.inspect(
        header: header, byteCount: header.count < Vault.headerByteCount ? UInt64(header.count) : byteCount ?? shortest,
        limits: limits)
    }
  }

  /// The way to the content and the passwords.
  func unlock(_ password: SecretBytes, context: [UInt8], limits: Vault.Limits) throws -> UnlockedVault {
    try input.reportingFailures {
      try password.withUnsafeBytes {
        try UnlockedVault(header: header, password: $0, context: context, limits: limits)
      }
    }
  }
}

extension Vault.Limits {
  init(_ arguments: Arguments) throws {
    self.init()
    if let maximum = try arguments.number(.maximumRounds, in: 1...Int.max) { maximumRounds = maximum }
  }
}

extension UnlockedVault {
  /// What is said where the two copies of the header were not alike.
  static let copiesDiffer = "the two copies of its header differ"

  /// What puts that right.
  static let repair = "swift-vault password repair puts that right"

  /// Says that the two copies of the header differ, and what becomes of that.
  func warnIfCopiesDiffer(_ name: String, _ remedy: String = repair) {
    if copiesWereAlike { return }
    StandardStream.error("swift-vault: warning: \(name): \(Self.copiesDiffer): \(remedy)")
  }
}
