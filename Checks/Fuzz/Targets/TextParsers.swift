import Credentials
import Foundation
import SwiftVaultCommandSupport
import SwiftVaultComposedBytes
import SwiftVaultCryptoBytes
import SwiftVaultExerciseLogic
import Vault

@testable import SwiftVaultBenchmarks
@testable import SwiftVaultVaultTool
import VaultFiles

/// Small parsers of text, selected by the first byte: hexadecimal digits, durations, requests of `vault-bench serve`,
/// passwords against the policy, Unicode's composed form, text for a terminal, calibrations to compare, and requests to
/// the oracle of an exercise.
enum TextParsers: Target {
  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    let text = String(decoding: bytes, as: UTF8.self)
    switch first % 8 {
    case 0: hex(bytes, text)
    case 1: duration(text)
    case 2: request(text)
    case 3: policy(text)
    case 4: composed(bytes)
    case 5: terminal(bytes)
    case 6: calibration(bytes)
    default: oracle(bytes)
    }
  }

  private static func hex(_ bytes: [UInt8], _ text: String) {
    expect((try? Hex.decode(Hex.encode(bytes))) == bytes, "encoded and decoded")
    let scalars = text.unicodeScalars
    let isHex = scalars.count % 2 == 0 && scalars.allSatisfy { $0.isASCII && $0.properties.isASCIIHexDigit }
    let decoded = attempt(HexError.self) { try Hex.decode(text) }
    expect((decoded != nil) == isHex, "hexadecimal or not: \(text)")
    if let decoded { expect(Hex.encode(decoded) == text.lowercased(), "decoded and encoded") }
  }

  private static func duration(_ text: String) {
    guard let duration = Duration(text: text) else { return }
    expect(0...1e9 ~= duration.seconds, "\(text) is \(duration.seconds) s")
    let unit = ["us": 1e-6, "µs": 1e-6, "ms": 1e-3].first { text.hasSuffix($0.key) } ?? (key: "s", value: 1)
    let value = (Double(text.dropLast(unit.key.count)) ?? .nan) * unit.value
    expect(abs(duration.seconds - value) <= 1e-9 * value + 1e-15, "\(text) is \(duration.seconds) s")
    expect(!duration.milliseconds.millisecondsText.isEmpty && !duration.seconds.spanText.isEmpty, "it prints")
  }

  private static func request(_ text: String) {
    do throws(BenchError) {
      let request = try Serve.Request(text)
      if let seconds = request.seconds { expect(1e-6...60 ~= seconds, "\(seconds) s") }
      let operation = try BenchOperation(named: request.operation)
      expect(operation.name == request.operation, "the operation")
      try operation.check(size: request.size)
      expect(1...64 << 20 ~= request.size, "a size of \(request.size)")
    } catch {
      expect(!error.message.isEmpty, "an error without a message")
    }
  }

  private static func policy(_ text: String) {
    let isCommon = PasswordPolicy.isCommon(text)
    expect(PasswordPolicy.isCommon(text + text) == isCommon || !isCommon, "a common password, twice")
    let accepted: Void? = attempt(PasswordPolicyError.self) {
      try PasswordPolicy(minimumLength: 8).check(utf8: text.utf8)
    }
    let count = text.unicodeScalars.count
    let visible = text.unicodeScalars.count { !$0.properties.isDefaultIgnorableCodePoint }
    expect((accepted != nil) == (visible >= 8 && count <= 1024 && !isCommon), "\(visible) of \(count) characters")
  }

  private static func composed(_ bytes: [UInt8]) {
    let composed = bytes.composed
    expect((composed != nil) == (String(validating: bytes, as: UTF8.self) != nil), "UTF-8")
    guard let composed else { return }
    expect(composed.composed == composed, "composed twice")
    expect(String(decoding: composed, as: UTF8.self) == String(decoding: bytes, as: UTF8.self), "the same text")
  }

  private static func calibration(_ bytes: [UInt8]) {
    guard let machine = try? Machine(name: "fuzz", bytes),
      let comparison = attempt(BenchError.self, { () throws(BenchError) in try MachineComparison([machine, machine]) })
    else { return }
    expect(comparison.lines.allSatisfy { $0.count <= 80 }, "the comparison is too wide")
  }

  /// The first byte selects the exercise.
  private static func oracle(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let kind = ExerciseKind.all[Int(first) % ExerciseKind.all.count]
    let oracle = Oracle(kind.task(1))
    let reply = oracle.reply(to: String(decoding: bytes.dropFirst(), as: UTF8.self))
    expect(reply.line.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "a reply of one line of ASCII")
  }

  /// Text is passed on whole, with its invisible characters and line separators escaped, or refused, however it is
  /// divided.
  private static func terminal(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let text = Array(bytes.dropFirst())
    let whole = shown([text[...]])
    let (one, other) = (Int(first >> 4), Int(first & 15))
    let pieces = [text.prefix(one), text.dropFirst(one).prefix(other), text.dropFirst(one + other)]
    expect(shown(pieces) == whole, "cut at \(one) and \(one + other)")
    let escaped: Set<Unicode.GeneralCategory> = [.format, .lineSeparator, .paragraphSeparator]
    let hasEscapes = String(decoding: text, as: UTF8.self).unicodeScalars.contains {
      escaped.contains($0.properties.generalCategory)
    }
    expect(whole == nil || whole == text || hasEscapes && whole!.count > text.count, "changed on its way")
    let printable = String(decoding: text, as: UTF8.self).printable
    expect(shown([Array(printable.utf8)[...]]) != nil || printable.contains("\r"), "it does not print: \(printable)")
  }

  /// The output on the terminal when the text comes in pieces; nil if the text is refused.
  private static func shown(_ pieces: [ArraySlice<UInt8>]) -> [UInt8]? {
    var shown: [UInt8] = []
    return attempt(ToolError.self) {
      try Pipeline.Sink.stream { shown += $0 }.limitedToText { sink in
        guard case .stream(let write) = sink else { fatalError("a stream stays one") }
        for piece in pieces { try piece.withUnsafeBytes { try write($0) } }
      }
    }.map { shown }
  }
}
