extension Int {
  /// The number of bytes in a text like `256MiB`, `64KiB`, `1GiB` or `4096`; `nil` for any other text, for zero, and
  /// for more than an `Int` holds.
  package init?(binarySize text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["": 0, "KiB": 10, "MiB": 20, "GiB": 30]
    guard let shift = units[String(text.dropFirst(digits.count))], let number = Int(digits),
      number <= Int.max >> shift, number > 0
    else { return nil }
    self = number << shift
  }

  /// `64 MiB`, in the largest unit that gives a whole number.
  package var binarySize: String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
    guard self > 0, let (shift, unit) = units.first(where: { self & (1 << $0.0 - 1) == 0 }) else {
      return counted("byte")
    }
    return "\((self >> shift).grouped) \(unit)"
  }
}
