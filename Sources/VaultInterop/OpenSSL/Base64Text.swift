import Credentials

/// Encodes bytes that come in pieces in base 64, in lines of up to 64 digits or in one. Spec: RFC 4648, section 4.
struct Base64Encoder {
  // The number of digits in a line.
  private static let digitCount = 64

  private let isOneLine: Bool
  private var rest: [UInt8] = []
  private var column = 0

  init(isOneLine: Bool) { self.isOneLine = isOneLine }

  mutating func update(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    rest += bytes
    let count = rest.count / 3 * 3
    defer { rest.removeFirst(count) }
    return lines(of: Base64.padded.digits(rest[..<count]))
  }

  /// The last digits, and the end of the last line.
  mutating func finalize() -> [UInt8] {
    var text = lines(of: Base64.padded.digits(rest[...]))
    rest = []
    if column > 0 && !isOneLine { text.append(UInt8(ascii: "\n")) }
    return text
  }

  /// The digits, with a newline after each full line.
  private mutating func lines(of digits: [UInt8]) -> [UInt8] {
    if isOneLine { return digits }
    var (text, rest): ([UInt8], ArraySlice<UInt8>) = ([], digits[...])
    text.reserveCapacity(digits.count + digits.count / Self.digitCount + 1)
    while !rest.isEmpty {
      let line = rest.prefix(Self.digitCount - column)
      text += line
      rest = rest[line.endIndex...]
      column += line.count
      if column == Self.digitCount {
        text.append(UInt8(ascii: "\n"))
        column = 0
      }
    }
    return text
  }
}

/// Decodes base 64 that comes in pieces. As OpenSSL reads it, white space (tab, LF, CR, space) may occur anywhere.
/// Spec: RFC 4648, section 4.
package struct Base64Decoder: Sendable {
  private var group: [UInt8] = []
  private var isPadded = false

  package init() {}

  package mutating func update(_ text: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
    try unsafe text.withBytes { text throws(InteropError) in
      var fault: StaticString?
      let bytes = unsafe [UInt8](capacity: (group.count + text.count) / 4 * 3 + 1) { output in
        unsafe decode(text, into: output, &fault)
      }
      if let fault { throw .malformed("base 64: \(fault)") }
      return bytes
    }
  }

  /// Writes three bytes for each four digits, or fewer at the padding. Returns how many bytes there are.
  private mutating func decode(
    _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer, _ fault: inout StaticString?
  ) -> Int {
    var (place, count) = (0, 0)
    while place < text.count {
      if group.isEmpty && !isPadded {
        // SAFETY, also below: for each four digits there is room for three bytes.
        let digitCount = unsafe Base64.decodeEights(
          UnsafeRawBufferPointer(rebasing: text[place...]), into: output + count)
        place += digitCount
        count += digitCount / 4 * 3
        if place == text.count { break }
      }
      let character = unsafe text[place]
      place += 1
      if Self.isSpace(character) { continue }
      if isPadded {
        fault = "a character after the padding"
        break
      }
      group.append(character)
      guard group.count == 4 else { continue }
      isPadded = character == UInt8(ascii: "=")
      guard let decoded = Base64.padded.decode(group[...]) else {
        fault = "four characters that are not digits of one text"
        break
      }
      unsafe decoded.withUnsafeBytes { unsafe (output + count).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
      count += decoded.count
      group.removeAll(keepingCapacity: true)
    }
    return count
  }

  package func finalize() throws(InteropError) {
    guard group.isEmpty else {
      throw .malformed("base 64: \(group.count.units("character")) at the end; they come in fours")
    }
  }

  /// Whether OpenSSL ignores the byte.
  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0a ~= byte || byte == 0x0d }
}
