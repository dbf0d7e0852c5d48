/// The text of a key: 14 groups of 20 bits, each with a check, in two lines. Spec: FORMAT.md, section 10.
///
/// No branch or index depends on a character, except whether it separates groups and whether it is right.
enum RecoveryKeyText {
  static let groupCount = 14
  static let groupByteCount = 5
  /// Groups and the separators between them.
  static let byteCount = groupCount * (groupByteCount + 1) - 1
  private static let checksumByteCount = 3
  private static let dataByteCount = 32 + checksumByteCount

  /// The kinds of keys that have a text. Their checksums differ.
  enum Kind {
    case recoveryKey
    case recipientKey

    /// What the digest of the checksum begins with.
    var label: String {
      switch self {
      case .recoveryKey: "swift-vault v1 recovery key"
      case .recipientKey: "swift-vault v1 recipient key"
      }
    }
  }

  /// The text of a key of 32 bytes.
  static func text(of key: SymmetricKey, as kind: Kind) -> SymmetricKey {
    unsafe checked(key, kind).withUnsafeBytes { data in
      unsafe SymmetricKey(byteCount: byteCount) { text in
        for group in 0..<groupCount {
          let start = group * (groupByteCount + 1)
          unsafe write(bits(ofGroup: group, in: data), number: group + 1, to: text, at: start)
          if group > 0 { unsafe text[start - 1] = UInt8(ascii: group == groupCount / 2 ? "\n" : "-") }
        }
      }
    }
  }

  /// The key of a text.
  static func key(of text: UnsafeRawBufferPointer, as kind: Kind) throws(RecoveryKeyError) -> SymmetricKey {
    let data = try unsafe SymmetricKey(byteCount: dataByteCount) { data throws(RecoveryKeyError) in
      try unsafe read(text, into: data)
    }
    let key = unsafe data.withUnsafeBytes { unsafe SymmetricKey(data: $0[..<32]) }
    if checked(key, kind) == data { return key }
    switch kind {
    case .recoveryKey where checked(key, .recipientKey) == data: throw .recipientKey
    case .recipientKey where checked(key, .recoveryKey) == data: throw .recoveryKey
    default: throw .checksum
    }
  }

  /// A key of 32 bytes, followed by its checksum. The caller wipes the stack, where the digest was.
  private static func checked(_ key: SymmetricKey, _ kind: Kind) -> SymmetricKey {
    unsafe key.withUnsafeBytes { key in
      var function = SHA256()
      defer { wipe(&function) }
      function.update(data: kind.label.utf8)
      unsafe function.update(data: key)
      let digest = function.finalize()
      return unsafe SymmetricKey(byteCount: dataByteCount) { data in
        unsafe data.copyMemory(from: key)
        unsafe digest.withUnsafeBytes {
          unsafe UnsafeMutableRawBufferPointer(rebasing: data[32...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<checksumByteCount]))
        }
      }
    }
  }
}

// MARK: - Groups

extension RecoveryKeyText {
  /// Reads all groups of a text into zero bytes.
  private static func read(
    _ text: UnsafeRawBufferPointer, into data: UnsafeMutableRawBufferPointer
  ) throws(RecoveryKeyError) {
    var (count, position) = (0, 0)
    while let run = unsafe nextRun(of: text, from: position) {
      // A group of another length does not move those after it, unless there are no separators.
      let stride = run.count < 2 * groupByteCount ? run.count : groupByteCount
      position = run.lowerBound
      while position < run.upperBound {
        let end = min(position + stride, run.upperBound)
        count += 1
        if count <= groupCount {
          let bits = try unsafe read(text, position..<end, number: count)
          unsafe add(bits, ofGroup: count - 1, to: data)
        }
        position = end
      }
    }
    guard count == groupCount else { throw .groupCount(count) }
  }

  /// The next characters without a separator between them, outside of comments.
  private static func nextRun(of text: UnsafeRawBufferPointer, from position: Int) -> Range<Int>? {
    var (start, isLineStart) = (position, position == 0)
    while start < text.count {
      if unsafe isLineStart && isComment(text[start]) {
        while unsafe start < text.count && !isLineEnd(text[start]) { start += 1 }
      } else if unsafe isSeparator(text[start]) {
        isLineStart = unsafe isLineEnd(text[start])
        start += 1
      } else {
        break
      }
    }
    var end = start
    while unsafe end < text.count && !isSeparator(text[end]) { end += 1 }
    return start < end ? start..<end : nil
  }

  /// The 20 bits of the group in a range of the text, if its check is right. Groups are numbered from 1.
  static func read(
    _ text: UnsafeRawBufferPointer, _ range: Range<Int>, number: Int
  ) throws(RecoveryKeyError) -> UInt32 {
    guard range.count == groupByteCount else { throw .characterCount(range.count, group: number) }
    var (bits, check): (UInt32, UInt8) = (0, 0)
    for offset in 0..<groupByteCount {
      let value = unsafe RecoveryKeyCharacter.value(text[range.lowerBound + offset])
      guard opaque(value) < 32 else { throw .character(offset + 1, group: number) }
      if offset < groupByteCount - 1 {
        bits = bits << 5 | UInt32(value)
        check = RecoveryKeyCharacter.double(check ^ value)
      } else {
        check ^= value
      }
    }
    guard opaque(check ^ RecoveryKeyCharacter.power(number)) == 0 else { throw .group(number) }
    return bits
  }

  /// Writes the five characters of a group of 20 bits. Groups are numbered from 1.
  static func write(_ bits: UInt32, number: Int, to text: UnsafeMutableRawBufferPointer, at start: Int) {
    var check: UInt8 = 0
    for offset in 0..<groupByteCount - 1 {
      let value = UInt8(truncatingIfNeeded: bits >> (15 - 5 * offset)) & 31
      unsafe text[start + offset] = RecoveryKeyCharacter.character(value)
      check = RecoveryKeyCharacter.double(check ^ value)
    }
    unsafe text[start + groupByteCount - 1] = RecoveryKeyCharacter.character(check ^ RecoveryKeyCharacter.power(number))
  }

  /// The 20 bits of a group, counted from 0. An even group begins with a byte, an odd one in the middle of one.
  private static func bits(ofGroup group: Int, in data: UnsafeRawBufferPointer) -> UInt32 {
    let start = 5 * group / 2
    let bytes = unsafe UInt32(data[start]) << 16 | UInt32(data[start + 1]) << 8 | UInt32(data[start + 2])
    return bytes >> (group % 2 == 0 ? 4 : 0) & 0xf_ffff
  }

  /// Puts the 20 bits of a group, counted from 0, where ``bits(ofGroup:in:)`` finds them.
  private static func add(_ bits: UInt32, ofGroup group: Int, to data: UnsafeMutableRawBufferPointer) {
    let start = 5 * group / 2
    let bytes = bits << (group % 2 == 0 ? 4 : 0)
    for index in 0..<3 { unsafe data[start + index] |= UInt8(truncatingIfNeeded: bytes >> (16 - 8 * index)) }
  }

  private static func isComment(_ byte: UInt8) -> Bool { opaque(equalMask(byte, UInt8(ascii: "#"))) != 0 }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    opaque(equalMask(byte, UInt8(ascii: "\n")) | equalMask(byte, UInt8(ascii: "\r"))) != 0
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    let isLineEnd = equalMask(byte, UInt8(ascii: "\n")) | equalMask(byte, UInt8(ascii: "\r"))
    let isBlank = equalMask(byte, UInt8(ascii: " ")) | equalMask(byte, UInt8(ascii: "\t"))
    return opaque(isLineEnd | isBlank | equalMask(byte, UInt8(ascii: "-"))) != 0
  }
}

/// The characters of keys and recipients: Crockford's base 32, whose values are the elements of GF(2^5) for the check.
enum RecoveryKeyCharacter {
  /// The character of a value below 32: digits, then the letters without I, L, O and U.
  static func character(_ value: UInt8) -> UInt8 {
    var character = value &+ UInt8(ascii: "0")
    character &+= lessMask(9, value) & (UInt8(ascii: "A") - UInt8(ascii: "9") - 1)
    for last: UInt8 in [17, 19, 21, 26] { character &+= lessMask(last, value) & 1 }
    return character
  }

  /// The value of a character of either case, where O is 0, and I and L are 1; 255 for any other character.
  static func value(_ character: UInt8) -> UInt8 {
    let isSmall = ~(lessMask(character, UInt8(ascii: "a")) | lessMask(UInt8(ascii: "z"), character))
    let capital = character &- (isSmall & 0x20)
    func value(_ first: Unicode.Scalar, _ last: Unicode.Scalar, from start: UInt8) -> UInt8 {
      let outside = lessMask(capital, UInt8(ascii: first)) | lessMask(UInt8(ascii: last), capital)
      return outside | (capital &- UInt8(ascii: first) &+ start)
    }
    return value("0", "9", from: 0) & value("A", "H", from: 10) & value("J", "K", from: 18) & value("M", "N", from: 20)
      & value("P", "T", from: 22) & value("V", "Z", from: 27) & value("O", "O", from: 0) & value("I", "I", from: 1)
      & value("L", "L", from: 1)
  }

  /// The element times x, modulo x^5 + x^2 + 1.
  static func double(_ element: UInt8) -> UInt8 { element << 1 ^ (0 &- element >> 4) & 0b100101 }

  /// x to a power, which is public. The first 31 powers are different.
  static func power(_ exponent: Int) -> UInt8 { (0..<exponent).reduce(1) { element, _ in double(element) } }
}
