/// A credential in the text of a form.
struct FormWriter {
  let row: FormRow
  let name: String
  let stretching: StoredStretching
  let salt: [UInt8]
  let check: [UInt8]

  /// Nil if the form has no name for the function.
  init?(_ form: Credential.Form, _ stretching: StoredStretching, salt: [UInt8], check: [UInt8]) {
    row = form.row
    guard let name = row.names.first(where: { $0.function == stretching.function }) else { return nil }
    self.name = name.text
    (self.stretching, self.salt, self.check) = (stretching, salt, check)
  }

  /// The text; nil if the salt has no place in it.
  var text: String? {
    if case .json(let kind) = row.discriminator {
      guard let salt = part(.salt, after: ""), let check = part(.check, after: "") else { return nil }
      return FormObject.text(kind, name: name, stretching, salt: salt, check: check, checkByteCount: self.check.count)
    }
    var text = name
    for (index, field) in row.fields.enumerated() {
      if index > 0 { text.unicodeScalars.append(row.separator) }
      guard let part = part(field, after: text) else { return nil }
      text += part
    }
    return text
  }

  private var rounds: Int { stretching.rounds }

  private func part(_ field: FormRow.Field, after text: String) -> String? {
    switch field {
    case .version(let version): "v=\(version)"
    case .rounds: "\(rounds)"
    case .namedRounds: "i=\(rounds)"
    case .parameters: "i=\(rounds),l=\(check.count)"
    case .numbers(let names, let separator):
      names.map { "\($0.name)\(stretching.number($0.number)!)" }.joined(separator: String(separator))
    case .hexRounds(let ifEmpty): rounds == ifEmpty ? "" : String(rounds, radix: 16)
    case .salt: row.salt.encode(salt, separator: row.separator)
    case .setting:
      salt[...].begins(with: text)
        ? row.salt.encode(Array(salt.dropFirst(text.utf8.count)), separator: row.separator) : nil
    case .check: (row.check ?? row.salt).encode(check, separator: row.separator)
    case .binary: row.salt.encode(row.binary.flatMap { bytes($0) }, separator: row.separator)
    }
  }

  private func bytes(_ field: FormRow.BinaryField) -> [UInt8] {
    switch field {
    case .byte(let byte): [byte]
    case .function:
      switch stretching.function {
      case .pbkdf2HMACSHA1: [0, 0, 0, 0]
      case .pbkdf2HMACSHA256: [0, 0, 0, 1]
      case .pbkdf2HMACSHA512: [0, 0, 0, 2]
      case .argon2id, .scrypt: preconditionFailure("no form of bytes has a name for \(stretching.function.rawValue)")
      }
    case .rounds: UInt32(rounds).bigEndianBytes
    case .saltByteCount: UInt32(salt.count).bigEndianBytes
    case .salt: salt
    case .check: check
    }
  }
}
