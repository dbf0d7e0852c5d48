import SwiftVaultCommandSupport

/// The rows of comma-separated values, or of values that semicolons or tabs separate. Quotation marks are removed in
/// place, so that a secret is not copied.
///
/// A quotation mark inside a field that does not begin with one stands for itself.
///
/// Source: RFC 4180.
struct CSV {
  struct Field {
    /// The field as it stands, with its quotation marks.
    let source: Range<Int>
    /// The value; its bytes have been moved together.
    let content: Range<Int>
  }

  /// The reason why a row is refused.
  struct Malformed: Error { let reason: String }

  /// The bytes that may separate values.
  static let separators = [",", ";", "\t"].map { UInt8(ascii: $0) }

  /// The most fields of a row. No table of users has as many.
  private static let longestRow = 10_000

  private let bytes: UnsafeMutableRawBufferPointer
  private let separator: UInt8
  private var next: Int
  private var lineEnds = 0

  /// The bytes must outlive the reader.
  init(_ bytes: UnsafeMutableRawBufferPointer, from start: Int, separator: UInt8 = separators[0]) {
    (self.bytes, self.separator, next) = (bytes, separator, start)
  }

  /// The separator that is most frequent in the names of the columns.
  static func separator(ofNames names: some Sequence<UInt8>) -> UInt8 {
    let counts = separators.map { separator in names.count { $0 == separator } }
    return separators[counts.indices.max { counts[$0] < counts[$1] || counts[$0] == counts[$1] && $0 > $1 }!]
  }

  /// The line of the next row, counted from 1.
  var line: Int { lineEnds + 1 }

  /// The fields of the next row; nil at the end.
  mutating func row() throws(Malformed) -> [Field]? {
    if next == bytes.count { return nil }
    var fields = [try field()]
    while next < bytes.count {
      next += 1
      if bytes[next - 1] == UInt8(ascii: "\n") {
        lineEnds += 1
        break
      }
      guard fields.count < Self.longestRow else {
        throw Malformed(reason: "more than \(Self.longestRow.grouped) fields")
      }
      fields.append(try field())
    }
    return fields
  }

  /// The next field. It ends at a separator, a line feed or the end of the text.
  private mutating func field() throws(Malformed) -> Field {
    let start = next
    if next < bytes.count, bytes[next] == UInt8(ascii: "\"") {
      let content = try quoted()
      let source = start..<next
      if next < bytes.count, bytes[next] == UInt8(ascii: "\r") { next += 1 }
      guard isAtEnd(isSeparator: next == source.upperBound) else {
        throw Malformed(reason: "text after the closing quotation mark of a field")
      }
      return Field(source: source, content: content)
    }
    while !isAtEnd(isSeparator: true) { next += 1 }
    let isLast = next == bytes.count || bytes[next] == UInt8(ascii: "\n")
    let end = isLast && next > start && bytes[next - 1] == UInt8(ascii: "\r") ? next - 1 : next
    return Field(source: start..<end, content: start..<end)
  }

  private func isAtEnd(isSeparator: Bool) -> Bool {
    next == bytes.count || bytes[next] == UInt8(ascii: "\n") || isSeparator && bytes[next] == separator
  }

  /// The value between quotation marks; reading continues after the second.
  private mutating func quoted() throws(Malformed) -> Range<Int> {
    next += 1
    let start = next
    var end = start
    while next < bytes.count {
      let byte = bytes[next]
      next += 1
      if byte == UInt8(ascii: "\"") {
        guard next < bytes.count, bytes[next] == byte else { return start..<end }
        next += 1
      } else if byte == UInt8(ascii: "\n") {
        lineEnds += 1
      }
      bytes[end] = byte
      end += 1
    }
    throw Malformed(reason: "a quotation mark that is never closed")
  }
}
