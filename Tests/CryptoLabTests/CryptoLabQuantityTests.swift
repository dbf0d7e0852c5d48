import SwiftVaultCommandSupport
import Testing

@testable import SwiftVaultCryptoLab

/// Numbers and times as the lessons print them.
@Suite struct CryptoLabQuantityTests {
  @Test("numbers and times in words")
  func quantities() {
    let counts: [(Double, String)] = [
      (0.456, "0.46"), (1, "1.0"), (9.94, "9.9"), (9.96, "10"), (99.4, "99"), (99.6, "100"), (994, "990"),
      (996, "1,000"), (42_345, "42,000"), (999_000, "999,000"), (999_600, "1.0 million"), (14e6, "14 million"),
      (8.857e9, "8.9 billion"), (6.634e15, "6.6e15"), (9.97e15, "1.0e16"),
    ]
    for (value, text) in counts { #expect(Quantity.count(value) == text) }
    let year = 31_557_600.0
    let times: [(Double, String)] = [
      (0.000_12, "0.12 ms"), (0.5, "500 ms"), (1, "1.0 s"), (99, "99 s"), (100, "1.7 min"), (7200, "2.0 h"),
      (3 * 86_400, "3.0 days"), (2.5 * year, "2.5 years"), (3.4e6 * year, "3.4 million years"),
      (2e20 * year, "2.0e20 years"),
    ]
    #expect([0, 0.49e-5, 0.51e-5].map(Quantity.duration) == ["under 0.01 ms", "under 0.01 ms", "0.01 ms"])
    for (seconds, text) in times { #expect(Quantity.duration(seconds: seconds) == text) }
    #expect([0, 999, 1000, 1_234_567].map(\.grouped) == ["0", "999", "1,000", "1,234,567"])
  }
}
