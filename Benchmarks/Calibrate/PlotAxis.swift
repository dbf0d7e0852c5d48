import SwiftVaultCommandSupport

/// A logarithmic axis.
struct PlotAxis {
  /// The values at its marks, ascending; the first and the last are its ends.
  let ticks: [Double]
  private let start: Double
  private let end: Double

  /// An axis from the coordinate `start` to `end`. Its ends are 1, 2 or 5 times a power of ten: the first at or below
  /// all values, the last above them.
  init(covering values: [Double], from start: Double, to end: Double) {
    let (least, most) = (values.min()!, values.max()!)
    let powers = Int(log10(least).rounded(.down))...Int(log10(most).rounded(.up))
    let steps = powers.flatMap { power in [1, 2, 5].map { $0 * pow(10, Double(power)) } }
    let first = steps.lastIndex { $0 <= least } ?? 0
    ticks = Array(steps[first...].prefix { $0 <= most }) + steps.filter { $0 > most }.prefix(1)
    self.start = start
    self.end = end
  }

  /// The coordinate of a value.
  func position(_ value: Double) -> Double {
    start + (end - start) * log(value / ticks[0]) / log(ticks[ticks.count - 1] / ticks[0])
  }

  /// The marks with a number: only powers of ten if there are too many marks.
  var labelledTicks: [Double] {
    ticks.count < 15 ? ticks : ticks.filter { abs(log10($0) - log10($0).rounded()) < 0.01 }
  }
}

extension Double {
  /// A number of rounds at a mark.
  var roundsText: String {
    self < 999.5 ? brief : self < 999.5e3 ? (self / 1e3).brief + "k" : (self / 1e6).brief + "M"
  }

  /// A time in seconds at a mark or a budget.
  var secondsText: String {
    self < 999.5e-6 ? (self * 1e6).brief + " µs" : self < 0.9995 ? (self * 1e3).brief + " ms" : brief + " s"
  }

  /// The number with at most two decimal places, without trailing zeros.
  private var brief: String {
    var digits = text(2)[...]
    while digits.last == "0" { digits.removeLast() }
    return String(digits.last == "." ? digits.dropLast() : digits)
  }
}

extension String {
  /// The text as character data or an attribute's value, without the characters that XML does not allow.
  /// Spec: XML 1.0, sections 2.2 and 2.4.
  var xmlEscaped: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
