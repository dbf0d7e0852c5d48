import SwiftVaultCommandSupport

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }

  /// The duration in milliseconds.
  var milliseconds: Double {
    1000 * seconds
  }
}

extension Double {
  /// A time in milliseconds with its unit, three digits or more.
  var millisecondsText: String {
    self < 0.01 ? text(3) + " ms" : self < 10 ? text(2) + " ms" : self < 100 ? text(1) + " ms" : text(0) + " ms"
  }

  /// The seconds of a Julian year.
  static let secondsPerYear = 365.25 * 86_400

  /// A number of three digits or four, shortened with k, M, G or T from ten thousand on.
  var quantity: String {
    guard self >= 9999.5 else { return self < 9.995 ? text(2) : self < 99.95 ? text(1) : Int(rounded()).grouped }
    let (unit, symbol) = [(1e12, "T"), (1e9, "G"), (1e6, "M")].first { self >= 0.9995 * $0.0 } ?? (1e3, "k")
    let number = self / unit
    return (number < 9.995 ? number.text(2) : number < 99.95 ? number.text(1) : number.text(0)) + symbol
  }

  /// A time in seconds, in the largest unit that fits, from seconds to years.
  var spanText: String {
    let units = [("years", Double.secondsPerYear), ("days", 86_400), ("hours", 3600), ("min", 60)]
    let (name, seconds) = units.first { self >= $0.1 } ?? ("s", 1)
    return (self / seconds).quantity + " " + name
  }
}
