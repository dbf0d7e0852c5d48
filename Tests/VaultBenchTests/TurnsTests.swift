import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport

@Suite("vault-bench calibrate: measuring in turns")
struct VaultBenchTurnsTests {
  /// A machine whose rounds take a time that the test chooses. It records the requests.
  final class Machine {
    var requests: [String] = []
    var nanoseconds: (NamedHash, Int) -> Double

    /// - Parameter nanoseconds: the time of a round, of a hash and at the number of a request.
    init(_ nanoseconds: @escaping (NamedHash, Int) -> Double) { self.nanoseconds = nanoseconds }

    var meter: RoundMeter {
      RoundMeter(
        sample: { hash, budget in
          defer { self.requests.append("sample \(hash) \(Int(budget.milliseconds))") }
          return self.nanoseconds(hash, self.requests.count)
        },
        derive: { hash, rounds in
          let seconds = Double(rounds) * self.nanoseconds(hash, self.requests.count) * 1e-9
          self.requests.append("derive \(hash) \(rounds)")
          return Timing(cpu: seconds, wall: seconds)
        })
    }
  }

  static let points: [(hash: NamedHash, budget: Duration)] = [
    (.sha256, .milliseconds(100)), (.sha512, .milliseconds(100)), (.sha512, .seconds(1)),
  ]

  @Test("each point is sampled and checked three times, never twice in a row")
  func turns() throws {
    let machine = Machine { hash, _ in hash == .sha256 ? 100 : 250 }
    let calibrations = try Calibration.measure(Self.points, by: machine.meter)
    let samples = ["sample sha256 100", "sample sha512 100", "sample sha512 1000"]
    let checks = ["derive sha256 1000000", "derive sha512 400000", "derive sha512 4000000"]
    #expect(machine.requests == samples + samples + samples + checks + checks + checks)
    #expect(calibrations.map(\.rounds) == [1_000_000, 400_000, 4_000_000])
    #expect(calibrations.allSatisfy { !$0.isOff && abs($0.errorPercent) < 1e-9 && $0.attempts == 1 })
    let trust = CalibrationTrust(calibrations, hertzBefore: 3.5e9, hertzAfter: 3.5e9)
    #expect(trust.sampleCount == 18 && trust.slowCount == 0 && !trust.isDisturbed)
    #expect(
      trust.lines == [
        "Samples: 18, of which 0 were more than 10 % slower than the fastest.",
        "Clock: 3.50 GHz before, 3.50 after (+0.0 %).",
      ])
  }

  @Test("one slow sample in three changes nothing but the count of slow ones")
  func oneSlowSample() throws {
    // The first turn is twice as slow.
    let machine = Machine { _, request in request < 3 ? 200 : 100 }
    let calibrations = try Calibration.measure(Self.points, by: machine.meter)
    #expect(calibrations.map(\.rounds) == [1_000_000, 1_000_000, 10_000_000])
    let trust = CalibrationTrust(calibrations, hertzBefore: nil, hertzAfter: nil)
    #expect(trust.slowCount == 3 && trust.driftPercent == nil)
    #expect(!trust.isDisturbed && calibrations.allSatisfy { abs($0.spreadPercent - 100) < 1e-9 })
  }

  @Test("a machine that becomes slower: the points are done again, and then right")
  func lastingChange() throws {
    // Nine samples, then everything takes 20 % longer.
    let machine = Machine { _, request in request < 9 ? 100 : 120 }
    let calibrations = try Calibration.measure(Self.points, by: machine.meter)
    #expect(calibrations.allSatisfy { $0.attempts == 2 && !$0.isOff && abs($0.errorPercent) < 0.001 })
    #expect(calibrations[0].rounds == 833_333)
    #expect(CalibrationTrust(calibrations, hertzBefore: 1, hertzAfter: 1).repeatedCount == 3)
  }

  @Test("a machine that never settles: three attempts, and the points are marked")
  func neverSettles() throws {
    // Each further attempt of a point comes 9 checks later.
    let machine = Machine { _, request in request < 9 ? 100 : request < 18 ? 120 : request < 27 ? 160 : 240 }
    let calibrations = try Calibration.measure(Self.points, by: machine.meter)
    #expect(calibrations.allSatisfy { $0.attempts == 3 && $0.isOff && $0.errorPercent > 5 })
    let trust = CalibrationTrust(calibrations, hertzBefore: 3e9, hertzAfter: 2.4e9)
    #expect(trust.offCount == 3 && trust.isDisturbed)
    #expect(trust.lines.contains("Rows that still miss it by more than 5 %, marked *: 3."))
    #expect(trust.lines.contains("Clock: 3.00 GHz before, 2.40 after (-20.0 %)."))
    let rows = CalibrationReport.table(calibrations, trust).filter { $0.hasPrefix("sha") }
    #expect(rows.count == 3 && rows.allSatisfy { $0.contains(" %* ") && $0.count <= 80 }, "\(rows)")
  }

  @Test("a neighbour who is busy in two of three turns is not in the way, but is told")
  func busyNeighbour() throws {
    // Three requests are one turn of samples or of checks; every third turn is undisturbed.
    let machine = Machine { _, request in (request / 3) % 3 == 1 ? 100 : 150 }
    let calibrations = try Calibration.measure(Self.points, by: machine.meter)
    #expect(calibrations.map(\.rounds) == [1_000_000, 1_000_000, 10_000_000])
    #expect(calibrations.allSatisfy { $0.attempts == 1 && abs($0.errorPercent) < 1e-9 })
    let trust = CalibrationTrust(calibrations, hertzBefore: nil, hertzAfter: nil)
    #expect(trust.slowCount == 12 && trust.isDisturbed)
  }

  @Test("a budget shorter than a round buys one")
  func atLeastOne() throws {
    let machine = Machine { _, _ in 1e9 }
    #expect(try Calibration.measure([(.sha512, .milliseconds(1))], by: machine.meter).map(\.rounds) == [1])
  }

  /// The time of a round in each turn, the change of the clock, and whether there is a decision.
  @Test(
    "samples that differ give no decision, unless OWASP's rounds are more in any case",
    arguments: [
      ([250, 250, 250, 250, 250, 250], 0, true), ([250, 400, 400, 250, 400, 260], 0, true),
      ([250, 300, 300, 250, 300, 300], 0, false), ([250, 250, 250, 250, 250, 250], 10, false),
      ([2500, 3000, 3000, 2500, 3000, 3000], 10, true),
      ([250, 250, 250, 300, 300, 300, 400, 400, 400, 600, 600, 600], 0, false),
    ] as [([Double], Double, Bool)])
  func doubt(nanoseconds: [Double], driftPercent: Double, isDecided: Bool) throws {
    let machine = Machine { _, request in nanoseconds[request] }
    let calibrations = try Calibration.measure([(.sha512, .milliseconds(250))], by: machine.meter)
    let trust = CalibrationTrust(calibrations, hertzBefore: 1e9, hertzAfter: 1e9 * (1 + driftPercent / 100))
    let doubt = Decision(for: .milliseconds(250), calibrations).doubt(trust)
    #expect((doubt == nil) == isDecided && doubt?.isDisturbance != false, "\(doubt?.message ?? "")")
  }
}
