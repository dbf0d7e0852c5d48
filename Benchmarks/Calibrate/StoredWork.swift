import Credentials
import SwiftVaultCommandSupport

/// The work of one password check, as a setting or a credential states it.
enum StoredWork: Hashable {
  /// A check longer than a digest takes the rounds once for each digest.
  case pbkdf2(NamedHash, rounds: Int, digestCount: Int = 1)
  case argon2id(Argon2id)
  case scrypt(Scrypt)
  case bcrypt(cost: Int)

  /// Reads what `--check` may be given in place of a file: `sha256:600000`, which may follow `pbkdf2:`, the beginning
  /// of a PHC string of Argon2id, or a credential.
  init?(_ text: String) {
    let parts = text.replacing("pbkdf2:", with: "", maxReplacements: text.hasPrefix("pbkdf2:") ? 1 : 0)
      .split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, let hash = NamedHash(rawValue: String(parts[0])), let rounds = Self.rounds(parts[1]) {
      self = .pbkdf2(hash, rounds: rounds)
    } else if let credential = try? Credential(text, limits: .none) {
      self.init(credential)
    } else if text.hasPrefix("$argon2id$"), text.hasSuffix("$"),
      let credential = try? Credential(text + Self.saltAndKey, limits: .none)
    {
      self.init(credential)
    } else if let cost = Self.bcryptCost(text) {
      self = .bcrypt(cost: cost)
    } else {
      return nil
    }
  }

  /// The cost of a hash of bcrypt, which may follow the prefix of another program.
  private static func bcryptCost(_ text: String) -> Int? {
    let form = /(?:bcrypt(?:_sha256)?\$|\{bcrypt\})?\$2[abxy]\$(\d\d)\$[.\/0-9A-Za-z]{53}/
    return text.wholeMatch(of: form).flatMap { Int($0.1) }.flatMap { 4...31 ~= $0 ? $0 : nil }
  }

  /// A salt of 16 bytes and a key of 32, which complete the beginning of a PHC string.
  private static let saltAndKey = String(repeating: "A", count: 22) + "$" + String(repeating: "A", count: 43)

  /// The work that a credential asks for.
  init(_ credential: Credential) {
    switch credential.function {
    case .pbkdf2HMACSHA512:
      self = .pbkdf2(.sha512, rounds: credential.rounds, digestCount: credential.digestCount)
    case .pbkdf2HMACSHA256:
      self = .pbkdf2(.sha256, rounds: credential.rounds, digestCount: credential.digestCount)
    case .pbkdf2HMACSHA1:
      self = .pbkdf2(.sha1, rounds: credential.rounds, digestCount: credential.digestCount)
    case .argon2id: self = .argon2id(credential.stretching!.argon2id!)
    case .scrypt: self = .scrypt(credential.scrypt!)
    }
  }

  /// Reads a line of configuration, `PBKDF2_HASH=sha512 PBKDF2_ROUNDS=220000`.
  init?(configuration line: String) {
    var (hash, rounds): (NamedHash?, Int?)
    for word in line.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      switch parts[0] {
      case "PBKDF2_HASH": hash = NamedHash(rawValue: String(parts[1]))
      case "PBKDF2_ROUNDS": rounds = Self.rounds(parts[1])
      default: return nil
      }
    }
    guard let hash, let rounds else { return nil }
    self = .pbkdf2(hash, rounds: rounds)
  }

  /// Reads a decision or a setting in the JSON of a calibration.
  init(_ page: JSONFields) throws(BenchError) {
    let name = try page.string("hash")
    do {
      switch EngineFunction(rawValue: name) {
      case .argon2id:
        self = .argon2id(
          try Argon2id(
            memoryByteCount: page.integer("memory_bytes"), passes: page.integer("passes"), lanes: page.integer("lanes"))
        )
      case .scrypt:
        self = .scrypt(
          try Scrypt(
            cost: page.integer("cost"), blockSize: page.integer("block_size"),
            parallelization: page.integer("parallelization")))
      case .bcrypt:
        let cost = try page.integer("cost")
        guard 4...31 ~= cost else { throw BenchError(message: "a cost of bcrypt that is not from 4 to 31") }
        self = .bcrypt(cost: cost)
      case nil:
        guard let work = StoredWork("\(name):\(try page.integer("rounds"))") else {
          throw BenchError(message: "its hash or its rounds are unknown")
        }
        self = work
      }
    } catch {
      throw BenchError(message: (error as? BenchError)?.message ?? "\(error)", isArgument: false)
    }
  }

  private static func rounds(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let rounds = Int(text), 1...Int(UInt32.max) ~= rounds else {
      return nil
    }
    return rounds
  }

  /// The function and its parameters.
  var name: String {
    switch self {
    case .pbkdf2(let hash, let rounds, let digestCount):
      "\(hash.rawValue), \(rounds.counted("round"))" + (digestCount > 1 ? ", \(digestCount) digests" : "")
    case .argon2id(let argon2id): argon2id.description
    case .scrypt(let scrypt): "scrypt, N \(scrypt.cost), r \(scrypt.blockSize), p \(scrypt.parallelization)"
    case .bcrypt(let cost): "bcrypt, cost \(cost)"
    }
  }

  /// What an engine is asked for.
  var request: EngineRequest {
    switch self {
    case .pbkdf2(let hash, let rounds, _): .pbkdf2(hash, rounds: rounds)
    case .argon2id(let argon2id): .argon2id(argon2id)
    case .scrypt(let scrypt): .scrypt(scrypt)
    case .bcrypt(let cost): .bcrypt(cost: cost)
    }
  }

  /// The recommendation of OWASP for the function.
  var recommendation: String {
    switch self {
    case .pbkdf2(let hash, _, _): hash.recommendedRounds.counted("round")
    case .argon2id: "\(Argon2id.forLogins)"
    case .scrypt: EngineFunction.scrypt.recommended.parameters
    case .bcrypt: EngineFunction.bcrypt.recommended.parameters
    }
  }

  /// Whether it is at least what OWASP recommends. Source: OWASP Password Storage Cheat Sheet, March 2026, which calls
  /// each of several pairs of memory and time equal.
  var meetsRecommendation: Bool {
    switch self {
    case .pbkdf2(let hash, let rounds, _): rounds >= hash.recommendedRounds
    case .argon2id(let argon2id):
      [(46, 1), (19, 2), (12, 3), (9, 4), (7, 5)].contains {
        argon2id.memoryByteCount >= $0 << 20 && argon2id.passes >= $1
      }
    case .scrypt(let scrypt):
      scrypt.blockSize >= 8
        && EngineFunction.scrypt.equivalents.contains {
          scrypt.cost >= 1 << $0.exponent && scrypt.parallelization >= $0.count
        }
    case .bcrypt(let cost): cost >= EngineFunction.bcrypt.equivalents[0].exponent
    }
  }
}
