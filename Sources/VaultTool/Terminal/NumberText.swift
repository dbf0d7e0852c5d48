extension Int {
  /// Digits in groups of three: `220,000`.
  var grouped: String {
    let digits = Array(String(magnitude))
    let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[Swift.max(0, $0 - 3)..<$0]) }
    return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }

  /// `1 byte`, `1,234 bytes`.
  func counted(_ noun: String) -> String {
    "\(grouped) \(noun)\(self == 1 ? "" : "s")"
  }
}
