import Credentials
import Foundation
import Vault

@testable import SwiftVaultCryptoLab

/// Lines for `crypto-lab batch`. Each is read as Foundation reads it, and gets one line of JSON with its id.
enum BatchLines: Target {
  static func run(_ input: [UInt8]) {
    for line in input.split(separator: 10, omittingEmptySubsequences: false) { answer(Array(line)) }
  }

  private static func answer(_ input: [UInt8]) {
    let request = try? BatchRequest(input)
    compareWithFoundation(input, request)
    guard request.map(isQuick) ?? true else { return }
    let reply = Batch.answer(input)
    expect(reply.last == 10 && !reply.dropLast().contains(10), "one line")
    var reader = JSONReader(reply.dropLast())
    let members = try? reader.object()
    expect(members?.map(\.name).first == "id" && members?.count == 2, "an id and something else: \(shown(reply))")
    let id = request?.id ?? Array("null".utf8)[...]
    expect(members.map { $0[0].value.text } == id, "the id as it came: \(shown(reply))")
    let kind = members?[1].name ?? ""
    expect(kind == "error" || request != nil && ["result", "kernels"].contains(kind), "\(shown(reply))")
  }

  /// Foundation reads every line that is read here, with the same result. It also accepts some lines that are not JSON.
  /// It refuses unpaired surrogates and numbers that are too large; those lines are not compared.
  private static func compareWithFoundation(_ input: [UInt8], _ request: BatchRequest?) {
    guard let request else { return }
    let isLenient =
      input.contains(UInt8(ascii: "\\")) || input.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    guard let object = try? JSONSerialization.jsonObject(with: Data(input)) as? [String: Any] else {
      return expect(isLenient, "Foundation refuses \(shown(input))")
    }
    for name in ["op", "hash"] {
      guard let text = object[name] as? String else { continue }
      // If two members have the same name, Foundation may use either.
      guard input.split(separator: UInt8(ascii: ":")).count == object.count + 1 else { continue }
      expect((try? request.text(name)) == text, "\(name) is \(text)")
    }
  }

  /// Whether the request asks for little work. A request may ask for any amount.
  private static func isQuick(_ request: BatchRequest) -> Bool {
    guard let operation = (try? request.text("op")) ?? nil else { return true }
    func isAtMost(_ name: String, _ limit: Int) -> Bool { ((try? request.integer(name)) ?? nil) ?? 0 <= limit }
    guard isAtMost("rounds", 50), isAtMost("length", 2000) else { return false }
    switch operation {
    case "seal": return ((try? request.integer("rounds")) ?? nil) != nil
    case "open":
      let vault = ((try? request.bytes("data")) ?? nil) ?? []
      guard let inspection = try? Vault.inspect(vault) else { return true }
      // The other copy may ask for more rounds.
      return inspection.headerCopiesMatch && inspection.slots.reduce(0) { $0 + ($1?.rounds ?? 0) } <= 100
    default: return true
    }
  }

  private static func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
