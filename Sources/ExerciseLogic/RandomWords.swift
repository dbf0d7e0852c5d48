internal import SwiftVaultLessonLogic

/// The words that secret messages are made of.
package enum RandomWords {
  package static let list: [String] = """
    acorn amber anchor apple arrow autumn badger basket beacon bridge bronze butter candle canyon carpet castle \
    cedar cherry cloud copper cotton dragon eagle ember falcon feather forest fox garden ginger glass harbour \
    hazel honey island ivory jasmine juniper kettle lantern lemon maple marble meadow mirror moss nutmeg oak \
    ocean olive orchid otter pebble pepper pine quartz raven river saffron silver thistle tulip violet willow
    """.split(separator: " ").map(String.init)
}

extension SeededGenerator {
  /// A number from 0 to `limit` - 1. The small bias does not matter here.
  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// An element of a list that is not empty.
  mutating func element<Element>(of list: [Element]) -> Element { list[number(below: list.count)] }

  /// So many words, with a space between them.
  mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in element(of: RandomWords.list) }.joined(separator: " ")
  }

  /// A payment order of 16 bytes.
  mutating func payment() -> String {
    let amount = String(1000 + number(below: 8000))
    return "pay \(amount) to \(element(of: ["anna", "bert", "carl", "dora", "emma", "finn", "gert", "hans"]))"
  }
}
