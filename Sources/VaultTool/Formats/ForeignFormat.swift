import Vault
import VaultFiles
import VaultInterop

/// A format of another program that `swift-vault import` reads.
enum ForeignFormat: String, CaseIterable {
  case openSSL = "openssl"
  case rnCryptor = "rncryptor"
  case themis
  case themisImprint = "themis-imprint"
  case ansible
  case fernet
  case jwe
  case age
  case keychain
  case privateKey = "pkcs8"

  /// The formats that `swift-vault export` writes.
  static let exported = [openSSL, rnCryptor, themis, ansible, fernet, jwe, age]

  /// For messages.
  var title: String {
    switch self {
    case .openSSL: "openssl enc"
    case .rnCryptor: "RNCryptor"
    case .themis: "Themis Secure Cell"
    case .themisImprint: "Themis Secure Cell in Context Imprint mode"
    case .ansible: "Ansible Vault"
    case .fernet: "Fernet"
    case .jwe: "JSON Web Encryption"
    case .age: "age"
    case .keychain: "an encrypted keychain dictionary"
    case .privateKey: "an encrypted private key"
    }
  }

  /// Whether a tag shows every change of the file.
  var isAuthenticated: Bool {
    switch self {
    case .rnCryptor, .themis, .ansible, .fernet, .jwe, .age: true
    case .openSSL, .themisImprint, .keychain, .privateKey: false
    }
  }

  /// Whether a file that is written may be under a key in place of a password.
  var takesKey: Bool { self == .themis || self == .fernet || self == .jwe }

  /// The size in bytes of the largest file that is held in memory.
  static let maximumByteCount = 1 << 30
  /// The size in bytes of the largest file with a private key or a keychain entry.
  static let maximumKeyByteCount = 16 << 20

  /// Whether a file with this beginning is opened as a whole, because all of it depends on the tag, or in RNCryptor 2
  /// on which part of the password counts.
  func isWhole(_ beginning: [UInt8]) -> Bool {
    switch self {
    case .openSSL, .age: false
    case .rnCryptor: (isInBase64(beginning) ? Self.decoded(beginning) : beginning).first == 2
    default: true
    }
  }

  /// Throws unless there is memory to open a file, or to seal a content, of which so many bytes are held as a whole.
  static func checkMemory(for byteCount: Int, of name: String) throws {
    try ResourceLimit.checkMemory(32 << 20 + 8 * byteCount, for: name)
  }

  /// Throws if a file of that size and beginning is too large. The limit for a key or a keychain entry is lower.
  func check(byteCount: Int, beginning: [UInt8]) throws(InteropError) {
    let maximum = self == .keychain || self == .privateKey ? Self.maximumKeyByteCount : Self.maximumByteCount
    guard byteCount <= maximum || !isWhole(beginning) else {
      throw .unsupported("more than \(maximum.grouped) bytes, which are opened as a whole")
    }
  }

  /// The largest content whose file, if it is opened as a whole, can be imported.
  var maximumContentByteCount: Int {
    switch self {
    case .ansible: Self.maximumByteCount / 5
    case .fernet, .jwe: Self.maximumByteCount / 8 * 5
    default: Self.maximumByteCount - 1024
    }
  }

  /// Whether an exported file is text.
  var isText: Bool { self == .ansible || self == .fernet || self == .jwe }

  /// The ending of an exported file's name.
  var suffix: String {
    switch self {
    case .openSSL: ".enc"
    case .rnCryptor: ".rncryptor"
    case .ansible, .fernet, .jwe, .age: ".\(rawValue)"
    default: ".cell"
    }
  }

  /// The format of a file with this beginning; nil if no format begins like that.
  init?(beginning: [UInt8]) {
    let format = Self.allCases.first { $0.recognizes(beginning) } ?? Self.allCases.first { $0.isInBase64(beginning) }
    guard let format else { return nil }
    self = format
  }

  /// The beginning without a byte order mark, if it is then that of a text in the format, or in any that shows itself.
  static func withoutMark(_ beginning: [UInt8], _ format: ForeignFormat? = nil) -> [UInt8] {
    guard beginning.starts(with: byteOrderMark) else { return beginning }
    let rest = Array(beginning.dropFirst(byteOrderMark.count))
    let isText = format.map { $0.recognizes(rest) || $0.isInBase64(rest) } ?? (ForeignFormat(beginning: rest) != nil)
    return isText ? rest : beginning
  }

  private func recognizes(_ beginning: [UInt8]) -> Bool {
    switch self {
    case .openSSL: OpenSSLFile.recognizes(beginning)
    case .rnCryptor: RNCryptor.recognizes(beginning)
    case .themis: ThemisSecureCell.recognizes(beginning)
    // Such a cell does not show what it is.
    case .themisImprint: false
    case .ansible: AnsibleVault.recognizes(beginning)
    case .fernet: Fernet.recognizes(beginning)
    case .jwe: JWE.recognizes(beginning)
    case .age: AgeFile.recognizes(beginning)
    case .keychain: KeychainDictionary.recognizes(beginning)
    case .privateKey: EncryptedPrivateKey.recognizes(beginning)
    }
  }

  /// Whether a file with this beginning is in base 64, and has to be decoded first. What the libraries decode is not.
  func isInBase64(_ beginning: [UInt8]) -> Bool {
    (self == .rnCryptor || self == .themis) && recognizes(Self.decoded(beginning))
  }

  /// The bytes that the first 64 characters of a beginning in base 64 stand for; none if they are something else.
  private static func decoded(_ beginning: [UInt8]) -> [UInt8] {
    var decoder = Base64Decoder()
    return (try? decoder.update(Array(beginning.lazy.filter { !Base64Decoder.isSpace($0) }.prefix(64)))) ?? []
  }

  /// The error for a file whose beginning fits no format, with advice.
  static func refusal(of beginning: [UInt8]) -> String {
    if JWE.isSigned(beginning) { return "is not read: it is a signed token (JSON Web Signature), not an encrypted one" }
    if beginning.starts(with: "age-encryption.org/".utf8) { return "is not read: it is of a newer version of age" }
    if beginning.beginsAsUTF16 { return "is text in UTF-16, which no format is; save it in UTF-8" }
    if case .unsupported(let what)? = EncryptedPrivateKey.refusal(of: beginning) { return "is not read: it is \(what)" }
    let hint =
      "if you know the format, name it with \(Option.format.spelling); for openssl enc, use \(Option.noSalt.spelling) "
      + "(-nosalt), \(Option.salt.spelling) (-S), or \(Option.keyFile.spelling) and \(Option.iv.spelling) (-K); "
      + "for Token Protect of Themis, use \(Option.token.spelling)"
    if let version = beginning.first, version <= 1, beginning.count > 1, beginning[1] <= 1 {
      return "begins like RNCryptor version \(version), but only versions 2 and 3 can be imported; \(hint)"
    }
    return "does not begin like any format that can be imported; \(hint)"
  }

  /// The format that `--format` names, among those that the command has; nil if it is not given.
  init?(_ arguments: Arguments, among formats: [ForeignFormat] = allCases) throws {
    guard let bytes = arguments.bytes(.format) else { return nil }
    let name = Path(bytes).display
    guard let format = formats.first(where: { $0.rawValue == name }) else {
      throw ToolError.usage("--format takes \(formats.map(\.rawValue).joined(separator: ", ")), not \(name)")
    }
    self = format
  }
}
