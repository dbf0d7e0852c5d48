import Vault
import VaultInterop

/// The parameters that a file of another program does not show; options give them.
struct ForeignParameters {
  let openSSL: OpenSSLParameters
  /// The context of a Secure Cell.
  let cellContext: [UInt8]
  /// The salt of Fernet's key; nil if none is given.
  let fernetSalt: [UInt8]?
  let limits: Vault.Limits
  /// The recipients of a file of age.
  let recipients: [AgeFile.Recipient]
  /// Whether a file of age is written as text.
  let isArmored: Bool
  /// The highest work factor of scrypt that a file of age may have: that of age, or as much memory as the command line
  /// allows.
  let maximumWorkFactor: Int

  init(_ arguments: Arguments) throws {
    openSSL = try OpenSSLParameters(arguments)
    cellContext = try arguments.cellContext() ?? arguments.context()
    fernetSalt = try arguments.fernetSalt()
    limits = try Vault.Limits(arguments)
    recipients = try arguments.ageRecipients()
    isArmored = arguments.has(.armor)
    let memory = limits.maximumMemoryByteCount / 1024
    maximumWorkFactor =
      arguments.has(.maximumMemory)
      ? max(1, memory.bitWidth - 1 - memory.leadingZeroBitCount) : AgeFile.defaultMaximumWorkFactor
  }
}

extension Option {
  static let format = Option("--format", Placeholder("NAME", .words(ForeignFormat.allCases.map(\.rawValue))))
  static let cipher = Option("--cipher", Placeholder("NAME", .words(OpenSSLFile.Cipher.allCases.map(\.rawValue))))
  static let digest = Option("--digest", Placeholder("NAME", .words(OpenSSLHash.allCases.map(\.rawValue))))
  static let noSalt = Option("--nosalt", nil, "FILE is from openssl enc -nosalt, which nothing in it shows")
  static let salt = Option(
    "--salt", Placeholder("HEX", .free), "the salt of openssl enc -S, which OpenSSL 3 does not write into FILE")
  static let saltLength = Option(
    "--saltlen", Placeholder("N", .free), "the size in bytes of the salt of openssl enc, its -saltlen (default 8)")
  static let iv = Option("--iv", Placeholder("HEX", .free), "the IV of openssl enc, its -iv, for a password or a key")
  static let base64 = Option(
    "--base64", nil, "with --nosalt, --salt or a key: FILE is in base 64, as openssl enc -a writes it")
  static let cellContext = Option(
    "--cell-context", Placeholder("HEX", .free), "the context of Themis Secure Cell as bytes, in place of --context")
  static let token = Option(
    "--token", Placeholder("TOKEN", .file),
    "the token of Themis Secure Cell in Token Protect mode; FILE has the ciphertext")
  static let fernetSalt = Option(
    "--fernet-salt", Placeholder("HEX", .free), "the salt of Fernet's key, if the key is derived from the password")
  static let armor = Option("--armor", nil, "write a file of age as text")
  static let iterations = Option("--iter", Placeholder("N", .free))
}

extension Arguments {
  /// The bytes of a cell's context; nil if none are given.
  fileprivate func cellContext() throws -> [UInt8]? {
    guard let digits = bytes(.cellContext) else { return nil }
    guard let context = digits.withUnsafeBufferPointer(Hex.decode) else {
      throw ToolError.usage("\(Option.cellContext.spelling) takes hexadecimal digits, two for each byte")
    }
    return context
  }

  /// The salt of Fernet's key; nil if none is given.
  fileprivate func fernetSalt() throws -> [UInt8]? {
    guard let digits = bytes(.fernetSalt) else { return nil }
    guard let salt = digits.withUnsafeBufferPointer(Hex.decode), 1...1024 ~= salt.count else {
      throw ToolError.usage("\(Option.fernetSalt.spelling) takes hexadecimal digits, two for each of 1 to 1024 bytes")
    }
    return salt
  }

  /// The recipients of age that the command line names.
  fileprivate func ageRecipients() throws -> [AgeFile.Recipient] {
    if command?.name != "export" { return [] }
    return try paths(.recipient).map { path in
      do throws(InteropError) {
        return try AgeFile.Recipient(text: path.bytes)
      } catch {
        // Another text may be an identity, which is secret.
        let isShown = path.bytes.starts(with: "age1".utf8) { $0 | 0x20 == $1 | 0x20 }
        let text = path.bytes.count > 20 ? "\(path.display.prefix(20))…" : path.display
        let subject = isShown ? "\(text): " : ""
        throw ToolError.usage("\(Option.recipient.spelling) takes a recipient of age: \(subject)\(error)")
      }
    }
  }

  /// Refuses options that do not apply to the format.
  func checkOptions(of format: ForeignFormat) throws {
    let ofOpenSSL = [Option.noSalt, .salt, .saltLength, .iv, .base64]
    let taken: [Option] =
      switch format {
      case .openSSL: [.cipher, .digest, .iterations] + ofOpenSSL
      case .themis where command?.name == "export": [.iterations, .cellContext]
      case .themis: [.cellContext, .token]
      case .themisImprint: [.cellContext]
      case .fernet: [.iterations, .fernetSalt]
      case .jwe where command?.name == "export": [.iterations]
      case .rnCryptor: [.iterations]
      case .keychain: [.cipher]
      case .age: [.recipient, .armor]
      case .ansible, .jwe, .privateKey: []
      }
    let all = [Option.cipher, .digest, .iterations, .cellContext, .token, .fernetSalt, .recipient, .armor] + ofOpenSSL
    let others = all.filter { option in !taken.contains { $0.spelling == option.spelling } }
    if let option = others.first(where: has) {
      throw ToolError.usage("\(option.spelling) is not for \(format.title); leave it out")
    }
  }
}
