import Crypto
import CryptoExtras
import Foundation

func workload(_ name: String, size: Int) throws -> Workload? {
  let message = [UInt8](repeating: 0x5a, count: size)
  let messageData = Data(message)
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
    let seal: () throws -> [UInt8] = { [UInt8](try AES.GCM.seal(message, using: key, nonce: nonce).combined!) }
    return Workload(call: { keep(try seal()) }, result: { Array(try seal().dropFirst(12)) })
  case "gcm-data":
    let nonce = try AES.GCM.Nonce(data: [UInt8](0..<12))
    let seal: () throws -> Data = { try AES.GCM.seal(messageData, using: key, nonce: nonce).combined! }
    return Workload(call: { keep(try seal()) }, result: { Array(try seal().dropFirst(12)) })
  case "cbc-encrypt", "cbc-decrypt":
    let iv = try AES._CBC.IV(ivBytes: [UInt8](0..<16))
    if name == "cbc-encrypt" {
      let encrypt: () throws -> [UInt8] = { [UInt8](try AES._CBC.encrypt(message, using: key, iv: iv)) }
      return Workload(call: { keep(try encrypt()) }, result: encrypt)
    }
    let ciphertext = [UInt8](try AES._CBC.encrypt(message, using: key, iv: iv))
    let decrypt: () throws -> [UInt8] = { [UInt8](try AES._CBC.decrypt(ciphertext, using: key, iv: iv)) }
    return Workload(call: { keep(try decrypt()) }, result: decrypt)
  case "pbkdf2-sha256":
    let (password, salt) = (Array("password".utf8), [UInt8](0..<16))
    let derive: () throws -> SymmetricKey = {
      try KDF.Insecure.PBKDF2.deriveKey(
        from: password, salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: size)
    }
    return Workload(call: { keep(try derive()) }, result: { try derive().withUnsafeBytes { Array($0) } })
  default:
    return nil
  }
}
