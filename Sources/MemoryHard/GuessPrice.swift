import PBKDF2

/// What one step of a function costs an attacker, in a common unit. A round of PBKDF2-HMAC-SHA512 costs 210.
///
/// For PBKDF2, the rounds that OWASP recommends as of March 2026 cost the same: 220,000 with SHA-512, 600,000 with
/// SHA-256, and 1,400,000 with SHA-1. For functions that need memory, the prices follow from hashcat on an NVIDIA RTX
/// 4090, rounded down to whole rounds of SHA-512, of which it computes 3.12 billion a second:
///
/// | step | a second | rounds of SHA-512 |
/// |---|---:|---:|
/// | a block of 1024 bytes that Argon2id fills (64 MiB, 3 passes: 1,667 guesses) | 0.33 billion | 9 |
/// | a block of 1024 bytes that scrypt writes or reads (16 MiB: 5,703 guesses) | 0.19 billion | 16 |
package enum GuessPrice: UInt64 {
  case roundOfSHA1 = 33
  case roundOfSHA256 = 77
  case roundOfSHA512 = 210
  case blockOfArgon2id = 1890
  case blockOfScrypt = 3360

  /// The price of a guess of so many steps. Steps beyond 2^48 cost no more, so that nothing overflows.
  package func callAsFunction(_ stepCount: Int) -> UInt64 { UInt64(min(UInt64(stepCount), 1 << 48)) * rawValue }

  /// The steps that cost at least a price.
  package func stepCount(for price: UInt64) -> UInt64 { price / rawValue + (price % rawValue == 0 ? 0 : 1) }
}

extension PasswordStretching.Function {
  /// The price of a round, or of a block that Argon2id fills.
  package var price: GuessPrice {
    switch self {
    case .pbkdf2HMACSHA512: .roundOfSHA512
    case .pbkdf2HMACSHA256: .roundOfSHA256
    case .argon2id: .blockOfArgon2id
    }
  }
}

extension PasswordStretching {
  /// What a guess costs an attacker.
  package var guessPrice: UInt64 { function.price(rounds) }

  /// This function with more rounds or passes, and with more memory, so that a guess costs at least `price` and needs
  /// at least `memoryByteCount`; nil if there are no such parameters.
  package func raised(to price: UInt64, memoryByteCount: Int) -> PasswordStretching? {
    let count = function.price.stepCount(for: max(price, guessPrice))
    guard let argon2id else { return try? PasswordStretching(function, rounds: .exactly(Int(clamping: count))) }
    let blockCount = (max(argon2id.memoryByteCount, memoryByteCount) - 1) / 1024 + 1
    let passes = Int(clamping: (count - 1) / UInt64(blockCount) + 1)
    let raised = try? Argon2id(memoryByteCount: 1024 * blockCount, passes: passes, lanes: argon2id.lanes)
    return raised.map { PasswordStretching(argon2id: $0) }
  }

  /// Whether a guess at `other` costs as much as under this stretching, or up to a tenth less, but not less than is
  /// recommended. So the noise of a calibration makes no difference.
  package func isNearlyMet(by price: UInt64, memoryByteCount: Int) -> Bool {
    func isNearly(_ found: UInt64, _ wanted: UInt64, recommended: UInt64) -> Bool {
      found >= max(wanted / 10 * 9, min(wanted, recommended))
    }
    guard let argon2id else { return isNearly(price, guessPrice, recommended: Self.recommended.guessPrice) }
    let recommended = PasswordStretching(argon2id: .forLogins)
    return isNearly(price, guessPrice, recommended: recommended.guessPrice)
      && isNearly(
        UInt64(memoryByteCount), UInt64(argon2id.memoryByteCount),
        recommended: UInt64(recommended.argon2id!.memoryByteCount))
  }
}
