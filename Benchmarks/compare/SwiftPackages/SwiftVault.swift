import Foundation
import SwiftVault

func workload(_ name: String, size: Int) throws -> Workload? {
  let message = [UInt8](repeating: 0x5a, count: size)
  let key = SymmetricKey(data: [UInt8](0..<32))
  switch name {
  case "sha256":
    return Workload(
      call: { keep(SHA256.hash(data: message)) },
      result: { Array(SHA256.hash(data: message)) })
  case "hmac-sha256":
    return Workload(
      call: { keep(HMAC<SHA256>.authenticationCode(for: message, using: key)) },
      result: { Array(HMAC<SHA256>.authenticationCode(for: message, using: key)) })
  case "gcm-bytes":
    let nonce = try AES.GCM.Nonce(data: [UInt8](0..<12))
    let seal: () throws -> [UInt8] = { try AES.GCM.seal(message, using: key, nonce: nonce).combined! }
    return Workload(call: { keep(try seal()) }, result: { Array(try seal().dropFirst(12)) })
  case "gcm-data":
    return sealingData(Data(message), using: key, nonce: try AES.GCM.Nonce(data: [UInt8](0..<12)))
  case "cbc-encrypt", "cbc-decrypt":
    let iv = try AES.IV(data: [UInt8](0..<16))
    if name == "cbc-encrypt" {
      let encrypt: () throws -> [UInt8] = { try AES.CBC.encrypt(message, using: key, iv: iv) }
      return Workload(call: { keep(try encrypt()) }, result: encrypt)
    }
    let ciphertext: [UInt8] = try AES.CBC.encrypt(message, using: key, iv: iv)
    let decrypt: () throws -> [UInt8] = { try AES.CBC.decrypt(ciphertext, using: key, iv: iv) }
    return Workload(call: { keep(try decrypt()) }, result: decrypt)
  case "pbkdf2-sha256":
    let password = Array("password".utf8)
    let salt = try PasswordSalt(data: [UInt8](0..<16))
    let derive: () throws -> SymmetricKey = {
      try PBKDF2<SHA256>.deriveKey(password: password, salt: salt, rounds: .exactly(size), outputByteCount: 32)
    }
    return Workload(call: { keep(try derive()) }, result: { try derive().withUnsafeBytes { Array($0) } })
  default:
    return nil
  }
}
