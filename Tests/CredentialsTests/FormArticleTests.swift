import Foundation
import SwiftVaultTestSupport
import Testing

@testable import Credentials

/// The first columns of the table in the article *Forms of credentials* are those of the table in the code.
@Suite struct FormArticleTests {
  private static let article = VectorFile.directory.appendingPathComponent(
    "../../Sources/Credentials/Credentials.docc/FormsOfCredentials.md")

  private static func word(_ encoding: FormRow.Encoding) -> String {
    switch encoding {
    case .text: return "text"
    case .hex: return "hex"
    case .capitalHex: return "hex in capitals"
    case .base64(let base64):
      let sample = base64.encode([0xfb, 0xff, 0xbf, 0])
      let padding = sample.hasSuffix("=") ? "" : ", no padding"
      switch sample.prefix(2) {
      case "+/": return "base 64" + padding
      case "./": return "base 64 with `.`" + padding
      case "-_": return "base 64 with `-_`" + padding
      default: return "base 64 of crypt(3)"
      }
    }
  }

  private static func text(_ row: FormRow) -> String {
    if case .json = row.discriminator { return "JSON" }
    let fields = row.fields.map { field in
      switch field {
      case .version(let version): "v=\(version)"
      case .rounds: "ROUNDS"
      case .namedRounds: "i=ROUNDS"
      case .parameters: "i=ROUNDS,l=BYTES"
      case .numbers(let names, let separator):
        names.map { "\($0.name)\(word($0.number))" }.joined(separator: "\(separator)")
      case .hexRounds: "HEX"
      case .salt, .setting: "SALT"
      case .check: "CHECK"
      case .binary: "BYTES"
      }
    }
    return "`\(row.names[0].text)\(fields.joined(separator: "\(row.separator)"))`"
  }

  private static func word(_ number: FormRow.Number) -> String {
    switch number {
    case .memory: "KIB"
    case .passes: "PASSES"
    case .lanes: "LANES"
    case .cost: "N"
    case .costLogarithm: "LOG2N"
    case .blockSize: "R"
    case .parallelization: "P"
    }
  }

  private static func range(_ range: ClosedRange<Int>?) -> String {
    range.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" } ?? "one digest"
  }

  static func line(_ form: Credential.Form) -> String {
    let row = form.row
    var functions: [String] = []
    for name in row.names {
      let function = name.function.rawValue.replacing("PBKDF2-HMAC-SHA", with: "")
      if !functions.contains(function) { functions.append(function) }
    }
    let encodings = [Self.word(row.salt)] + (row.check.map { [Self.word($0)] } ?? [])
    return """
      | \(form) | `\(form.rawValue)` | \(text(row)) | \(functions.joined(separator: ", ")) \
      | \(row.rounds.map(String.init) ?? "stated") | \(encodings.joined(separator: "; ")) \
      | \(range(row.saltByteCounts)) | \(range(row.checkByteCounts)) |
      """
  }

  @Test(arguments: Credential.Form.allCases) func theArticleHasTheRow(form: Credential.Form) throws {
    let lines = try String(contentsOf: Self.article, encoding: .utf8).split(separator: "\n")
    let line = Self.line(form)
    let rest = lines.first { $0.hasPrefix(line) }?.dropFirst(line.count).split(separator: "|") ?? []
    #expect(rest.count == 2 && rest.allSatisfy { $0.count > 5 }, "\(line)")
  }
}
