internal import SwiftVaultCryptoBytes

/// A passphrase of words that random bytes choose. Each of the 2,048 words is equally likely.
///
/// Neither a branch nor an address depends on the words. Only the total length is visible.
package enum Passphrase {
  /// The longest word, with the hyphen after it, in bytes.
  package static let columns = 9

  /// Writes the words that the low 11 bits of each two bytes choose, into rows of ``columns`` zero bytes: the letters,
  /// and a hyphen in the last column of every row except the last.
  package static func choose(by choices: UnsafeRawBufferPointer, into table: UnsafeMutableRawBufferPointer) {
    let count = choices.count / 2
    for word in 0..<count {
      let row = UnsafeMutableRawBufferPointer(rebasing: table[columns * word..<columns * (word + 1)])
      wipingStack { copyWord(high: choices[2 * word] & 7, low: choices[2 * word + 1], to: row) }
      if word < count - 1 { row[columns - 1] = UInt8(ascii: "-") }
    }
  }

  /// Copies the letters of the word with that number. All words are read, and all except one are masked.
  private static func copyWord(high: UInt8, low: UInt8, to row: UnsafeMutableRawBufferPointer) {
    // SAFETY: the text of a literal is there as long as the process.
    let text = UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount)
    func mask(of word: Int) -> UInt8 { opaque(equalMask(UInt8(word >> 8), high) & equalMask(UInt8(word & 0xFF), low)) }
    var (word, column) = (0, 0)
    var isChosen = mask(of: word)
    for letter in text {
      if letter == UInt8(ascii: " ") || letter == UInt8(ascii: "\n") {
        (word, column) = (word + 1, 0)
        isChosen = mask(of: word)
      } else {
        row[column] |= letter & isChosen
        column += 1
      }
    }
  }

  /// Copies the bytes that are not zero into zeros, without gaps, and returns their number. Each byte is written to
  /// every place under a mask.
  package static func pack(_ table: UnsafeRawBufferPointer, to passphrase: UnsafeMutableRawBufferPointer) -> Int {
    var count: UInt8 = 0
    wipingStack {
      for byte in table {
        for place in passphrase.indices { passphrase[place] |= byte & opaque(equalMask(UInt8(place), count)) }
        count &+= 1 & ~opaque(equalMask(byte, 0))
      }
    }
    return Int(count)
  }
}
