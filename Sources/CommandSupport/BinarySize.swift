extension Int {
  /// The number of bytes in a text like `256MiB`, `64KiB` or `1GiB`; `nil` for any other text, for zero, and for more
  /// than an `Int` holds.
  ///
  /// A unit is required, because other programs with Argon2 count in KiB where they name none.
  package init?(binarySize text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["KiB": 10, "MiB": 20, "GiB": 30]
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
