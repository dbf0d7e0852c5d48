internal import HMAC

/// A proof of a PIN of four digits by an HMAC-SHA-256 of a challenge, and what somebody does who hears both.
package enum ChallengeProof {
  /// The number of PINs.
  package static let pinCount = 10_000

  /// The digits of a PIN.
  package static func digits(_ pin: Int) -> [UInt8] {
    [1000, 100, 10, 1].map { UInt8(ascii: "0") + UInt8(pin / $0 % 10) }
  }

  /// What somebody answers who knows the PIN.
  package static func answer(to challenge: [UInt8], pin: Int) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: challenge, using: SymmetricKey(data: digits(pin))))
  }

  /// Computes the answer of one PIN after the other, from 0000 on. Returns the PIN whose answer it is, and how many answers were
  /// computed.
  package static func search(_ answer: [UInt8], to challenge: [UInt8]) -> (pin: Int, count: Int)? {
    (0..<pinCount).first { self.answer(to: challenge, pin: $0) == answer }.map { ($0, $0 + 1) }
  }
}
