import Credentials
import Vault

/// The text form of a file: its bytes in base 64 between two lines. Spec: C2SP age: ASCII armor; RFC 7468,
/// section 3.
enum AgeArmor {
  static let firstLine = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
  static let lastLine = Array("-----END AGE ENCRYPTED FILE-----".utf8)
  /// How many bytes of white space may stand before the text, and after it, as in age.
  static let maximumSpaceByteCount = 1024

  /// Whether a file with this beginning is armored. One that begins with other text, and then has a line of armor, is
  /// armored too, and then refused.
  static func recognizes(_ beginning: [UInt8]) -> Bool {
    !beginning.starts(with: AgeHeader.versionLine.dropLast(2)) && beginning[...].rest(after: "-----") != nil
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0d ~= byte }
}

/// Reads armor strictly: only line ends and the white space around the text may differ.
struct AgeArmorDecoder {
  private enum Place {
    case before
    case digits
    /// After a line that is short, or the last with its padding.
    case lastLine
    case after
  }

  private static let columnCount = 64

  private var place = Place.before
  private var line: [UInt8] = []
  private var spaceByteCount = 0

  /// Takes the next piece of the text, and appends what it decodes to the bytes, also before an error.
  mutating func update(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) throws(InteropError) {
    var rest = text
    while place != .after, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if line.isEmpty {
        try take(rest[..<end], into: &bytes)
      } else {
        try append(rest[..<end])
        try take(line[...], into: &bytes)
        line.removeAll(keepingCapacity: true)
      }
      rest = rest[(end + 1)...]
    }
    guard place == .after else { return try append(rest) }
    spaceByteCount += rest.count
    guard rest.allSatisfy(AgeArmor.isSpace) else { throw .age(.armor("other data after the last line")) }
    try checkSpace(spaceByteCount < AgeArmor.maximumSpaceByteCount, "after")
  }

  /// Ends the text.
  mutating func finalize(into bytes: inout [UInt8]) throws(InteropError) {
    if !line.isEmpty { try take(line[...], into: &bytes) }
    guard place == .after else { throw .age(.armor("the last line is missing")) }
  }

  private mutating func append(_ part: ArraySlice<UInt8>) throws(InteropError) {
    guard line.count + part.count <= AgeArmor.maximumSpaceByteCount else { throw .age(.armor("a line too long")) }
    line += part
  }

  private func checkSpace(_ isWithin: Bool, _ word: String) throws(InteropError) {
    guard isWithin else {
      throw .age(.armor("\(AgeArmor.maximumSpaceByteCount) bytes of white space or more \(word) the text"))
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>, into bytes: inout [UInt8]) throws(InteropError) {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    switch place {
    case .before:
      if line.allSatisfy(AgeArmor.isSpace) {
        spaceByteCount += line.count + 1
        return try checkSpace(spaceByteCount <= AgeArmor.maximumSpaceByteCount, "before")
      }
      guard line.elementsEqual(AgeArmor.firstLine) else { throw .age(.armor("the first line is not the one of age")) }
      spaceByteCount = 0
      place = .digits
    case .digits, .lastLine:
      if line.elementsEqual(AgeArmor.lastLine) {
        place = .after
        return
      }
      guard place == .digits else { throw .age(.armor("a line after a short one is not the last line")) }
      guard 1...Self.columnCount ~= line.count else {
        throw .age(.armor("a line of \(line.count.units("character")); it has 1 to \(Self.columnCount)"))
      }
      guard let decoded = Base64.padded.decode(line) else {
        throw .age(.armor("a line that is not base 64 in its only form"))
      }
      bytes += decoded
      if decoded.count < Self.columnCount / 4 * 3 { place = .lastLine }
    case .after: preconditionFailure("no line is taken after the last")
    }
  }
}
