extension Int {
  /// Digits in groups of three: `220,000`.
  package var grouped: String { grouped(by: ",") }

  /// Digits in groups of three, with the separator of a language.
  package func grouped(by separator: String) -> String {
    let digits = Array(String(magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[Swift.max(0, $0 - 3)..<$0]) }
    return (self < 0 ? "-" : "") + groups.reversed().joined(separator: separator)
  }

  /// `1 byte`, `1,234 bytes`. Pass a plural that is not formed with `s`.
  package func counted(_ noun: String, plural: String? = nil) -> String {
    "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}

extension Double {
  /// The number with `digits` places after the point.
  package func text(_ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    let whole = (magnitude * scale).rounded()
    guard whole < 1e18 else { return "\(self)" }
    let (units, part) = Int(whole).quotientAndRemainder(dividingBy: Int(scale))
    let places = digits == 0 ? "" : "." + String(Int(scale) + part).dropFirst()
    return (self < 0 && whole > 0 ? "-" : "") + String(units) + places
  }
}

extension String {
  /// The text padded with spaces to `width` characters: before it, or after it for a negative width.
  package func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: Swift.max(0, Int(width.magnitude) - count))
    return width < 0 ? self + spaces : spaces + self
  }

  /// The text without any of `characters` at its ends.
  package func trimmed(of characters: String) -> String {
    guard let last = lastIndex(where: { !characters.contains($0) }) else { return "" }
    return String(self[...last].drop { characters.contains($0) })
  }

  /// The text with control and format characters escaped, so that nothing in it controls the terminal.
  package var printable: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
