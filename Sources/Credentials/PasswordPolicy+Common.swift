extension PasswordPolicy {
  /// Whether attackers try a password early, whatever its length. It is if it consists only of runs, if it repeats one
  /// piece, or if it is a common password, also with runs before or after it. Letter case makes no difference.
  ///
  /// A run has three or more characters that are equal, or neighbours in the alphabet, among the digits or in a row of
  /// a keyboard, in either direction. Invisible code points do not count. The list has only 231 passwords; known
  /// breaches have many millions.
  public static func isCommon(_ password: String) -> Bool {
    var characters = password.unicodeScalars.map { $0.value }
    defer { wipe(&characters) }
    return isCommon(characters)
  }

  static func isCommon(_ password: [UInt32]) -> Bool {
    var lowercase: [UInt32] = []
    lowercase.reserveCapacity(password.count)
    for scalar in password where !isInvisible(scalar) { lowercase.append(lowercased(scalar)) }
    defer { wipe(&lowercase) }
    return isCommon(lowercase[...])
  }

  private static func isCommon(_ characters: ArraySlice<UInt32>) -> Bool {
    if piece(of: characters).count < characters.count { return true }
    var rest = characters
    while let count = runLength(rest, atEnd: false) { rest = rest.dropFirst(count) }
    while let count = runLength(rest, atEnd: true) { rest = rest.dropLast(count) }
    let piece = piece(of: rest)
    return piece.isEmpty || isListed(piece)
      // A common password may itself start or end with a run: 1qaz2wsx3edc4rfv, qwertasdfgzxcvb.
      || isListed(characters)
  }

  /// Whether a code point is invisible, such as a zero-width space: Default_Ignorable_Code_Point. The ranges are those
  /// of Unicode 16.0. They are listed here because Embedded Swift has no such tables.
  static func isInvisible(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xad, 0x34f, 0x61c, 0x115f...0x1160, 0x17b4...0x17b5, 0x180b...0x180f, 0x200b...0x200f, 0x202a...0x202e,
      0x2060...0x206f, 0x3164, 0xfe00...0xfe0f, 0xfeff, 0xffa0, 0xfff0...0xfff8, 0x1bca0...0x1bca3, 0x1d173...0x1d17a,
      0xe0000...0xe0fff:
      true
    default: false
    }
  }

  private static func lowercased(_ scalar: UInt32) -> UInt32 { (0x41...0x5a).contains(scalar) ? scalar + 0x20 : scalar }

  /// The shortest prefix that gives the whole when repeated at least twice; the whole if there is none.
  private static func piece(of characters: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    let start = characters.startIndex
    // For each prefix, the length of the longest shorter prefix that it also ends with: Knuth, Morris and Pratt 1977.
    var ends = [UInt32](repeating: 0, count: characters.count)
    defer { wipe(&ends) }
    for index in ends.indices.dropFirst() {
      let next = characters[start + index]
      var length = Int(ends[index - 1])
      while length > 0, characters[start + length] != next { length = Int(ends[length - 1]) }
      ends[index] = characters[start + length] == next ? UInt32(length) + 1 : 0
    }
    let count = characters.count - Int(ends.last ?? 0)
    return characters.prefix(count <= characters.count / 2 ? count : characters.count)
  }

  /// The sequences whose neighbours form runs: the alphabet, the digits with 0 and 1 as neighbours, and the rows of
  /// QWERTY, QWERTZ and AZERTY.
  private static let rows = [
    "abcdefghijklmnopqrstuvwxyz", "12345678901", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm",
    "azertyuiop", "qsdfghjklm", "wxcvbn",
  ].map { row in row.unicodeScalars.map { $0.value } }

  /// The length of the run at the start or at the end; nil if it is shorter than three characters.
  private static func runLength(_ characters: ArraySlice<UInt32>, atEnd: Bool) -> Int? {
    func count(while isRun: (UInt32, UInt32) -> Bool) -> Int {
      var count = 0
      while count < characters.count - 1 {
        let first = atEnd ? characters.endIndex - 2 - count : characters.startIndex + count
        guard isRun(characters[first], characters[first + 1]) else { break }
        count += 1
      }
      return count
    }
    var longest = count { $0 == $1 }
    for row in rows {
      longest = max(longest, count { areNeighbours($0, $1, in: row) }, count { areNeighbours($1, $0, in: row) })
    }
    return longest < 2 ? nil : longest + 1
  }

  /// Whether a character of a row follows another.
  private static func areNeighbours(_ first: UInt32, _ second: UInt32, in row: [UInt32]) -> Bool {
    for index in 1..<row.count where row[index - 1] == first && row[index] == second { return true }
    return false
  }

  private static func isListed(_ characters: ArraySlice<UInt32>) -> Bool {
    // The list is in ASCII.
    var (count, isSame) = (0, true)
    for byte in commonPasswords.utf8 {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        if isSame, count == characters.count { return true }
        (count, isSame) = (0, true)
      } else {
        isSame = isSame && count < characters.count && characters[characters.startIndex + count] == UInt32(byte)
        count += 1
      }
    }
    return isSame && count == characters.count
  }
}
