import SwiftVaultTestSupport
import Testing

@testable import MemoryHard

/// Calibrated stretchings keep their bounds. How well they hit the budget depends on the machine's load.
@Suite(.firstDifference) struct CalibrationTests {
  @Test func roundsHaveThreeDigitsAndBounds() throws {
    func rounds(_ function: PasswordStretching.Function, _ count: Int) -> Int {
      PasswordStretching.recommended(function).rounded(toBudgetRounds: count).rounds
    }
    for (count, expected) in [
      (1, 220_000), (220_999, 220_000), (479_999, 479_000), (1_234_567, 1_230_000), (9_999_999, 9_990_000),
      (10_000_000, 10_000_000), (14_746_301, 10_000_000),
    ] {
      #expect(rounds(.pbkdf2HMACSHA512, count) == expected)
      #expect(rounds(.pbkdf2HMACSHA256, count) == max(expected, 600_000))
    }
    let least = try PasswordStretching(rounds: 777_777)
    #expect(least.rounded(toBudgetRounds: 500_000) == least)
    // Fewer than recommended are not accepted as the least.
    #expect(try PasswordStretching(rounds: .exactly(5)).rounded(toBudgetRounds: 1) == .recommended)
  }

  /// A machine that fills a block in a microsecond.
  private func calibrated(
    _ least: Argon2id, _ seconds: Double, memoryLimit: Int = 1 << 30
  ) throws -> Argon2id {
    try least.calibrated(for: seconds, memoryLimit: memoryLimit) { Double($0.rounds) * 1e-6 }
  }

  @Test func memoryIsRoundedAndHasBounds() throws {
    for (seconds, mebibytes) in [
      (0.000_001, 19), (0.0389, 19), (0.0430, 20), (0.1, 48), (0.2, 96), (0.25, 122), (1, 488), (2.2, 1024),
      (100, 1024),
    ] {
      let found = try calibrated(.forLogins, seconds)
      #expect(found.memoryByteCount == mebibytes << 20 && found.passes == 2 && found.lanes == 1, "\(seconds)")
    }
    #expect(try calibrated(.forLogins, 1, memoryLimit: 100 << 20).memoryByteCount == 100 << 20)
    #expect(try calibrated(.forFiles, 0.001) == .forFiles)
    // One pass needs the memory of two.
    let one = try calibrated(Argon2id(memoryByteCount: 8 << 10, passes: 1, lanes: 1), 0.001)
    #expect(one.memoryByteCount == 38 << 20)
    // 1 GiB would be 41,943,040 blocks in 40 passes.
    let many = try calibrated(Argon2id(memoryByteCount: 19 << 20, passes: 40, lanes: 1), 1000)
    #expect(many.rounds <= 10_000_000 && many.rounds > 9_700_000, "\(many)")
  }

  @Test func badBudgetsTrap() async {
    await #expect(processExitsWith: .failure) { _ = try { try PasswordStretching.calibrated(for: .zero) }() }
    await #expect(processExitsWith: .failure) { _ = try { try PasswordStretching.calibrated(for: .seconds(-1)) }() }
    await #expect(processExitsWith: .failure) {
      _ = try {
        try PasswordStretching.calibrated(
          for: .seconds(1), atLeast: PasswordStretching(argon2id: .forFiles), memoryLimit: 63 << 20)
      }()
    }
    await #expect(processExitsWith: .failure) {
      _ = try {
        try PasswordStretching.calibrated(
          for: .seconds(1), atLeast: PasswordStretching(rounds: .exactly(10_000_001)))
      }()
    }
  }

  /// On this machine, with budgets so small that the least is the result.
  @Test func onThisMachine() throws {
    for least in [
      PasswordStretching.recommended, try PasswordStretching(.pbkdf2HMACSHA256, rounds: .recommended),
      PasswordStretching(argon2id: .forLogins),
    ] {
      #expect(try PasswordStretching.calibrated(for: .microseconds(1), atLeast: least) == least)
    }
  }

  @Test func whileATaskWaits() async throws {
    for least in [PasswordStretching.recommended, PasswordStretching(argon2id: .forLogins)] {
      #expect(try await PasswordStretching.calibrated(for: .microseconds(1), atLeast: least) == least)
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await PasswordStretching.calibrated(for: .seconds(100))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// A higher price, or more memory, asks for more rounds or passes.
  @Test func raised() throws {
    let pbkdf2 = try PasswordStretching(rounds: 220_000)
    #expect(pbkdf2.raised(to: 0, memoryByteCount: 1 << 30) == pbkdf2)
    #expect(pbkdf2.raised(to: 210 * 220_000 + 1, memoryByteCount: 0) == (try PasswordStretching(rounds: 220_001)))
    #expect(pbkdf2.raised(to: 210 << 32, memoryByteCount: 0) == nil)
    let files = PasswordStretching(argon2id: .forFiles)
    #expect(files.raised(to: 0, memoryByteCount: 0) == files)
    #expect(files.raised(to: files.guessPrice + 1, memoryByteCount: 0)?.argon2id?.passes == 4)
    let more = files.raised(to: 0, memoryByteCount: (64 << 20) + 1)?.argon2id
    #expect(more?.memoryByteCount == (64 << 20) + 1024 && more?.passes == 3 && more?.lanes == 4)
    #expect(files.raised(to: .max, memoryByteCount: 0) == nil)
  }
}
