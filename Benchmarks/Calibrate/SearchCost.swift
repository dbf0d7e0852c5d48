import SwiftVaultCommandSupport

/// Assumptions about an attacker; each is an option.
struct SearchAssumptions {
  /// The GPUs in the attacker's rack.
  var rackCount = 100
  /// Dollars for an hour of one RTX 4090. Source: ``priceSource``.
  var dollarsPerHour = 0.34
  /// The years in which the computing power for a dollar doubles. Source: ``doublingSource``.
  var doublingYears = 2.46
  /// The bits of the user's own password.
  var bits: Double?

  static let priceSource = "RunPod on demand, March 2026; https://deploybase.ai/articles/rtx-4090-cloud"
  static let doublingSource = "Epoch AI 2022: https://epochai.org/blog/trends-in-gpu-price-performance"
}

/// The cost of a search for a password to an attacker, at given rounds.
struct SearchCost {
  let hash: NamedHash
  let rounds: Int
  let assumptions: SearchAssumptions
  /// Guesses a second on one core of this machine, and how many cores it has.
  let coreGuessesPerSecond: Double
  let coreCount: Int
  /// Guesses a second on one RTX 4090.
  let gpuGuessesPerSecond: Double

  /// Password policies, and the bits of the passwords that they give.
  static let policies = [("8 random", 8 * log2(94.0)), ("4 words", 4 * log2(7776.0))]

  /// The rule of tobtu's Minimum Password Settings: at most this many guesses a second on a GPU.
  static let guessLimit = 10_000.0
  static let limitSource = "https://tobtu.com/minimum-password-settings/"

  /// Guesses a second on one RTX 4090 with functions that need memory.
  static let memoryHard = [
    (name: "Argon2id, 64 MiB, 3 passes", guesses: 1667.0, source: "https://github.com/hashcat/hashcat/pull/4284"),
    (name: "scrypt, 16 MiB (N 16,384, r 8)", guesses: 5703.0, source: "https://github.com/hashcat/hashcat/pull/3950"),
  ]

  /// The cost at a decision; `nil` for a hash whose speed on the GPU is not known.
  init?(_ decision: Decision, _ attacker: Attacker, cores: Int, _ assumptions: SearchAssumptions) {
    guard let gpu = attacker.gpuRoundsPerSecond else { return nil }
    hash = decision.hash
    rounds = decision.rounds
    self.assumptions = assumptions
    coreGuessesPerSecond = attacker.coreRoundsPerSecond / Double(rounds)
    coreCount = cores
    gpuGuessesPerSecond = gpu / Double(rounds)
  }

  /// The policies and the user's own.
  var passwords: [(name: String, bits: Double)] {
    Self.policies + (assumptions.bits.map { [("yours", $0)] } ?? [])
  }

  /// The attackers by name, with their guesses a second.
  var attackers: [(name: String, guesses: Double)] {
    [
      ("one core here", coreGuessesPerSecond), ("this machine, \(coreCount)", coreGuessesPerSecond * Double(coreCount)),
      ("one RTX 4090", gpuGuessesPerSecond),
      ("a rack of \(assumptions.rackCount.grouped)", gpuGuessesPerSecond * Double(assumptions.rackCount)),
    ]
  }

  /// The seconds in which half of the passwords of so many bits are tried.
  static func seconds(bits: Double, guesses: Double) -> Double { exp2(bits - 1) / guesses }

  /// The GPU rent for that, however many GPUs share the work.
  func dollars(bits: Double) -> Double {
    Self.seconds(bits: bits, guesses: gpuGuessesPerSecond) / 3600 * assumptions.dollarsPerHour
  }

  /// The rounds at which the GPU makes no more guesses a second.
  func rounds(forGuesses guesses: Double) -> Int {
    Int((gpuGuessesPerSecond * Double(rounds) / guesses).rounded(.up))
  }

  /// The rounds that cost an attacker as much after some years, to three significant digits.
  func rounds(after years: Double) -> Int? {
    let grown = Double(rounds) * exp2(years / assumptions.doublingYears)
    guard grown < 1e15 else { return nil }
    let unit = pow(10, (log10(grown).rounded(.down) - 2))
    return Int((grown / unit).rounded() * unit)
  }
}

extension SearchCost {
  /// The lines of the report, within 80 columns.
  var lines: [String] {
    let title = "Average cost of a search at \(rounds.grouped) rounds of \(hash.rawValue):"
    let head = Self.row("attacker", "guesses/s", passwords.map { "\($0.name), \($0.bits.text(1))" })
    let rows = attackers.map { attacker in
      Self.row(
        attacker.name, attacker.guesses.quantity,
        passwords.map { Self.span(Self.seconds(bits: $0.bits, guesses: attacker.guesses)) })
    }
    let rent = Self.row("GPUs rented", "", passwords.map { "$" + Self.quantity(dollars(bits: $0.bits)) })
    return [title, "", head] + rows + [rent, ""] + notes
  }

  private var notes: [String] {
    let trend = [2.0, 5, 10].map { rounds(after: $0)?.grouped ?? "more than 10^15" }
    return [
      "52.4 bits: 8 random characters out of 94; 51.7 bits: 4 words drawn from 7,776.",
      "15 characters chosen by a person: no figure, because no reliable one was found.",
      "Rent: \(assumptions.dollarsPerHour.text(2)) dollars per GPU hour (--price). Default:",
      SearchAssumptions.priceSource, "",
      "\(rounds(forGuesses: Self.guessLimit).grouped) rounds limit that GPU to 10,000 guesses a second, OWASP's",
      "\(hash.recommendedRounds.grouped) to \((gpuGuessesPerSecond * Double(rounds) / Double(hash.recommendedRounds)).quantity)."
        + " The rule is from tobtu, who counts this card as 1.5:", Self.limitSource, "",
      "Equal cost in 2, 5 and 10 years, if computing per dollar doubles every "
        + "\(assumptions.doublingYears.text(2)):", "\(trend.joined(separator: ", ")) rounds (--doubling). Default:",
      SearchAssumptions.doublingSource, "",
    ] + memoryHardNotes
  }

  private var memoryHardNotes: [String] {
    let lines = Self.memoryHard.flatMap { function in
      [
        "\(function.name): \(function.guesses.quantity) guesses a second on that GPU, like",
        "PBKDF2 with \(rounds(forGuesses: function.guesses).grouped) rounds. \(function.source)",
      ]
    }
    return ["Functions that need memory:"] + lines + [
      "If there is memory for every login, and no standard requires PBKDF2, then PBKDF2",
      "is the wrong choice for new passwords.",
    ]
  }

  private static func span(_ seconds: Double) -> String {
    let years = seconds / Double.secondsPerYear
    return years < 1e13 ? seconds.spanText : quantity(years) + " years"
  }

  /// Beyond the largest unit letter, a power of ten.
  private static func quantity(_ number: Double) -> String {
    guard number >= 1e13 else { return number.quantity }
    let power = log10(number).rounded(.down)
    return (number / pow(10, power)).text(1) + "e\(Int(power))"
  }

  private static func row(_ name: String, _ guesses: String, _ cells: [String]) -> String {
    name.padded(to: -20) + guesses.padded(to: 10) + cells.map { $0.padded(to: 16) }.joined()
  }

  var json: JSON {
    [
      "rounds": JSON(rounds), "rack": JSON(assumptions.rackCount),
      "dollars_per_gpu_hour": JSON(assumptions.dollarsPerHour), "doubling_years": JSON(assumptions.doublingYears),
      "guesses_per_second": .object(
        zip(["core", "machine", "gpu", "rack"], attackers).map { ($0, JSON($1.guesses)) }),
      "passwords": .list(
        passwords.map { password in
          [
            "bits": JSON(password.bits), "gpu_dollars": JSON(dollars(bits: password.bits)),
            "years": .object(
              zip(["core", "machine", "gpu", "rack"], attackers).map { name, attacker in
                (name, JSON(Self.seconds(bits: password.bits, guesses: attacker.guesses) / Double.secondsPerYear))
              }),
          ]
        }),
      "rounds_for_10000_guesses": JSON(rounds(forGuesses: Self.guessLimit)),
      "rounds_in_years": .object([2, 5, 10].map { ("\($0)", rounds(after: Double($0)).map { JSON($0) } ?? .null) }),
    ]
  }
}
