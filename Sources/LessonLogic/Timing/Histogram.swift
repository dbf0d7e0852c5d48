/// The median and the quartiles of a list of numbers.
package struct Distribution: Equatable, Sendable {
  package let median: Double
  /// A quarter of the numbers is below it.
  package let lowerQuartile: Double
  /// A quarter of the numbers is above it.
  package let upperQuartile: Double

  /// Traps if there are no numbers.
  package init(_ numbers: [Double]) {
    let sorted = numbers.sorted()
    median = sorted[sorted.count / 2]
    lowerQuartile = sorted[sorted.count / 4]
    upperQuartile = sorted[(sorted.count - 1) * 3 / 4]
  }

  /// The interquartile range.
  package var spread: Double { upperQuartile - lowerQuartile }
}

/// Two series of numbers, counted in the same classes.
package struct Histogram: Sendable {
  /// A class, and how many numbers of each series are in it.
  package struct Row: Sendable {
    package let lowerBound: Double
    package let left: Int
    package let right: Int
  }

  package let rows: [Row]
  /// How many numbers of each series are above the last class.
  package let above: (left: Int, right: Int)

  /// Classes of equal width from zero to `limit`, which is above zero.
  package init(left: [Double], right: [Double], limit: Double, rowCount: Int) {
    func counts(_ numbers: [Double]) -> [Int] {
      var counts = [Int](repeating: 0, count: rowCount + 1)
      for number in numbers { counts[Int(min(number / limit, 1) * Double(rowCount))] += 1 }
      return counts
    }
    let (left, right) = (counts(left), counts(right))
    rows = (0..<rowCount).map {
      Row(lowerBound: limit * Double($0) / Double(rowCount), left: left[$0], right: right[$0])
    }
    above = (left[rowCount], right[rowCount])
  }

  /// The lengths of a row's bars; the longest of the histogram has `width`.
  package func bars(_ row: Row, width: Int) -> (left: Int, right: Int) {
    let most = max(1, rows.map { max($0.left, $0.right) }.max() ?? 1)
    func length(_ count: Int) -> Int { (2 * count * width + most) / (2 * most) }
    return (length(row.left), length(row.right))
  }
}
