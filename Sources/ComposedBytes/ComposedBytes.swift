// The standard library has the composed form as SPI. Foundation has it in public, but adds 45 MB to a program that is
// linked statically. Compilers later than those tried use Foundation's.
#if os(Linux) && compiler(<6.5)
@_spi(_Unicode) import Swift
#else
import Foundation
#endif

extension Collection<UInt8> {
  /// The text in UTF-8 and Unicode's composed form, NFC, so that it is the same if typed on another system; nil if the
  /// bytes are not UTF-8.
  ///
  /// Spec: FORMAT.md, section 3; NIST SP 800-63B-4, section 3.1.1.2.
  package var composed: [UInt8]? {
    var text: [UInt8] = []
    return compose { text += $0 } ? text : nil
  }

  /// Calls `body` with pieces of the composed form, in order; false if it is not UTF-8.
  ///
  /// A `String` cannot be overwritten, so none is made of the whole text. A piece is a character with its marks, or
  /// several letters of a rare script. If it has up to 15 bytes, the piece needs no memory on the heap. To compose one
  /// with marks, or a letter of Hangul that was typed in parts, the library below takes memory of its own.
  package func compose(_ body: (String.UTF8View) throws -> Void) rethrows -> Bool {
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = makeIterator()
    var piece = ""
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar.neverCombines || piece.unicodeScalars.last == archaicConsonant {
          try body(piece.composedPiece.utf8)
          piece = ""
        }
        if scalar.isDoubleVowel {
          // The two marks in its place, U+0F71 first.
          piece.unicodeScalars.append("\u{f71}")
          piece.unicodeScalars.append(Unicode.Scalar(scalar.value - 1)!)
        } else {
          piece.unicodeScalars.append(scalar)
        }
      case .emptyInput:
        try body(piece.composedPiece.utf8)
        return true
      case .error: return false
      }
    }
  }
}

/// A leading consonant outside the modern Hangul alphabet. Foundation of Swift 6.3 combines it with the next vowel.
private let archaicConsonant: Unicode.Scalar = "\u{1113}"

extension String {
  fileprivate var composedPiece: String {
    if unicodeScalars.allSatisfy(\.isComposed) { return self }
    // Seven marks or fewer.
    return utf8.count <= 15 ? composedAsItStands : inOrder.composedAsItStands
  }

  private var composedAsItStands: String {
    #if os(Linux) && compiler(<6.5)
    var composed = ""
    composed.unicodeScalars.append(contentsOf: _nfc)
    return composed
    #else
    return precomposedStringWithCanonicalMapping
    #endif
  }

  /// The text with the marks after each letter in the order of their classes, as the composed form has them; not empty.
  /// The library below sorts them too, in a time that grows with the square of their number unless they are in order.
  /// Spec: Unicode Standard, section 3.11, D109.
  private var inOrder: String {
    var scalars = Array(unicodeScalars)
    var start = 0
    for end in 1...scalars.count where end == scalars.count || scalars[end].combiningClass == .notReordered {
      scalars[start..<end].sort { $0.combiningClass < $1.combiningClass }  // stable, and a letter has the lowest class
      start = end
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension Unicode.Scalar {
  fileprivate var combiningClass: Unicode.CanonicalCombiningClass { properties.canonicalCombiningClass }

  /// Whether it is a Tibetan vowel sign that stands for two marks, U+0F71 and the scalar before its own number, but has
  /// the combining class of a letter. The composed form never contains it. Swift 6.3 leaves the two marks in the wrong
  /// order after other marks.
  fileprivate var isDoubleVowel: Bool { value == 0xf73 || value == 0xf75 || value == 0xf81 }

  /// Whether it is its own composed form, and changes only with a scalar after it that is not of this kind: Latin
  /// letters, ideographs, Hangul syllables, emoji.
  fileprivate var isComposed: Bool {
    switch value {
    case ..<0x300, 0x3400..<0xa000, 0xac00..<0xd7a4, 0x1f000..<0x2f800: true
    default: false
    }
  }

  /// Whether it never combines with the text before it, which can then be composed by itself. Some scalars that never
  /// combine are not recognised here, such as letters of scripts beyond the basic plane.
  ///
  /// What combines with a character before it is a mark, or a vowel or final consonant of the modern Hangul alphabet.
  /// Foundation of Swift 6.3 also combines their neighbours U+1176, U+11A7 and U+11C3, so these begin a new piece.
  /// Spec: Unicode Standard Annex 15, section 9 (Quick_Check value Maybe).
  fileprivate var neverCombines: Bool {
    if value < 0x300 || (0x1f000..<0x40000).contains(value) { return true }
    let isHangulPart = (0x1161..<0x1176).contains(value) || (0x11a8..<0x11c3).contains(value)
    guard value < 0x10000, !isHangulPart, combiningClass == .notReordered else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: return true
    }
  }
}
