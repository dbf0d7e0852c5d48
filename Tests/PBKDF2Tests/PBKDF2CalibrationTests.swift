import Foundation
import SwiftVaultTestSupport
import Testing

@testable import PBKDF2

/// Calibration: what it returns is consistent and keeps its bounds. How well it hits the budget depends on the
/// machine's load, so that is measured by `vault-bench calibrate`, not here.
@Suite(.firstDifference, .serialized) struct PBKDF2CalibrationTests {
  private func checkConsistency(_ calibration: PBKDF2Calibration) {
    #expect(calibration.budgetRounds >= 1)
    #expect(calibration.nanosecondsPerRound > 1 && calibration.nanosecondsPerRound < 1e6)
    #expect(calibration.spread >= 0)
    #expect(calibration.sampleCount >= 3)
    let expected = calibration.expectedDuration / .nanoseconds(1)
    let product = Double(calibration.rounds) * calibration.nanosecondsPerRound
    #expect(abs(expected - product) <= 1 + product * 1e-9)
    switch calibration.limit {
    case .budget: #expect(calibration.rounds == calibration.budgetRounds)
    case .recommendation: #expect(calibration.rounds > calibration.budgetRounds)
    case .maximum: #expect(calibration.rounds < calibration.budgetRounds)
    }
  }

  /// The measurement counts the work of the thread, and not the time in which it sleeps.
  @Test func timeThatIsSleptIsNotCounted() {
    var counted = 0.0
    let elapsed = ContinuousClock().measure { counted = cpuSeconds { Thread.sleep(forTimeInterval: 0.2) } }
    #expect(elapsed >= .milliseconds(200) && counted < 0.1, "\(counted) of \(elapsed)")
  }

  @Test func aTinyBudgetBuysTheRecommendation() {
    for budget in [Duration.nanoseconds(1), .microseconds(1), .milliseconds(1)] {
      let calibration = PBKDF2<SHA256>.calibrate(for: budget)
      checkConsistency(calibration)
      #expect(calibration.limit == .recommendation)
      #expect(calibration.rounds == 600_000)
    }
    #expect(PBKDF2<SHA256>.calibrate(for: .nanoseconds(1)).budgetRounds == 1)
  }

  @Test func aLargeBudgetBuysTheMaximum() {
    let calibration = PBKDF2<SHA512>.calibrate(for: .seconds(1000), maximumRounds: 220_000)
    checkConsistency(calibration)
    #expect(calibration.limit == .maximum)
    #expect(calibration.rounds == 220_000)
    #expect(PBKDF2<SHA512>.calibrate(for: .seconds(Int64.max)).rounds == Int(Int32.max))
  }

  @Test func aBudgetBetweenIsSpent() {
    let calibration = PBKDF2<SHA512>.calibrate(for: .seconds(60), maximumRounds: Int.max)
    checkConsistency(calibration)
    #expect(calibration.limit == .budget)
    #expect(calibration.rounds > 220_000)
    #expect(calibration.expectedDuration <= .seconds(60))
    #expect(calibration.expectedDuration > .seconds(59))
  }

  @Test func everyKernelIsMeasured() {
    for kernel in SHA1Kernel.available {
      let calibration = PBKDF2<Insecure.SHA1>.calibrate(
        for: .milliseconds(20), startingFrom: Insecure.SHA1(kernel: kernel))
      checkConsistency(calibration)
    }
    for kernel in SHA256Kernel.available {
      let calibration = PBKDF2<SHA256>.calibrate(for: .milliseconds(20), startingFrom: SHA256(kernel: kernel))
      checkConsistency(calibration)
    }
    for kernel in SHA512Kernel.available {
      let calibration = PBKDF2<SHA512>.calibrate(for: .milliseconds(20), startingFrom: SHA512(kernel: kernel))
      checkConsistency(calibration)
    }
  }

  @Test func aBudgetOfNothingTraps() async {
    await #expect(processExitsWith: .failure) { _ = { PBKDF2<SHA512>.calibrate(for: .zero) }() }
  }

  @Test func aNegativeBudgetTraps() async {
    await #expect(processExitsWith: .failure) { _ = { PBKDF2<SHA512>.calibrate(for: .seconds(-1)) }() }
  }

  @Test func aMaximumBelowTheRecommendationTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = { PBKDF2<SHA512>.calibrate(for: .seconds(1), maximumRounds: 219_999) }()
    }
  }
}
