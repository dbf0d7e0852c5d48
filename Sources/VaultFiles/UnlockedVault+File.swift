public import Vault

extension UnlockedVault {
  /// Unlocks the vault in a file in the background, with progress and cancellation.
  ///
  /// - Parameters:
  ///   - file: the vault, of which at most 67,008 bytes are read.
  ///   - secret: any of the vault's passwords and keys.
  ///   - context: the context that the vault was sealed with.
  ///   - limits: the maximum cost of unlocking the vault.
  ///   - progress: called on any thread with the fraction of the work done, rising from above 0 to 1.
  /// - Throws: ``VaultFileError`` when the file cannot be read; ``/Vault/VaultError`` when the vault is refused;
  ///   `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    file: VaultFilePath, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    self = try await VaultFile.inBackground(.file(file), nil, progress) { work in
      try SealedFile(InputFile(file, for: .checking, work), limits: limits)
        .unlock(with: secret, context, limits: limits, work)
    }
  }

  /// Reads a part of the content from the vault's file in the background. Decrypts only the chunks that hold the part.
  ///
  /// The result is shorter than `count` if the content ends before, and empty if it ends before `offset`. In both cases
  /// the end of the vault has been authenticated. Chunks outside the part are *not* authenticated.
  ///
  /// - Parameters:
  ///   - offset: the start of the part in the content, in bytes.
  ///   - count: the size of the part in bytes.
  ///   - file: the vault.
  /// - Throws: ``VaultFileError`` when the file cannot be read or is changed meanwhile; ``/Vault/VaultError`` when it
  ///   is damaged, or another vault; `CancellationError` when the task is cancelled.
  @concurrent
  public func read(at offset: UInt64, count: Int, of file: VaultFilePath) async throws -> [UInt8] {
    try await VaultFile.inBackground(.file(file), nil, nil) { work in
      let input = try InputFile(file, for: .checking, work)
      guard input.isRegular else { throw VaultFileError(.notRegular, file) }
      do {
        return try read(at: offset, count: count, ofVault: try input.remaining() ?? 0) { try input.read($0) }
      } catch let error as VaultError {
        throw try input.failure(error)
      }
    }
  }
}
