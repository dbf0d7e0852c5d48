import Credentials

/// Encodes bytes that come in pieces in base 64, in lines of up to 64 digits or in one. Spec: RFC 4648, section 4.
struct Base64Encoder {
  private let isOneLine: Bool
  private var rest: [UInt8] = []
  private var column = 0

  init(isOneLine: Bool) { self.isOneLine = isOneLine }

  mutating func update(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    for byte in bytes {
      rest.append(byte)
      if rest.count == 3 { appendGroup(to: &text) }
    }
    return text
  }

  /// The last digits, and the end of the last line.
  mutating func finalize() -> [UInt8] {
    var text: [UInt8] = []
    if !rest.isEmpty { appendGroup(to: &text) }
    if column > 0 && !isOneLine { text.append(UInt8(ascii: "\n")) }
    return text
  }

  /// Appends four digits for 1 to 3 bytes, and the end of a full line.
  private mutating func appendGroup(to text: inout [UInt8]) {
    let count = rest.count
    let bits = (0..<3).reduce(0 as UInt32) { $0 << 8 | UInt32($1 < count ? rest[$1] : 0) }
    for index in 0..<4 {
      let value = UInt8(truncatingIfNeeded: bits >> (18 - 6 * index)) & 63
      text.append(index <= count ? CredentialBase64.padded.digit(value) : UInt8(ascii: "="))
    }
    rest.removeAll(keepingCapacity: true)
    column += 4
    if column == 64 && !isOneLine {
      text.append(UInt8(ascii: "\n"))
      column = 0
    }
  }
}

/// Decodes base 64 that comes in pieces. Line breaks (LF, CR) may stand anywhere. Spec: RFC 4648, section 4.
struct Base64Decoder {
  private var group: [UInt8] = []
  private var isPadded = false

  mutating func update(_ text: some Sequence<UInt8>) throws(InteropError) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text where character != UInt8(ascii: "\n") && character != UInt8(ascii: "\r") {
      if isPadded { throw .malformed("base 64: a character after the padding") }
      group.append(character)
      if group.count == 4 {
        isPadded = character == UInt8(ascii: "=")
        guard let decoded = CredentialBase64.padded.decode(group[...]) else {
          throw .malformed("base 64: four characters that are not digits of one text")
        }
        bytes += decoded
        group.removeAll(keepingCapacity: true)
      }
    }
    return bytes
  }

  func finalize() throws(InteropError) {
    guard group.isEmpty else {
      throw .malformed("base 64: \(group.count.units("character")) at the end; they come in fours")
    }
  }
}
