import SwiftVaultCommandSupport

/// An attacker who has the protected data and guesses the password, for one hash function.
struct Attacker {
  let hash: String
  /// The rounds a second of one derivation on this machine: the defender's cost.
  let defenderRoundsPerSecond: Double
  /// The rounds a second of all derivations side by side on one core of this machine.
  let coreRoundsPerSecond: Double
  /// The rounds a second of all derivations on the GPU.
  let gpuRoundsPerSecond: Double?
  /// The defender's rounds divided by the GPU's. Higher is better for the defender.
  let ratio: Double?

  /// The GPU with a known speed.
  static let gpu = "NVIDIA GeForce RTX 4090"

  /// The publication of its speed, measured with hashcat 6.2.6.
  static let source = "https://gist.github.com/Chick3nman/32e662a5bb63bc4f51b847bb422222fd"

  /// The password bits that search times are given for.
  static let bits = [30, 40, 50, 60]

  /// Measures how fast a core of this machine guesses.
  ///
  /// - Parameter calibrations: all those of `hash`; the longest counts, because it is the most exact.
  init(_ hash: NamedHash, _ calibrations: [Calibration]) throws(BenchError) {
    let longest = calibrations.max { $0.measuredMs < $1.measuredMs }!
    var batch = Meter(
      try Workload(.pbkdf2(hash, isBatch: true), size: hash.digestByteCount, kernel: nil))
    self.init(
      hash, defenderRoundsPerSecond: 1000 * Double(longest.rounds) / longest.measuredMs,
      coreRoundsPerSecond: 1e9 / batch.nanoseconds(seconds: 0.1))
  }

  /// The attacker for known speeds of the defender and of a core.
  init(_ hash: NamedHash, defenderRoundsPerSecond: Double, coreRoundsPerSecond: Double) {
    self.hash = hash.rawValue
    self.defenderRoundsPerSecond = defenderRoundsPerSecond
    self.coreRoundsPerSecond = coreRoundsPerSecond
    gpuRoundsPerSecond = hash.gpuRoundsPerSecond
    ratio = hash.gpuRoundsPerSecond.map { defenderRoundsPerSecond / $0 }
  }
}

extension NamedHash {
  /// The rounds of PBKDF2 that one RTX 4090 does in a second: guesses of hashcat's modes 10900 and 12100, times the 999
  /// rounds of each. A truncated function costs as much as the full one. `nil` for SHA-1 and MD5.
  var gpuRoundsPerSecond: Double? {
    switch kernelFamily {
    case .sha256: 8_865.7e3 * 999
    case .sha512: 3_120.9e3 * 999
    case .md5, .sha1, .aes, .chacha20, .argon2id: nil
    }
  }
}

/// How fast an attacker guesses at given rounds.
struct Guessing {
  let coreGuessesPerSecond: Double
  let gpuGuessesPerSecond: Double?
  /// For each number of bits, the years in which the GPU tries half of the passwords, which is an average search.
  let gpuYears: [(bits: Int, years: Double?)]

  /// The guesses of `attacker` at some rounds each.
  init(_ attacker: Attacker, rounds: Int) {
    coreGuessesPerSecond = attacker.coreRoundsPerSecond / Double(rounds)
    let gpu = attacker.gpuRoundsPerSecond.map { $0 / Double(rounds) }
    gpuGuessesPerSecond = gpu
    gpuYears = Attacker.bits.map { bits in
      (bits, gpu.map { Self.seconds(bits: bits, guessesPerSecond: $0) / Double.secondsPerYear })
    }
  }

  /// The seconds in which half of the passwords of so many bits are tried.
  static func seconds(bits: Int, guessesPerSecond: Double) -> Double {
    Double(1 << (bits - 1)) / guessesPerSecond
  }
}
