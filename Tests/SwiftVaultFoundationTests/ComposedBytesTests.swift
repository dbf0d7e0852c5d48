import Foundation
import Testing

import SwiftVaultFoundation

/// Text is composed piece by piece, since a piece takes no memory of its own. The result equals that of the whole text.
@Suite struct ComposedBytesTests {
  /// Whether the composed bytes are those of Foundation. If Foundation's composed form is a different text, they may be
  /// the original text. Equality of strings is canonical equivalence, by the standard library's own tables.
  static func isComposed(_ text: String) -> Bool {
    guard let composed = Array(text.utf8).composed else { return false }
    let whole = text.precomposedStringWithCanonicalMapping
    return composed == Array(whole.utf8) || (whole != text && String(decoding: composed, as: UTF8.self) == text)
  }

  @Test func piecesGiveWhatTheWholeGives() {
    var random = SystemRandomNumberGenerator()
    // Latin, Greek, marks, Indic scripts, Hangul, text that is already composed, and characters beyond the basic plane.
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x5FF, 0x900...0xDFF, 0xF00...0x109F, 0x1100...0x11FF,
      0x1B00...0x1B7F, 0x1E00...0x1FFF, 0x2126...0x212B, 0x3040...0x30FF, 0xAC00...0xAC80, 0xF900...0xFAFF,
      0x11080...0x1134F, 0x16D60...0x16D6F, 0x1D15E...0x1D164,
    ]
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        if let scalar = Unicode.Scalar(UInt32.random(in: ranges.randomElement(using: &random)!, using: &random)) {
          text.unicodeScalars.append(scalar)
        }
      }
      #expect(Self.isComposed(text), "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  /// Every scalar, after and before characters that it may combine with.
  @Test func everyScalarOfTheBasicPlane() {
    for value in (0x80...0xFFFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["a\(scalar)\u{301}", "\u{1100}\(scalar)\u{11A8}", "\u{9C7}\(scalar)", "\u{1025}\(scalar)\u{323}"] {
        #expect(Self.isComposed(text), "\(String(value, radix: 16))")
      }
    }
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
