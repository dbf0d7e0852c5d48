#if !hasFeature(Embedded)  // Embedded Swift has no clock.
import PBKDF2

extension PasswordStretching {
  /// The stretching that takes a given time on this machine, within the default limits of readers: 10,000,000 rounds
  /// and 1 GiB.
  ///
  /// With PBKDF2, the rounds are measured by `PBKDF2.calibrate(for:maximumRounds:)`, and rounded down to three digits.
  /// With Argon2id, the passes and lanes are those of `least`. The memory is measured by the elapsed time of some
  /// derivations, and rounded down, to whole MiB or more. If the limit of memory allows less than the budget, ask for
  /// more passes.
  ///
  /// Each calibration gives a slightly different result. A `Credential` that costs up to a tenth less
  /// than the result counts as up to date, so a server can calibrate at each start.
  ///
  /// - Parameters:
  ///   - budget: the time that stretching one password may take. Traps unless it is more than zero.
  ///   - least: the function, and the least result, such as `PasswordStretching(argon2id: .forLogins)`. The result is
  ///     not below OWASP's recommendation either. If that takes longer than the budget, it is the result. Traps when it
  ///     is over the limits.
  ///   - memoryLimit: the most bytes of memory that Argon2id takes: on a server, its memory for logins divided by the
  ///     logins at the same time. Traps when it is below the memory of `least`.
  /// - Throws: ``MemoryHardError/memoryUnavailable(byteCount:)``.
  @available(*, noasync, message: "in top-level code, call it in a function")
  public static func calibrated(
    for budget: Duration, atLeast least: PasswordStretching = .recommended,
    memoryLimit: Int = defaultMaximumMemoryByteCount
  ) throws(MemoryHardError) -> PasswordStretching {
    try calibrated(for: budget, atLeast: least, memoryLimit: memoryLimit, nil)
  }

  /// The stretching that takes a given time on this machine, measured on a separate thread, with cancellation.
  ///
  /// The parameters and the result are those of the synchronous form. In the top-level code of `main.swift`, `await`
  /// does not select this form; call it in a function.
  ///
  /// - Throws: ``MemoryHardError/memoryUnavailable(byteCount:)``, or `CancellationError` when the task is cancelled.
  @concurrent
  public static func calibrated(
    for budget: Duration, atLeast least: PasswordStretching = .recommended,
    memoryLimit: Int = defaultMaximumMemoryByteCount
  ) async throws -> PasswordStretching {
    try await BackgroundWork.run(discarding: { _ in }) {
      try calibrated(for: budget, atLeast: least, memoryLimit: memoryLimit, $0)
    }
  }

  private static func calibrated(
    for budget: Duration, atLeast least: PasswordStretching, memoryLimit: Int, _ work: BackgroundWork?
  ) throws(MemoryHardError) -> PasswordStretching {
    precondition(budget > .zero, "a calibration for \(budget); the budget has to be more than zero")
    precondition(
      least.rounds <= defaultMaximumRounds,
      "at least \(least); readers accept \(defaultMaximumRounds) rounds by default")
    switch least.function {
    case .pbkdf2HMACSHA512: return calibrated(for: budget, atLeast: least, SHA512.self, work)
    case .pbkdf2HMACSHA256: return calibrated(for: budget, atLeast: least, SHA256.self, work)
    case .argon2id:
      return PasswordStretching(
        argon2id: try least.argon2id!.calibrated(for: budget / .seconds(1), memoryLimit: memoryLimit) {
          parameters throws(MemoryHardError) in try parameters.secondsHere(work)
        })
    }
  }

  private static func calibrated<H: PBKDF2HashFunction>(
    for budget: Duration, atLeast least: PasswordStretching, _: H.Type, _ work: BackgroundWork?
  ) -> PasswordStretching {
    let calibration = PBKDF2<H>.calibrate(for: budget, maximumRounds: defaultMaximumRounds, startingFrom: H(), work)
    return least.rounded(toBudgetRounds: calibration.rounds)
  }

  /// PBKDF2 with `count` rounds, rounded down to three digits, but not below this or the recommendation.
  package func rounded(toBudgetRounds count: Int) -> PasswordStretching {
    var unit = 1
    while count / unit >= 1000 { unit *= 10 }
    let rounds = max(min(count / unit * unit, Self.defaultMaximumRounds), rounds, function.recommendedRounds)
    return raised(to: function.price(rounds), memoryByteCount: 0)!  // of at most 2^32 - 1 rounds
  }
}

extension Argon2id {
  /// These passes and lanes, with as much memory as takes the time, but not below this memory or the recommendation.
  ///
  /// - Parameters:
  ///   - seconds: the time of a derivation.
  ///   - meter: the seconds that a derivation takes.
  package func calibrated(
    for seconds: Double, memoryLimit: Int, by meter: (Argon2id) throws(MemoryHardError) -> Double
  ) throws(MemoryHardError) -> Argon2id {
    let recommended = 1024 * ((Argon2id.forLogins.rounds - 1) / passes + 1)
    let least = max(memoryByteCount, recommended)
    let most = min(memoryLimit, PasswordStretching.defaultMaximumMemoryByteCount)
    precondition(least <= most, "\(self) needs \(least.units("byte")) of memory at least; the limit is \(most)")
    var memory = least
    // The time is nearly proportional to the memory. The last measurement is close to the result.
    for _ in 0..<6 {
      let ratio = seconds / max(try meter(try with(memory)), 1e-9)
      let measured = memory
      memory = min(max(Int(min(ratio, 8) * Double(memory)), least), most)
      if 0.8...1.25 ~= ratio || memory == measured { break }
    }
    memory = min(memory, 1024 * (PasswordStretching.defaultMaximumRounds / passes))
    return try with(max(least, Self.roundedDown(memory)))
  }

  private func with(_ memoryByteCount: Int) throws(MemoryHardError) -> Argon2id {
    try Argon2id(memoryByteCount: memoryByteCount / 1024 * 1024, passes: passes, lanes: lanes)
  }

  /// Down to whole MiB, and from 64 MiB on to six binary digits.
  private static func roundedDown(_ memoryByteCount: Int) -> Int {
    let unit = 1 << max(20, Int.bitWidth - memoryByteCount.leadingZeroBitCount - 6)
    return memoryByteCount / unit * unit
  }

  /// The elapsed time of a derivation, the shortest of three.
  fileprivate func secondsHere(_ work: BackgroundWork?) throws(MemoryHardError) -> Double {
    var shortest = Double.infinity
    for _ in 0..<3 {
      let start = ContinuousClock.now
      let derivation = try self.work(
        password: [], salt: PasswordSalt(), secret: nil, associatedData: [], outputByteCount: 32, memoryLimit: .max,
        cores: nil)
      guard let result = try? derivation.key(work) else { break }
      _ = try result.get()
      shortest = min(shortest, (ContinuousClock.now - start) / .seconds(1))
    }
    return shortest
  }
}
#endif
