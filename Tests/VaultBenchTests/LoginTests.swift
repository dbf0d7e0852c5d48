import Foundation
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport
import SwiftVaultTestSupport

@Suite("vault-bench calibrate --logins")
struct VaultBenchLoginTests {
  private static let bench = Command("vault-bench")

  @Test("arrivals are as many a second as they should be, in order, and the same each time")
  func arrivals() {
    let queue = LoginQueue(perSecond: 50, cores: 1, arrivals: 100_000)
    #expect(queue.arrivals == queue.arrivals.sorted() && queue.arrivals[0] > 0)
    #expect(abs(100_000 / queue.arrivals[99_999] / 50 - 1) < 0.01)
    #expect(queue.arrivals == LoginQueue(perSecond: 50, cores: 1, arrivals: 100_000).arrivals)
    // Distances below the mean are 1 - 1/e of all, which regular arrivals would not have.
    let short = zip(queue.arrivals, queue.arrivals.dropFirst()).count { $1 - $0 < 0.02 }
    #expect(abs(Double(short) / 99_999 - (1 - exp(-1))) < 0.005)
  }

  /// The share of time that one core is busy. The mean wait of M/D/1 is that share / (2 (1 - share)) services
  /// (Pollaczek and Khinchine).
  @Test("one core: the mean wait is that of the formula", arguments: [0.2, 0.5, 0.8])
  func oneCore(share: Double) {
    let queue = LoginQueue(perSecond: share, cores: 1, arrivals: 400_000)
    let mean = queue.latencies(service: 1).reduce(0, +) / 400_000
    #expect(abs((mean - 1) / (share / (2 * (1 - share))) - 1) < 0.03, "\(mean)")
  }

  @Test("as many cores as logins: nobody waits; one core for two: the second waits")
  func manyCores() {
    let queue = LoginQueue(perSecond: 10, cores: 100, arrivals: 100)
    #expect(queue.latencies(service: 5).allSatisfy { abs($0 - 5) < 1e-9 })
    let one = LoginQueue(perSecond: 1e6, cores: 1, arrivals: 2)
    let latencies = one.latencies(service: 5)
    #expect(abs(latencies[0] - 5) < 1e-9 && abs(latencies[1] - 10) < 1e-4)
  }

  @Test("percentiles are elements")
  func percentiles() {
    let numbers = (1...200).map(Double.init).shuffled()
    #expect([50.0, 95, 99, 100, 0.1].map(numbers.percentile) == [100, 190, 198, 200, 1])
    #expect([7.0].percentile(99) == 7 && [1.0, 2, 3].percentile(99) == 3)
  }

  @Test(
    "the longest service keeps 99 of 100 within the budget, also of other and more arrivals; one per cent more does not",
    arguments: [(50.0, 2, 0.25), (5, 1, 0.25), (0.1, 4, 0.25), (500, 64, 1), (100, 8, 1)])
  func longestService(perSecond: Double, cores: Int, budget: Double) {
    let queue = LoginQueue(perSecond: perSecond, cores: cores, arrivals: 20_000)
    let service = queue.longestService(within: budget)
    #expect(queue.bears(service: service, within: budget))
    if service < 0.999 * budget { #expect(!queue.bears(service: 1.01 * service, within: budget)) }
    #expect(service * perSecond <= 0.9 * Double(cores))
    let longer = LoginQueue(perSecond: perSecond, cores: cores, arrivals: 60_000, seed: 7)
    #expect(longer.latencies(service: service).percentile(99) <= 1.1 * budget)
  }

  @Test("almost alone, a login may take the whole budget")
  func alone() {
    #expect(LoginQueue(perSecond: 0.01, cores: 4, arrivals: 20_000).longestService(within: 0.25) > 0.2499)
  }

  @Test("the fewest cores hold, and one less does not")
  func fewestCores() throws {
    let queue = LoginQueue(perSecond: 100, cores: 1, arrivals: 20_000)
    let cores = try #require(queue.fewestCores(service: 0.05, within: 0.25))
    func slowest(_ cores: Int) -> Double {
      LoginQueue(perSecond: 100, cores: cores, arrivals: 20_000).latencies(service: 0.05).percentile(99)
    }
    #expect(cores > 5 && slowest(cores) <= 0.25 && slowest(cores - 1) > 0.25)
    #expect(queue.fewestCores(service: 0.3, within: 0.25) == nil)
  }

  static func plan(_ rate: String, _ cores: Int, _ nanoseconds: Double) throws -> LoginPlan {
    let load = try LoginLoad(LoginFunction(.sha512), budget: .milliseconds(250), rate: rate, cores: cores)
    return LoginPlan(load, LoginLoad.BusyRound(seconds: nanoseconds * 1e-9, batchSeconds: nanoseconds * 0.25e-9))
  }

  @Test("a load that can be borne: rounds, and how many logins fill all cores")
  func possible() throws {
    let plan = try Self.plan("2/s", 2, 250)
    #expect(plan.isPossible && plan.boughtRounds > 500_000 && plan.boughtRounds < 1_000_000)
    let service = Double(plan.boughtRounds) * 250e-9
    #expect(abs(service / plan.load.queue(2).longestService(within: 0.25) - 1) < 1e-5)
    #expect(abs(plan.capacity.single * Double(plan.rounds) * 250e-9 / 2 - 1) < 1e-9)
    #expect(abs(plan.capacity.batches! / plan.capacity.single - 4) < 1e-9)
    #expect(plan.lines.allSatisfy { $0.count <= 80 } && plan.lines.count == 5)
  }

  @Test("a load that cannot be borne: the cores it takes, or that cores do not help")
  func impossible() throws {
    let plan = try Self.plan("1000/s", 2, 250)
    #expect(!plan.isPossible && plan.rounds == 220_000)
    let cores = try #require(plan.load.queue(1000).fewestCores(service: 0.055, within: 0.25))
    #expect(cores >= 55 && plan.lines.contains("OWASP's rounds need \(cores) cores like these."))
    let slow = try Self.plan("1/s", 2, 5000)
    #expect(!slow.isPossible && slow.lines.last?.contains("takes 1100 ms alone") == true)
    #expect((plan.lines + slow.lines).allSatisfy { $0.count <= 80 })
  }

  @Test(
    "no decision if other programs kept the cores busy, whether the load is possible or not", arguments: [250.0, 5e5])
  func disturbed(nanoseconds: Double) throws {
    let load = try LoginLoad(LoginFunction(.sha512), budget: .milliseconds(250), rate: "2/s", cores: 2)
    let plan = LoginPlan(
      load, LoginLoad.BusyRound(seconds: nanoseconds * 1e-9, batchSeconds: nil, isDisturbed: true))
    #expect(plan.lines.last == "times. No decision: calibrate again when the machine is quiet.")
    #expect(!plan.lines.contains { $0.contains("cannot carry") } && plan.lines.allSatisfy { $0.count <= 80 })
  }

  @Test("other programs had the cores if elapsed times are a tenth longer, and the quota has whole cores")
  func busyRounds() {
    let (quiet, busy) = (Timing(cpu: 1, wall: 1.05), Timing(cpu: 1, wall: 1.2))
    func isDisturbed(_ one: Timing, _ batch: Timing?, hasWholeCores: Bool = true) -> Bool {
      LoginLoad.BusyRound(one, batch: batch, rounds: 10, hasWholeCores: hasWholeCores).isDisturbed
    }
    #expect(!isDisturbed(quiet, nil) && !isDisturbed(quiet, quiet))
    #expect(isDisturbed(busy, nil) && isDisturbed(busy, quiet) && isDisturbed(quiet, busy))
    #expect(!isDisturbed(busy, busy, hasWholeCores: false))
    let round = LoginLoad.BusyRound(quiet, batch: busy, rounds: 10, hasWholeCores: true)
    #expect(abs(round.seconds - 0.105) < 1e-9 && abs(round.batchSeconds! - 0.12 / 16) < 1e-9)
  }

  @Test("a quiet plan for more cores than this machine has: JSON, a plot and a decision")
  func report() throws {
    let folder = TestFolder()
    let words = ["calibrate", "--logins", "5/s", "--cores", "1000", "--hash", "sha256", "--plot", "x.svg"]
    let outcome = try Self.bench.run(words + ["--json"], in: folder)
    let page = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(page["disturbed"] as? Bool == (outcome.status == 3))
    let plan = try #require((page["plans"] as? [[String: Any]])?.first)
    #expect(plan["function"] as? String == "sha256" && page["logins_per_second"] as? Double == 5)
    let decision = page["decision"] as? [String: Any]
    #expect((decision?["rounds"] as? Int == nil) == (outcome.status == 3))
    // A quarter of a second is enough for OWASP's rounds on any machine that runs this.
    let plot = try String(contentsOf: folder.url.appendingPathComponent("x.svg"), encoding: .utf8)
    #expect(plot.contains("99 of 100 logins end, against their rounds") && plot.contains("simulation"))
  }

  @Test("more cores than this machine has, and every core busy")
  func otherCores() throws {
    var load = try LoginLoad(LoginFunction(.sha512), budget: .milliseconds(250), rate: nil, cores: 8)
    load.ownCores = 2
    let plan = LoginPlan(load, LoginLoad.BusyRound(seconds: 250e-9, batchSeconds: 60e-9))
    #expect(plan.boughtRounds == 1_000_000 && plan.rounds == 1_000_000)
    #expect(load.title == "8 busy cores, every login within 250 ms")
    #expect(plan.lines.contains("This machine has 2 cores. The plan assumes that the others are like them."))
    #expect(plan.lines.contains("All cores are busy with 32.0 logins a second, or 133 in batches."), "\(plan.lines)")
    let slow = LoginPlan(load, LoginLoad.BusyRound(seconds: 5000e-9, batchSeconds: 60e-9))
    #expect(slow.lines.last?.contains("takes 1100 ms alone") == true)
    #expect((plan.lines + slow.lines + [load.title]).allSatisfy { $0.count <= 80 })
  }

  /// Latencies with a given number of late ones, for a budget of 250 ms.
  static func latencies(_ count: Int, late: Int, of seconds: Double = 0.5) -> [Double] {
    [Double](repeating: 0.1, count: count - late) + [Double](repeating: seconds, count: late)
  }

  @Test("rounds fall until the logins are within the budget, with other arrivals each time")
  func settling() throws {
    let load = try LoginLoad(LoginFunction(.sha512), budget: .milliseconds(250), rate: "50/s", cores: 2)
    var asked: [Int] = []
    var seeds: Set<UInt64> = [1]
    let settled = load.settle(1_000_000) { rounds, seed in
      asked.append(rounds)
      #expect(seeds.insert(seed).inserted)
      return rounds > 500_000 ? Self.latencies(1000, late: 11) : Self.latencies(1000, late: 10)
    }
    #expect(asked == [1_000_000, 475_000] && settled.rounds == 475_000 && !load.isOver(settled.latencies))

    // Never fewer than the recommended rounds, and not twice the same rounds.
    asked = []
    let over = load.settle(300_000) { rounds, _ in
      asked.append(rounds)
      return Self.latencies(1000, late: 500)
    }
    #expect(asked == [300_000, 220_000] && over.rounds == 220_000 && load.isOver(over.latencies))
    asked = []
    _ = load.settle(900_000) { rounds, _ in
      asked.append(rounds)
      return Self.latencies(1000, late: 500, of: 0.26)
    }
    #expect(asked.count == LoginLoad.attempts && asked == asked.sorted(by: >))
  }

  @Test("over the budget: more than 1 of 100, and at least five or half")
  func over() throws {
    let load = try LoginLoad(LoginFunction(.sha512), budget: .milliseconds(250), rate: "1/s", cores: 2)
    let cases = [(1000, 10, false), (1000, 11, true), (100, 4, false), (100, 5, true), (4, 1, false), (4, 2, true)]
    for (count, late, isOver) in cases {
      #expect(load.isOver(Self.latencies(count, late: late)) == isOver, "\(late) of \(count)")
    }
    let refusal = load.refusal(Self.latencies(1000, late: 20))
    #expect(refusal[1].hasPrefix("20 of 1,000 logins took longer than the budget."))
    #expect(refusal.last!.contains("no decision"))
    #expect(refusal.allSatisfy { $0.count <= 80 && !$0.contains("rounds") })
  }

  @Test("the table: percentiles in their columns, and none that less than five logins lie above")
  func table() throws {
    let load = try LoginLoad(LoginFunction(.sha512), budget: .milliseconds(250), rate: "50/s", cores: 2)
    let many = (1...1000).map { Double($0) * 0.001 }
    let rows: [LoginLoad.Row] = [
      .init(name: "one at a time", latencies: many), .init(name: "in batches", latencies: Array(many[..<200])),
      .init(name: "few", latencies: [0.1, 0.3]),
    ]
    #expect(
      load.table(rows) == [
        "measured              50 %      95 %      99 %    logins      late",
        "one at a time       500 ms    950 ms    990 ms     1,000       750",
        "in batches          100 ms    190 ms         -       200         0",
        "few                      -         -         -         2         1",
      ])
    let decision = load.decision(475_000)
    #expect(decision[1] == "Decision: sha512, 475,000 rounds.")
    #expect(decision.contains("  config  PBKDF2_HASH=sha512 PBKDF2_ROUNDS=475000"))
  }

  @Test("real threads serve every login once; batches are at most of the size that was given", arguments: [1, 4])
  func threads(batchCount: Int) {
    let lock = NSLock()
    nonisolated(unsafe) var counts: [Int] = []
    let queue = LoginQueue(perSecond: 100_000, cores: 3, arrivals: 500)
    let latencies = LoginServer.latencies(of: queue, batchCount: batchCount) { count in
      lock.withLock { counts.append(count) }
    }
    #expect(latencies.count == 500 && latencies.allSatisfy { $0 >= 0 })
    #expect(counts.reduce(0, +) == 500 && counts.allSatisfy { 1...batchCount ~= $0 })
  }

  @Test("the last login is served, by the only core too")
  func lastLogin() {
    // The work ends at any moment around the second arrival, which is the last.
    let lost = (0..<1000).count { _ in
      let queue = LoginQueue(perSecond: 100_000, cores: 1, arrivals: 2)
      let latencies = LoginServer.latencies(of: queue) { _ in
        let end = ContinuousClock.now + .microseconds(Int.random(in: 0...150))
        while ContinuousClock.now < end {}
      }
      return latencies.count != 2
    }
    #expect(lost == 0)
  }

  @Test("without a pause every batch is full")
  func busy() {
    let lock = NSLock()
    nonisolated(unsafe) var counts: [Int] = []
    let times = LoginServer.busyTimes(cores: 2, calls: 5, logins: 4) { count in
      lock.withLock { counts.append(count) }
    }
    #expect(
      times.count == 10 && times.allSatisfy { $0.wall >= 0 && $0.cpu >= 0 } && counts == Array(repeating: 4, count: 10))
  }

  /// Invalid arguments, and a word of the message.
  static let refused: [(words: [String], word: String)] = [
    (["--logins", "50"], "'50'"), (["--logins", "0/s"], "'0/s'"), (["--logins", "-1/s"], "'-1/s'"),
    (["--logins", "1e3/s"], "'1e3/s'"), (["--logins", "100001/s"], "'100001/s'"), (["--logins", "/s"], "'/s'"),
    (["--logins", "5/m"], "'5/m'"), (["--logins", ""], "''"), (["--cores", "1025"], "--cores"),
    (["--logins", "5/s", "--cores", "0"], "--cores"), (["--logins", "5/s", "--save", "x"], "--save"),
  ]

  @Test("arguments that make no sense are named", arguments: refused.indices)
  func refuses(index: Int) throws {
    let (words, word) = Self.refused[index]
    let outcome = try Self.bench.run(["calibrate"] + words)
    #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains(word), "\(outcome.errors)")
  }

  @Test("a load that the machine cannot bear is said after the samples")
  func command() throws {
    let outcome = try Self.bench.run(["calibrate", "--logins", "100000/s", "--cores", "1", "--budget", "100ms"])
    #expect([0, 3].contains(outcome.status) && outcome.errors == "" && outcome.lines.allSatisfy { $0.count <= 80 })
    #expect(outcome.lines[1] == "100k logins a second on 1 core, 99 % within 100 ms")
    #expect(outcome.text.contains("so these cores cannot carry the load.") == (outcome.status == 0))
    #expect(outcome.text.contains("No decision") == (outcome.status == 3))
  }
}
