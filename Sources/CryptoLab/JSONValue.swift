/// A JSON value that has been checked but not yet decoded.
struct JSONValue {
  /// The kinds of values.
  enum Kind {
    case null
    case boolean
    case number
    case string
    case array
    case object

    /// The kind with its article.
    var description: String {
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

  let kind: Kind
  /// The value's bytes in the text.
  let text: UnsafeBufferPointer<UInt8>
  /// Whether the value has no escapes.
  let isPlain: Bool

  /// The text of a string without quotes and escapes; `nil` for anything else.
  var string: String? {
    guard kind == .string else { return nil }
    let inside = UnsafeBufferPointer(rebasing: text[1..<(text.count - 1)])
    return isPlain ? String(decoding: inside, as: UTF8.self) : Self.unescaped(inside)
  }

  /// A number without fraction and exponent that fits an `Int`; `nil` for anything else.
  var integer: Int? {
    guard kind == .number else { return nil }
    return Int(String(decoding: text, as: UTF8.self))
  }

  /// The elements of a list; `nil` for anything else.
  var elements: [JSONValue]? {
    guard kind == .array else { return nil }
    var reader = JSONReader(text)
    return try? reader.array()
  }

  /// The text of a string with its escapes resolved; half a surrogate pair becomes U+FFFD.
  ///
  /// Spec: RFC 8259, section 7.
  private static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
    var units: [UInt16] = []
    var plain: [UInt8] = []
    var position = 0
    func flush() {
      units += String(decoding: plain, as: UTF8.self).utf16
      plain = []
    }
    while position < text.count {
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
        let digits = String(decoding: text[position..<(position + 4)], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        position += 4
      default: units.append(UInt16(letter))
      }
    }
    flush()
    return String(decoding: units, as: UTF16.self)
  }
}
