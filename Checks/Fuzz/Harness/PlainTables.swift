import Foundation
import Credentials
import Vault

/// A second reader and a writer of CSV. Source: RFC 4180, section 2. In addition, a quotation mark in a field that does
/// not begin with one is a literal, and CR at the end of the text is a line end.
enum PlainCSV {
  private enum State { case start, plain, quoted, closed }

  /// The rows, each with the number of its first line. The last row has no fields if it is refused.
  static func rows(_ text: [UInt8], separator: UInt8 = 0x2C) -> [(line: Int, fields: [[UInt8]]?)] {
    var rows: [(line: Int, fields: [[UInt8]]?)] = []
    var (state, field, fields, line, start, isOpen) = (State.start, [UInt8](), [[UInt8]](), 1, 1, false)
    func endField() {
      fields.append(field)
      (field, state) = ([], .start)
    }
    func endRow() {
      endField()
      rows.append((start, fields))
      (fields, start, isOpen) = ([], line, false)
    }
    for (index, byte) in text.enumerated() {
      isOpen = true
      if byte == 10 { line += 1 }
      let isLineEnd = byte == 13 && (index + 1 == text.count || text[index + 1] == 10)
      switch (state, byte) {
      case (.quoted, UInt8(ascii: "\"")): state = .closed
      case (.quoted, _): field.append(byte)
      case (_, _) where isLineEnd: continue
      case (.closed, UInt8(ascii: "\"")): (field, state) = (field + [byte], .quoted)
      case (.start, UInt8(ascii: "\"")): state = .quoted
      case (_, separator): endField()
      case (_, 10): endRow()
      case (.closed, _): return rows + [(start, nil)]
      default: (field, state) = (field + [byte], .plain)
      }
    }
    if state == .quoted { return rows + [(start, nil)] }
    if isOpen { endRow() }
    return rows
  }

  /// The separator that is most frequent in the first line.
  static func separator(_ line: [UInt8]) -> UInt8 {
    let most = [0x2C, 0x3B, 0x09].map { separator in line.count { $0 == separator } }.max()!
    return [0x2C, 0x3B, 0x09].first { separator in line.count { $0 == separator } == most }!
  }

  /// A row without its line end. A field is quoted if it needs quotation marks, or if they are asked for.
  static func row(_ fields: [[UInt8]], isQuoted: Bool = false) -> [UInt8] {
    let written = fields.map { field in
      guard isQuoted || field.isEmpty || field.contains(where: { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }) else {
        return field
      }
      return [0x22] + field.flatMap { $0 == 0x22 ? [$0, $0] : [$0] } + [0x22]
    }
    return Array(written.joined(separator: [0x2C]))
  }
}

/// A second reader of tables of credentials.
struct PlainCredentialTable {
  enum Content: Equatable {
    case nothing, refused
    case cell(id: String?, text: String)
  }

  /// The number and the content of each line.
  private(set) var lines: [(number: Int, content: Content)] = []
  private var entry: String?
  private var columns: [[UInt8]] = []
  private var separator: UInt8?
  private var (column, pair, met): (Int?, [Int]?, Int?)
  private var isAmbiguous = false

  init(_ text: [UInt8]) {
    var lines = Self.physicalLines(text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text)
    // The byte order mark alone is a line too.
    if lines.isEmpty, !text.isEmpty { lines = [[]] }
    let beginning = lines.first { !$0.isEmpty && $0[0] != UInt8(ascii: "#") }.map { Self.lowercased($0) } ?? []
    guard beginning.starts(with: "dn:".utf8) || beginning.starts(with: "version:".utf8) else {
      for (index, line) in lines.enumerated() { self.lines.append((index + 1, row(line, isFirst: index == 0))) }
      return
    }
    // Spec: RFC 2849, section 2, note 2: a line that begins with a space continues the one before.
    var folded: [(number: Int, text: [UInt8])] = []
    for (index, line) in lines.enumerated() {
      if line.first == UInt8(ascii: " "), let last = folded.last, !last.text.isEmpty {
        folded[folded.count - 1].text += line.dropFirst()
      } else {
        folded.append((index + 1, line))
      }
    }
    for (number, text) in folded { self.lines.append((number, attribute(text))) }
  }

  /// The lines without LF, CR LF, and CR at the end of the text.
  private static func physicalLines(_ text: [UInt8]) -> [[UInt8]] {
    var lines = text.split(separator: 10, omittingEmptySubsequences: false)
    if text.last == 10 || text.isEmpty { lines.removeLast() }
    return lines.map { Array($0.last == 13 ? $0.dropLast() : $0) }
  }

  private mutating func attribute(_ text: [UInt8]) -> Content {
    if text.isEmpty { entry = nil }
    if text.first == UInt8(ascii: " ") { return .refused }
    let name = text.prefix { $0 != UInt8(ascii: ":") }
    let type = Self.lowercased(Array(name.prefix { $0 != UInt8(ascii: ";") }))
    let isName = type == Array("dn".utf8)
    guard name.count < text.count, isName || type == Array("userpassword".utf8) else {
      return .nothing
    }
    let value: [UInt8]?
    if text.dropFirst(name.count).starts(with: "::".utf8) {
      let digits = String(decoding: text.dropFirst(name.count + 2).drop { $0 == 32 }, as: UTF8.self)
      value = PlainCredentialReader.padded(digits).map { Array($0) }
    } else {
      value = Array(text.dropFirst(name.count + 1).drop { $0 == 32 })
    }
    if isName { entry = value.map { String(decoding: $0, as: UTF8.self) } }
    guard let value else { return .refused }
    return isName ? .nothing : .cell(id: entry, text: String(decoding: value, as: UTF8.self))
  }

  private mutating func row(_ line: [UInt8], isFirst: Bool) -> Content {
    if line.isEmpty { return .nothing }
    let text = Self.trimmed(line)
    if columns.isEmpty {
      if Self.credential(text) != nil { return .cell(id: nil, text: text) }
      // JSON of an unknown form need not be a row, and is not examined further.
      if text.hasPrefix("{\""), PlainCSV.rows(line).first?.fields == nil { return .cell(id: nil, text: text) }
    }
    if separator == nil {
      separator =
        [0x2C, 0x3B, 0x09].first { separator in
          PlainCSV.rows(line, separator: separator).first?.fields?.contains { Self.mayBe(Self.trimmed($0)) } == true
        } ?? PlainCSV.separator(line)
    }
    guard let fields = PlainCSV.rows(line, separator: separator!).first?.fields else { return .refused }
    let texts = fields.map(Self.trimmed)
    let places = texts.indices.filter { Self.mayBe(texts[$0]) }
    if isFirst, places.isEmpty, !texts.contains(where: { $0.hasPrefix("$") || $0.hasPrefix("{") }) {
      if fields.count > 1 {
        columns = texts.map { Self.lowercased(Array($0.utf8)) }
        return setColumn() ? .nothing : .refused
      }
      if texts[0].wholeMatch(of: /[A-Za-z_\- ]*/) != nil,
        texts[0].firstMatch(of: /(?i)pass|pwd|hash|credential/) != nil
      {
        return .nothing
      }
    }
    if isAmbiguous { return .refused }
    if let pair {
      guard pair.allSatisfy({ $0 < texts.count }), pair[0] < pair[1] else { return .refused }
      let text = "{\"secretData\":\(texts[pair[0]]),\"credentialData\":\(texts[pair[1]])}"
      return Self.isOfOtherKind(text) ? .refused : .cell(id: id(texts, besides: pair), text: text)
    }
    if let column {
      guard column < texts.count, !Self.isOfUnknownForm(texts[column]) else { return .refused }
      return .cell(id: id(texts, besides: [column]), text: texts[column])
    }
    if places.isEmpty { return Self.login(line) ?? .refused }
    guard places.count == 1, met == nil || met == places[0] else { return .refused }
    met = places[0]
    guard !Self.isOfUnknownForm(texts[places[0]]) else { return .refused }
    return .cell(id: id(texts, besides: places), text: texts[places[0]])
  }

  private func id(_ texts: [String], besides places: [Int]) -> String? {
    let names = texts.indices.map { $0 < columns.count ? columns[$0] : [] }
    let id =
      columns.contains(Array("id".utf8))
      ? names.firstIndex(of: Array("id".utf8))
      : texts.indices.first { !places.contains($0) && !String(decoding: names[$0], as: UTF8.self).contains("password") }
    return id.flatMap { places.contains($0) ? nil : texts[$0] }
  }

  /// Finds the column of the credentials by the names; false if there are several.
  private mutating func setColumn() -> Bool {
    let words = columns.map { String(decoding: $0, as: UTF8.self).filter { $0.isLetter || $0.isNumber } }
    if let secret = words.firstIndex(of: "secretdata"), let data = words.firstIndex(of: "credentialdata") {
      pair = [secret, data]
      return true
    }
    let endings = ["password", "passwd", "pwd", "pass", "hash", "credential", "credentials"]
    let found = words.indices.filter { index in endings.contains { words[index].hasSuffix($0) } }
    column = found.count == 1 ? found[0] : nil
    isAmbiguous = found.count > 1
    return !isAmbiguous
  }

  /// A line `user:hash`, or one with more fields.
  private static func login(_ line: [UInt8]) -> Content? {
    guard let colon = line.firstIndex(of: 0x3A), colon > 0,
      line[..<colon].allSatisfy({ $0 > 0x20 && $0 != 0x7F && ![0x2C, 0x3B, 0x22].contains($0) })
    else { return nil }
    let rest = Array(line[(colon + 1)...])
    let texts = [trimmed(rest), trimmed(Array(rest.prefix { $0 != 0x3A }))]
    guard let text = texts.first(where: { credential($0) != nil }) ?? texts.last(where: mayBe), !isOfUnknownForm(text)
    else { return nil }
    return .cell(id: String(decoding: line[..<colon], as: UTF8.self), text: text)
  }

  /// The text without white space at its ends.
  static func trimmed(_ bytes: [UInt8]) -> String {
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    let start = Array(String(decoding: bytes, as: UTF8.self).utf8).drop(while: isSpace)
    return String(decoding: Array(start.reversed().drop(while: isSpace).reversed()), as: UTF8.self)
  }

  /// Whether a text is a credential, or one that is malformed or of another kind.
  private static func mayBe(_ text: String) -> Bool {
    text.utf8.count <= 2048 && attempt(text) != .unknownForm
  }

  static func credential(_ text: String) -> Credential? {
    try? Credential(text, limits: .none)
  }

  static func isOfUnknownForm(_ text: String) -> Bool {
    do throws(CredentialError) {
      _ = try Credential(text, limits: .none)
      return false
    } catch {
      return error == .unknownForm || isOfOtherKind(text)
    }
  }

  static func isOfOtherKind(_ text: String) -> Bool {
    if case .otherKind = attempt(text) { true } else { false }
  }

  /// The error of a text.
  private static func attempt(_ text: String) -> CredentialError? {
    do throws(CredentialError) {
      _ = try Credential(text, limits: .none)
      return nil
    } catch {
      return error
    }
  }

  private static func lowercased(_ text: [UInt8]) -> [UInt8] {
    text.map { 0x41...0x5a ~= $0 ? $0 + 0x20 : $0 }
  }
}
