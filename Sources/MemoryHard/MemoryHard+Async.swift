#if !hasFeature(Embedded)  // Embedded Swift has no tasks.
extension Argon2id {
  /// Derives a key from a password on separate threads, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``MemoryHardError``, or `CancellationError` when the task is cancelled. The memory is then overwritten.
  @concurrent
  public func deriveKey(
    password: some Sequence<UInt8> & Sendable, salt: PasswordSalt, secret: SymmetricKey? = nil,
    associatedData: [UInt8] = [],
    outputByteCount: Int, memoryLimit: Int = defaultMemoryLimit, cores: Int? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SymmetricKey {
    let work = try work(
      password: password, salt: salt, secret: secret, associatedData: associatedData, outputByteCount: outputByteCount,
      memoryLimit: memoryLimit, cores: cores)
    return try await BackgroundWork.run(progress) { background throws(Cancellation) in try work.key(background) }.get()
  }
}

extension Scrypt {
  /// Derives a key from a password on a separate thread, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``MemoryHardError``, or `CancellationError` when the task is cancelled. The memory is then overwritten.
  @concurrent
  public func deriveKey(
    password: some Sequence<UInt8> & Sendable, salt: PasswordSalt, outputByteCount: Int,
    memoryLimit: Int = Argon2id.defaultMemoryLimit, cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SymmetricKey {
    let work = try ScryptWork(self, outputByteCount: outputByteCount, memoryLimit: memoryLimit, cores: cores)
    let password = SymmetricKey(data: password)
    return try await BackgroundWork.run(progress) { background throws(Cancellation) in
      try unsafe password.withUnsafeBytes { password throws(Cancellation) in
        try unsafe work.key(password, salt: salt.bytes, background)
      }
    }.get()
  }
}
#endif
