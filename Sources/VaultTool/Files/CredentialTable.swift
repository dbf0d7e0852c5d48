import SwiftVaultCommandSupport
import Credentials
import Vault

/// A text with credentials, read in pieces: one per line, one per row of CSV, or the values of `userPassword` in LDIF.
/// The export of a Keycloak realm is read as a whole, as the table of its passwords.
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
    /// The separator of the row; nil if the credential is not a field of one.
    fileprivate let separator: UInt8?

    /// The line with another credential in the place of this one. All other bytes stay, but an LDIF attribute is
    /// written anew, on one line.
    func replaced(by credential: String) -> [UInt8] {
      let isQuoted =
        separator.map { credential.utf8.contains($0) || credential.utf8.contains(UInt8(ascii: "\"")) } ?? false
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

  private let name: String
  private var lines: LineReader
  /// Nil before the first line.
  private var isLDIF: Bool?
  /// The name of the LDIF entry.
  private var entry: String?
  private var columns: TableColumns
  /// What separates the fields of a row; nil before the first row.
  private var separator: UInt8?

  /// A text with this name for messages. `read` returns its pieces; an empty piece is the end.
  init(_ name: String, column: TableColumns.Choice? = nil, read: @escaping () throws -> [UInt8]) {
    (self.name, columns) = (name, TableColumns(column))
    lines = LineReader(name, read: read)
  }

  /// Whether ids come from entries or named columns. If not, the number of a line is its id.
  var hasIDs: Bool { isLDIF == true || !columns.names.isEmpty }

  /// The next line, in LDIF with its continuation lines; nil at the end.
  mutating func line() throws -> Line? {
    if isLDIF == nil {
      isLDIF = try beginsLDIF()
      if lines.bytes.beginsAsUTF16 { throw ToolError(.notReadable, name, "is text in UTF-16; save it in UTF-8") }
      try readExport()
    }
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

  /// Replaces the export of a realm by the table of its passwords.
  private mutating func readExport() throws {
    let beginning = lines.bytes.trimmedText.first
    guard beginning == UInt8(ascii: "{") || beginning == UInt8(ascii: "[") else { return }
    let length = try lines.length(at: 0)
    let line = Line(number: 1, source: lines.bytes.prefix(length)).body
    if line.first == UInt8(ascii: "{"), Self.mayBeCredential(String(decoding: line, as: UTF8.self)) { return }
    let text = try lines.rest()
    if let table = RealmExport.table(of: text) { lines.replace(by: table) }
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
      after: Array(line.end), separator: nil)
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
    guard let bytes = Base64.padded.decode(value) else { throw Refusal(reason: "the value is not base 64") }
    return (String(decoding: bytes, as: UTF8.self), options)
  }

  /// The credential in a line or a row.
  private mutating func row(_ line: Line) throws(Refusal) -> Cell? {
    let body = Array(line.body)
    if body.isEmpty { return nil }
    try columns.check()
    func cell(_ id: String?, _ text: String, _ place: Range<Int>, separator: UInt8? = nil, after rest: [UInt8]? = nil)
      -> Cell
    {
      Cell(
        id: id, text: text, before: line.mark + body[..<place.lowerBound],
        after: (rest ?? Array(body[place.upperBound...])) + line.end, separator: separator)
    }
    let text = String(decoding: body, as: UTF8.self).trimmed
    if columns.mayBeSingle {
      // A JSON object need not be a row: its commas and quotation marks are its own.
      let isJSON = text.utf8.starts(with: "{\"".utf8) && (try? Self.fields(body, UInt8(ascii: ","))) == nil
      if case .success = Self.read(text) { return cell(nil, text, body.indices) }
      if isJSON { return cell(nil, text, body.indices) }
    }
    let separator = separator ?? Self.separator(of: body)
    self.separator = separator
    let fields = try Self.fields(body, separator)
    let candidates = fields.indices.filter { Self.mayBeCredential(fields[$0].text) }
    if line.number == 1, try areNames(fields.map(\.text), candidates) { return nil }
    if columns.place == nil, candidates.isEmpty {
      guard let (id, text, place) = Self.login(body) else { throw Self.refusal(nil) }
      if case .failure(.otherKind(let kind)) = Self.read(text) { throw Self.refusal(kind) }
      return cell(id, text, place, separator: UInt8(ascii: ":"))
    }
    if columns.place == nil { try columns.meet(candidates) }
    let place = columns.place ?? .column(candidates[0])
    guard place.indices.allSatisfy(fields.indices.contains) else {
      throw Refusal(reason: "\(fields.count.counted("field")); there is no column \(place.indices.max()! + 1)")
    }
    let id = columns.id(fields.count, besides: place).map { fields[$0].text }
    switch place {
    case .column(let index):
      let field = fields[index]
      switch Self.read(field.text) {
      case .failure(.unknownForm): throw Self.refusal(nil)
      case .failure(.otherKind(let kind)): throw Self.refusal(kind)
      default: return cell(id, field.text, field.source, separator: separator)
      }
    case .pair(let secret, let data):
      let object = RealmExport.object(Array(fields[secret].text.utf8), Array(fields[data].text.utf8))
      let text = String(decoding: object, as: UTF8.self)
      if case .failure(.otherKind(let kind)) = Self.read(text) { throw Self.refusal(kind) }
      guard secret < data else { throw Refusal(reason: "the column credential_data is before secret_data") }
      // The new credential stands in the first of the two columns, and the second is empty.
      let (first, second) = (fields[secret].source, fields[data].source)
      let rest = Array(body[first.upperBound..<second.lowerBound] + body[second.upperBound...])
      return cell(id, text, first, separator: separator, after: rest)
    }
  }

  private static func refusal(_ kind: String?) -> Refusal {
    Refusal(reason: "no credential of a known form\(kind.map { ": this is \($0)" } ?? "")", isOther: true)
  }

  /// What separates the fields of the first row: the separator that leaves a credential, or else the one that is most
  /// frequent.
  private static func separator(of row: [UInt8]) -> UInt8 {
    CSV.separators.first { separator in
      (try? fields(row, separator))?.contains { mayBeCredential($0.text) } == true
    } ?? CSV.separator(ofNames: row)
  }

  /// Whether the fields of the first line name the columns. A single name only shows that the column has credentials;
  /// the ids are then line numbers.
  private mutating func areNames(_ fields: [String], _ candidates: [Int]) throws(Refusal) -> Bool {
    // A credential of an unknown form is not a name.
    let isRow = !candidates.isEmpty || fields.contains { "${".utf8.contains($0.utf8.first ?? 0) }
    if isRow, !columns.needNames { return false }
    if fields.count > 1 || columns.needNames {
      if Self.login(Array(fields[0].utf8)) != nil, fields.count == 1 { return false }
      columns.setNames(fields)
      try columns.check()
      return true
    }
    let name = fields[0].lowercased()
    let isPlain = name.utf8.allSatisfy { 0x61...0x7a ~= $0 || "_- ".utf8.contains($0) }
    return isPlain && ["pass", "pwd", "hash", "credential"].contains { name.contains($0) }
  }

  /// The parts of a line `user:hash`, or of one with more fields behind the hash.
  private static func login(_ line: [UInt8]) -> (id: String, text: String, place: Range<Int>)? {
    let isUser = { (byte: UInt8) in byte > 0x20 && byte != 0x7F && !",;\"".utf8.contains(byte) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[..<colon].allSatisfy(isUser) else {
      return nil
    }
    let start = colon + 1
    let fieldEnd = line[start...].firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    // Some credentials have colons themselves.
    let texts = [line.endIndex, fieldEnd].map {
      (String(decoding: line[start..<$0], as: UTF8.self).trimmed, start..<$0)
    }
    let found =
      texts.first { if case .success = read($0.0) { true } else { false } } ?? texts.last { mayBeCredential($0.0) }
    return found.map { (String(decoding: line[..<colon], as: UTF8.self), $0.0, $0.1) }
  }

  private static func fields(
    _ row: [UInt8], _ separator: UInt8
  ) throws(Refusal) -> [(text: String, source: Range<Int>)] {
    var bytes = row
    let fields = bytes.withUnsafeMutableBytes { bytes in
      Result { () throws(CSV.Malformed) in
        var csv = CSV(bytes, from: 0, separator: separator)
        return try csv.row()!.map { (String(decoding: bytes[$0.content], as: UTF8.self).trimmed, $0.source) }
      }
    }
    switch fields {
    case .success(let fields): return fields
    case .failure(let error): throw Refusal(reason: error.reason)
    }
  }

  /// Whether a text is a credential, or one that is malformed or of another kind.
  private static func mayBeCredential(_ text: String) -> Bool {
    if case .failure(.unknownForm) = read(text) { return false }
    return text.utf8.count <= Credential.maximumByteCount
  }

  private static func read(_ text: String) -> Result<Credential, CredentialError> {
    // No rounds are computed.
    Result { () throws(CredentialError) in try Credential(text, limits: .none) }
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
    let body = body
    var text: [UInt8] = []
    text.reserveCapacity(body.count)
    var index = body.startIndex
    while index < body.endIndex {
      let byte = body[index]
      index += 1
      guard byte == UInt8(ascii: "\n") else {
        text.append(byte)
        continue
      }
      if index - 2 >= body.startIndex, body[index - 2] == UInt8(ascii: "\r") { text.removeLast() }
      index += 1  // the space that begins the continuation
    }
    return text
  }
}
