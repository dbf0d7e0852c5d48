#if os(Linux)
import SwiftVault
import VaultInterop

/// Ansible Vault, Fernet, JSON Web Encryption and age: passwords, keys and contents are secrets. Files and tokens are
/// public. Removing a padding reveals the length; the rows of the ciphers cover that.
let containerRows =
  [
    Row("AnsibleVault.seal") { .bytes(try ansible()) },
    Row("AnsibleVault.open, wrong password") {
      .verdict((try? AnsibleVault.open(publish(try ansible()), password(13), rounds: 3, maximumRounds: 3)) == nil)
    },
    Row("Fernet.seal") {
      let key = try Fernet.key(password: secret(count: 12), salt: [1], rounds: 3)
      return .bytes(try Fernet.seal(secret(count: 37), using: key, timestamp: 9))
    },
    Row("Fernet.open, wrong key") {
      let token = publish(try Fernet.seal(secret(count: 37), using: password(32), timestamp: 9))
      return .verdict(
        (try? Fernet.open(token, using: SymmetricKey(data: secret([UInt8](repeating: 3, count: 32))))) == nil)
    },
    Row("JWE.seal under a key") { .bytes(try JWE.seal(secret(count: 37), using: password(32), algorithm: .a256KW)) },
    Row("JWE using a key itself") {
      let token = publish(
        try JWE.seal(secret(count: 37), using: password(32), algorithm: .direct, encryption: .a256GCM))
      return .bytes(try JWE.open(token, using: password(32), algorithms: [.a256KW, .direct]))
    },
  ]
  + JWE.PasswordAlgorithm.allCases.flatMap { algorithm in
    [
      Row("JWE.seal under a password, \(algorithm.rawValue)") {
        .bytes(try JWE.seal(secret(count: 37), password: secret(count: 12), algorithm: algorithm, rounds: 3))
      },
      Row("JWE.open under a password, \(algorithm.rawValue), wrong password") {
        let token = publish(
          try JWE.seal(secret(count: 37), password: secret(count: 12), algorithm: algorithm, rounds: 3))
        return .verdict((try? JWE.open(token, password: secret(count: 13))) == nil)
      },
    ]
  }

/// The texts of identities, private keys and contents are secrets, and so is the randomness of the writer. Files and
/// recipients are public. A password is not: the blocks that scrypt reads depend on it.
let ageRows = [
  Row("AgeFile.Identity of a text") { .bytes(try identity().withText { Array($0) }) },
  Row("AgeFile.Identity of a mistyped text") { .verdict((try? identity(changing: 40)) == nil) },
  Row("AgeFile.Encryptor") { .bytes(try ageFile()) },
  Row("AgeFile.open") { .bytes(try AgeFile.open(publish(try ageFile()), identities: [identity()])) },
  Row("AgeFile in pieces") {
    let file = publish(try ageFile())
    var decryptor = AgeFile.Decryptor(identities: [try identity()])
    return .bytes(try decryptor.update(file) + decryptor.finalize())
  },
  Row("AgeFile.open, changed") {
    let file = publish(try ageFile())
    return .verdict((try? AgeFile.open(file.dropLast() + [file.last! ^ 1], identities: [identity()])) == nil)
  },
  Row("AgeFile.open, another identity") {
    let file = publish(try AgeFile.seal(secret(count: 37), for: [AgeFile.Identity().recipient]))
    return .verdict((try? AgeFile.open(file, identities: [identity()])) == nil)
  },
]

private let ageText = Array("AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX".utf8)

/// The identity of a text, of which all but the beginning is secret.
private func identity(changing place: Int? = nil) throws -> AgeFile.Identity {
  var text = ageText.prefix(16) + secret(ageText.dropFirst(16))
  if let place { text[place] ^= 1 }
  return try AgeFile.Identity(text: text)
}

/// Two chunks for the recipient of the identity.
private func ageFile() throws -> [UInt8] {
  let recipient = try AgeFile.Recipient(text: "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj".utf8)
  return try withSecretRandomness {
    var encryptor = try AgeFile.Encryptor(for: [recipient])
    return encryptor.update(secret(count: 65_600)) + encryptor.finalize()
  }
}

private func password(_ count: Int) -> SymmetricKey { SymmetricKey(data: secret(count: count)) }

private func ansible() throws -> [UInt8] {
  try AnsibleVault.seal(secret(count: 37), password(12), salt: Array(0..<32), rounds: 3, label: "dev")
}
#endif
