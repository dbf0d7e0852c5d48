import Vault
import VaultFiles
import VaultInterop

/// A format of another program that `swift-vault import` reads.
enum ForeignFormat: String, CaseIterable {
  case openSSL = "openssl"
  case rnCryptor = "rncryptor"
  case themis
  case keychain
  case privateKey = "pkcs8"

  /// The formats that `swift-vault export` writes.
  static let exported = [openSSL, rnCryptor, themis]

  /// For messages.
  var title: String {
    switch self {
    case .openSSL: "openssl enc"
    case .rnCryptor: "RNCryptor"
    case .themis: "Themis Secure Cell"
    case .keychain: "an encrypted keychain dictionary"
    case .privateKey: "an encrypted private key"
    }
  }

  /// Whether a tag shows every change of the file.
  var isAuthenticated: Bool { self == .rnCryptor || self == .themis }

  /// Whether a file that is written may be under a key in place of a password.
  var takesKey: Bool { self == .themis }

  /// The size in bytes of the largest file that is held in memory.
  static let maximumByteCount = 1 << 30
  /// That of a file with a private key, or with an entry of a keychain.
  static let maximumKeyByteCount = 16 << 20

  /// Whether a file with this beginning is opened as a whole: the tag, or in RNCryptor 2 which part of the password counts,
  /// decides on all of it.
  func isWhole(_ beginning: [UInt8]) -> Bool {
    switch self {
    case .openSSL: false
    case .rnCryptor: (isInBase64(beginning) ? Self.decoded(beginning) : beginning).first == 2
    case .themis, .keychain, .privateKey: true
    }
  }

  /// Throws if a file of that size and beginning is too large. A key and an entry of a keychain are small.
  func check(byteCount: Int, beginning: [UInt8]) throws(InteropError) {
    let maximum = self == .keychain || self == .privateKey ? Self.maximumKeyByteCount : Self.maximumByteCount
    guard byteCount <= maximum || !isWhole(beginning) else {
      throw .unsupported("more than \(maximum.grouped) bytes, which are opened as a whole")
    }
  }

  /// The ending that an exported file gets.
  var suffix: String {
    switch self {
    case .openSSL: ".enc"
    case .rnCryptor: ".rncryptor"
    default: ".cell"
    }
  }

  /// The format of a file with this beginning; nil if no format begins like that.
  init?(beginning: [UInt8]) {
    let format = Self.allCases.first { $0.recognizes(beginning) } ?? Self.allCases.first { $0.isInBase64(beginning) }
    guard let format else { return nil }
    self = format
  }

  private func recognizes(_ beginning: [UInt8]) -> Bool {
    switch self {
    case .openSSL: OpenSSLFile.recognizes(beginning)
    case .rnCryptor: RNCryptor.recognizes(beginning)
    case .themis: ThemisSecureCell.recognizes(beginning)
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

  /// What a file is that no format begins like, and what can be done.
  static func refusal(of beginning: [UInt8]) -> String {
    if case .unsupported(let what)? = EncryptedPrivateKey.refusal(of: beginning) { return "is not read: it is \(what)" }
    let hint =
      "if you know which it is, name it with \(Option.format.spelling), or \(Option.noSalt.spelling) for openssl enc "
      + "-nosalt, \(Option.salt.spelling) for its -S, \(Option.keyFile.spelling) and \(Option.iv.spelling) for its -K"
    if let version = beginning.first, version <= 1, beginning.count > 1, beginning[1] <= 1 {
      return "begins like RNCryptor, version \(version), of which versions 2 and 3 are read; \(hint)"
    }
    return "begins like no format that is imported; \(hint)"
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

/// What `openssl enc` does not write into its files.
struct OpenSSLParameters {
  /// The cipher that is named, if one is.
  private let namedCipher: OpenSSLFile.Cipher?
  let hash: OpenSSLHash
  /// The rounds of PBKDF2; nil if none are given.
  let rounds: Int?
  let salt: OpenSSLFile.Salt
  /// The IV, if it is not derived from the password.
  let iv: [UInt8]?
  /// Whether a file that does not begin with its salt is in base 64. A salted one shows it.
  let isBase64: Bool

  init(_ arguments: Arguments) throws {
    namedCipher = try Self.choice(arguments, .cipher, aliases: Self.shortNames)
    hash = try Self.choice(arguments, .digest) ?? .sha256
    rounds = try arguments.number(.iterations, in: 0...Int(Int32.max))
    salt = try Self.salt(arguments)
    iv = try Self.bytes(arguments, .iv, count: 16)
    isBase64 = arguments.has(.base64)
    if isBase64, case .header = salt, !arguments.has(.keyFile) {
      throw ToolError.usage(
        "\(Option.base64.spelling) goes with \(Option.noSalt.spelling), \(Option.salt.spelling) or "
          + "\(Option.keyFile.spelling); a salted file shows it")
    }
  }

  /// Whether no salt is in the file, so that nothing shows what it is.
  var isHeaderless: Bool { if case .header = salt { false } else { true } }

  private static func salt(_ arguments: Arguments) throws -> OpenSSLFile.Salt {
    let given = [Option.noSalt, .salt].filter(arguments.has)
    if given.count > 1 { throw ToolError.usage("give \(given[0].spelling) or \(given[1].spelling), not both") }
    let size = try arguments.number(.saltLength, in: 1...16)
    if size != nil, given == [.noSalt] {
      throw ToolError.usage("give \(Option.noSalt.spelling) or \(Option.saltLength.spelling), not both")
    }
    if let salt = try bytes(arguments, .salt, count: size ?? 8) { return .known(salt) }
    return given.isEmpty ? .header(byteCount: size ?? 8) : .none
  }

  /// The bytes of an option in hexadecimal digits. As with OpenSSL, a short text is filled with zeros. A long one is refused,
  /// of which OpenSSL takes the beginning.
  private static func bytes(_ arguments: Arguments, _ option: Option, count: Int) throws -> [UInt8]? {
    guard let text = arguments.bytes(option) else { return nil }
    let digits = text + [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 2 * count - text.count))
    guard !text.isEmpty, digits.count == 2 * count, let bytes = digits.withUnsafeBufferPointer(Hex.decode) else {
      throw ToolError.usage("\(option.spelling) takes up to \(2 * count) hexadecimal digits, as openssl enc does")
    }
    return bytes
  }

  var cipher: OpenSSLFile.Cipher { namedCipher ?? .aes256CBC }

  /// The mode of a keychain dictionary, if a cipher is named.
  func keychainMode() throws(InteropError) -> KeychainDictionary.Mode? {
    switch namedCipher {
    case nil: return nil
    case .aes256ECB: return .ecb
    case .aes256CBC: return .cbc
    case let other?: throw .argument("it is in aes-256-ecb or aes-256-cbc, not in \(other.rawValue)")
    }
  }

  /// The derivation of a file that is read. Without `-pbkdf2`, OpenSSL has no rounds.
  var derivation: OpenSSLFile.KeyDerivation {
    rounds == 0 ? .bytesToKey(hash) : .pbkdf2(hash, rounds: rounds ?? Self.defaultRounds)
  }

  /// What the padding does not show, for a warning.
  var warning: String {
    cipher.isPadded
      ? ", and one wrong password in 256 is not noticed"
      : ", and with \(cipher.rawValue) no wrong password, --cipher, --digest or --iter is noticed"
  }

  /// The rounds of `openssl enc -pbkdf2` without `-iter`.
  static let defaultRounds = 10_000

  /// OpenSSL's short names of ciphers.
  private static let shortNames = ["aes128": "aes-128-cbc", "aes192": "aes-192-cbc", "aes256": "aes-256-cbc"]

  /// The choice by its name. As in OpenSSL, capital letters and small ones are alike.
  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ arguments: Arguments, _ option: Option, aliases: [String: String] = [:]
  ) throws -> Choice? {
    guard let bytes = arguments.bytes(option) else { return nil }
    let name = Path(bytes).display
    let small = name.lowercased()
    guard let choice = Choice(rawValue: aliases[small] ?? small) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ToolError.usage("\(option.spelling) takes \(names), not \(name)")
    }
    return choice
  }
}

extension Option {
  static let format = Option(
    "--format", Placeholder("NAME", .words(ForeignFormat.allCases.map(\.rawValue))))
  static let cipher = Option("--cipher", Placeholder("NAME", .words(OpenSSLFile.Cipher.allCases.map(\.rawValue))))
  static let digest = Option("--digest", Placeholder("NAME", .words(OpenSSLHash.allCases.map(\.rawValue))))
  static let noSalt = Option("--nosalt", nil, "FILE is of openssl enc -nosalt, which nothing in it shows")
  static let salt = Option(
    "--salt", Placeholder("HEX", .free), "the salt of openssl enc -S, which OpenSSL 3 does not write into FILE")
  static let saltLength = Option(
    "--saltlen", Placeholder("N", .free), "the size in bytes of the salt of openssl enc, its -saltlen: 8 if not given")
  static let iv = Option("--iv", Placeholder("HEX", .free), "the IV of openssl enc, its -iv; with its key too (-K)")
  static let base64 = Option(
    "--base64", nil, "with --nosalt, --salt or a key: FILE is in base 64, as openssl enc -a writes it")
  static let cellContext = Option(
    "--cell-context", Placeholder("HEX", .free), "the context of Themis Secure Cell, any bytes, in place of --context")
  static let iterations = Option("--iter", Placeholder("N", .free))
}

extension Arguments {
  /// The bytes of a cell's context; nil if none are given.
  func cellContext() throws -> [UInt8]? {
    guard let digits = bytes(.cellContext) else { return nil }
    guard let context = digits.withUnsafeBufferPointer(Hex.decode) else {
      throw ToolError.usage("\(Option.cellContext.spelling) takes hexadecimal digits, two for each byte")
    }
    return context
  }

  /// Refuses the options that a format does not have.
  func checkOptions(of format: ForeignFormat) throws {
    let ofOpenSSL = [Option.noSalt, .salt, .saltLength, .iv, .base64]
    let others: [Option] =
      switch format {
      case .openSSL: [.cellContext]
      case .themis where command?.name == "export": [.cipher, .digest]
      case .themis: [.cipher, .digest, .iterations] + ofOpenSSL
      case .keychain: [.digest, .iterations, .cellContext] + ofOpenSSL
      case .rnCryptor: [.cipher, .digest, .cellContext] + ofOpenSSL
      case .privateKey: [.cipher, .digest, .iterations, .cellContext] + ofOpenSSL
      }
    if let option = others.first(where: has) {
      throw ToolError.usage("\(option.spelling) is not for \(format.title); leave it out")
    }
  }
}

extension ToolError {
  /// An error of another program's format as a sentence that says what to do.
  init(_ error: InteropError, _ name: String, _ format: ForeignFormat, secret: String) {
    switch error {
    case .notThisFormat where format == .openSSL:
      self.init(
        .notReadable, name,
        "does not begin as a salted file of \(format.title); one without salt needs \(Option.noSalt.spelling), one of -S "
          + "\(Option.salt.spelling), and one of -K \(Option.keyFile.spelling) and \(Option.iv.spelling)")
    case .notThisFormat: self.init(.notReadable, name, "is not in the format of \(format.title); see --format")
    case .malformed(let field) where format == .openSSL:
      self.init(.damaged, name, "is damaged, or needs another --cipher or --saltlen, as \(format.title): \(field)")
    case .malformed(let field): self.init(.damaged, name, "is damaged, as \(format.title): \(field)")
    case .unsupported(let what): self.init(.notReadable, name, "is not read as \(format.title): \(what)")
    case .overLimit(let rounds, let limit): self.init(name, rounds: rounds, limit: limit)
    case .notValidNow(let times): self.init(.notReadable, name, "is not read as \(format.title): \(times)")
    case .argument(let argument): self.init(.usage, name, "is refused as \(format.title): \(argument)")
    case .authenticationFailure:
      let context = format == .themis ? " or the context" : ""
      let options =
        switch format {
        case .themis: " (\(Option.context.spelling), or \(Option.cellContext.spelling) if it is no text)"
        case .rnCryptor: " (some writers have other rounds, \(Option.iterations.spelling))"
        default: ""
        }
      self.init(
        .wrongPassword, name,
        "read as \(format.title), the \(secret)\(context) is wrong, or the file was changed\(options)")
    case .invalidPadding:
      let hint =
        format == .openSSL
        ? ", or --cipher, --digest or --iter is (without -pbkdf2 it is --iter 0, and before OpenSSL 1.1.0 "
          + "--digest md5 too; -saltlen and -iv are --saltlen and --iv)" : ""
      self.init(.wrongPassword, name, "read as \(format.title), the \(secret) is wrong\(hint), or the file was changed")
    }
  }
}
