import SwiftVaultCommandSupport

/// The plot of a calibration in the characters of a terminal.
struct TextPlot {
  private let plot: CalibrationPlot
  private static let (width, height) = (62, 15)
  /// A sign for each series. If two points share a place, the later one is shown.
  private static let signs: [Character] = ["o", "x", "+", "#", "@", "%", "&", "$", "A", "B", "C", "D"]

  init(_ plot: CalibrationPlot) { self.plot = plot }

  /// The lines, within 80 columns.
  var lines: [String] {
    var grid = Array(repeating: Array(repeating: Character(" "), count: Self.width), count: Self.height)
    let points = plot.series.flatMap(\.points)
    for budget in points.compactMap(\.budgetMs) {
      grid[row(budget / 1000)] = Array(repeating: "-", count: Self.width)
    }
    func upright(_ rounds: Int, _ sign: Character) {
      for row in grid.indices { grid[row][column(rounds)] = sign }
    }
    for one in plot.series { upright(one.recommendedRounds, ":") }
    upright(plot.chosen, "|")
    for (index, one) in plot.series.enumerated() {
      for point in one.points {
        grid[row(point.seconds)][column(point.rounds)] = point.isOff ? "!" : Self.signs[index % Self.signs.count]
      }
    }
    var labels = Array(repeating: "", count: Self.height)
    for budget in points.compactMap(\.budgetMs) { labels[row(budget / 1000)] = (budget / 1000).secondsText }
    let names = plot.series.enumerated().map { "\(Self.signs[$0 % Self.signs.count]) \($1.name)" }
    let ends = (plot.x.ticks[0].roundsText, plot.x.ticks[plot.x.ticks.count - 1].roundsText + " rounds")
    let legend = names + ["- budget", ": OWASP", "| chosen"] + (points.contains(where: \.isOff) ? ["! off"] : [])
    return zip(labels, grid).map { $0.padded(to: 9) + " " + String($1).trimmingEnd }
      + [String(repeating: " ", count: 10) + ends.0 + ends.1.padded(to: Self.width - ends.0.count)]
      + (plot.price.map { [String(repeating: " ", count: 10) + $0] } ?? [])
      + legend.wrapped(70).map { String(repeating: " ", count: 10) + $0 }
  }

  private func row(_ seconds: Double) -> Int {
    let share = (plot.y.position(seconds) - CalibrationPlot.top) / (CalibrationPlot.bottom - CalibrationPlot.top)
    return min(max(Int((share * Double(Self.height - 1)).rounded()), 0), Self.height - 1)
  }

  private func column(_ rounds: Int) -> Int {
    let share =
      (plot.x.position(Double(rounds)) - CalibrationPlot.left) / (CalibrationPlot.right - CalibrationPlot.left)
    return min(max(Int((share * Double(Self.width - 1)).rounded()), 0), Self.width - 1)
  }
}

extension String {
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension [String] {
  /// The words on lines of at most `width` characters, three spaces between them.
  fileprivate func wrapped(_ width: Int) -> [String] {
    reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 3 + word.count <= width {
        lines[lines.count - 1] = last + "   " + word
      } else {
        lines.append(word)
      }
    }
  }
}
