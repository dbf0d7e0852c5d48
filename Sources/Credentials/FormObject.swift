/// Credentials in JSON: the objects of Keycloak and of kanidm.
enum FormObject {
  /// The kinds of objects.
  enum Kind {
    case keycloak
    case kanidm
  }

  /// Whether a text is to be read as an object of JSON.
  static func begins(_ text: [UInt8]) -> Bool {
    text.first == UInt8(ascii: "{")
      && text.dropFirst().first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } == UInt8(ascii: "\"")
  }

  /// Reads an object.
  static func read(_ text: [UInt8]) throws(CredentialError) -> FormReader {
    guard let members = members(text[...]) else { throw .unknownForm }
    if let secret = inner("secretData", of: members), let data = inner("credentialData", of: members) {
      let name = value("algorithm", of: data)?.string ?? ""
      if name.utf8.elementsEqual("argon2".utf8) { throw .otherKind("Argon2") }
      return try read(
        .keycloak, text, name, value("hashIterations", of: data), value("salt", of: secret), value("value", of: secret))
    }
    if members.count == 1, members[0].name.utf8.starts(with: "PBKDF2".utf8), members[0].value.kind == .array {
      throw .otherKind("a record of kanidm's database, whose bytes are numbers")
    }
    guard members.count == 1, let data = inner(members[0].name, of: members) else { throw .unknownForm }
    return try read(
      .kanidm, text, members[0].name, value("cost", of: data), value("salt", of: data), value("hash", of: data))
  }

  /// Reads the values of a form's members.
  private static func read(
    _ form: Credential.Form, _ text: [UInt8], _ name: String, _ rounds: JSONValue?, _ salt: JSONValue?,
    _ check: JSONValue?
  ) throws(CredentialError) -> FormReader {
    let row = form.row
    guard let name = row.names.first(where: { $0.text.utf8.elementsEqual(name.utf8) }) else {
      throw .malformed(.function)
    }
    var reader = FormReader(form, name.function, text)
    try reader.setRounds(rounds?.integer)
    try reader.setSalt(salt?.string.flatMap { row.salt.decode(Array($0.utf8)[...]) })
    try reader.setCheck(check?.string.flatMap { row.salt.decode(Array($0.utf8)[...]) })
    return reader
  }

  /// The text of an object. Keycloak's has two objects in strings, as in its exports.
  static func text(_ kind: Kind, name: String, rounds: Int, salt: String, check: String) -> String {
    switch kind {
    case .keycloak:
      #"{"type":"password","secretData":"{\"value\":\"\#(check)\",\"salt\":\"\#(salt)\",\"additionalParameters\":{}}","#
        + #""credentialData":"{\"hashIterations\":\#(rounds),\"algorithm\":\"\#(name)\",\"additionalParameters\":{}}"}"#
    case .kanidm: #"{"\#(name)":{"cost":\#(rounds),"salt":"\#(salt)","hash":"\#(check)"}}"#
    }
  }

  /// The members of an object, which may itself be the text of a string.
  private static func inner(
    _ name: String, of members: [(name: String, value: JSONValue)]
  ) -> [(name: String, value: JSONValue)]? {
    guard let value = value(name, of: members) else { return nil }
    return value.string.map { Self.members(Array($0.utf8)[...]) } ?? Self.members(value.text)
  }

  private static func members(_ text: ArraySlice<UInt8>) -> [(name: String, value: JSONValue)]? {
    var reader = JSONReader(text)
    return try? reader.object()
  }

  /// The member of that name, if there is only one.
  private static func value(_ name: String, of members: [(name: String, value: JSONValue)]) -> JSONValue? {
    let values = members.filter { $0.name.utf8.elementsEqual(name.utf8) }
    return values.count == 1 ? values[0].value : nil
  }
}
