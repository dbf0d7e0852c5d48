/// The mark with which some programs begin a text in UTF-8, U+FEFF.
package let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension BidirectionalCollection<UInt8> {
  /// The text without a byte order mark at its start and white space at its ends, as every text that is read is taken.
  package var trimmedText: SubSequence {
    let text = self[...]
    return (text.starts(with: byteOrderMark) ? text.dropFirst(byteOrderMark.count) : text).withoutSpace
  }

  /// The bytes without white space at their ends.
  package var withoutSpace: SubSequence {
    var text = drop(while: isTextSpace)
    while let last = text.last, isTextSpace(last) { text.removeLast() }
    return text
  }

  /// What follows the first place with the bytes of a text; nil if there is none. Embedded Swift has no `firstRange`.
  package func rest(after text: String) -> SubSequence? {
    guard let first = text.utf8.first else { return self[...] }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text.utf8) { return rest.dropFirst(text.utf8.count) }
      rest.removeFirst()
    }
    return nil
  }

  /// Whether the bytes begin with a byte order mark of UTF-16.
  package var beginsAsUTF16: Bool { starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) }
}

extension String {
  /// Whether two texts have the same bytes. The operator == also takes others of the same meaning, such as a KELVIN
  /// SIGN for a K, which no format does.
  package func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// Whether a byte is a space, a tab or part of a line end.
package func isTextSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0a ~= byte || byte == 0x0d }
