#if os(Linux)
import SwiftVault
import VaultInterop

/// Ansible Vault, Fernet and JSON Web Encryption: passwords, keys and contents are secrets. Files and tokens are
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

private func password(_ count: Int) -> SymmetricKey { SymmetricKey(data: secret(count: count)) }

private func ansible() throws -> [UInt8] {
  try AnsibleVault.seal(secret(count: 37), password(12), salt: Array(0..<32), rounds: 3, label: "dev")
}
#endif
