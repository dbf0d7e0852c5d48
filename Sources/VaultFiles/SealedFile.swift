package import Vault

/// A vault that is read: its header, and behind it the chunks.
package struct SealedFile {
  package let input: InputFile
  package let header: [UInt8]

  /// Reads the header; what is no vault, or asks for too much work, is refused before a password is asked for.
  package init(_ input: InputFile, limits: Vault.Limits) throws(VaultFileError) {
    self.input = input
    header = try input.read(Vault.headerByteCount)
    if header.isEmpty { throw VaultFileError(.empty, input.path) }
    // The size of a pipe is not known yet: it is taken for the shortest vault.
    let rest = header.count < Vault.headerByteCount ? 0 : try input.remaining()
    let byteCount = rest.map { UInt64(header.count) + $0 } ?? Self.shortest
    _ = try inspect(byteCount: byteCount, limits: limits)
  }

  /// The size of the vault of no content.
  fileprivate static let shortest = UInt64(Vault.headerByteCount + 32)

  /// What the header says of a vault of `byteCount` bytes in all.
  package func inspect(byteCount: UInt64, limits: Vault.Limits) throws(VaultFileError) -> Vault.Inspection {
    do throws(VaultError) {
      return try Vault.inspect(header: header, byteCount: byteCount, limits: limits)
    } catch {
      throw try input.failure(error, in: byteCount)
    }
  }

  /// The way to the content and the passwords.
  package func unlock(
    _ password: some Sequence<UInt8>, context: some Sequence<UInt8>, limits: Vault.Limits
  ) throws(VaultFileError) -> UnlockedVault {
    do throws(VaultError) {
      return try UnlockedVault(header: header, password: password, context: context, limits: limits)
    } catch {
      throw try input.failure(error)
    }
  }
}

extension InputFile {
  /// What the library finds wrong with a vault, unless the file was changed: one that is written while it is read looks
  /// damaged.
  ///
  /// Where `byteCount` bytes of it were found cut short, it may be that no vault has that length: this is told of those
  /// that are longer than the shortest.
  package func failure(
    _ error: VaultError, in byteCount: UInt64? = nil, hasStreamed: Bool = false
  ) throws(VaultFileError) -> VaultFileError {
    try checkUnchanged(hasStreamed: hasStreamed)
    if error == .truncated, let byteCount, byteCount >= SealedFile.shortest,
      (try? Vault.contentByteCount(ofVault: byteCount)) == nil
    {
      return failure(.length, hasStreamed)
    }
    return failure(.vault(error), hasStreamed)
  }
}
