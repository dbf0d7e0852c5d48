/// A function that stretches the password of a credential. It includes functions of other systems that no new password
/// has.
package enum StoredFunction: String, Sendable {
  case pbkdf2HMACSHA512 = "PBKDF2-HMAC-SHA512"
  case pbkdf2HMACSHA256 = "PBKDF2-HMAC-SHA256"
  case pbkdf2HMACSHA1 = "PBKDF2-HMAC-SHA1"
  case argon2id = "Argon2id"
  case scrypt = "scrypt"

  init(_ function: PasswordStretching.Function) {
    switch function {
    case .pbkdf2HMACSHA512: self = .pbkdf2HMACSHA512
    case .pbkdf2HMACSHA256: self = .pbkdf2HMACSHA256
    case .argon2id: self = .argon2id
    }
  }

  /// The size of a digest in bytes. Argon2id and scrypt have outputs of any size. For them, this is the most common
  /// size.
  var digestByteCount: Int {
    switch self {
    case .pbkdf2HMACSHA512, .scrypt: SHA512.Digest.byteCount
    case .pbkdf2HMACSHA256, .argon2id: SHA256.Digest.byteCount
    case .pbkdf2HMACSHA1: Insecure.SHA1.byteCount
    }
  }

  /// The number of digests in an output, each of which takes all rounds.
  func digestCount(ofByteCount byteCount: Int) -> Int {
    switch self {
    case .pbkdf2HMACSHA512, .pbkdf2HMACSHA256, .pbkdf2HMACSHA1: (byteCount - 1) / digestByteCount + 1
    case .argon2id, .scrypt: 1
    }
  }
}

/// How a credential stretches its password.
enum StoredStretching: Sendable, Hashable {
  /// A stretching that a new password can have.
  case policy(PasswordStretching)
  case pbkdf2HMACSHA1(rounds: Int)
  case scrypt(Scrypt)

  var function: StoredFunction {
    switch self {
    case .policy(let stretching): StoredFunction(stretching.function)
    case .pbkdf2HMACSHA1: .pbkdf2HMACSHA1
    case .scrypt: .scrypt
    }
  }

  /// The parameters of Argon2id; nil for another function.
  var argon2id: Argon2id? {
    if case .policy(let stretching) = self { stretching.argon2id } else { nil }
  }

  /// The function and its parameters.
  var description: String {
    switch self {
    case .policy(let stretching): stretching.description
    case .pbkdf2HMACSHA1(let rounds): "\(function.rawValue), \(rounds.units("round"))"
    case .scrypt(let scrypt): "scrypt, N \(scrypt.cost), r \(scrypt.blockSize), p \(scrypt.parallelization)"
    }
  }

  /// With scrypt, the number of bytes that are written and read, divided by 1024.
  var rounds: Int {
    switch self {
    case .policy(let stretching): stretching.rounds
    case .pbkdf2HMACSHA1(let rounds): rounds
    case .scrypt(let scrypt): scrypt.rounds
    }
  }

  /// The memory in bytes; 0 without Argon2id and scrypt.
  var memoryByteCount: Int {
    switch self {
    case .policy(let stretching): stretching.argon2id?.memoryByteCount ?? 0
    case .pbkdf2HMACSHA1: 0
    case .scrypt(let scrypt): scrypt.memoryByteCount
    }
  }

  /// A parameter of Argon2id or scrypt in the text; nil if the function does not have it.
  func number(_ number: FormRow.Number) -> Int? {
    switch (self, number) {
    case (.policy(let stretching), .memory): stretching.argon2id.map { $0.memoryByteCount / 1024 }
    case (.policy(let stretching), .passes): stretching.argon2id?.passes
    case (.policy(let stretching), .lanes): stretching.argon2id?.lanes
    case (.scrypt(let scrypt), .cost): scrypt.cost
    case (.scrypt(let scrypt), .costLogarithm): scrypt.cost.trailingZeroBitCount
    case (.scrypt(let scrypt), .blockSize): scrypt.blockSize
    case (.scrypt(let scrypt), .parallelization): scrypt.parallelization
    default: nil
    }
  }
}

extension Scrypt {
  /// The blocks of 1024 bytes that are written and read, 2 · N · 128 · r · p / 1024, rounded up.
  fileprivate var rounds: Int {
    let (blocks, isOver) = cost.multipliedReportingOverflow(by: blockSize * parallelization)
    return isOver ? .max : (blocks - 1) / 4 + 1
  }
}
