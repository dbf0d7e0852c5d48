#if !hasFeature(Embedded)  // Embedded Swift has no tasks.
extension PBKDF2 {
  /// Derives a key from a password, with progress and cancellation.
  ///
  /// Runs off the caller's actor and yields about every 65,536 rounds, so that other tasks can run.
  ///
  /// - Parameters:
  ///   - password: any bytes. For text, pass the UTF-8 form of its NFC normalisation.
  ///   - salt: at least 16 random bytes, different for each password. The length is not checked.
  ///   - rounds: at least ``minimumRounds``.
  ///   - outputByteCount: 1 byte to 2^32 - 1 digests. Each digest costs all rounds again.
  ///   - progress: called with the fraction of the work done, rising from above 0 to 1; may be nil.
  /// - Throws: ``PBKDF2Error``, or `CancellationError` when the task is cancelled. Intermediate results are then wiped.
  @concurrent
  public static func deriveKey(
    password: some Sequence<UInt8> & Sendable, salt: some Sequence<UInt8> & Sendable, rounds: Int,
    outputByteCount: Int, progress: (@Sendable (Double) -> Void)?
  ) async throws -> SymmetricKey {
    try await deriveKey(
      Request(password: password, salt: salt, rounds: rounds, outputByteCount: outputByteCount), progress: progress)
  }

  /// Derives a key from a password with any number of rounds from 1, with progress and cancellation.
  ///
  /// - Throws: ``PBKDF2Error``, or `CancellationError` when the task is cancelled. Intermediate results are then wiped.
  @concurrent
  public static func deriveKey(
    password: some Sequence<UInt8> & Sendable, salt: some Sequence<UInt8> & Sendable,
    unsafeUncheckedRounds rounds: Int, outputByteCount: Int, progress: (@Sendable (Double) -> Void)?
  ) async throws -> SymmetricKey {
    try await deriveKey(
      Request(password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount),
      progress: progress)
  }

  @concurrent
  private static func deriveKey(
    _ request: Request, progress: (@Sendable (Double) -> Void)?
  ) async throws -> SymmetricKey {
    var work = wipingDeepStack { PBKDF2Work([request], startingFrom: H()) }
    defer { work.wipe() }
    // Sixteen blocks run at a time, each through all rounds.
    let turns = (request.blockCount - 1) / PBKDF2Lanes<H>.capacity + 1
    let total = Double(turns) * Double(request.rounds)
    var done = 0.0
    while !work.isFinished {
      try Task.checkCancellation()
      done += Double(wipingDeepStack { work.step(atMost: 1 << 16) })
      if !work.isFinished { progress?(done / total) }
      await Task.yield()
    }
    try Task.checkCancellation()
    progress?(1)
    return work.keys()[0]
  }
}
#endif
