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
      var reader = try reader("keycloak", name, text)
      let passes = value("hashIterations", of: data)
      if name.isIdentical(to: "argon2") {
        try readArgon2(&reader, passes, inner("additionalParameters", of: data) ?? [])
      } else {
        try reader.setRounds(passes?.integer)
      }
      try read(&reader, value("salt", of: secret), value("value", of: secret))
      return reader
    }
    if members.count == 1, members[0].name.utf8.starts(with: "PBKDF2".utf8), members[0].value.kind == .array {
      throw .otherKind("a record of kanidm's database, whose bytes are numbers")
    }
    guard members.count == 1, let data = inner(members[0].name, of: members) else { throw .unknownForm }
    var reader = try reader("kanidm", members[0].name, text)
    try reader.setRounds(value("cost", of: data)?.integer)
    try read(&reader, value("salt", of: data), value("hash", of: data))
    return reader
  }

  /// A reader for the function of that name.
  private static func reader(
    _ form: Credential.Form, _ name: String, _ text: [UInt8]
  ) throws(CredentialError) -> FormReader {
    guard let name = form.row.names.first(where: { $0.text.isIdentical(to: name) }) else {
      if form == "keycloak", let kind = UnsupportedForm.kind(ofAlgorithm: name) { throw .otherKind(kind) }
      throw .malformed(.function)
    }
    return FormReader(form, name.function, text)
  }

  /// Reads the values of two members.
  private static func read(
    _ reader: inout FormReader, _ salt: JSONValue?, _ check: JSONValue?
  ) throws(CredentialError) {
    let encoding = reader.row.salt
    try reader.setSalt(salt?.string.flatMap { encoding.decode(Array($0.utf8)[...]) })
    try reader.setCheck(check?.string.flatMap { encoding.decode(Array($0.utf8)[...]) })
  }

  /// Reads Keycloak's parameters of Argon2, each a list with one text.
  private static func readArgon2(
    _ reader: inout FormReader, _ passes: JSONValue?, _ parameters: [(name: String, value: JSONValue)]
  ) throws(CredentialError) {
    func text(_ name: String) -> String? {
      let elements = value(name, of: parameters)?.elements ?? []
      return elements.count == 1 ? elements[0].string : nil
    }
    func number(_ name: String) -> Int? { text(name).flatMap { FormReader.number(Array($0.utf8)[...]) } }
    switch text("type") {
    case "id": break
    case "i": throw .otherKind("Argon2i")
    case "d": throw .otherKind("Argon2d")
    default: throw .malformed(.function)
    }
    switch text("version") {
    case "1.3": break
    case "1.0": throw .otherKind(UnsupportedForm.oldArgon2)
    default: throw .malformed(.version)
    }
    try reader.setNumber(.passes, passes?.integer)
    try reader.setNumber(.memory, number("memory"))
    try reader.setNumber(.lanes, number("parallelism"))
    reader.statedByteCount = number("hashLength")
  }

  /// The text of an object. Keycloak's has two objects in strings, as in its exports.
  static func text(
    _ kind: Kind, name: String, _ stretching: StoredStretching, salt: String, check: String, checkByteCount: Int
  ) -> String {
    let argon2id = stretching.argon2id
    let rounds = argon2id?.passes ?? stretching.rounds
    switch kind {
    case .keycloak:
      let list =
        argon2id.map {
          [
            ("hashLength", "\(checkByteCount)"), ("memory", "\($0.memoryByteCount / 1024)"), ("type", "id"),
            ("version", "1.3"), ("parallelism", "\($0.lanes)"),
          ]
        } ?? []
      let parameters = list.map { #"\"\#($0)\":[\"\#($1)\"]"# }.joined(separator: ",")
      return
        #"{"type":"password","secretData":"{\"value\":\"\#(check)\",\"salt\":\"\#(salt)\",\"additionalParameters\":{}}","#
        + #""credentialData":"{\"hashIterations\":\#(rounds),\"algorithm\":\"\#(name)\","#
        + #"\"additionalParameters\":{\#(parameters)}}"}"#
    case .kanidm: return #"{"\#(name)":{"cost":\#(rounds),"salt":"\#(salt)","hash":"\#(check)"}}"#
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
