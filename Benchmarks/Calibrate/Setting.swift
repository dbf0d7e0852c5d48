import MemoryHard
import SwiftVaultCommandSupport

/// What to write into the configuration of a program that derives keys from passwords, and where.
struct Setting: Sendable {
  /// The names that `--for` takes.
  let names: [String]
  let program: String
  /// The functions of the program that can be measured, in the order of its documentation.
  private(set) var functions: [Function]
  /// What is to be known about its other functions; empty if there is nothing.
  var others: [String] = []
  /// What happens to a password that was stored before.
  let stored: [String]
  /// The pages and files that say so.
  let sources: [String]

  /// A function, and where its parameters are written.
  enum Function: Sendable {
    /// PBKDF2 with one of the hashes, of which the first is the usual one.
    case pbkdf2([NamedHash], Measure, @Sendable (NamedHash, _ rounds: Int) -> [Place])
    case argon2id(Demand, @Sendable (Argon2id) -> [Place])
  }

  /// What is measured, because it computes PBKDF2 as the program does.
  enum Measure {
    /// An engine of `--engine`, and why it is the right one; `nil` if the user chose it.
    case engine(String, because: String?)
    /// None of those, so this package is measured.
    case thisPackage

    var engine: String? {
      switch self {
      case .engine(let name, _): name
      case .thisPackage: nil
      }
    }
  }

  /// What the program demands of Argon2id.
  enum Demand {
    /// For a login: on one core, so that other logins have theirs.
    case login
    /// For a file: on all cores, in at most four lanes.
    case file(fewestPasses: Int)
  }

  /// A file, a command or a dialog, and the lines for it.
  struct Place {
    let name: String
    let lines: [String]

    init(_ name: String, _ text: String) {
      self.name = name
      lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The functions by the names that `--hash` takes.
  var hashNames: [String] {
    functions.flatMap { function in
      switch function {
      case .pbkdf2(let hashes, _, _): hashes.map(\.rawValue)
      case .argon2id: ["argon2id"]
      }
    }
  }

  /// The setting with one function, and for PBKDF2 one hash; `nil` if it has none of that name.
  func only(_ hashName: String) -> Setting? {
    var setting = self
    for function in functions {
      switch function {
      case .pbkdf2(let hashes, let measure, let places):
        guard let hash = hashes.first(where: { $0.rawValue == hashName }) else { continue }
        setting.functions = [.pbkdf2([hash], measure, places)]
      case .argon2id:
        guard hashName == "argon2id" else { continue }
        setting.functions = [function]
      }
      return setting
    }
    return nil
  }
}

extension Setting.Demand {
  var least: Argon2Fit.Least {
    switch self {
    case .login: .login
    case .file(let fewestPasses): .vault.withPasses(fewestPasses)
    }
  }

  func lanes(cores: Int) -> Int {
    switch self {
    case .login: 1
    case .file: min(Argon2id.forFiles.lanes, cores)
    }
  }
}
