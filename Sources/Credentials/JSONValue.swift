/// A JSON value that has been checked but not yet decoded.
package struct JSONValue {
  /// The kinds of values.
  package enum Kind {
    case null
    case boolean
    case number
    case string
    case array
    case object

    /// The kind with its article.
    package var description: String {
      switch self {
      case .null: "null"
      case .boolean: "a boolean"
      case .number: "a number"
      case .string: "a string"
      case .array: "a list"
      case .object: "an object"
      }
    }
  }

  package let kind: Kind
  /// The value's bytes in the text.
  package let text: ArraySlice<UInt8>
  /// Whether the value has no escapes.
  let isPlain: Bool

  /// The text of a string without quotes and escapes; `nil` for anything else.
  package var string: String? {
    guard kind == .string else { return nil }
    let inside = text.dropFirst().dropLast()
    return isPlain ? String(decoding: inside, as: UTF8.self) : Self.unescaped(inside)
  }

  /// The bytes of a string without quotes and escapes, not copied if there are none; `nil` for anything else.
  package var characters: ArraySlice<UInt8>? {
    guard kind == .string else { return nil }
    let inside = text.dropFirst().dropLast()
    return isPlain ? inside : Array(Self.unescaped(inside).utf8)[...]
  }

  /// A number without fraction and exponent that fits an `Int`; `nil` for anything else.
  package var integer: Int? {
    guard kind == .number else { return nil }
    let isNegative = text.first == UInt8(ascii: "-")
    return Int(digits: isNegative ? text.dropFirst() : text, isNegative: isNegative)
  }

  /// The elements of a list; `nil` for anything else.
  package var elements: [JSONValue]? {
    guard kind == .array else { return nil }
    var reader = JSONReader(text)
    return try? reader.array()
  }

  /// The text of a string with its escapes resolved; half a surrogate pair becomes U+FFFD.
  ///
  /// Spec: RFC 8259, section 7.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    var plain: [UInt8] = []
    var position = text.startIndex
    func flush() {
      units += String(decoding: plain, as: UTF8.self).utf16
      plain = []
    }
    while position < text.endIndex {
      guard text[position] == UInt8(ascii: "\\") else {
        plain.append(text[position])
        position += 1
        continue
      }
      flush()
      let letter = text[position + 1]
      position += 2
      switch letter {
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        // A letter of either case has the bit 0x40, and in its low bits 1 to 6.
        units.append(text[position..<(position + 4)].reduce(0) { $0 << 4 | UInt16($1 & 15 &+ ($1 >> 6) &* 9) })
        position += 4
      default: units.append(UInt16(letter))
      }
    }
    flush()
    return String(decoding: units, as: UTF16.self)
  }
}

extension Int {
  /// The number in digits and small letters; nil for other characters, and for a number beyond the range. One function
  /// for all calls compiles faster than the generic one.
  @inline(never)
  init?(digits: ArraySlice<UInt8>, radix: Int = 10, isNegative: Bool = false) {
    self = 0
    for digit in digits {
      let value = 0x30...0x39 ~= digit ? Int(digit) - 0x30 : 0x61...0x66 ~= digit ? Int(digit) - 0x57 : radix
      let (product, isBeyond) = multipliedReportingOverflow(by: radix)
      let (sum, isOver) = product.addingReportingOverflow(isNegative ? -value : value)
      if value >= radix || isBeyond || isOver { return nil }
      self = sum
    }
  }
}
