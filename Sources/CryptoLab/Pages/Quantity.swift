import SwiftVaultCommandSupport

/// Numbers and times for readers, rounded to two significant digits.
enum Quantity {
  /// A number: `950`, `12,000`, `3.4 million`, `2.1e15`.
  static func count(_ value: Double) -> String {
    switch value {
    case ..<999_500: number(value)
    case ..<999.5e6: "\(number(value / 1e6)) \(Language.current.text("million"))"
    case ..<999.5e9: "\(number(value / 1e9)) \(Language.current.text("billion"))"
    default: power(value)
    }
  }

  /// A time: `under 0.01 ms`, `0.12 ms`, `3.4 s`, `5 min`, `2.1 h`, `14 days`, `3.4 million years`.
  static func duration(seconds: Double) -> String {
    let year = 365.25 * 86_400
    return switch seconds {
    case ..<0.5e-5: Language.current.text("under 0.01 ms")
    case ..<0.9995: "\(number(seconds * 1e3)) ms"
    case ..<99.5: "\(number(seconds)) s"
    case ..<(100 * 60): "\(number(seconds / 60)) min"
    case ..<(48 * 3600): "\(number(seconds / 3600)) h"
    case ..<(2 * year): "\(number(seconds / 86_400)) \(Language.current.text("days"))"
    default: "\(count(seconds / year)) \(Language.current.text("years"))"
    }
  }

  /// A quotient, rounded to the nearest whole number.
  static func quotient(_ dividend: Int, by divisor: Int) -> String {
    Int((Double(dividend) / Double(divisor)).rounded()).localized
  }

  private static func number(_ value: Double) -> String {
    if value >= 99.5 {
      let unit = value >= 9_950 ? 1000.0 : value >= 995 ? 100 : 10
      return Int((value / unit).rounded() * unit).localized
    }
    if value >= 9.95 { return "\(Int(value.rounded()))" }
    if value >= 0.995 { return tenths(value) }
    return decimal((100 * value).rounded() / 100)
  }

  private static func power(_ value: Double) -> String {
    var (digits, exponent) = (value, 0)
    while digits >= 9.95 {
      digits /= 10
      exponent += 1
    }
    return "\(tenths(digits))e\(exponent)"
  }

  /// The text for a table cell, where large numbers are abbreviated in German.
  static func inTable(_ text: String) -> String {
    Language.current.text(text).replacing("Millionen", with: "Mio.").replacing("Milliarden", with: "Mrd.")
  }

  /// A number rounded to one decimal.
  static func tenths(_ value: Double) -> String { decimal((10 * value).rounded() / 10) }

  /// A number with the decimal separator of the language: `2.1`, in German `2,1`.
  private static func decimal(_ value: Double) -> String {
    Language.current == .german ? "\(value)".replacing(".", with: ",") : "\(value)"
  }
}
