import SwiftVaultCommandSupport
import Vault

/// The arguments that several uses of `vault-bench calibrate` take.
extension BenchArguments {
  static let standardBudgets = "250ms,100ms,500ms,1s"
  private static let longestBudget = Duration.seconds(60)
  private static let argon2id = "argon2id"

  private var hashNames: [String] { get throws(BenchError) { try list("--hash", default: "sha256,sha512") } }

  /// Whether Argon2id is one of the hashes. A list that is wrong is refused where it is read.
  var hasArgon2id: Bool { ((try? hashNames) ?? []).contains(Self.argon2id) }

  /// The hashes for PBKDF2, without Argon2id; that of the verdict if there are no others.
  var hashes: [NamedHash] {
    get throws(BenchError) {
      var hashes: [NamedHash] = []
      for name in try hashNames where name != Self.argon2id {
        if EngineFunction(rawValue: name) != nil { throw BenchError(message: "--hash \(name) needs --engine") }
        guard let hash = NamedHash(rawValue: name) else {
          throw BenchError.unknown("hash", name, known: NamedHash.allCases.map(\.rawValue) + [Self.argon2id])
        }
        hashes.append(hash)
      }
      return hashes.isEmpty ? [HashVerdict.hash] : hashes
    }
  }

  /// The hash for a use that takes one.
  var hash: NamedHash {
    get throws(BenchError) {
      let hashes = try hashes
      return hashes.contains(HashVerdict.hash) ? HashVerdict.hash : hashes[0]
    }
  }

  /// The budgets; the decision is for the first.
  var budgets: [Duration] {
    get throws(BenchError) {
      var budgets: [Duration] = []
      for text in try list("--budget", default: Self.standardBudgets) { budgets.append(try Self.budget(text)) }
      return budgets
    }
  }

  private static func budget(_ text: String) throws(BenchError) -> Duration {
    guard let budget = Duration(text: text) else {
      throw BenchError(message: "'\(text)' is not a budget; write a time such as 500us, 250ms, 1s or 1.5s")
    }
    guard budget >= .microseconds(1), budget <= longestBudget else {
      throw BenchError(message: "a budget of \(text); it must be from 1us to \(Int(longestBudget.seconds))s")
    }
    return budget
  }

  /// The memory of Argon2id for each of so many simultaneous logins.
  func memory(logins: Int) throws(BenchError) -> Int {
    guard let text = value("--memory") else { return Argon2id.forFiles.memoryByteCount }
    guard let memory = Int(binarySize: text) else {
      throw BenchError(message: "--memory '\(text)'; write a size with its unit, such as 64MiB or 1GiB")
    }
    guard memory == memory.wholeMebibytes else {
      throw BenchError(message: "--memory \(text) is no whole number of MiB")
    }
    let own = (memory / logins).wholeMebibytes
    let least = Argon2Fit.Least.login.memoryByteCount
    guard least <= own, own < 1 << 42 else {
      throw BenchError(
        message: "--memory \(text) is too \(own < least ? "little" : "much") for \(logins.counted("login")); "
          + "each has \(least.binarySize) to \(((1 << 42) - (1 << 20)).binarySize)")
    }
    return own
  }

  /// The files of `--plot` and `--save`.
  var reports: (plot: ReportFile?, saved: ReportFile?) {
    get throws(BenchError) {
      let (plot, saved) = (try file("--plot"), try file("--save"))
      if let plot, let saved, plot.isFile(at: saved.path) {
        throw BenchError(message: "--plot and --save name the same file")
      }
      return (plot, saved)
    }
  }

  /// The file that an option names for a report.
  func file(_ option: String) throws(BenchError) -> ReportFile? {
    guard let path = value(option) else { return nil }
    return try ReportFile(path)
  }
}

extension ReportFile {
  /// The line that names what was written; empty if there is none.
  static func lines(plot: ReportFile?, saved: ReportFile? = nil) -> [String] {
    let names = [("Plot", plot), ("Saved", saved)].compactMap { name, file in file.map { "\(name): \($0.path)" } }
    return names.isEmpty ? [] : [""] + names
  }
}
