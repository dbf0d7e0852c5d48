import Foundation
import Credentials
import Vault

@testable import SwiftVaultVaultTool

/// The tables of `swift-vault credential`, selected by the first byte: credentials in lines, CSV or LDIF; passwords in
/// CSV; and both kinds, written by this target from the input. Plain readers must agree with the result and with the
/// converted text.
enum CredentialTables: Target {
  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    switch first % 4 {
    case 0: passwords(Array(input.dropFirst()))
    case 1: writtenTable(input)
    default: credentials(Array(input.dropFirst()), first)
    }
  }

  // MARK: Credentials

  private static let forms = Credential.Form.allCases.filter { $0 != .swiftVault }

  private static func table(_ text: [UInt8], pieces size: Int) -> CredentialTable {
    var rest = text[...]
    return CredentialTable("table") {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  private static func credentials(_ text: [UInt8], _ selector: UInt8) {
    // The export of a realm is another text, and UTF-16 is refused as a whole.
    let beginning = text.trimmedText.first
    if text.beginsAsUTF16 || beginning == UInt8(ascii: "[") { return }
    if beginning == UInt8(ascii: "{"), RealmExport.table(of: text) != nil { return }
    let plain = PlainCredentialTable(text)
    for size in [1 + Int(selector), 4096] {
      let lines = read(text, pieces: size)
      expect(lines.flatMap(\.source).isSame(as: text), "the lines are the text")
      expect(lines.map(\.number) == plain.lines.map(\.number), "the numbers of the lines: \(plain.lines)")
      for (line, plain) in zip(lines, plain.lines) {
        expect(line.content == plain.content, "line \(line.number): \(line.content), not \(plain.content)")
      }
    }
    convert(text, plain, selector)
  }

  private static func read(
    _ text: [UInt8], pieces size: Int
  ) -> [(number: Int, source: ArraySlice<UInt8>, content: PlainCredentialTable.Content)] {
    var table = table(text, pieces: size)
    var lines: [(Int, ArraySlice<UInt8>, PlainCredentialTable.Content)] = []
    while let line = try! table.line() {
      do throws(CredentialTable.Refusal) {
        let cell = try table.cell(in: line)
        lines.append((line.number, line.source, cell.map { .cell(id: $0.id, text: $0.text) } ?? .nothing))
      } catch {
        expect(!error.reason.isEmpty, "a refusal with a reason")
        lines.append((line.number, line.source, .refused))
      }
    }
    return lines
  }

  /// Converts the table. The result has the same lines and names, and only the credentials differ.
  private static func convert(_ text: [UInt8], _ plain: PlainCredentialTable, _ selector: UInt8) {
    let form = forms[Int(selector) / 4 % forms.count]
    func converted(_ text: [UInt8]) throws -> [UInt8] {
      var table = table(text, pieces: 1 + Int(selector))
      return try ConvertCredentialCommand.converted(&table, "table", to: form, .none).text
    }
    let wrong = plain.lines.first { line in
      switch line.content {
      case .nothing: false
      case .refused: true
      case .cell(_, let text): (try? PlainCredentialTable.credential(text)?.text(as: form)) == nil
      }
    }
    let result: [UInt8]
    do {
      result = try converted(text)
    } catch {
      expect(
        wrong.map { "\(error)".hasPrefix("swift-vault: table: line \($0.number): ") } ?? false,
        "\(error); the plain reader has \(wrong as Any)")
      return
    }
    expect(wrong == nil, "line \(wrong!.number) was written")
    let (before, after) = (read(text, pieces: 4096), read(result, pieces: 4096))
    expect(before.count == after.count, "\(before.count) lines became \(after.count)")
    for (old, new) in zip(before, after) {
      guard case .cell(let id, let text) = old.content else {
        expect(old.source.elementsEqual(new.source), "a line without a credential is as it was")
        continue
      }
      let credential = try! PlainCredentialTable.credential(text)!.text(as: form)
      expect(new.content == .cell(id: id, text: credential), "\(old.content) became \(new.content)")
      expect(others(old.source, text) == others(new.source, credential), "the other fields are as they were")
    }
    expect(try! converted(result) == result, "what is written is not changed again")
  }

  /// The fields of a row without its credential; empty for an attribute.
  private static func others(_ row: ArraySlice<UInt8>, _ credential: String) -> [[UInt8]] {
    let first = String(decoding: row.prefix(13), as: UTF8.self).lowercased()
    if first == "userpassword:" || first == "userpassword;" { return [] }
    let fields = PlainCSV.rows(Array(row.starts(with: byteOrderMark) ? row.dropFirst(3) : row)).first?.fields ?? []
    return fields.contains(Array(credential.utf8)) ? fields.filter { $0 != Array(credential.utf8) } : []
  }

  // MARK: Passwords

  private static func secret(_ text: [UInt8]) -> SecretBytes {
    try! SecretBytes(capacity: text.count) {
      $0.copyBytes(from: text)
      return text.count
    }
  }

  /// The rows. The last row has no fields if it is refused.
  private static func rows(_ text: [UInt8]) -> [(line: Int, fields: [[UInt8]]?)] {
    secret(text).withUnsafeMutableBytes { bytes in
      var (csv, rows) = (CSV(bytes, from: 0), [(line: Int, fields: [[UInt8]]?)]())
      while true {
        let line = csv.line
        do throws(CSV.Malformed) {
          guard let fields = try csv.row() else { return rows }
          expect(fields.allSatisfy { $0.source.lowerBound <= $0.content.lowerBound }, "a value before its field")
          expect(fields.allSatisfy { $0.content.upperBound <= $0.source.upperBound }, "a value behind its field")
          rows.append((line, fields.map { Array(bytes[$0.content]) }))
        } catch {
          return rows + [(line, nil)]
        }
      }
    }
  }

  private static func passwords(_ text: [UInt8]) {
    let (rows, plain) = (rows(text), PlainCSV.rows(text))
    expect(rows.map(\.line) == plain.map(\.line), "the lines of rows: \(rows.map(\.line)), \(plain.map(\.line))")
    for (row, plain) in zip(rows, plain) { expect(row.fields == plain.fields, "the row of line \(row.line)") }
    var written: [UInt8] = []
    for row in rows { written += PlainCSV.row(row.fields ?? []) + Array("\r\n".utf8) }
    let again = Self.rows(written)
    for (row, again) in zip(rows, again) where row.fields != nil {
      expect(row.fields == again.fields, "the row of line \(row.line), written and read again")
    }

    let unmarked = text.starts(with: byteOrderMark) ? Array(text.dropFirst(3)) : text
    if text.beginsAsUTF16 { return }
    let separator = PlainCSV.separator(Array(text.prefix { $0 != 10 }))
    let expected = logins(PlainCSV.rows(unmarked, separator: separator))
    do {
      let table = try PasswordTable(secret(text), "table")
      expect(expected.wrongLine == nil, "line \(expected.wrongLine!) was read")
      expect(table.ids == expected.logins.map(\.id), "\(table.ids)")
      table.withPasswords(for: table.ids) { passwords in
        for (password, login) in zip(passwords, expected.logins) {
          expect(login.password.isSame(as: password), "the password of \(login.id)")
        }
      }
    } catch {
      let line = expected.wrongLine.map { $0 == 0 ? "the first line must" : "line \($0): " } ?? "nothing"
      expect("\(error)".hasPrefix("swift-vault: table: \(line)"), "\(error), not \(line)")
    }
  }

  /// The logins in the rows, and the first wrong line, 0 if the columns have no names.
  private static func logins(
    _ rows: [(line: Int, fields: [[UInt8]]?)]
  ) -> (logins: [(id: String, password: [UInt8])], wrongLine: Int?) {
    guard let first = rows.first else { return ([], 0) }
    guard let fields = first.fields else { return ([], first.line) }
    let names = fields.map { PlainCredentialTable.trimmed($0).lowercased() }
    guard let name = names.firstIndex(of: "id"), let password = names.firstIndex(of: "password") else { return ([], 0) }
    var logins: [(id: String, password: [UInt8])] = []
    for (line, fields) in rows.dropFirst() where fields != [[]] {
      guard let fields, fields.count == names.count, !fields[password].isEmpty else { return (logins, line) }
      let id = PlainCredentialTable.trimmed(fields[name])
      // Bytes that are not UTF-8 are decoded to other bytes.
      guard Array(String(decoding: fields[name], as: UTF8.self).utf8) == fields[name],
        !logins.contains(where: { Array($0.id.utf8) == Array(id.utf8) })
      else {
        return (logins, line)
      }
      logins.append((id, fields[password]))
    }
    return (logins, nil)
  }

  // MARK: Tables written here

  private static let stored = [
    "{PBKDF2-SHA256}1000$c2FsdA$XacIUioViH9TPXkMmUulwDZnP.38y0c8qW5z4fyg6Vs",
    "$pbkdf2-sha256$i=1000,l=32$c2FsdA$XacIUioViH9TPXkMmUulwDZnP+38y0c8qW5z4fyg6Vs",
    "sha1:2:R05VXGNqcXg=:tX85EYOIekqJD9zEL58Rfg==",
    "pbkdf2_sha1$3000$lobster.,/+= ~!$+x81Yi2uGafeF+vpgLolhZTXe+A=",
  ]

  /// Writes a table of credentials or of passwords, and expects to read the same values from it.
  private static func writtenTable(_ input: [UInt8]) {
    var input = FuzzInput(Array(input.dropFirst()))
    let (kind, lineEnd) = (input.number(below: 3), input.choice([Array("\n".utf8), Array("\r\n".utf8)]))
    var text = input.flag() ? byteOrderMark : []
    if kind == 0 { text += Array("id,password".utf8) + lineEnd }
    var contents: [PlainCredentialTable.Content] = []
    var logins: [(id: String, password: [UInt8])] = []
    for number in 0..<1 + input.number(below: 5) {
      // None of these bytes ends a line of CSV.
      let bytes = input.bytes(input.number(below: 6)).map { $0 == 10 ? 0 : $0 }
      let name = "u\(number)" + String(decoding: bytes, as: UTF8.self)
      // White space at the ends of a field is not read.
      let id = kind == 2 ? name : PlainCredentialTable.trimmed(Array(name.utf8))
      let (credential, password) = (input.choice(stored), input.bytes(1 + input.number(below: 6)))
      // The first line of LDIF has `dn:`.
      let (isQuoted, width) = (input.flag(), 3 + input.number(below: 78))
      switch kind {
      case 0:
        logins.append((id, password))
        text += PlainCSV.row([Array(name.utf8), password], isQuoted: isQuoted) + lineEnd
      case 1:
        contents.append(.cell(id: id, text: credential))
        text += PlainCSV.row([Array(name.utf8), Array(credential.utf8)], isQuoted: isQuoted) + lineEnd
      default:
        contents += [.nothing, .cell(id: id, text: credential), .nothing, .nothing]
        text += attribute("dn", name, isQuoted, width, lineEnd)
        text += attribute("userPassword", credential, isQuoted, width, lineEnd)
        for line in ["# a", " b", ""] { text += Array(line.utf8) + lineEnd }
      }
    }
    if kind == 0 {
      let table = try! PasswordTable(secret(text), "table")
      expect(table.ids == logins.map(\.id), "\(table.ids)")
      table.withPasswords(for: table.ids) { passwords in
        for (password, login) in zip(passwords, logins) { expect(login.password.isSame(as: password), "\(login.id)") }
      }
    } else {
      expect(read(text, pieces: 7).map(\.content) == contents, "a table: \(String(decoding: text, as: UTF8.self))")
    }
  }

  /// A folded line of LDIF, in base 64 if this is required or asked for.
  private static func attribute(
    _ name: String, _ value: String, _ isBase64: Bool, _ width: Int, _ lineEnd: [UInt8]
  ) -> [UInt8] {
    let isSafe = value.utf8.allSatisfy { 0x20...0x7e ~= $0 }
    let plain = isBase64 || !isSafe ? ":: \(Data(value.utf8).base64EncodedString())" : ": \(value)"
    let line = Array("\(name)\(plain)".utf8)
    let pieces = stride(from: 0, to: line.count, by: width).map { Array(line[$0...].prefix(width)) }
    return Array(pieces.joined(separator: lineEnd + [0x20])) + lineEnd
  }
}
