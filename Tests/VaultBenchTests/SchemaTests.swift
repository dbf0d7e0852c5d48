import Foundation
import SwiftVaultTestSupport
import Testing

/// Benchmarks/calibrate.schema.json describes what `calibrate --json` prints.
@Suite struct SchemaTests {
  private static let bench = Command("vault-bench")
  private let schema = try! JSONSchema(
    Data(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Benchmarks/calibrate.schema.json")))

  /// A program that says 100 ns of CPU time a round.
  private static let engine = "while read -r _ _ rounds _; do echo $((200 * rounds)) $((100 * rounds)); done"

  /// A program that says 1 µs for each of the 2^cost rounds of bcrypt.
  private static let bcrypt = "while read -r _ cost; do echo $((1000 << cost)); done"

  /// The arguments of each use, with the exit statuses that it may have.
  static let uses: [(use: String, words: [String], statuses: Set<Int32>)] = [
    ("rounds", ["--budget", "2ms,1ms", "--bits", "40"], [0, 3]),
    ("rounds", ["--budget", "1ms", "--hash", "md5"], [0, 3]),
    ("argon2id", ["--budget", "20ms", "--hash", "argon2id,sha256", "--memory", "24MiB"], [0, 3]),
    ("engine", ["--budget", "20ms", "--engine", engine], [0, 3]),
    ("engine", ["--budget", "20ms", "--engine", "swift-vault", "--hash", "sha512,scrypt,argon2id"], [0, 3]),
    ("engine", ["--budget", "9ms", "--engine", bcrypt, "--hash", "bcrypt"], [0]),
    ("for", ["--for", "django", "--budget", "20ms", "--engine", engine], [0, 3]),
    ("for", ["--for", "kratos", "--budget", "20ms", "--memory", "24MiB"], [0, 3]),
    ("logins", ["--logins", "5/s", "--cores", "1000", "--hash", "sha256"], [0, 3]),
    ("logins", ["--cores", "1000", "--hash", "argon2id", "--memory", "20GiB", "--budget", "10ms"], [0, 3]),
    ("check", ["--check", "sha256:600000", "--budget", "20ms"], [0, 3, 5]),
    ("check", ["--check", "sha256:1000", "--budget", "2ms"], [4]),
    ("check", ["--check", "$argon2id$v=19$m=19456,t=2,p=1$", "--budget", "50s"], [0, 3]),
  ]

  @Test(arguments: uses.indices)
  func outputs(index: Int) throws {
    let (use, words, statuses) = Self.uses[index]
    let outcome = try Self.bench.run(["calibrate", "--json"] + words)
    #expect(statuses.contains(outcome.status), "\(outcome.errors)")
    #expect(outcome.errors == "" || outcome.status == 3, "\(outcome.errors)")
    let page = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(page["use"] as? String == use)
    #expect(try schema.problems(page) == [])
    // What the schema refuses: a member less, one of another kind, and one that it does not name.
    for name in page.keys {
      #expect(try schema.problems(page.filter { $0.key != name }) != [], "without \(name)")
      #expect(try schema.problems(page.merging([name: ["x": [:]]]) { $1 }) != [], "another \(name)")
    }
    #expect(try schema.problems(page.merging(["other": 1]) { $1 }) != [])
  }
}

/// A JSON Schema, with the keywords that this package uses. Source: JSON Schema, draft 2020-12.
struct JSONSchema {
  private let root: [String: Any]

  struct UnknownKeyword: Error { let name: String }

  init(_ text: Data) throws { root = try JSONSerialization.jsonObject(with: text) as! [String: Any] }

  /// What is wrong with a value; empty if nothing is.
  func problems(_ value: Any) throws -> [String] { try problems(value, root, at: "") }

  private func problems(_ value: Any, _ schema: [String: Any], at path: String) throws -> [String] {
    var problems: [String] = []
    for (keyword, rule) in schema {
      switch keyword {
      case "$schema", "$defs", "title", "description": break
      case "$ref":
        let name = (rule as! String).replacing("#/$defs/", with: "")
        problems += try self.problems(value, (root["$defs"] as! [String: Any])[name] as! [String: Any], at: path)
      case "oneOf":
        let all = try (rule as! [[String: Any]]).map { try self.problems(value, $0, at: path) }
        if all.count(where: \.isEmpty) != 1 { problems += all.min { $0.count < $1.count }! + ["\(path): oneOf"] }
      case "type":
        let types = rule as? [String] ?? [rule as! String]
        if !types.contains(where: { Self.isOfType($0, value) }) { problems.append("\(path): no \(types)") }
      case "const": if !Self.areEqual(value, rule) { problems.append("\(path): not \(rule)") }
      case "enum":
        let isOne = (rule as! [Any]).contains { Self.areEqual(value, $0) }
        if !isOne { problems.append("\(path): not in \(rule)") }
      case "minimum", "maximum", "exclusiveMinimum":
        guard let number = value as? Double, !Self.isOfType("boolean", value) else { break }
        let limit = rule as! Double
        let isRight = keyword == "minimum" ? number >= limit : keyword == "maximum" ? number <= limit : number > limit
        if !isRight { problems.append("\(path): \(number) against \(keyword) \(limit)") }
      case "minItems": if let list = value as? [Any], list.count < rule as! Int { problems.append("\(path): few") }
      case "items":
        for (index, element) in (value as? [Any] ?? []).enumerated() {
          problems += try self.problems(element, rule as! [String: Any], at: "\(path)/\(index)")
        }
      case "required":
        guard let object = value as? [String: Any] else { break }
        problems += (rule as! [String]).filter { object[$0] == nil }.map { "\(path): no \($0)" }
      case "properties", "additionalProperties":
        problems += try members(of: value, keyword, schema, at: path)
      default: throw UnknownKeyword(name: keyword)
      }
    }
    return problems
  }

  private func members(
    of value: Any, _ keyword: String, _ schema: [String: Any], at path: String
  ) throws -> [String] {
    guard let object = value as? [String: Any] else { return [] }
    let known = schema["properties"] as? [String: [String: Any]] ?? [:]
    var problems: [String] = []
    for (name, member) in object {
      let place = "\(path)/\(name)"
      if keyword == "properties" {
        if let rule = known[name] { problems += try self.problems(member, rule, at: place) }
      } else if known[name] == nil {
        if let rule = schema[keyword] as? [String: Any] {
          problems += try self.problems(member, rule, at: place)
        } else if schema[keyword] as? Bool == false {
          problems.append("\(place): not named")
        }
      }
    }
    return problems
  }

  private static func isOfType(_ type: String, _ value: Any) -> Bool {
    let isBoolean = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? (value is Bool)
    return switch type {
    case "null": value is NSNull
    case "boolean": isBoolean
    case "number": !isBoolean && value is Double
    case "integer": !isBoolean && (value as? Double).map { $0 == $0.rounded() } ?? false
    case "string": value is String
    case "array": value is [Any]
    default: value is [String: Any]
    }
  }

  private static func areEqual(_ value: Any, _ other: Any) -> Bool {
    (value as? String) == (other as? String) && (value as? Double) == (other as? Double)
      && (value is String || value is Double)
  }
}
