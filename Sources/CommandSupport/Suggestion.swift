extension [String] {
  /// The word closest to a mistyped one; nil if none is close.
  package func nearest(to word: String) -> String? {
    let near = map { (word: $0, distance: $0.distance(to: word)) }.min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= Swift.max(1, Swift.min($0.word.count, word.count) / 3) ? $0.word : nil }
  }

  /// ` (did you mean seal?)` for a word that is close to one of these.
  package func suggestion(for word: String) -> String { nearest(to: word)?.suggested ?? "" }
}

extension String {
  /// The word as a suggestion: ` (did you mean seal?)`.
  var suggested: String { " (did you mean \(self)?)" }

  /// The number of letters to insert, delete, replace or swap with a neighbour that turns one word into the other.
  fileprivate func distance(to other: String) -> Int {
    let (own, other) = (Array(self), Array(other.prefix(count * 2 + 2)))
    var (before, last) = ([Int](), Array(0...other.count))
    for row in own.indices {
      var next = [row + 1]
      for column in other.indices {
        let isSame = own[row] == other[column]
        var best = Swift.min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, own[row] == other[column - 1], own[row - 1] == other[column] {
          best = Swift.min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, last) = (last, next)
    }
    return last[other.count]
  }
}
