/// Reads two messages that share a keystream, by guessing words. The sum of the ciphertexts is the sum of the messages.
package struct CribDrag: Sendable {
  /// A place where a guessed word may stand.
  package struct Find: Sendable, Equatable {
    /// Where the word begins.
    package let offset: Int
    /// The other message's text at this place, if the guess is right.
    package let revealed: [UInt8]
  }

  /// The sum of the two messages, up to the length of the shorter one.
  package let sum: [UInt8]

  /// Adds two ciphertexts, which cancels the keystream.
  package init(_ first: [UInt8], _ second: [UInt8]) { sum = Blocks.sum(first, second) }

  /// The other message's text at `offset`, if one message has `guess` there.
  package func reveal(_ guess: [UInt8], at offset: Int) -> [UInt8] { Blocks.sum(guess, sum[offset...]) }

  /// The number of places where a word fits.
  package func placeCount(of crib: [UInt8]) -> Int { max(0, sum.count - crib.count + 1) }

  /// The places where a word makes the other message look like text.
  package func finds(of crib: [UInt8]) -> [Find] {
    (0..<placeCount(of: crib)).map { Find(offset: $0, revealed: reveal(crib, at: $0)) }
      .filter { Self.looksLikeText($0.revealed) }
  }

  /// Whether bytes could be a piece of a sentence: letters and spaces, capitals where a word begins, a comma, full stop
  /// or question mark where one ends.
  package static func looksLikeText(_ bytes: [UInt8]) -> Bool {
    let space = UInt8(ascii: " ")
    return bytes.indices.allSatisfy { index in
      switch bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), space: true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): index == 0 || bytes[index - 1] == space
      case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "?"):
        index == bytes.count - 1 || bytes[index + 1] == space
      default: false
      }
    }
  }
}
