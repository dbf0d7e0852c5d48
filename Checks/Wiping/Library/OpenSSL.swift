import Vault
import VaultInterop

/// Files of `openssl enc`, and an encrypted private key. Fields: password, content, the content encrypted by openssl in
/// each mode with AES-256 and three rounds of PBKDF2-HMAC-SHA256, then in CBC without -pbkdf2; a private key, this key
/// encrypted, and the content encrypted as a private key; the key and the IV of CBC; the private key in the traditional
/// form.
let openSSLCases: [Case] =
  ciphers.enumerated().flatMap { number, cipher in
    [
      Case("openssl-open/\(cipher.rawValue)") { fields in
        var content = try OpenSSLFile.open(
          fields[2 + number], password: fields[0], mode: cipher.mode, keySize: cipher.keySize,
          derivation: .pbkdf2(.sha256, rounds: 3))
        forget(&content)
      },
      Case("openssl-seal/\(cipher.rawValue)") { fields in
        _ = try OpenSSLFile.seal(
          fields[1], password: fields[0], salt: Array(fields[2 + number][8..<16]), cipher: cipher, hash: .sha256,
          rounds: 3, encoding: .binary, maximumRounds: 3)
      },
    ]
  } + [
    Case("openssl-bytes-to-key") { fields in
      var content = try OpenSSLFile.open(fields[8], password: fields[0], derivation: .bytesToKey(.sha256))
      forget(&content)
    },
    Case("private-key-open") { fields in
      var key = try EncryptedPrivateKey.open(fields[10], password: fields[0])
      forget(&key)
    },
    Case("openssl-key") { fields in
      var content = try OpenSSLFile.open(
        fields[2].dropFirst(16), using: SymmetricKey(data: fields[12]), iv: Array(fields[13]))
      forget(&content)
    },
    Case("private-key-traditional") { fields in
      var key = try EncryptedPrivateKey.open(fields[14], password: fields[0])
      forget(&key)
    },
    Case("openssl-refused") { fields in
      // The last block is cut off, and with it the padding.
      precondition(
        (try? OpenSSLFile.open(
          fields[2].dropLast(16), password: fields[0], mode: .cbc, keySize: .bits256,
          derivation: .pbkdf2(.sha256, rounds: 3)))
          == nil,
        "wrong padding was taken for right")
    },
    Case("private-key-refused") { fields in
      precondition((try? EncryptedPrivateKey.open(fields[11], password: fields[0])) == nil, "no key, and opened")
    },
    Case("private-key-seal") { fields in
      _ = try EncryptedPrivateKey.seal(fields[9], password: fields[0], rounds: 3, encoding: .der)
    },
  ]

private let ciphers = OpenSSLFile.Cipher.allCases.filter { $0.rawValue.hasPrefix("aes-256") }
