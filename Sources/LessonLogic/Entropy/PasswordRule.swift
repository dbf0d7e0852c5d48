/// The usual composition rule: at least eight characters, a capital letter, a small letter, a digit and a sign.
package enum PasswordRule: CaseIterable, Sendable {
  case length
  case capital
  case small
  case digit
  case sign

  package static let shortest = 8
  /// The printable characters of ASCII without the space.
  package static let characterCount = 94
  /// The numbers of capitals, small letters, digits and signs among them.
  private static let kindCounts = [26, 26, 10, 32]

  /// Whether a password meets this part of the rule. A character that is neither a letter nor a digit of ASCII is a
  /// sign.
  package func holds(for password: [UInt8]) -> Bool {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return switch self {
    case .length: password.count >= Self.shortest
    case .capital: password.contains { capitals.contains($0) }
    case .small: password.contains { letters.contains($0) }
    case .digit: password.contains { digits.contains($0) }
    case .sign: password.contains { !capitals.contains($0) && !letters.contains($0) && !digits.contains($0) }
    }
  }

  /// Whether a password meets the whole rule.
  package static func allHold(for password: [UInt8]) -> Bool { allCases.allSatisfy { $0.holds(for: password) } }

  /// The number of passwords of a length, from the 94 characters, in which every kind occurs.
  ///
  /// Inclusion and exclusion: the passwords without a given kind are subtracted, those without two are added again.
  package static func obeyingCount(length: Int) -> Double {
    (0..<1 << kindCounts.count).reduce(0) { sum, without in
      let missing = kindCounts.indices.filter { without >> $0 & 1 == 1 }
      let choices = characterCount - missing.reduce(0) { $0 + kindCounts[$1] }
      let count = (0..<length).reduce(1.0) { product, _ in product * Double(choices) }
      return missing.count % 2 == 0 ? sum + count : sum - count
    }
  }
}
