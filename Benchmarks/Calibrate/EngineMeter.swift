/// The time that an engine takes, for searches.
///
/// If a quota gives a thread less than a core, the elapsed time counts, as it does for this package.
struct EngineMeter {
  let derive: (EngineRequest) throws(BenchError) -> Timing
  /// The fraction of a core that one thread gets.
  let share: Double

  /// A meter of rounds that samples with a tenth of the budget or 20 ms, whichever is longer, so that starting work
  /// counts little.
  var rounds: RoundMeter {
    RoundMeter(
      sample: { hash, budget throws(BenchError) in
        let least = max(0.02, budget.seconds / 10)
        var rounds = 1000
        while true {
          let fastest = try fastest(.pbkdf2(hash, rounds: rounds), least: least)
          if fastest >= least { return fastest * 1e9 / Double(rounds) / share }
          rounds = max(2 * rounds, Int(1.2 * least / fastest * Double(rounds)))
        }
      },
      derive: { hash, rounds throws(BenchError) in
        let timing = try derive(.pbkdf2(hash, rounds: rounds))
        return Timing(cpu: timing.seconds(share: share), wall: timing.wall)
      })
  }

  /// The CPU time of the fastest derivation, or of one that is shorter than `least` seconds.
  ///
  /// Some interpreters compile what they have run for a while, later if the machine is busy: samples go on until three
  /// in a row are not faster than those before them by 2 %.
  private func fastest(_ request: EngineRequest, least: Double) throws(BenchError) -> Double {
    var (fastest, failures) = (Double.infinity, 0)
    while failures < 3, fastest >= least {
      let seconds = try derive(request).cpu
      failures = seconds < 0.98 * fastest ? 0 : failures + 1
      fastest = min(fastest, seconds)
    }
    return fastest
  }
}

extension Timing {
  /// The time that counts: elapsed time if a quota gives a thread less than a core, otherwise CPU time.
  func seconds(share: Double) -> Double { share < 1 ? wall : cpu }
}
