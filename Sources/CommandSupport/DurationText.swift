extension Duration {
  /// The units of time with their lengths in seconds.
  private static let units: [(name: String, seconds: Double)] = [("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1)]

  /// The duration that text like `250ms`, `1s`, `1.5s` or `500us` means; `nil` for any other text, and for more
  /// than thirty years.
  package init?(text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = Self.units.first(where: { $0.name == text.dropFirst(number.count) }),
      number.first != ".", number.last != ".", let value = Double(number), value < 1e9
    else { return nil }
    self = .seconds(value * unit.seconds)
  }
}
