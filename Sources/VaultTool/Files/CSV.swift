/// The rows of comma-separated values. Quotation marks are removed in place, so that a secret is not copied.
///
/// Source: RFC 4180.
struct CSV {
  private let bytes: UnsafeMutableRawBufferPointer
  private var next = 0
  private var lineEnds = 0

  /// The bytes must outlive the reader.
  init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// The line of the next row, counted from 1.
  var line: Int { lineEnds + 1 }

  /// A quotation mark without its second.
  struct Unbalanced: Error {}

  /// The fields of the next row; nil at the end.
  mutating func row() throws(Unbalanced) -> [Range<Int>]? {
    if next == bytes.count { return nil }
    var fields: [Range<Int>] = []
    var (start, end, isQuoted) = (next, next, false)
    while next < bytes.count {
      let byte = bytes[next]
      next += 1
      if byte == UInt8(ascii: "\n") { lineEnds += 1 }
      if isQuoted, byte == UInt8(ascii: "\"") {
        isQuoted = next < bytes.count && bytes[next] == UInt8(ascii: "\"")
        if !isQuoted { continue }
        next += 1
      } else if isQuoted {
      } else if byte == UInt8(ascii: "\""), start == end {
        isQuoted = true
        continue
      } else if byte == UInt8(ascii: ",") {
        fields.append(start..<end)
        (start, end) = (next, next)
        continue
      } else if byte == UInt8(ascii: "\n") {
        if start < end, bytes[next - 2] == UInt8(ascii: "\r") { end -= 1 }
        return fields + [start..<end]
      }
      bytes[end] = byte
      end += 1
    }
    if isQuoted { throw Unbalanced() }
    return fields + [start..<end]
  }
}
