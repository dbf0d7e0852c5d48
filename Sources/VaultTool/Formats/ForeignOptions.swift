import Vault
import VaultInterop

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
