/// Time against rounds, as an SVG for light and dark mode that can be read without distinguishing colours.
struct CalibrationPlot {
  let series: [PlotSeries]
  let x: PlotAxis
  let y: PlotAxis
  /// The chosen rounds.
  let chosen: Int
  private let title: String
  /// The title of the time axis.
  private let time: String
  /// The title of the rounds axis, if it does not show the rounds that were derived.
  let price: String?

  // The frame of the plot, in a drawing of 800 by 576.
  static let (left, right, top, bottom) = (72.0, 730.0, 92.0, 440.0)

  /// A plot of the measurements and the chosen rounds.
  init(
    _ series: [PlotSeries], title: String, chosen: Int,
    time: String = "CPU time of one derivation of one digest against its rounds", price: String? = nil
  ) {
    self.series = series
    self.title = title
    (self.time, self.price) = (time, price)
    self.chosen = chosen
    let points = series.flatMap(\.points)
    x = PlotAxis(
      covering: points.map { Double($0.rounds) } + series.map { Double($0.recommendedRounds) } + [Double(chosen)],
      from: Self.left, to: Self.right)
    y = PlotAxis(
      covering: points.map(\.seconds) + points.compactMap { $0.budgetMs.map { $0 / 1000 } },
      from: Self.bottom, to: Self.top)
  }

  /// The drawing.
  var svg: String {
    let name = title.xmlEscaped
    let body = axes + owasp + budgets + decision + curves + labels + legend
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 576" width="800" height="576" role="img">
      <title>\(name)</title>
      <desc>\(time), measured; both axes are logarithmic.</desc>
      <style>\(Self.style)</style>
      <rect class="page" width="800" height="576"/>
      <text class="title" x="24" y="34">\(name)</text>
      <text x="24" y="54">\(time)</text>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  // Colours that the colour-blind can distinguish, after Okabe and Ito; each hash also has its own shape.
  private static let style = """

    text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #222 }
    .title { font-size: 18px; font-weight: 600 }
    .end { text-anchor: end } .middle { text-anchor: middle }
    .over { stroke: #fff; stroke-width: 4; paint-order: stroke }
    .page { fill: #fff } .grid { stroke: #e2e2e2 } .frame { fill: none; stroke: #777 }
    .budget { stroke: #555; stroke-dasharray: 7 4 }
    .owasp { stroke: currentColor; stroke-width: 1.5; stroke-dasharray: 2 3 }
    .chosen { stroke: #222; stroke-width: 2 } .off { fill: none; stroke: #c00000; stroke-width: 2 }
    .line { fill: none; stroke: currentColor; stroke-width: 1.5 } .point, .key { fill: currentColor }
    .ring { fill: none; stroke: currentColor; stroke-width: 1.5 }
    .c0 { color: #0072b2 } .c1 { color: #c65200 } .c2 { color: #00795a } .c3 { color: #a8488a }
    .c4 { color: #7a6a00 } .c5 { color: #444 } .c6 { color: #6a51a3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e8e8e8 } .page { fill: #15181b } .grid { stroke: #2c3136 } .frame { stroke: #8a8f94 }
      .budget { stroke: #b5b9bd } .over { stroke: #15181b } .chosen { stroke: #e8e8e8 } .off { stroke: #ff6b6b }
      .c0 { color: #56b4e9 } .c1 { color: #ff9a4d } .c2 { color: #2bc7a0 } .c3 { color: #e8a2cc }
      .c4 { color: #f0e442 } .c5 { color: #c9c9c9 } .c6 { color: #b3a1e6 }
    }

    """

  // A circle, a square, two triangles, a diamond, an upright and a leaning cross, all about the origin.
  static let shapes = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-4-4h8v8h-8z", "M0-5L5 4H-5z", "M0 5L5-4H-5z", "M0-5.5L5.5 0L0 5.5L-5.5 0z",
    "M-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
    "M-5-3l2-2l3 3l3-3l2 2l-3 3l3 3l-2 2l-3-3l-3 3l-2-2l3-3z",
  ]
}
