/// The fields of a credential's text, read by the row of its form.
struct FormReader {
  let form: Credential.Form
  let row: FormRow
  private var function: StoredFunction
  private var rounds: Int
  private var numbers: [FormRow.Number: Int] = [:]
  var salt: [UInt8] = []
  var check: [UInt8] = []
  private let text: [UInt8]
  /// The length of the check that the text states.
  var statedByteCount: Int?

  /// For fields that are read one by one.
  init(_ form: Credential.Form, _ function: StoredFunction, _ text: [UInt8]) {
    (self.form, self.function, self.text) = (form, function, text)
    row = form.row
    rounds = row.rounds ?? 0
  }

  /// Reads a text of any form that is not JSON.
  init(_ text: [UInt8]) throws(CredentialError) {
    guard let (form, name, function) = Self.form(of: text) else { throw UnsupportedForm.error(for: text) }
    self.init(form, function, text)
    let separator = UInt8(ascii: row.separator)
    let rest = text.dropFirst(name.utf8.count)
    // No field follows a name whose last separator is missing.
    let isWhole = text.count >= name.utf8.count
    let fields = isWhole ? rest.split(separator: separator, omittingEmptySubsequences: false) : []
    if case .version(19)? = row.fields.first, let first = fields.first, Self.isOldArgon2(first) {
      throw .otherKind(UnsupportedForm.oldArgon2)
    }
    let nameCount = max(1, name.utf8.count { $0 == separator })
    guard fields.count == row.fields.count else {
      throw .fieldCount(nameCount + fields.count, expected: nameCount + row.fields.count)
    }
    for (field, part) in zip(row.fields, fields) { try read(part, as: field) }
  }

  /// The form of a text, recognised by its beginning and its discriminator, and the form's name and function.
  private static func form(of text: [UInt8]) -> (Credential.Form, name: String, function: StoredFunction)? {
    // The separator behind a name may be missing, if nothing follows it.
    let ended = text + [UInt8(ascii: "$")]
    for form in Credential.Form.allCases {
      let row = form.row
      for name in row.names where begins(ended, with: name.text) {
        if row.discriminator.matches(text.dropFirst(name.text.utf8.count)) {
          return (form, name.text, name.function)
        }
      }
    }
    return nil
  }

  /// Whether a text begins with a name. In braces, capitals and small letters are the same, as for OpenLDAP.
  static func begins(_ text: [UInt8], with name: String) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 { 0x61...0x7a ~= byte ? byte - 0x20 : byte }
    guard text.count >= name.utf8.count else { return false }
    var isInBraces = name.utf8.first == UInt8(ascii: "{") && name.utf8.contains(UInt8(ascii: "}"))
    for (byte, expected) in zip(text, name.utf8) {
      if expected == UInt8(ascii: "}") { isInBraces = false }
      guard byte == expected || isInBraces && folded(byte) == folded(expected) else { return false }
    }
    return true
  }

  /// Whether the field of the version is that of version 16 of Argon2, which may also be left out.
  private static func isOldArgon2(_ field: ArraySlice<UInt8>) -> Bool {
    number(field, name: "v=") == 16 || field.begins(with: "m=")
  }

  /// Reads the text of one field.
  private mutating func read(_ text: ArraySlice<UInt8>, as field: FormRow.Field) throws(CredentialError) {
    switch field {
    case .version(let version): guard Self.number(text, name: "v=") == version else { throw .malformed(.version) }
    case .rounds: try setRounds(Self.number(text))
    case .namedRounds: try setRounds(Self.number(text, name: "i="))
    case .parameters:
      let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      try setRounds(Self.number(parts[0], name: "i="))
      guard parts.count > 1 else { break }
      statedByteCount = Self.number(parts[1], name: "l=")
      guard parts.count == 2, statedByteCount != nil else { throw .malformed(.length) }
    case .numbers(let names, let separator): try setNumbers(text, names, separator)
    case .hexRounds(let ifEmpty):
      let number = Self.number(text, radix: 16)
      try setRounds(text.isEmpty ? ifEmpty : number == ifEmpty ? nil : number)
    case .salt: try setSalt(row.salt.decode(text))
    case .setting: try setSalt(row.salt.decode(text).map { _ in Array(self.text[..<text.endIndex]) })
    case .check: try setCheck((row.check ?? row.salt).decode(text))
    case .binary:
      guard let bytes = row.salt.decode(text) else { throw .malformed(.check) }
      try read(bytes[...])
    }
  }

  /// Reads the field of bytes.
  private mutating func read(_ bytes: ArraySlice<UInt8>) throws(CredentialError) {
    var rest = bytes
    var saltByteCount = row.saltByteCounts.lowerBound
    for (index, field) in row.binary.enumerated() {
      let isLast = index == row.binary.count - 1
      switch field {
      case .byte(let byte): guard rest.popFirst() == byte else { throw .unknownForm }
      case .function:
        switch Self.word(&rest) {
        case 0: function = .pbkdf2HMACSHA1
        case 1: function = .pbkdf2HMACSHA256
        case 2: function = .pbkdf2HMACSHA512
        default: throw .malformed(.function)
        }
      case .rounds: try setRounds(Self.word(&rest))
      case .saltByteCount:
        guard let count = Self.word(&rest) else { throw .malformed(.salt) }
        saltByteCount = count
      case .salt:
        let part = isLast ? rest : rest.prefix(saltByteCount)
        rest = rest.dropFirst(part.count)
        try setSalt(Array(part))
      case .check:
        let part = isLast ? rest : rest.prefix(row.checkByteCounts(function).lowerBound)
        rest = rest.dropFirst(part.count)
        try setCheck(Array(part))
      }
    }
  }

  mutating func setRounds(_ number: Int?) throws(CredentialError) {
    guard let number, 1...PasswordStretching.maximumRounds ~= number else { throw .malformed(.rounds) }
    rounds = number
  }

  mutating func setNumber(_ number: FormRow.Number, _ value: Int?) throws(CredentialError) {
    guard let value else { throw .malformed(.parameters) }
    numbers[number] = value
  }

  private mutating func setNumbers(
    _ text: ArraySlice<UInt8>, _ names: [(name: String, number: FormRow.Number)], _ separator: Unicode.Scalar
  ) throws(CredentialError) {
    let parts = text.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    guard parts.count == names.count else { throw .malformed(.parameters) }
    for (part, (name, number)) in zip(parts, names) {
      guard let value = Self.number(part, name: name) else { throw .malformed(.parameters) }
      if number == .costLogarithm {
        guard value < Int.bitWidth - 1 else { throw .malformed(.parameters) }
        numbers[.cost] = 1 << value
      } else {
        numbers[number] = value
      }
    }
  }

  /// The stretching that the fields state.
  func stretching() throws(CredentialError) -> StoredStretching {
    switch function {
    case .pbkdf2HMACSHA512: return try pbkdf2(.pbkdf2HMACSHA512)
    case .pbkdf2HMACSHA256: return try pbkdf2(.pbkdf2HMACSHA256)
    case .pbkdf2HMACSHA1: return .pbkdf2HMACSHA1(rounds: rounds)
    case .argon2id:
      guard let blockCount = UInt32(exactly: numbers[.memory]!),
        let argon2id = try? Argon2id(statedBlockCount: blockCount, passes: numbers[.passes]!, lanes: numbers[.lanes]!)
      else { throw .malformed(.parameters) }
      return .policy(PasswordStretching(argon2id: argon2id))
    case .scrypt:
      guard
        let scrypt = try? Scrypt(
          cost: numbers[.cost]!, blockSize: numbers[.blockSize]!, parallelization: numbers[.parallelization]!)
      else { throw .malformed(.parameters) }
      return .scrypt(scrypt)
    }
  }

  private func pbkdf2(_ function: PasswordStretching.Function) throws(CredentialError) -> StoredStretching {
    guard let stretching = try? PasswordStretching(function, rounds: .exactly(rounds)) else {
      throw .malformed(.rounds)
    }
    return .policy(stretching)
  }

  mutating func setSalt(_ bytes: [UInt8]?) throws(CredentialError) {
    guard let bytes else { throw .malformed(.salt) }
    let allowed = row.saltByteCounts(function)
    guard allowed ~= bytes.count else { throw .byteCount(.salt, bytes.count, allowed: allowed) }
    salt = bytes
  }

  mutating func setCheck(_ bytes: [UInt8]?) throws(CredentialError) {
    guard let bytes else { throw .malformed(.check) }
    let allowed = row.checkByteCounts(function)
    guard allowed ~= bytes.count else { throw .byteCount(.check, bytes.count, allowed: allowed) }
    if let stated = statedByteCount, stated != bytes.count {
      throw .byteCount(.check, bytes.count, allowed: stated...stated)
    }
    check = bytes
  }

  /// The next number of a field of bytes; nil at its end.
  private static func word(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    let word = bytes.prefix(4)
    bytes = bytes.dropFirst(4)
    return word.count == 4 ? word.reduce(0) { $0 << 8 | Int($1) } : nil
  }

  /// The number after a parameter's name: 1 to 10 digits in small letters, the first not zero.
  static func number(_ field: ArraySlice<UInt8>, name: String = "", radix: Int = 10) -> Int? {
    guard field.begins(with: name) else { return nil }
    let digits = field.dropFirst(name.utf8.count)
    return 1...10 ~= digits.count && digits.first != UInt8(ascii: "0") ? Int(digits: digits, radix: radix) : nil
  }
}

extension FormRow.Discriminator {
  /// Whether the text after a name is of this form.
  func matches(_ rest: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .none: true
    case .inFirst(let character): rest.prefix { $0 != UInt8(ascii: "$") }.contains(UInt8(ascii: character))
    case .padding: rest.last == UInt8(ascii: "=")
    case .start(let start, let byteCount):
      rest.begins(with: start) && (byteCount == nil || byteCount == rest.count)
        && !rest.contains(UInt8(ascii: "$"))
    case .json: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the first bytes are those of a text. One function for all calls compiles faster than the generic one.
  @inline(never)
  func begins(with text: String) -> Bool {
    var index = startIndex
    for byte in text.utf8 {
      if index == endIndex || self[index] != byte { return false }
      index += 1
    }
    return true
  }
}
