/// One form of stored credentials, as a row of a table. The table drives reading, writing and the words on the command
/// line.
final class FormRow: Sendable {
  typealias Function = StoredFunction

  /// A part of a text between two separators.
  enum Field {
    /// `v=NUMBER`, with one number.
    case version(Int)
    case rounds
    /// `i=ROUNDS`.
    case namedRounds
    /// `i=ROUNDS`, and in most texts the length of the check after it: `,l=BYTES`.
    case parameters
    /// The numbers of Argon2id or scrypt in place of rounds, each after its name, with separators between them.
    case numbers([(name: String, number: Number)], separator: Unicode.Scalar)
    /// The rounds in hexadecimal. Some programs leave the field empty for one number.
    case hexRounds(ifEmpty: Int?)
    case salt
    /// The salt is the text from its beginning to the end of this field.
    case setting
    case check
    /// A field of bytes with several parts.
    case binary
  }

  /// A number of Argon2id or scrypt.
  enum Number {
    /// The memory of Argon2id in blocks of 1024 bytes, m.
    case memory
    /// The passes of Argon2id, t.
    case passes
    /// The lanes of Argon2id, p.
    case lanes
    /// The cost of scrypt, N.
    case cost
    /// The logarithm of the cost of scrypt to the base 2.
    case costLogarithm
    /// The block size of scrypt, r.
    case blockSize
    /// The parallelization of scrypt, p.
    case parallelization
  }

  /// A part of a field of bytes. Numbers have four bytes, the highest first.
  enum BinaryField {
    case byte(UInt8)
    /// 0 for SHA-1, 1 for SHA-256, 2 for SHA-512.
    case function
    case rounds
    case saltByteCount
    case salt
    case check
  }

  /// How bytes are written as text. Hexadecimal digits are read in capitals and in small letters.
  enum Encoding {
    case base64(Base64)
    case hex
    case capitalHex
    /// The bytes themselves: printable ASCII without the separator.
    case text
  }

  /// What distinguishes a text of this form from those of other forms with the same name.
  enum Discriminator {
    case none
    /// A character before the first dollar sign.
    case inFirst(Unicode.Scalar)
    /// An equals sign at the end.
    case padding
    /// A beginning of the text after the name, and its length. It has no dollar sign.
    case start(String, byteCount: Int?)
    /// A JSON object with the members of the form.
    case json(FormObject.Kind)
  }

  /// The name of the form.
  let name: String
  /// The word for it on a command line.
  let word: String
  /// The beginning of a text, for each function. If a function has several names, the first is written.
  let names: [(text: String, function: Function)]
  let discriminator: Discriminator
  let separator: Unicode.Scalar
  /// The fields after the name.
  let fields: [Field]
  /// The parts of the field of bytes.
  let binary: [BinaryField]
  /// The rounds, if the text does not state them.
  let rounds: Int?
  /// The encoding of the salt, or of the field of bytes.
  let salt: Encoding
  let saltByteCounts: ClosedRange<Int>
  /// The encoding of the check; nil if it is that of the salt.
  let check: Encoding?
  /// The lengths of the check; nil for one digest.
  let checkByteCounts: ClosedRange<Int>?

  @inline(never)
  init(
    name: String, word: String, names: [(text: String, function: Function)], discriminator: Discriminator = .none,
    separator: Unicode.Scalar = "$", fields: [Field], binary: [BinaryField] = [], rounds: Int? = nil, salt: Encoding,
    saltByteCounts: ClosedRange<Int> = 1...1024, check: Encoding? = nil, checkByteCounts: ClosedRange<Int>? = nil
  ) {
    (self.name, self.word, self.names) = (name, word, names)
    (self.discriminator, self.separator, self.fields, self.binary) = (discriminator, separator, fields, binary)
    (self.rounds, self.salt, self.saltByteCounts) = (rounds, salt, saltByteCounts)
    (self.check, self.checkByteCounts) = (check, checkByteCounts)
  }

  /// The lengths that a salt may have with a function. Spec: RFC 9106, section 3.1.
  func saltByteCounts(_ function: Function) -> ClosedRange<Int> {
    function == .argon2id ? saltByteCounts.clamped(to: 8...Int.max) : saltByteCounts
  }

  /// The lengths that a check of a function may have.
  func checkByteCounts(_ function: Function) -> ClosedRange<Int> {
    checkByteCounts ?? function.digestByteCount...function.digestByteCount
  }
}

extension FormRow.Field {
  /// One number without a name.
  static func number(_ number: FormRow.Number) -> Self { .numbers([("", number)], separator: ",") }
}

extension FormRow.Encoding {
  /// The bytes of a field, in a time that depends on its length alone if it is well formed; else nil.
  func decode(_ field: ArraySlice<UInt8>) -> [UInt8]? {
    switch self {
    case .base64(let base64): base64.decode(field)
    case .hex, .capitalHex: try? Hex.decode(String(decoding: field, as: UTF8.self))
    case .text: field.allSatisfy { 0x20...0x7e ~= $0 } ? Array(field) : nil
    }
  }

  /// The text of bytes; nil if the encoding cannot represent them.
  func encode(_ bytes: [UInt8], separator: Unicode.Scalar) -> String? {
    switch self {
    case .base64(let base64): return base64.encode(bytes)
    case .hex: return Hex.encode(bytes)
    case .capitalHex:
      // Letters, and not numbers, have the bit 0x40.
      return String(decoding: Hex.encode(bytes).utf8.map { $0 &- ($0 & 0x40) &>> 1 }, as: UTF8.self)
    case .text:
      let isText = bytes.allSatisfy { 0x20...0x7e ~= $0 && $0 != UInt8(ascii: separator) }
      return isText ? String(decoding: bytes, as: UTF8.self) : nil
    }
  }
}
