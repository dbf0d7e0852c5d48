import MemoryHard
import SwiftVaultCommandSupport
import SwiftVaultSystem

/// Whether stored work is still within the budget on this machine, and at least what OWASP recommends.
struct WorkCheck {
  /// The verdict on one setting or on all; a later one outweighs those before it.
  enum Verdict: Int, CaseIterable, Comparable {
    case met, notMeasured, tooSlow, tooWeak

    /// The exit status of the command.
    var status: Int32 { [0, 3, 5, 4][rawValue] }
    var text: String { ["met", "not measured", "too slow", "too weak"][rawValue] }

    static func < (left: Verdict, right: Verdict) -> Bool { left.rawValue < right.rawValue }
  }

  /// One kind of work that was found.
  struct Row {
    let work: StoredWork
    let count: Int
    /// The time that it takes here; nil if it cannot be measured.
    let milliseconds: Double?
    /// Why not.
    var obstacle: String?
    let verdict: Verdict
  }

  let budget: Duration
  let rows: [Row]
  /// Kinds of credentials that are not measured.
  let others: [(kind: String, count: Int)]
  /// The rounds that the budget buys, for each hash that was found.
  let calibrations: [Calibration]
  let trust: CalibrationTrust

  /// Measures PBKDF2 with `meter`, and every other function with `seconds`.
  init(
    _ file: StoredWorkFile, budget: Duration, by meter: RoundMeter = .here,
    seconds: EngineFit.Meter = WorkCheck.here
  ) throws(BenchError) {
    self.budget = budget
    others = file.others
    let hashes = NamedHash.allCases.filter { hash in
      file.works.contains { if case .pbkdf2(hash, _, _) = $0.work { true } else { false } }
    }
    let hertz = CoreClock.hertz()
    calibrations = try Calibration.measure(hashes.map { ($0, budget) }, by: meter)
    var times: [(milliseconds: Double?, obstacle: String?)] = []
    for (work, _) in file.works {
      if case .pbkdf2(let hash, let rounds, let digestCount) = work {
        let calibration = calibrations.first { $0.hash == hash }!
        times.append((calibration.measuredMs / Double(calibration.rounds) * Double(rounds * digestCount), nil))
      } else {
        do throws(BenchError) {
          times.append((1000 * (try Self.seconds(work, by: seconds)), nil))
        } catch {
          times.append((nil, error.message))
        }
      }
    }
    let trust = CalibrationTrust(calibrations, hertzBefore: hertz, hertzAfter: CoreClock.hertz())
    self.trust = trust
    let longest = budget.milliseconds * (1 + Calibration.tolerancePercent / 100)
    rows = zip(file.works, times).map { found, time in
      // A disturbance only makes work longer, and not ten times as long.
      let isKnown = time.milliseconds.map { $0 <= longest || $0 > 10 * longest || !trust.isDisturbed } ?? false
      let verdict: Verdict =
        !found.work.meetsRecommendation
        ? .tooWeak : !isKnown ? .notMeasured : time.milliseconds! > longest ? .tooSlow : .met
      return Row(
        work: found.work, count: found.count, milliseconds: time.milliseconds, obstacle: time.obstacle, verdict: verdict
      )
    }
  }

  var verdict: Verdict { (rows.map(\.verdict) + others.map { _ in .notMeasured }).max()! }

  /// The time of a key in seconds, the fastest of three, by `meter`; estimated from one pass if it takes long.
  private static func seconds(_ work: StoredWork, by meter: EngineFit.Meter) throws(BenchError) -> Double {
    let memory = work.memoryByteCount
    guard memory <= SystemMemory.byteCount / 4 * 3 else {
      throw BenchError(message: "it needs \(memory.binarySize); there are \(SystemMemory.byteCount.binarySize)")
    }
    let estimate = try meter(work.onePass.request) * Double(work.passes)
    if estimate > longestMeasured { return estimate }
    var fastest = Double.infinity
    for _ in 1...3 { fastest = min(fastest, try meter(work.request)) }
    return fastest
  }

  /// The time in seconds here, by the clock of a calibration.
  static func here(_ request: EngineRequest) throws(BenchError) -> Double {
    guard let timing = try request.timeHere() else {
      throw BenchError(message: "this package has no \(request.function); name an engine with --engine")
    }
    return timing.seconds(share: CPUQuota.ofOneThread)
  }

  private static let longestMeasured = 5.0
}

extension StoredWork {
  /// The memory of a check in bytes; 0 with PBKDF2.
  var memoryByteCount: Int {
    switch self {
    case .pbkdf2, .bcrypt: 0
    case .argon2id(let argon2id): argon2id.memoryByteCount
    case .scrypt(let scrypt): scrypt.memoryByteCount
    }
  }

  /// How often the memory is filled.
  fileprivate var passes: Int {
    switch self {
    case .pbkdf2: 1
    case .bcrypt(let cost): 1 << (cost - 4)
    case .argon2id(let argon2id): argon2id.passes
    case .scrypt(let scrypt): scrypt.parallelization
    }
  }

  /// The same memory filled once.
  fileprivate var onePass: StoredWork {
    switch self {
    case .pbkdf2: self
    case .bcrypt: .bcrypt(cost: 4)
    // Fewer passes of parameters that are valid.
    case .argon2id(let argon2id):
      .argon2id(Argon2id(fitting: argon2id.memoryByteCount, passes: 1, lanes: argon2id.lanes))
    case .scrypt(let scrypt):
      .scrypt(try! Scrypt(cost: scrypt.cost, blockSize: scrypt.blockSize, parallelization: 1))
    }
  }
}
