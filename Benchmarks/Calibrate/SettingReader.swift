import SwiftVaultCommandSupport

extension Setting {
  /// The rounds in a file where the lines of this setting were pasted: the number in the place of ours.
  ///
  /// Of the hashes and places of the setting, the one counts whose lines the file has most of.
  func work(inLines lines: [String]) throws(BenchError) -> StoredWork {
    let lines = lines.map(Self.normalized)
    var best: (score: Int, works: Set<StoredWork>) = (0, [])
    for case .pbkdf2(let hashes, _, let places) in functions {
      for hash in hashes {
        for place in places(hash, Self.marker) {
          let expected = place.lines.map(Self.normalized).filter { !$0.isEmpty }
          let numbers = expected.compactMap { Self.number(in: lines, at: $0) }.joined()
          let score = expected.count(where: lines.contains) + (numbers.isEmpty ? 0 : 1000)
          if score > best.score { best = (score, Set(numbers.map { .pbkdf2(hash, rounds: $0) })) }
        }
      }
    }
    guard best.works.count <= 1 else {
      throw BenchError(message: "it has more than one number of rounds for \(program)", isArgument: false)
    }
    guard let work = best.works.first else {
      throw BenchError(message: "it has no rounds of PBKDF2 where \(program) has them", isArgument: false)
    }
    return work
  }

  private static let marker = 987_654_321

  /// Without the spaces that it begins with, and numbers without separators.
  private static func normalized(_ line: String) -> String {
    line.replacing(/(\d)_(?=\d)/) { $0.1 }.trimmingPrefix { $0.isWhitespace }.description
  }

  /// The numbers in lines that are like `expected` up to its number; nil if that has none.
  private static func number(in lines: [String], at expected: String) -> [Int]? {
    guard let place = expected.firstRange(of: "\(marker)") else { return nil }
    let start = expected[..<place.lowerBound]
    return lines.compactMap { line in
      line.hasPrefix(start) ? Int(line.dropFirst(start.count).prefix { $0.isASCII && $0.isNumber }) : nil
    }.filter { 1...Int(UInt32.max) ~= $0 }
  }
}
