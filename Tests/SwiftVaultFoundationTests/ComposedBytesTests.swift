import Foundation
import Testing

import SwiftVaultComposedBytes
import SwiftVaultTestSupport

/// Text is composed piece by piece, because a small piece takes no memory on the heap. The result is that of another
/// program for the whole text. Foundation is not asked: in Swift 6.3 it does not compose `a`, U+0F73, U+0301.
@Suite struct ComposedBytesTests {
  private static func check(_ texts: [String]) throws {
    let peer = PeerProgram(script: "nfc_peer.py")
    let questions = texts.map { PeerProgram.digits(Array($0.utf8)) }
    let answers = try peer.answers(to: questions) { error in
      withKnownIssue("\(peer.script) was not run") { throw error }
    }
    guard let answers else { return }
    try #require(answers.count == texts.count)
    var known = 0
    var wrong: [[String]] = []
    for (text, answer) in zip(texts, answers) where answer != "?" {
      known += 1
      let isRight = Array(text.utf8).composed.map(PeerProgram.digits) == answer
      if !isRight { wrong.append(text.unicodeScalars.map { String($0.value, radix: 16) }) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) texts, such as \(wrong.prefix(5))")
    // Tables of any age have most of these characters.
    #expect(10 * known > 6 * texts.count)
  }

  @Test func piecesGiveWhatTheWholeGives() throws {
    var random = SystemRandomNumberGenerator()
    // Latin, Greek, marks, Indic scripts, Hangul, text that is already composed, and characters beyond the basic plane.
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x5FF, 0x900...0xDFF, 0xF00...0x109F, 0x1100...0x11FF,
      0x1B00...0x1B7F, 0x1E00...0x1FFF, 0x2126...0x212B, 0x3040...0x30FF, 0xAC00...0xAC80, 0xF900...0xFAFF,
      0x11080...0x1134F, 0x16D60...0x16D6F, 0x1D15E...0x1D164, 0x1F300...0x1F64F, 0x2F800...0x2FA1D,
    ]
    try Self.check(
      (0..<40_000).map { _ in
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          if let scalar = Unicode.Scalar(UInt32.random(in: ranges.randomElement(using: &random)!, using: &random)) {
            text.unicodeScalars.append(scalar)
          }
        }
        return text
      })
  }

  /// Pieces with more marks than one that needs no memory on the heap, of several classes and letters.
  @Test func longPieces() throws {
    var random = SystemRandomNumberGenerator()
    let marks = [0x300...0x36F, 0x591...0x5C7, 0x610...0x61A, 0xF71...0xF84, 0x1161...0x11C2, 0x9BE...0x9CD].joined()
      .compactMap { Unicode.Scalar(UInt32($0)) }.filter { $0.properties.generalCategory != .unassigned }
    try Self.check(
      (0..<5_000).map { _ in
        var text = ["a", "e\u{301}", "\u{9C7}", "\u{1100}", ""].randomElement(using: &random)!
        for _ in 0..<Int.random(in: 5...40, using: &random) {
          text.unicodeScalars.append(marks.randomElement(using: &random)!)
        }
        return text
      })
  }

  /// With work that grows with the square of their number, sorting the marks would take minutes.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["\u{301}\u{323}", "\u{f71}\u{f73}", "\u{1161}", "\u{1161}\u{301}\u{323}"])
  func oneLetterWithManyMarks(marks: String) {
    let count = 800_000 / marks.utf8.count
    let composed = [UInt8](("a" + String(repeating: marks, count: count)).utf8).composed
    let expected =
      switch marks {
      case "\u{301}\u{323}":
        "\u{1ea1}" + String(repeating: "\u{323}", count: count - 1) + String(repeating: "\u{301}", count: count)
      case "\u{f71}\u{f73}":
        "a" + String(repeating: "\u{f71}", count: 2 * count) + String(repeating: "\u{f72}", count: count)
      case "\u{1161}": "a" + String(repeating: marks, count: count)
      default: "a" + String(repeating: "\u{1161}\u{323}\u{301}", count: count)
      }
    #expect(composed.map { $0.elementsEqual(expected.utf8) } == true)
  }

  /// Every scalar, after and before characters that it may combine with.
  @Test func everyScalar() throws {
    // Between these are ideographs alone.
    let ranges: [ClosedRange<UInt32>] = [0x80...0x1FFFF, 0x2F000...0x2FFFF]
    let scalars = ranges.joined().compactMap(Unicode.Scalar.init)
    try Self.check(
      scalars.filter { $0.properties.generalCategory != .unassigned && $0.properties.generalCategory != .privateUse }
        .flatMap {
          ["a\($0)\u{301}", "\u{1100}\($0)\u{11A8}", "\u{9C7}\($0)", "\u{1025}\($0)\u{323}", "e\u{301}\($0)\u{323}"]
        })
  }

  @Test func whatIsNoTextIsRefused() {
    #expect([0x61, 0xFF].composed == nil)
    #expect([0xC3].composed == nil)
    #expect([UInt8]().composed == [])
  }

  @Test("Hangul: only modern vowels and final consonants combine, not their neighbours")
  func hangul() {
    let leading: [UInt32] = [0x10ff, 0x1100, 0x1112, 0x1113, 0xac00, 0xac01, 0xd788]
    for first in leading {
      for second in UInt32(0x1160)..<0x1200 {
        for third in [UInt32(0x11a7), 0x11a8, 0x11c2, 0x11c3] {
          var scalars = String.UnicodeScalarView()
          scalars.append(contentsOf: [first, second, third].compactMap(Unicode.Scalar.init))
          let text = String(scalars)
          let composed = Array(text.utf8).composed
          #expect(composed.map { String(decoding: $0, as: UTF8.self) } == text, "\(scalars.map(\.value))")
        }
      }
    }
    #expect([UInt8]("\u{1100}\u{1161}\u{11a8}".utf8).composed == [UInt8]("\u{ac01}".utf8))
  }
}
