import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// The rounds of PBKDF2 for the time of `--time`, measured once for each hash.
final class TimedRounds: @unchecked Sendable {
  static let shared = TimedRounds()

  private let lock = Lock()
  // Guarded by `lock`.
  private var measured: [PasswordStretching.Function: Int] = [:]
  private var measuredArgon2id: Argon2id?

  private static let longest = Duration.seconds(60)

  /// The time of `--time` and its text; nil if the option is not given.
  static func time(_ arguments: Arguments) throws -> (Duration, String)? {
    guard let bytes = arguments.bytes(.time) else { return nil }
    let text = Path(bytes).display
    guard let time = Duration(text: text), time > .zero, time <= longest else {
      let longest = Int(longest / .seconds(1))
      throw ToolError.usage("\(Option.time.spelling) takes a time of up to \(longest)s such as 250ms, not \(text)")
    }
    return (time, text)
  }

  /// The passes that take a time, at least those of `least` and at most `maximumPasses`; they are reported on standard
  /// error. All passes after the first cost the same, so two timed derivations give the rest.
  func argon2id(_ least: Argon2id, _ time: (Duration, String), maximumPasses: Int) throws -> Argon2id {
    try lock.withLock {
      if let measured = measuredArgon2id, measured.memoryByteCount == least.memoryByteCount { return measured }
      func seconds(_ passes: Int) throws -> Double {
        let argon2id = try Argon2id(memoryByteCount: least.memoryByteCount, passes: passes, lanes: least.lanes)
        let elapsed = try ContinuousClock().measure {
          _ = try argon2id.deriveKey(password: [], salt: PasswordSalt(), outputByteCount: 32, memoryLimit: .max)
        }
        return elapsed / .seconds(1)
      }
      let (one, three) = (try seconds(1), try seconds(3))
      let pass = max((three - one) / 2, one / 4)
      let fitting = Int(min((time.0 / .seconds(1) - one) / pass + 1, Double(UInt16.max)))
      let passes = max(min(fitting, maximumPasses), least.passes)
      let chosen = try Argon2id(memoryByteCount: least.memoryByteCount, passes: passes, lanes: least.lanes)
      measuredArgon2id = chosen
      let milliseconds = max(1, Int((1000 * (one + Double(passes - 1) * pass)).rounded()))
      let reason =
        passes > fitting
        ? ", more than \(time.1), because fewer are not recommended"
        : passes < fitting ? ", less than \(time.1), because \(Option.maximumRounds.spelling) allows no more" : ""
      StandardStream.error("swift-vault: \(chosen), about \(milliseconds.grouped) ms on this machine\(reason)")
      return chosen
    }
  }

  /// The rounds that take the time of `--time`, at least the recommended ones and at most `limit`; they are reported on
  /// standard error. Nil if the option is not given.
  func rounds(_ arguments: Arguments, _ function: PasswordStretching.Function, limit: Int) throws -> Int? {
    let option = Option.time.spelling
    guard let (time, text) = try Self.time(arguments) else { return nil }
    if arguments.has(.rounds) { throw ToolError.usage("give \(Option.rounds.spelling) or \(option), not both") }
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
    case .argon2id: preconditionFailure("Argon2id is measured by its passes")
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
