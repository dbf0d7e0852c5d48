extension PBKDF2 {
  /// A key from a password, with progress and cancellation.
  ///
  /// Runs on the caller's executor and yields about every 65,536 rounds, so other tasks get their turn.
  ///
  /// - Parameters:
  ///   - password: any bytes; for text, the UTF-8 form of its NFC normalisation.
  ///   - salt: unique for each password; at least 16 random bytes.
  ///   - rounds: at least ``minimumRounds``.
  ///   - outputByteCount: at least 1.
  ///   - progress: called with the share of the work done, rising from above 0 to 1.
  /// - Throws: ``PBKDF2Error``, or `CancellationError` when the task is cancelled; what was computed is wiped.
  public static func deriveKey(
    password: some Sequence<UInt8> & Sendable, salt: some Sequence<UInt8> & Sendable, rounds: Int,
    outputByteCount: Int, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SymmetricKey {
    try checkMinimum(rounds)
    return try await deriveKey(
      password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount,
      progress: progress)
  }

  /// A key from a password, with any number of rounds from 1, with progress and cancellation.
  public static func deriveKey(
    password: some Sequence<UInt8> & Sendable, salt: some Sequence<UInt8> & Sendable,
    unsafeUncheckedRounds rounds: Int, outputByteCount: Int, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SymmetricKey {
    try check(rounds: rounds, outputByteCount: outputByteCount)
    var derivation = PBKDF2Derivation(password: password, salt: salt, startingFrom: H())
    var output = [UInt8](repeating: 0, count: outputByteCount)
    defer {
      wipe(&derivation)
      wipe(&output)
    }
    let blockCount = blockCount(outputByteCount)
    let total = Double(blockCount) * Double(rounds)
    for index in 0..<blockCount {
      derivation.start(block: index)
      var done = 1
      while done < rounds {
        try Task.checkCancellation()
        let count = min(1 << 16, rounds - done)
        derivation.iterate(rounds: count)
        done += count
        progress?((Double(index) * Double(rounds) + Double(done)) / total)
        await Task.yield()
      }
      unsafe output.withUnsafeMutableBytes { unsafe derivation.copyBlock(index, to: $0) }
    }
    try Task.checkCancellation()
    if rounds == 1 { progress?(1) }
    return SymmetricKey(data: output)
  }
}
