extension Credential {
  static let maximumByteCount = 2048
  static let maximumSaltByteCount = 1024  // passlib's

  /// Reads a credential of any form. Spec: FORMAT.md, section 9; PHC string format; passlib 1.7; Django 5.
  ///
  /// The exact spelling of the program that writes each form is accepted. Other programs write or take a few more, which
  /// are accepted too: a PHC string without the length `l` (@phc/pbkdf2 of npm), the name of an LDAP scheme in small letters
  /// (OpenLDAP), and in the base 64 of passlib and LDAP a plus in the place of a dot (passlib).
  ///
  /// - Parameters:
  ///   - text: the ``description`` of a credential, or the hash that another system stored.
  ///   - maximumRounds: the rounds that verification may take. A check of several digests takes the rounds for each of them.
  /// - Throws: ``CredentialError`` for any other text, and for more than the maximum of rounds.
  public init(_ text: String, maximumRounds: Int = PasswordStretching.defaultMaximumRounds) throws(CredentialError) {
    let byteCount = text.utf8.count
    guard byteCount <= Self.maximumByteCount else {
      throw .tooLong(byteCount: byteCount, maximum: Self.maximumByteCount)
    }
    let fields = Self.fields(of: Array(text.utf8))
    (form, function) = try Self.form(of: fields)
    let fieldCount =
      switch form {
      case .swiftVault: 6
      case .phc, .passlib: 5
      case .django, .ldap, .hashcat: 4
      }
    guard fields.count == fieldCount else { throw .fieldCount(fields.count, expected: fieldCount) }
    if form == .swiftVault && !fields[2].elementsEqual("v=1".utf8) { throw .malformed(.version) }
    let length: Int?
    (rounds, length) = try Self.parameters(fields[fieldCount - 3], of: form)
    salt = try Self.salt(fields[fieldCount - 2], of: form)
    check = try Self.check(fields[fieldCount - 1], of: form, function, length: length)
    description = text
    let blockCount = (check.count - 1) / Self.digestByteCount(function) + 1
    let cost = UInt64(rounds) * UInt64(blockCount)
    guard cost <= maximumRounds else {
      throw .overLimit(rounds: Int(clamping: cost), limit: maximumRounds)
    }
  }

  /// The name at the start of the text, and what follows it between separators.
  ///
  /// The name of an LDAP scheme is in capitals, because OpenLDAP compares it without regard to case.
  private static func fields(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var (name, separator): ([UInt8], UInt8) = ([], UInt8(ascii: "$"))
    for scheme in ["{PBKDF2-SHA512}", "{PBKDF2-SHA256}", "{PBKDF2-SHA1}", "{PBKDF2}"]
    where text.prefix(scheme.utf8.count).map({ 0x61...0x7a ~= $0 ? $0 - 0x20 : $0 }).elementsEqual(scheme.utf8) {
      name = Array(scheme.utf8)
    }
    for function in ["sha512:", "sha256:", "sha1:"] where text.starts(with: function.utf8) {
      (name, separator) = (Array(function.utf8), UInt8(ascii: ":"))
    }
    return (name.isEmpty ? [] : [name[...]])
      + text[name.count...].split(separator: separator, omittingEmptySubsequences: false)
  }

  /// The form that the name at the start of the text stands for, and its function.
  private static func form(
    of fields: [ArraySlice<UInt8>]
  ) throws(CredentialError) -> (Form, PasswordStretching.Function?) {
    guard fields[0].isEmpty && fields.count > 1 else {
      switch fields[0] {
      case "pbkdf2_sha256": return (.django, .pbkdf2HMACSHA256)
      case "pbkdf2_sha1": return (.django, nil)
      case "{PBKDF2-SHA512}": return (.ldap, .pbkdf2HMACSHA512)
      case "{PBKDF2-SHA256}": return (.ldap, .pbkdf2HMACSHA256)
      case "{PBKDF2-SHA1}", "{PBKDF2}": return (.ldap, nil)
      case "sha512:": return (.hashcat, .pbkdf2HMACSHA512)
      case "sha256:": return (.hashcat, .pbkdf2HMACSHA256)
      case "sha1:": return (.hashcat, nil)
      default: throw .unknownForm
      }
    }
    let isPHC = fields.count > 2 && fields[2].contains(UInt8(ascii: "="))
    switch fields[1] {
    case "swift-vault-pbkdf2-sha512": return (.swiftVault, .pbkdf2HMACSHA512)
    case "swift-vault-pbkdf2-sha256": return (.swiftVault, .pbkdf2HMACSHA256)
    case "pbkdf2-sha512": return (isPHC ? .phc : .passlib, .pbkdf2HMACSHA512)
    case "pbkdf2-sha256": return (isPHC ? .phc : .passlib, .pbkdf2HMACSHA256)
    case "pbkdf2": return (isPHC ? .phc : .passlib, nil)
    default: throw .unknownForm
    }
  }

  /// The rounds and, in most PHC strings, the length of the check in bytes.
  private static func parameters(
    _ field: ArraySlice<UInt8>, of form: Form
  ) throws(CredentialError) -> (rounds: Int, length: Int?) {
    var parameters = [field]
    if form == .phc { parameters = field.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) }
    let isNamed = form == .phc || form == .swiftVault
    guard let rounds = decimal(parameters[0], name: isNamed ? "i=" : ""),
      1...PasswordStretching.maximumRounds ~= rounds
    else { throw .malformed(.rounds) }
    guard form == .phc && parameters.count > 1 else { return (rounds, nil) }
    guard parameters.count == 2, let length = decimal(parameters[1], name: "l=") else { throw .malformed(.length) }
    return (rounds, length)
  }

  private static func salt(_ field: ArraySlice<UInt8>, of form: Form) throws(CredentialError) -> [UInt8] {
    let salt: [UInt8]? =
      switch form {
      case .swiftVault, .phc: CredentialBase64.unpadded.decode(field)
      case .passlib, .ldap: CredentialBase64.dotted.decode(field)
      case .hashcat: CredentialBase64.padded.decode(field)
      case .django: field.allSatisfy { 0x20...0x7e ~= $0 } ? Array(field) : nil
      }
    guard let salt else { throw .malformed(.salt) }
    let allowed = form == .swiftVault ? saltByteCount...saltByteCount : 1...maximumSaltByteCount
    guard allowed ~= salt.count else { throw .byteCount(.salt, salt.count, allowed: allowed) }
    return salt
  }

  private static func check(
    _ field: ArraySlice<UInt8>, of form: Form, _ function: PasswordStretching.Function?, length: Int?
  ) throws(CredentialError) -> [UInt8] {
    let base64: CredentialBase64 =
      switch form {
      case .swiftVault, .phc: .unpadded
      case .passlib, .ldap: .dotted
      case .django, .hashcat: .padded
      }
    guard let check = base64.decode(field) else { throw .malformed(.check) }
    let digestByteCount = digestByteCount(function)
    let allowed = form == .phc || form == .hashcat ? 16...64 : digestByteCount...digestByteCount
    guard allowed ~= check.count else { throw .byteCount(.check, check.count, allowed: allowed) }
    if let length, length != check.count { throw .byteCount(.check, check.count, allowed: length...length) }
    return check
  }

  /// The number after a parameter's name: 1 to 10 decimal digits, the first not zero.
  private static func decimal(_ field: ArraySlice<UInt8>, name: String) -> Int? {
    guard field.starts(with: name.utf8) else { return nil }
    let digits = field.dropFirst(name.utf8.count)
    guard 1...10 ~= digits.count, digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

/// Whether a field equals a name byte for byte. Comparing strings would apply Unicode's rules.
private func ~= (name: String, field: ArraySlice<UInt8>) -> Bool { field.elementsEqual(name.utf8) }
