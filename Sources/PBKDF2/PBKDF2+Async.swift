#if !hasFeature(Embedded)  // Embedded Swift has no tasks.
extension PBKDF2 {
  /// Derives a key from a password on a separate thread, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``PBKDF2Error``, or `CancellationError` when the task is cancelled. Intermediate results are then wiped.
  @concurrent
  public static func deriveKey(
    password: some Sequence<UInt8> & Sendable, salt: PasswordSalt, rounds: PBKDF2Rounds = .recommended,
    outputByteCount: Int,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SymmetricKey {
    let request = try Request(password: password, salt: salt, rounds: rounds, outputByteCounts: [outputByteCount])
    return try await deriveKeys([request], progress: progress)[0]
  }

  /// Derives the keys of several independent requests at once, in the vector lanes of one core, on a separate thread,
  /// with progress and cancellation.
  ///
  /// - Parameters:
  ///   - requests: the requests, as in the synchronous form.
  ///   - progress: called on any thread with the fraction of the work done, rising from above 0 to 1.
  /// - Returns: the keys, in the order of the requests.
  /// - Throws: `CancellationError` when the task is cancelled. Intermediate results are then wiped.
  @concurrent
  public static func deriveKeys(
    _ requests: [Request], progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> [SymmetricKey] {
    try await BackgroundWork.run(progress) { work throws(Cancellation) in
      work.expect(steps(of: requests.map { ($0.rounds, $0.blockCount) }))
      return try deriveKeys(requests, work)
    }
  }

  /// Measures how many rounds this machine computes in a given time, on a separate thread, with cancellation.
  ///
  /// The parameters and the result are those of the synchronous form.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  @concurrent
  public static func calibrate(
    for budget: Duration, maximumRounds: Int = Int(Int32.max)
  ) async throws(CancellationError) -> PBKDF2Calibration {
    try await BackgroundWork.run { calibrate(for: budget, maximumRounds: maximumRounds, startingFrom: H(), $0) }
  }
}
#endif

extension PBKDF2 {
  /// The number of successive rounds in the lanes for the given requests. It is exact if no request has more than 16
  /// blocks, or all have equal rounds.
  package static func steps(of requests: [(rounds: Int, blockCount: Int)]) -> Double {
    var lanes = [Double](repeating: 0, count: PBKDF2Lanes<H>.capacity)
    for (rounds, blockCount) in requests {
      // The first round is done when a block is begun.
      let (whole, rest) = blockCount.quotientAndRemainder(dividingBy: lanes.count)
      for lane in lanes.indices { lanes[lane] += Double(whole) * Double(rounds - 1) }
      for _ in 0..<rest {
        let next = lanes.indices.min { lanes[$0] < lanes[$1] }!
        lanes[next] += Double(rounds - 1)
      }
    }
    return lanes.max()!
  }
}
