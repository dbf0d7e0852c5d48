/// The number of equally likely passwords, as bits.
package enum Entropy {
  /// The logarithm of a number to the base 2; the number is at least 1.
  package static func bits(of count: Double) -> Double {
    precondition(count >= 1 && count.isFinite)
    var (rest, place, bits) = (count.significand, 0.5, Double(count.exponent))
    // Squaring a number from 1 to 2 doubles its logarithm: the integer part of the result is the next binary digit.
    for _ in 0..<52 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        bits += place
      }
      place /= 2
    }
    return bits
  }

  /// The bits of a number of independent draws, each from the same number of equally likely choices.
  package static func bits(draws: Int, from choices: Int) -> Double { Double(draws) * bits(of: Double(choices)) }

  /// The number of values that a number of bits stands for.
  package static func count(ofBits bits: Double) -> Double {
    // 2^0.5 is the square root of 2, 2^0.25 the root of that, and so on.
    var (count, root, rest) = (1.0, 2.0, bits - bits.rounded(.down))
    for _ in 0..<52 {
      root = root.squareRoot()
      rest *= 2
      if rest >= 1 {
        rest -= 1
        count *= root
      }
    }
    return Double(sign: .plus, exponent: Int(bits.rounded(.down)), significand: count)
  }
}
