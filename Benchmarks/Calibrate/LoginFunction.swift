import SwiftVaultCommandSupport
import MemoryHard

/// The function of a login server: PBKDF2 with some rounds, or Argon2id with some passes over a memory.
struct LoginFunction: Sendable {
  /// The function, and the memory of a login.
  let name: String
  /// The unit: rounds or passes.
  let unit: String
  let plural: String
  /// The fewest that OWASP recommends.
  let recommendedRounds: Int
  /// The memory of a login; nil if it needs none.
  let memoryByteCount: Int?
  /// The number that is derived to sample the time of one.
  let sampledRounds: Int
  /// Whether logins that are derived together take less time.
  let hasBatches: Bool
  let head: String
  /// Derives for so many logins with so many rounds.
  let derive: @Sendable (Int, Int) -> Void
  /// The number to use, of the number that the budget buys.
  let roundsToUse: @Sendable (Int) -> Int
  /// The lines of the decision.
  let decision: @Sendable (Int) -> [String]
  /// The decision as JSON.
  let json: @Sendable (Int) -> JSON

  /// A time per round or pass.
  func unitText(_ seconds: Double) -> String {
    hasBatches ? (1e9 * seconds).text(1) + " ns" : (1000 * seconds).millisecondsText
  }

  /// PBKDF2.
  init(_ hash: NamedHash) {
    (name, unit, plural) = (hash.rawValue, "round", "rounds")
    recommendedRounds = hash.recommendedRounds
    memoryByteCount = nil
    sampledRounds = hash.recommendedRounds / 10
    hasBatches = true
    head = CalibrationReport.head
    let type = hash.type
    derive = { type.derive(logins: $0, rounds: $1) }
    roundsToUse = { hash.roundsToUse(atMost: $0) }
    decision = { rounds in
      ["Decision: \(hash.rawValue), \(rounds.grouped) rounds."] + hash.linesToWrite(rounds: rounds)
    }
    json = { rounds in
      [
        "hash": JSON(hash.rawValue), "rounds": JSON(rounds), "swift": JSON(hash.swiftLine(rounds: rounds)),
        "config": JSON(hash.configLine(rounds: rounds)),
      ]
    }
  }

  /// Argon2id with one lane, so that each login has one core, and so much memory, which is at least OWASP's.
  init(memoryByteCount: Int) {
    @Sendable func argon2id(_ passes: Int) -> Argon2id {
      Argon2id(fitting: memoryByteCount, passes: passes, lanes: 1)
    }
    let least = Argon2Fit.Least.login.passes(memoryByteCount)
    name = "Argon2id with \(memoryByteCount.binarySize)"
    (unit, plural) = ("pass", "passes")
    recommendedRounds = least
    self.memoryByteCount = memoryByteCount
    sampledRounds = max(least, 3)
    hasBatches = false
    head = Argon2Calibration.head
    derive = { logins, passes in
      do throws(BenchError) {
        for _ in 0..<logins { _ = try Argon2Fit.here(argon2id(passes)) }
      } catch {
        StandardStream.error("vault-bench: \(error.message)")
        exit(1)
      }
    }
    roundsToUse = { max(min($0, Int(UInt16.max)), least) }
    decision = { passes in
      let argon2id = argon2id(passes)
      let cost = Argon2Calibration.Row(.argon2id(argon2id)).equalRounds
      return [
        "Decision: \(argon2id). A guess costs an RTX 4090 as much",
        "as \(Int(cost).grouped) rounds of PBKDF2-SHA512, by an estimate from its speed at 64 MiB.",
        "  Swift   \(argon2id.swiftLine)", "  config  \(argon2id.phcPrefix)",
      ]
    }
    json = { passes in
      let argon2id = argon2id(passes)
      return [
        "hash": JSON("argon2id"), "memory_bytes": JSON(argon2id.memoryByteCount), "passes": JSON(passes),
        "lanes": JSON(argon2id.lanes), "swift": JSON(argon2id.swiftLine), "config": JSON(argon2id.phcPrefix),
      ]
    }
  }

  /// Argon2id with so much memory for a login, and with less, down to OWASP's least.
  static func argon2id(memoryByteCount: Int) -> [LoginFunction] {
    let memories = [memoryByteCount] + [256 << 20, 64 << 20, 46 << 20, 19 << 20].filter { $0 < memoryByteCount }
    return memories.map(LoginFunction.init)
  }
}
