import Vault
import VaultInterop

private let iv = try! AES.IV(data: 0..<16)

private func secret(_ fields: Fields) -> RNCryptorSecret {
  .password(fields.key(0), maximumRounds: 10_000_000, rounds: 3)
}

private func keys(_ fields: Fields) throws -> RNCryptorSecret {
  .keys(try RNCryptorKeys(encryption: fields.key(1), authentication: fields.key(2)))
}

/// Files of RNCryptor and Secure Cells. Fields: a password, a key of encryption and one of authentication, content,
/// RNCryptor's files of the content under the password and under the keys; a context, and Themis's cells of the content
/// under the password and under the first key.
let cellCases: [Case] = [
  Case("rncryptor-seal") { fields in
    let encryptor = RNCryptor.Encryptor(password: fields[0], salts: Array(0..<16), iv: iv, rounds: 3)
    let sealed = RNCryptor.seal(fields[3], encryptor)
    precondition(sealed.elementsEqual(fields[4]), "sealed otherwise")
  },
  Case("rncryptor-open") { fields in
    var content = try RNCryptor.open(fields[4], secret(fields))
    forget(&content)
  },
  Case("rncryptor-refused") { fields in
    var changed = Array(fields[4])
    changed[changed.count - 40] ^= 1
    precondition((try? RNCryptor.open(changed, secret(fields))) == nil, "changed and opened")
  },
  Case("rncryptor-stream") { fields in
    var encryptor = RNCryptor.Encryptor(
      try RNCryptorKeys(encryption: fields.key(1), authentication: fields.key(2)), RNCryptorHeader(salts: nil, iv: iv))
    var file = encryptor.update(fields[3].prefix(100))
    file += encryptor.update(fields[3].dropFirst(100))
    file += encryptor.finalize()
    precondition(file.elementsEqual(fields[5]), "sealed otherwise")
    var decryptor = RNCryptor.Decryptor(try keys(fields))
    for range in [0..<10, 10..<200, 200..<file.count] {
      var content = try decryptor.update(file[range])
      forget(&content)
    }
    var content = try decryptor.finalize()
    forget(&content)
  },
  Case("rncryptor-dropped") { fields in
    // Fifteen bytes are held back.
    var encryptor = RNCryptor.Encryptor(
      try RNCryptorKeys(encryption: fields.key(1), authentication: fields.key(2)), RNCryptorHeader(salts: nil, iv: iv))
    _ = encryptor.update(fields[3].prefix(127))
  },
  Case("themis-seal") { fields in
    _ = try ThemisSecureCell.seal(fields[3], using: fields.key(1), context: fields[6])
  },
  Case("themis-open") { fields in
    var content = try ThemisSecureCell.open(fields[7], password: fields[0], context: fields[6])
    forget(&content)
    content = try ThemisSecureCell.open(fields[8], using: fields.key(1), context: fields[6])
    forget(&content)
  },
  Case("themis-refused") { fields in
    precondition((try? ThemisSecureCell.open(fields[7], password: fields[0])) == nil, "opened without its context")
  },
]
