import Foundation
import SwiftVaultCommandSupport
import Vault

/// The rounds of PBKDF2 for the time of `--time`, measured once for each hash.
final class TimedRounds: @unchecked Sendable {
  static let shared = TimedRounds()

  private let lock = NSLock()
  // Guarded by `lock`.
  private var measured: [PasswordStretching.Function: Int] = [:]

  private static let longest = Duration.seconds(60)

  /// The rounds that take the time of `--time`, at least the recommended ones and at most `limit`, which it tells; nil
  /// if the option is not given.
  func rounds(_ arguments: Arguments, _ function: PasswordStretching.Function, limit: Int) throws -> Int? {
    let option = Option.time.spelling
    guard let bytes = arguments.bytes(.time) else { return nil }
    if arguments.has(.rounds) { throw ToolError.usage("give \(Option.rounds.spelling) or \(option), not both") }
    let text = Path(bytes).display
    guard let time = Duration(text: text), time > .zero, time <= Self.longest else {
      let longest = Int(Self.longest / .seconds(1))
      throw ToolError.usage("\(option) takes a time of up to \(longest)s such as 250ms, not \(text)")
    }
    guard limit >= function.recommendedRounds else {
      throw ToolError.usage(
        "\(option) takes at least the recommended \(function.recommendedRounds.grouped) rounds, "
          + "more than \(Option.maximumRounds.spelling) allows")
    }
    return lock.withLock {
      if let rounds = measured[function] { return rounds }
      // With a quota of less than a core, a thread waits longer than it computes.
      let share = CPUQuota.ofOneThread
      let calibration = function.calibration(for: time * share, maximumRounds: limit)
      measured[function] = calibration.rounds
      let quota = share < 1 ? ", with a CPU quota of \(Int((100 * share).rounded())) % of a core" : ""
      StandardStream.error("swift-vault: \(calibration.sentence(text, share: share))\(quota)")
      return calibration.rounds
    }
  }
}

extension PasswordStretching.Function {
  fileprivate func calibration(for time: Duration, maximumRounds: Int) -> PBKDF2Calibration {
    switch self {
    case .pbkdf2HMACSHA512: PBKDF2<SHA512>.calibrate(for: time, maximumRounds: maximumRounds)
    case .pbkdf2HMACSHA256: PBKDF2<SHA256>.calibrate(for: time, maximumRounds: maximumRounds)
    }
  }
}

extension PBKDF2Calibration {
  fileprivate func sentence(_ time: String, share: Double) -> String {
    let milliseconds = max(1, Int((expectedDuration / .milliseconds(1) / share).rounded()))
    let text = "\(rounds.counted("round")), about \(milliseconds.grouped) ms on this machine"
    return switch limit {
    case .budget: text
    case .recommendation: "\(text), more than \(time), because fewer are not recommended"
    case .maximum: "\(text), less than \(time), because \(Option.maximumRounds.spelling) allows no more"
    }
  }
}
