package import Vault

/// A vault to read: its header, and the input positioned at its chunks.
package struct SealedFile {
  package let input: InputFile
  package let header: [UInt8]

  /// Reads the header. A file that is not a vault, or exceeds the limits, is refused before a password is needed.
  package init(_ input: InputFile, limits: Vault.Limits) throws {
    self.input = input
    header = try input.read(Vault.headerByteCount)
    if header.isEmpty { throw VaultFileError(.empty, input.path) }
    // The size of a pipe is unknown, so it is assumed to be that of the shortest vault.
    let rest = header.count < Vault.headerByteCount ? 0 : try input.remaining()
    let byteCount = rest.map { UInt64(header.count) + $0 } ?? Self.shortest
    _ = try inspect(byteCount: byteCount, limits: limits)
  }

  /// The size in bytes of a vault with empty content.
  fileprivate static let shortest = UInt64(Vault.headerByteCount + 32)

  /// The properties of a vault with this header and `byteCount` bytes in total.
  package func inspect(byteCount: UInt64, limits: Vault.Limits) throws -> Vault.Inspection {
    do throws(VaultError) {
      return try Vault.inspect(header, byteCount: byteCount, limits: limits)
    } catch {
      throw try input.failure(error, in: byteCount)
    }
  }

  /// Unlocks the vault by its header, and by its first chunk if the copies of the header may be of two vaults. The
  /// chunk is read again later. `laterSteps` are the steps of the work that follows.
  package func unlock(
    with secret: VaultSecret, _ context: VaultContext, limits: Vault.Limits, _ work: BackgroundWork? = nil,
    followedBy laterSteps: Double = 0
  ) throws -> UnlockedVault {
    let (first, second) = (header.prefix(header.count / 2), header.suffix(header.count / 2))
    let chunk = first.elementsEqual(second) ? [] : try input.peek(Vault.beginningByteCount - header.count)
    return try work.uncancelled {
      do throws(VaultError) {
        return try UnlockedVault(header + chunk, secret, context, limits: limits, work, followedBy: laterSteps)
      } catch {
        throw try input.failure(error)
      }
    }
  }
}

/// A vault that was refused. `VaultFile` throws only the reason; the command's message needs the rest.
package struct RefusedVault: Error {
  package let reason: VaultError
  /// Nil for a stream.
  package let path: VaultFilePath?
  package let outcome: VaultFileError.Outcome?
}

extension InputFile {
  /// The error for a vault that the library refused. If the file was changed meanwhile, that is the error, because a
  /// vault that is written while it is read looks damaged.
  ///
  /// If a vault of `byteCount` bytes is truncated, longer than the shortest, and no vault has that size, the error is
  /// about the length.
  package func failure(
    _ error: VaultError, in byteCount: UInt64? = nil, hasStreamed: Bool = false
  ) throws(VaultFileError) -> any Error {
    try checkUnchanged(hasStreamed: hasStreamed)
    if error == .truncated, let byteCount, byteCount >= SealedFile.shortest,
      (try? Vault.contentByteCount(ofVault: byteCount)) == nil
    {
      return failure(.length, hasStreamed)
    }
    return RefusedVault(reason: error, path: path, outcome: outcome(hasStreamed))
  }
}
