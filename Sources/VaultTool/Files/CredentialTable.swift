import Foundation
import Vault

/// A text with credentials, read in pieces: one on each line, or one in each row of CSV, or those of `userPassword` in
/// LDIF.
///
/// Source: RFC 4180 (CSV) and RFC 2849 (LDIF).
struct CredentialTable {
  /// A line, and in LDIF those that continue it.
  struct Line {
    /// Counted from 1.
    let number: Int
    /// The bytes as they stand, with the line end.
    let source: ArraySlice<UInt8>
  }

  /// The credential in a line.
  struct Cell {
    /// The name of its row or entry; nil if the line has nothing else.
    let id: String?
    let text: String
    /// The line, without its end, with another credential in the place of this one.
    let replacing: (String) -> String
  }

  /// The reason why a line is refused.
  struct Refusal: Error { let reason: String }

  static let longestLine = 64 << 20

  private let name: String
  private let read: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 1
  /// Nil before the first line.
  private var isLDIF: Bool?
  /// The name of the LDIF entry.
  private var entry: String?

  /// A text of that name, whose pieces `read` returns; an empty one is the end.
  init(_ name: String, read: @escaping () throws -> [UInt8]) { (self.name, self.read) = (name, read) }

  /// The next line, or nil at the end.
  mutating func line() throws -> Line? {
    if isLDIF == nil { isLDIF = try beginsLDIF() }
    var (length, count) = (try lineLength(at: 0), 1)
    if length == 0 { return nil }
    while isLDIF == true {
      let more = try lineLength(at: length)
      guard more > 0, buffer[start + length] == UInt8(ascii: " ") else { break }
      length += more
      count += 1
    }
    defer {
      start += length
      number += count
    }
    return Line(number: number, source: buffer[start..<start + length])
  }

  /// The length, with its end, of the line that begins `offset` bytes ahead; 0 at the end of the text.
  private mutating func lineLength(at offset: Int) throws -> Int {
    var searched = offset
    while true {
      if let end = buffer[(start + searched)...].firstIndex(of: UInt8(ascii: "\n")) { return end + 1 - start - offset }
      searched = buffer.count - start
      guard searched <= Self.longestLine else {
        throw ToolError(.notReadable, name, "line \(number) has more than \(Self.longestLine >> 20) MiB")
      }
      let piece = try read()
      if piece.isEmpty { return searched - offset }
      buffer.removeFirst(start)
      start = 0
      buffer += piece
    }
  }

  /// Whether the first line with content names an entry or the version of LDIF.
  private mutating func beginsLDIF() throws -> Bool {
    var offset = 0
    while true {
      let length = try lineLength(at: offset)
      let line = buffer[(start + offset)...].prefix(length)
      guard let first = line.first, "\r\n#".utf8.contains(first) else {
        return line.starts(with: "dn:".utf8) || line.starts(with: "version:".utf8)
      }
      offset += length
    }
  }

  /// The credential in a line; nil for an empty line, for the names of columns in the first, and in LDIF for an attribute
  /// other than `userPassword`.
  mutating func cell(in line: Line) throws(Refusal) -> Cell? {
    guard isLDIF == true else { return try Self.row(line) }
    if let name = try Self.value(of: "dn", in: line) { entry = name }
    guard let text = try Self.value(of: "userPassword", in: line) else { return nil }
    return Cell(id: entry, text: text) { "userPassword: \($0)" }
  }

  /// The value of an attribute, decoded from base 64, or nil if the line has another one.
  private static func value(of name: String, in line: Line) throws(Refusal) -> String? {
    let label = line.source.prefix(name.utf8.count + 1)
    guard String(decoding: label, as: UTF8.self).lowercased() == name.lowercased() + ":" else { return nil }
    let text = line.text
    let value = text.dropFirst(label.count)
    let trimmed = value.drop { $0 == ":" || $0 == " " }
    guard value.first == ":" else { return String(trimmed) }
    guard let bytes = Data(base64Encoded: String(trimmed)) else { throw Refusal(reason: "the value is not base 64") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The credential in a line or a row.
  private static func row(_ line: Line) throws(Refusal) -> Cell? {
    let text = line.text
    if text.isEmpty { return nil }
    if case .success = read(text) { return Cell(id: nil, text: text) { $0 } }
    let fields = try fields(text)
    let places = fields.indices.filter { if case .failure(.unknownForm) = read(fields[$0]) { false } else { true } }
    guard places.count == 1 else {
      if places.isEmpty && line.number == 1 && fields.count > 1 { return nil }
      throw Refusal(reason: places.isEmpty ? "no credential of a known form" : "more than one credential")
    }
    let id = fields.indices.first { $0 != places[0] }.map { fields[$0] }
    return Cell(id: id, text: fields[places[0]]) { credential in
      var fields = fields
      fields[places[0]] = credential
      return fields.map { field in
        let isQuoted = field.contains { ",\"".contains($0) }
        return isQuoted ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
      }.joined(separator: ",")
    }
  }

  private static func fields(_ text: String) throws(Refusal) -> [String] {
    var bytes = Array(text.utf8)
    let fields = bytes.withUnsafeMutableBytes { bytes in
      var csv = CSV(bytes)
      return (try? csv.row())?.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    guard let fields else { throw Refusal(reason: "a quotation mark without its second") }
    return fields
  }

  private static func read(_ text: String) -> Result<Credential, CredentialError> {
    // No rounds are computed.
    Result { () throws(CredentialError) in try Credential(text, limits: Vault.Limits(maximumRounds: .max)) }
  }
}

extension CredentialTable.Line {
  /// The line end: LF, CR LF, or nothing at the end of the text.
  var end: ArraySlice<UInt8> {
    guard source.last == UInt8(ascii: "\n") else { return source.suffix(source.last == UInt8(ascii: "\r") ? 1 : 0) }
    return source.suffix(source.dropLast().last == UInt8(ascii: "\r") ? 2 : 1)
  }

  /// The line without its end, and with those that continue it.
  var text: String {
    let parts = source.dropLast(end.count).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    return String(decoding: parts[0] + parts.dropFirst().flatMap { $0.dropFirst() }, as: UTF8.self)
  }
}
