import VaultInterop

@testable import SwiftVaultVaultTool

/// Files of `openssl enc`: any bytes are refused or open to content that is not longer, in pieces as in one call. A
/// file sealed in pieces is recognised and opens. `swift-vault import` looks for the format of any bytes.
enum OpenSSLFiles: Target {
  private static let password = Array("secret".utf8)

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let (cipher, hash) = (input.choice(OpenSSLFile.Cipher.allCases), input.choice(OpenSSLHash.allCases))
    let (options, rounds) = (input.byte(), 1 + input.number(below: 3))
    let derivation = options & 1 == 0 ? OpenSSLFile.KeyDerivation.pbkdf2(hash, rounds: rounds) : .bytesToKey(hash)
    let isBase64 = options & 4 != 0
    if options & 8 != 0 { return seal(cipher, hash, rounds, &input) }
    let iv = options & 16 != 0 ? [UInt8](repeating: options, count: options & 32 == 0 ? 16 : 15) : nil
    // Of any size: sizes that OpenSSL does not have must be refused.
    let saltByteCount = options & 64 == 0 ? 8 : input.number(below: 19)
    let salt: OpenSSLFile.Salt =
      options & 2 == 0
      ? .header(byteCount: saltByteCount)
      : options & 128 == 0 ? .none : .known([UInt8](repeating: 7, count: saltByteCount))

    let cuts = input.number(below: 16)
    let file = input.remaining()
    let format = ForeignFormat(beginning: file)
    expect((format == .openSSL) == OpenSSLFile.recognizes(file), "taken for \(String(describing: format))")
    let whole = attempt(InteropError.self) {
      try OpenSSLFile.open(
        file, password: password, mode: cipher.mode, keySize: cipher.keySize, derivation: derivation, salt: salt,
        iv: iv, encoding: isBase64 ? .base64 : .binary)
    }
    if let whole { expect(whole.count <= file.count, "\(whole.count) bytes from \(file.count)") }
    if whole != nil, options & 2 == 0 { expect(OpenSSLFile.recognizes(file), "it is known") }
    let pieced = attempt(InteropError.self) { () -> [UInt8] in
      var decryptor = try OpenSSLFile.Decryptor(
        password: password, mode: cipher.mode, keySize: cipher.keySize, derivation: derivation, salt: salt, iv: iv,
        encoding: isBase64 ? .base64 : .binary)
      var content: [UInt8] = []
      var rest = file[...]
      while !rest.isEmpty {
        content += try decryptor.update(rest.prefix(1 + cuts))
        rest = rest.dropFirst(1 + cuts)
      }
      return try content + decryptor.finalize()
    }
    expect(whole == pieced, "in pieces of \(1 + cuts) bytes")
  }

  private static func seal(
    _ cipher: OpenSSLFile.Cipher, _ hash: OpenSSLHash, _ rounds: Int, _ input: inout FuzzInput
  ) {
    let encoding = input.choice(OpenSSLFile.Encoding.allCases)
    let content = input.sample(below: 300)
    var encryptor = try! OpenSSLFile.Encryptor(
      password: password, mode: cipher.mode, keySize: cipher.keySize, hash: hash, rounds: rounds, encoding: encoding)
    var file: [UInt8] = []
    for piece in input.pieces(of: content) { file += try! encryptor.update(piece) }
    file += try! encryptor.finalize()
    expect(OpenSSLFile.recognizes(file), "what is sealed is known")
    let opened = try? OpenSSLFile.open(
      file, password: password, mode: cipher.mode, keySize: cipher.keySize, derivation: .pbkdf2(hash, rounds: rounds))
    expect(opened == content, "\(content.count) bytes in \(cipher.rawValue)")
  }
}
