import SwiftVaultCommandSupport
import Credentials
import Vault

/// A text with credentials, read in pieces: one per line, one per row of CSV, or the values of `userPassword` in LDIF.
///
/// Source: RFC 4180 (CSV) and RFC 2849 (LDIF).
struct CredentialTable {
  typealias Line = LineReader.Line

  /// The credential in a line.
  struct Cell {
    /// The name of its row or entry; nil if there is none.
    let id: String?
    let text: String
    fileprivate let before: [UInt8]
    fileprivate let after: [UInt8]
    fileprivate let isField: Bool

    /// The line with another credential in the place of this one. All other bytes stay, but an LDIF attribute is
    /// written anew, on one line.
    func replaced(by credential: String) -> [UInt8] {
      let isQuoted = isField && credential.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
      let field = isQuoted ? "\"\(credential.replacing("\"", with: "\"\""))\"" : credential
      return before + field.utf8 + after
    }
  }

  /// The reason why a line is refused.
  struct Refusal: Error {
    let reason: String
    /// Whether the line may have a credential of another program: of an unknown form, or one that the requested form
    /// cannot express.
    var isOther = false
  }

  private var lines: LineReader
  /// Nil before the first line.
  private var isLDIF: Bool?
  /// The name of the LDIF entry.
  private var entry: String?
  /// The names of the columns of CSV, in lower case.
  private var columns: [String] = []

  /// A text with this name for messages. `read` returns its pieces; an empty piece is the end.
  init(_ name: String, read: @escaping () throws -> [UInt8]) { lines = LineReader(name, read: read) }

  /// Whether ids come from entries or named columns. If not, the number of a line is its id.
  var hasIDs: Bool { isLDIF == true || !columns.isEmpty }

  /// The next line, in LDIF with its continuation lines; nil at the end.
  mutating func line() throws -> Line? {
    if isLDIF == nil { isLDIF = try beginsLDIF() }
    var (length, count) = (try lines.length(at: 0), 1)
    if length == 0 { return nil }
    let isContinued = isLDIF == true && !Line(number: lines.number, source: lines.bytes.prefix(length)).body.isEmpty
    while isContinued {
      let more = try lines.length(at: length)
      guard more > 0, lines.bytes.dropFirst(length).first == UInt8(ascii: " ") else { break }
      length += more
      count += 1
    }
    return lines.take(length, lineCount: count)
  }

  /// Whether the first line with content names an entry or the version of LDIF.
  private mutating func beginsLDIF() throws -> Bool {
    var offset = 0
    while true {
      let length = try lines.length(at: offset)
      let line = Line(number: offset == 0 ? 1 : 2, source: lines.bytes.dropFirst(offset).prefix(length)).body
      guard length == 0 || !line.isEmpty && line.first != UInt8(ascii: "#") else {
        offset += length
        continue
      }
      let beginning = String(decoding: line.prefix(8), as: UTF8.self).lowercased()
      return beginning.utf8.starts(with: "dn:".utf8) || beginning == "version:"
    }
  }

  /// The credential in a line; nil for an empty line, for the names of columns in the first, and in LDIF for an
  /// attribute other than `userPassword`.
  mutating func cell(in line: Line) throws(Refusal) -> Cell? {
    guard isLDIF == true else { return try row(line) }
    let text = line.unfolded
    if text.first == UInt8(ascii: " ") { throw Refusal(reason: "a continuation without a line before it") }
    if text.isEmpty { entry = nil }
    do throws(Refusal) {
      if let name = try Self.value(of: "dn", in: text) { entry = name.text }
    } catch {
      entry = nil
      throw error
    }
    guard let credential = try Self.value(of: "userPassword", in: text) else { return nil }
    return Cell(
      id: entry, text: credential.text, before: line.mark + "userPassword".utf8 + credential.options + ": ".utf8,
      after: Array(line.end), isField: false)
  }

  /// The value of an attribute, decoded from base 64, and the options after its name, such as `;x-opt`; nil if the line
  /// has another one.
  private static func value(
    of name: String, in line: [UInt8]
  ) throws(Refusal) -> (text: String, options: ArraySlice<UInt8>)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let type = line[..<colon].prefix { $0 != UInt8(ascii: ";") }
    guard String(decoding: type, as: UTF8.self).lowercased() == name.lowercased() else { return nil }
    let options = line[type.endIndex..<colon]
    let isBase64 = line[(colon + 1)...].first == UInt8(ascii: ":")
    let value = line[(isBase64 ? colon + 2 : colon + 1)...].drop { $0 == UInt8(ascii: " ") }
    guard isBase64 else { return (String(decoding: value, as: UTF8.self), options) }
    guard let bytes = CredentialBase64.padded.decode(value) else {
      throw Refusal(reason: "the value is not base 64")
    }
    return (String(decoding: bytes, as: UTF8.self), options)
  }

  /// The credential in a line or a row.
  private mutating func row(_ line: Line) throws(Refusal) -> Cell? {
    let body = Array(line.body)
    if body.isEmpty { return nil }
    func cell(_ id: String?, _ text: String, _ place: Range<Int>, isField: Bool) -> Cell {
      Cell(
        id: id, text: text, before: line.mark + body[..<place.lowerBound],
        after: Array(body[place.upperBound...]) + line.end, isField: isField)
    }
    let text = String(decoding: body, as: UTF8.self)
    // A JSON object need not be a row: its commas and quotation marks are its own.
    var isWhole = text.utf8.starts(with: "{\"".utf8) && (try? Self.fields(body)) == nil
    if case .success = Self.read(text) { isWhole = true }
    if isWhole { return cell(nil, text, body.indices, isField: false) }
    let fields = try Self.fields(body)
    var (places, kind): ([Int], String?) = ([], nil)
    for (index, field) in fields.enumerated() {
      switch Self.read(field.text) {
      case .failure(.unknownForm): break
      case .failure(.otherKind(let other)): kind = kind ?? other
      default: places.append(index)
      }
    }
    guard places.count == 1 else {
      guard places.isEmpty else { throw Refusal(reason: "more than one credential") }
      if line.number == 1, kind == nil, areNames(fields.map(\.text)) { return nil }
      let name = kind.map { ": this is \($0)" } ?? ""
      throw Refusal(reason: "no credential of a known form\(name)", isOther: true)
    }
    let (place, field) = (places[0], fields[places[0]])
    return cell(idColumn(fields.count, besides: place).map { fields[$0].text }, field.text, field.source, isField: true)
  }

  /// Whether the fields of the first line name the columns. The names of several columns are kept. A single name only
  /// shows that the column has credentials; the ids are then line numbers.
  private mutating func areNames(_ fields: [String]) -> Bool {
    // A credential of an unknown form is not a name.
    if fields.contains(where: { "${".utf8.contains($0.utf8.first ?? 0) }) { return false }
    let names = fields.map { $0.lowercased() }
    guard names.count == 1 else {
      columns = names
      return true
    }
    let isPlain = names[0].utf8.allSatisfy { 0x61...0x7a ~= $0 || "_- ".utf8.contains($0) }
    return isPlain && ["pass", "pwd", "hash", "credential"].contains { names[0].contains($0) }
  }

  /// The column of the ids: `id`, or else the first other column without `password` in its name.
  private func idColumn(_ count: Int, besides place: Int) -> Int? {
    if let id = columns.firstIndex(of: "id") { return id < count && id != place ? id : nil }
    return (0..<count).first { $0 != place && columns.dropFirst($0).first?.contains("password") != true }
  }

  private static func fields(_ row: [UInt8]) throws(Refusal) -> [(text: String, source: Range<Int>)] {
    var bytes = row
    let fields = bytes.withUnsafeMutableBytes { bytes in
      Result { () throws(CSV.Malformed) in
        var csv = CSV(bytes, from: 0)
        return try csv.row()!.map { (String(decoding: bytes[$0.content], as: UTF8.self), $0.source) }
      }
    }
    switch fields {
    case .success(let fields): return fields
    case .failure(let error): throw Refusal(reason: error.reason)
    }
  }

  private static func read(_ text: String) -> Result<Credential, CredentialError> {
    // No rounds are computed.
    Result { () throws(CredentialError) in try Credential(text, maximumRounds: .max, maximumMemoryByteCount: .max) }
  }
}

extension CredentialError {
  /// Whether the text may be a password hash of another kind, rather than a malformed credential.
  var isOfOtherKind: Bool {
    if case .otherKind = self { true } else { self == .unknownForm }
  }
}

extension LineReader.Line {
  /// The line joined with its continuation lines, without its mark and its end.
  var unfolded: [UInt8] {
    let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let parts = lines.dropLast().map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 } + lines.suffix(1)
    return parts[0] + parts.dropFirst().flatMap { $0.dropFirst() }
  }
}
