/// The fractional parts of roots of primes, from which SHA-2 takes its constants.
///
/// Spec: FIPS 180-4, sections 4.2.2, 4.2.3, 5.3.3 and 5.3.5.
package enum FractionalRoot {
  /// The first `count` primes.
  package static func primes(_ count: Int) -> [UInt32] {
    var primes: [UInt32] = []
    var candidate: UInt32 = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }

  /// The first 64 bits of the fractional part of the square root (`degree` 2) or cube root (3) of a number below 2^16.
  ///
  /// The greatest `x` with `x^degree <= number * 2^(64 * degree)`, bit by bit from the highest; its low 64 bits.
  package static func bits(of number: UInt32, degree: Int) -> UInt64 {
    let limit = [UInt32](repeating: 0, count: 2 * degree) + [number]
    var x: [UInt32] = [0, 0, 0]  // the lowest 32 bits first
    for bit in (0..<72).reversed() {
      var larger = x
      larger[bit / 32] |= 1 << UInt32(bit % 32)
      let power = (1..<degree).reduce(larger) { power, _ in product(power, larger) }
      if !isLess(limit, power) { x = larger }
    }
    return UInt64(x[1]) << 32 | UInt64(x[0])
  }

  /// Multiplication as on paper, with digits of 32 bits.
  private static func product(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result = [UInt32](repeating: 0, count: a.count + b.count)
    for i in a.indices {
      var carry: UInt64 = 0
      for j in b.indices {
        let sum = UInt64(a[i]) * UInt64(b[j]) + UInt64(result[i + j]) + carry
        result[i + j] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
      result[i + b.count] = UInt32(carry)
    }
    return result
  }

  private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    for i in (0..<max(a.count, b.count)).reversed() {
      let (left, right) = (i < a.count ? a[i] : 0, i < b.count ? b[i] : 0)
      if left != right { return left < right }
    }
    return false
  }
}
