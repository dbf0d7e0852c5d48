import MemoryHard
import SwiftVaultCommandSupport

/// A key for an engine to derive.
enum EngineRequest: Equatable {
  case pbkdf2(NamedHash, rounds: Int)
  case argon2id(Argon2id)
  case scrypt(Scrypt)
  case bcrypt(cost: Int)

  /// The line that asks for it: the function, its parameters, and the bytes of the key.
  var line: String {
    switch self {
    case .pbkdf2(let hash, let rounds): "pbkdf2 \(hash.rawValue) \(rounds) \(hash.digestByteCount)"
    case .argon2id(let argon2id):
      "argon2id \(argon2id.memoryByteCount / 1024) \(argon2id.passes) \(argon2id.lanes) \(Self.byteCount)"
    case .scrypt(let scrypt): "scrypt \(scrypt.cost) \(scrypt.blockSize) \(scrypt.parallelization) \(Self.byteCount)"
    case .bcrypt(let cost): "bcrypt \(cost)"
    }
  }

  /// The request of a line; `nil` if it is none, or asks for a key of another size.
  init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    let numbers = words.compactMap { Int($0) }
    switch (words.first, numbers.count) {
    case ("pbkdf2", 2):
      guard let hash = NamedHash(rawValue: words[1]), numbers[0] > 0 else { return nil }
      self = .pbkdf2(hash, rounds: numbers[0])
    case ("argon2id", 4):
      guard 0..<1 << 32 ~= numbers[0],
        let argon2id = try? Argon2id(memoryByteCount: 1024 * numbers[0], passes: numbers[1], lanes: numbers[2])
      else { return nil }
      self = .argon2id(argon2id)
    case ("scrypt", 4):
      guard let scrypt = try? Scrypt(cost: numbers[0], blockSize: numbers[1], parallelization: numbers[2]) else {
        return nil
      }
      self = .scrypt(scrypt)
    default: return nil
    }
    guard self.line == line else { return nil }
  }

  private static let byteCount = 32

  /// The function, and the hash of PBKDF2.
  var function: String {
    switch self {
    case .pbkdf2(let hash, _): "pbkdf2 with \(hash.rawValue)"
    case .argon2id: "argon2id"
    case .scrypt: "scrypt"
    case .bcrypt: "bcrypt"
    }
  }

  /// The parameters, in at most 17 columns.
  var parameters: String {
    switch self {
    case .pbkdf2(_, let rounds): rounds.counted("round")
    case .argon2id(let argon2id):
      "m=\(argon2id.memoryByteCount / 1024),t=\(argon2id.passes),p=\(argon2id.lanes)"
    case .scrypt(let scrypt):
      "N=2^\(scrypt.cost.trailingZeroBitCount) r=\(scrypt.blockSize) p=\(scrypt.parallelization)"
    case .bcrypt(let cost): "cost \(cost)"
    }
  }

  /// A line for a configuration.
  var configLine: String {
    switch self {
    case .pbkdf2(let hash, let rounds): hash.configLine(rounds: rounds)
    case .argon2id(let argon2id): argon2id.phcPrefix
    case .scrypt(let scrypt): "scrypt N=\(scrypt.cost) r=\(scrypt.blockSize) p=\(scrypt.parallelization)"
    case .bcrypt(let cost): "bcrypt cost=\(cost)"
    }
  }

  /// The parameters as members of a JSON object.
  var json: [(name: String, value: JSON)] {
    switch self {
    case .pbkdf2(let hash, let rounds): [("hash", JSON(hash.rawValue)), ("rounds", JSON(rounds))]
    case .argon2id(let argon2id):
      [
        ("hash", JSON("argon2id")), ("memory_bytes", JSON(argon2id.memoryByteCount)),
        ("passes", JSON(argon2id.passes)), ("lanes", JSON(argon2id.lanes)),
      ]
    case .scrypt(let scrypt):
      [
        ("hash", JSON("scrypt")), ("cost", JSON(scrypt.cost)), ("block_size", JSON(scrypt.blockSize)),
        ("parallelization", JSON(scrypt.parallelization)),
      ]
    case .bcrypt(let cost): [("hash", JSON("bcrypt")), ("cost", JSON(cost))]
    }
  }

  /// A time that no processor is faster than: a nanosecond for each round, for each block of memory, or for each of
  /// the 2^cost rounds of bcrypt.
  var leastSeconds: Double {
    let steps =
      switch self {
      case .pbkdf2(_, let rounds): rounds
      case .argon2id(let argon2id): argon2id.filledBlocks
      case .scrypt(let scrypt): scrypt.cost * scrypt.parallelization
      case .bcrypt(let cost): 1 << cost
      }
    return Double(steps) * 1e-9
  }

  /// The time that this package takes; `nil` if it has no such function.
  func timeHere() throws(BenchError) -> Timing? {
    do {
      switch self {
      case .pbkdf2(let hash, let rounds): return Timing(hash.type, rounds: rounds)
      case .argon2id(let argon2id):
        return try Timing {
          keep(
            try argon2id.deriveKey(
              password: Self.password, salt: Self.salt, outputByteCount: Self.byteCount, memoryLimit: .max))
        }
      case .scrypt(let scrypt):
        return try Timing {
          keep(
            try scrypt.deriveKey(
              password: Self.password, salt: Self.salt, outputByteCount: Self.byteCount, memoryLimit: .max))
        }
      case .bcrypt: return nil
      }
    } catch {
      throw BenchError(message: "\(parameters): \(error)", isArgument: false)
    }
  }

  private static let password = Array("correct horse battery staple".utf8)
  private static let salt = PasswordSalt(unchecked: repeatElement(0x5A, count: 16))
}
