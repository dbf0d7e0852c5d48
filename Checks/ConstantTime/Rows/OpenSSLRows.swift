#if os(Linux)
import SwiftVault
import VaultInterop

private let password = Array("correct horse battery staple".utf8)
private let wrongPassword = Array("correct horse battery stapl3".utf8)

/// Files of `openssl enc` and encrypted private keys that are sealed, and keys that are refused. Removing a padding
/// reveals the length; the rows of the ciphers cover that, and the other modes.
let openSSLRows: [Row] = sealRows + [streamRow, refusedRow, refusedTraditionalRow]

private let streamRow =
  Row("OpenSSLFile.Encryptor and Decryptor") {
    var encryptor = try OpenSSLFile.Encryptor(password: secret(password), mode: .ofb, rounds: 2)
    let file = publish(try encryptor.update(secret(count: 100)) + encryptor.finalize())
    var decryptor = try OpenSSLFile.Decryptor(
      password: secret(password), mode: .ofb, derivation: .pbkdf2(.sha256, rounds: 2))
    return .bytes(try decryptor.update(file) + decryptor.finalize())
  }

private let sealRows =
  [OpenSSLFile.Mode.cbc, .ofb, .ecb].flatMap { mode in
    OpenSSLFile.Encoding.allCases.map { encoding in
      Row("OpenSSLFile.seal aes-256-\(mode) \(encoding)") {
        .bytes(
          try OpenSSLFile.seal(
            secret(count: 100), password: secret(password), mode: mode, rounds: 2, encoding: encoding))
      }
    }
  }
  + EncryptedPrivateKey.Encoding.allCases.map { encoding in
    Row("EncryptedPrivateKey.seal \(encoding)") {
      .bytes(
        try EncryptedPrivateKey.seal(
          [0x30, 98] + secret(count: 98), password: secret(password), rounds: 2, encoding: encoding))
    }
  }

private let refusedRow =
  Row("EncryptedPrivateKey.open wrong password") {
    let file = publish(
      try EncryptedPrivateKey.seal([0x30, 98] + secret(count: 98), password: secret(password), rounds: 2))
    return .verdict((try? EncryptedPrivateKey.open(file, password: secret(wrongPassword))) == nil)
  }

/// The ciphertext belongs to no password: the library does not write this form.
private let refusedTraditionalRow =
  Row("EncryptedPrivateKey.open traditional, wrong password") {
    let file = """
      -----BEGIN RSA PRIVATE KEY-----
      Proc-Type: 4,ENCRYPTED
      DEK-Info: AES-256-CBC,000102030405060708090A0B0C0D0E0F

      \(String(repeating: "Nm4b", count: 16))
      -----END RSA PRIVATE KEY-----
      """
    return .verdict((try? EncryptedPrivateKey.open(file.utf8, password: secret(wrongPassword))) == nil)
  }
#endif
