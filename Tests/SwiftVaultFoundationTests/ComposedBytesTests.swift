import Foundation
import Testing

import SwiftVaultFoundation

/// Text is composed piece by piece, since a piece takes no memory of its own. The result equals that of the whole text.
@Suite struct ComposedBytesTests {
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
      #expect(
        text.utf8.map { $0 }.composed == Array(text.precomposedStringWithCanonicalMapping.utf8),
        "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  /// Every scalar, after and before characters that it may combine with.
  @Test func everyScalarOfTheBasicPlane() {
    for value in (0x80...0xFFFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["a\(scalar)\u{301}", "\u{1100}\(scalar)\u{11A8}", "\u{9C7}\(scalar)", "\u{1025}\(scalar)\u{323}"] {
        let whole = Array(text.precomposedStringWithCanonicalMapping.utf8)
        #expect(Array(text.utf8).composed == whole, "\(String(value, radix: 16))")
      }
    }
  }

  @Test func whatIsNoTextIsRefused() {
    #expect([0x61, 0xFF].composed == nil)
    #expect([0xC3].composed == nil)
    #expect([UInt8]().composed == [])
  }
}
