internal import HMAC

/// A proof of a PIN of four digits by an HMAC-SHA-256 of a challenge, and the search by an eavesdropper.
package enum ChallengeProof {
  /// The number of PINs.
  package static let pinCount = 10_000

  /// The digits of a PIN.
  package static func digits(_ pin: Int) -> [UInt8] {
    [1000, 100, 10, 1].map { UInt8(ascii: "0") + UInt8(pin / $0 % 10) }
  }

  /// The answer of a party that knows the PIN.
  package static func answer(to challenge: [UInt8], pin: Int) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: challenge, using: SymmetricKey(data: digits(pin))))
  }

  /// Computes the answers of all PINs from 0000 on. Returns the PIN with this answer, and the number of answers
  /// computed.
  package static func search(_ answer: [UInt8], to challenge: [UInt8]) -> (pin: Int, count: Int)? {
    (0..<pinCount).first { self.answer(to: challenge, pin: $0) == answer }.map { ($0, $0 + 1) }
  }
}
