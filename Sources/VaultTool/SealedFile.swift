import Vault

/// A vault that is read: its header, and behind it the chunks.
struct SealedFile {
  let input: InputFile
  let header: [UInt8]

  /// Reads the header; what is no vault, or asks for too much work, is refused before a password is asked for.
  init(_ input: InputFile, limits: Vault.Limits) throws {
    self.input = input
    header = try input.read(Vault.headerByteCount)
    if header.isEmpty { throw ToolError(.notReadable, input.name, "is not a vault: the file is empty") }
    // The size of a pipe is not known yet: it is taken for the shortest vault.
    let rest = header.count < Vault.headerByteCount ? 0 : try input.remaining()
    let byteCount = try rest.map { UInt64(header.count) + $0 } ?? Vault.byteCount(sealing: 0)
    try input.reportingFailures { _ = try Self.inspect(header, byteCount: byteCount, limits) }
  }

  /// What a header says of a vault of `byteCount` bytes in all.
  static func inspect(_ header: [UInt8], byteCount: UInt64, _ limits: Vault.Limits) throws -> Vault.Inspection {
    do throws(VaultError) {
      return try Vault.inspect(header: header, byteCount: byteCount, limits: limits)
    } catch .truncated {
      throw try cutFailure(byteCount)
    }
  }

  /// What is said of `byteCount` bytes of a vault that was found cut short: if the shortest vault is no longer, whether
  /// it is a length that no vault has.
  static func cutFailure(_ byteCount: UInt64) throws -> any Error {
    let isShort = try byteCount < Vault.byteCount(sealing: 0)
    let isLength = (try? Vault.contentByteCount(ofVault: byteCount)) != nil
    return isShort || isLength ? VaultError.truncated : Pipeline.Failure.length
  }

  /// The way to the content and the passwords.
  func unlock(_ password: SecretBytes, context: [UInt8], limits: Vault.Limits) throws -> UnlockedVault {
    try input.reportingFailures(hasContext: !context.isEmpty) {
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
