import Credentials
import Vault

extension Workload {
  /// A vault of `byteCount` bytes that is sealed with a key, or opened, on one core.
  static func vault(isOpening: Bool, byteCount: Int) -> Workload {
    let key = SymmetricKey(data: 0..<32)
    let message = Message(byteCount: byteCount)
    guard isOpening else {
      return Workload { count in
        for _ in 0..<count { keep(try! Vault.seal(message.contents, under: .key(key), cores: 1)) }
      }
    }
    let vault = try! Vault.seal(message.contents, under: .key(key))
    return Workload { count in
      for _ in 0..<count { keep(try! Vault.open(vault, with: .key(key), cores: 1)) }
    }
  }

  /// A password of `byteCount` bytes that is checked against a credential of one round.
  static func verification(byteCount: Int) -> Workload {
    let stretching = try! PasswordStretching(rounds: .exactly(1))
    let password = [UInt8](repeating: 0x70, count: byteCount)
    let credential = try! Credential(password: password, stretching: stretching)
    return Workload { count in
      for _ in 0..<count { keep(try! credential.verify(password, stretching: stretching)) }
    }
  }
}
