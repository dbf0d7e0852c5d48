extension CalibrationPlot {
  /// The frame, a grid line and a number for each mark, and the titles of the axes.
  var axes: [String] {
    let (left, right, top, bottom) = (Self.left, Self.right, Self.top, Self.bottom)
    let vertical = x.labelledTicks.flatMap { tick in
      let at = x.position(tick)
      return [
        Self.line("grid", at, top, at, bottom), Self.text("middle", at, bottom + 18, tick.roundsText),
      ]
    }
    let horizontal = y.labelledTicks.flatMap { tick in
      let at = y.position(tick)
      return [Self.line("grid", left, at, right, at), Self.text("end", left - 8, at + 4, tick.secondsText)]
    }
    return vertical + horizontal + [
      "<rect class=\"frame\" x=\"\(left)\" y=\"\(top)\" width=\"\(right - left)\" height=\"\(bottom - top)\"/>",
      Self.text("middle", (left + right) / 2, bottom + 40, price ?? "rounds"),
      Self.text("end", left - 8, top - 12, "time"),
    ]
  }

  /// A horizontal line for each budget.
  var budgets: [String] {
    Set(series.flatMap(\.points).compactMap(\.budgetMs)).sorted().flatMap { budget in
      let at = y.position(budget / 1000)
      return [
        Self.line("budget", Self.left, at, Self.right, at),
        Self.text("", Self.right + 6, at + 4, (budget / 1000).secondsText),
      ]
    }
  }

  /// A vertical line for each recommendation, in the colour of its first hash.
  var owasp: [String] {
    var seen: Set<Int> = []
    var labelled: [Double] = []
    return series.enumerated().flatMap { index, one -> [String] in
      let rounds = one.recommendedRounds
      guard seen.insert(rounds).inserted else { return [] }
      let at = x.position(Double(rounds))
      let line = ["<g class=\"\(Self.colour(index))\">", Self.line("owasp", at, Self.top, at, Self.bottom), "</g>"]
      // One that would cover another is left out.
      guard !labelled.contains(where: { abs($0 - at) < 56 }) else { return line }
      labelled.append(at)
      return line + [
        Self.text("middle", at, Self.top - 18, "OWASP"), Self.text("middle", at, Self.top - 5, rounds.grouped),
      ]
    }
  }

  /// For each hash a line through its points, and a ring around those that were calibrated.
  var curves: [String] { series.enumerated().flatMap(curve) }

  private func curve(_ index: Int, of one: PlotSeries) -> [String] {
    let places = one.points.map(place)
    let path = places.map { "\($0.x.text(1)),\($0.y.text(1))" }.joined(separator: " ")
    let shapes = places.map { Self.shape(index, $0.x, $0.y) }
    let rings = one.calibrated.flatMap { point in
      [Self.ring("ring", place(point), 8)] + (point.isOff ? [Self.ring("off", place(point), 12)] : [])
    }
    let start = ["<g class=\"\(Self.colour(index))\">", "<polyline class=\"line\" points=\"\(path)\"/>"]
    return start + shapes + rings + ["</g>"]
  }

  /// The rounds beside each ring, below the curve; one that would cover another is left out.
  var labels: [String] {
    var taken: [(x: Double, y: Double)] = []
    return series.flatMap(\.calibrated).compactMap { point in
      let ring = place(point)
      let at = (x: ring.x + 11, y: min(ring.y + 16, Self.bottom - 5))
      guard !taken.contains(where: { abs($0.x - at.x) < 72 && abs($0.y - at.y) < 13 }) else { return nil }
      taken.append(at)
      // At the right margin there is no room on that side.
      return at.x + 70 > Self.right
        ? Self.text("over end", ring.x - 9, ring.y - 8, point.rounds.grouped)
        : Self.text("over", at.x, at.y, point.rounds.grouped)
    }
  }

  /// The line of the chosen rounds, drawn over those of OWASP and the grid.
  var decision: [String] {
    let at = x.position(Double(chosen))
    // OWASP's figure is above the frame.
    return [
      Self.line("chosen", at, Self.top, at, Self.bottom),
      at + 120 > Self.right
        ? Self.text("over end", at - 6, Self.top + 16, "chosen: " + chosen.grouped)
        : Self.text("over", at + 6, Self.top + 16, "chosen: " + chosen.grouped),
    ]
  }

  /// What shapes, rings and lines mean.
  var legend: [String] {
    let names = series.enumerated().flatMap { index, one in
      let at = (x: Self.left + 108 * Double(index % 6), y: 498 + 18 * Double(index / 6))
      return [
        "<g class=\"\(Self.colour(index))\">", Self.shape(index, at.x + 5, at.y - 4, class: "key"), "</g>",
        Self.text("", at.x + 16, at.y, one.name.xmlEscaped),
      ]
    }
    let (left, row) = (Self.left, 542.0)
    let off =
      series.flatMap(\.points).contains(where: \.isOff)
      ? [
        Self.ring("off", (left + 5, row + 18), 8),
        Self.text("", left + 20, row + 22, "misses its budget by more than \(Calibration.tolerancePercent.text(0)) %"),
      ] : []
    return names + off + [
      "<g class=\"c5\">", Self.ring("ring", (left + 5, row - 4), 8), "</g>",
      Self.text("", left + 20, row, "rounds that a budget buys"),
      Self.line("budget", left + 190, row - 4, left + 220, row - 4), Self.text("", left + 226, row, "budget"),
      "<g class=\"c5\">", Self.line("owasp", left + 284, row - 4, left + 314, row - 4), "</g>",
      Self.text("", left + 320, row, "rounds that OWASP recommends, March 2026"),
      Self.line("chosen", left + 606, row - 4, left + 636, row - 4), Self.text("", left + 642, row, "chosen"),
    ]
  }

  // After the last colour and shape the first follow again.
  private static func colour(_ index: Int) -> String { "c\(index % shapes.count)" }

  private static func ring(_ name: String, _ at: (x: Double, y: Double), _ radius: Double) -> String {
    "<circle class=\"\(name)\" cx=\"\(at.x.text(1))\" cy=\"\(at.y.text(1))\" r=\"\(radius.text(0))\"/>"
  }

  private func place(_ point: PlotPoint) -> (x: Double, y: Double) {
    (x.position(Double(point.rounds)), y.position(point.seconds))
  }

  private static func line(_ name: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<line class=\"\(name)\" x1=\"\(x1.text(1))\" y1=\"\(y1.text(1))\" x2=\"\(x2.text(1))\" y2=\"\(y2.text(1))\"/>"
  }

  private static func text(_ name: String, _ x: Double, _ y: Double, _ text: String) -> String {
    "<text\(name.isEmpty ? "" : " class=\"\(name)\"") x=\"\(x.text(1))\" y=\"\(y.text(1))\">\(text)</text>"
  }

  private static func shape(_ index: Int, _ x: Double, _ y: Double, class name: String = "point") -> String {
    "<path class=\"\(name)\" transform=\"translate(\(x.text(1)) \(y.text(1)))\" d=\"\(shapes[index % shapes.count])\"/>"
  }
}
