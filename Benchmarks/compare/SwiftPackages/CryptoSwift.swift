import CryptoSwift
import Foundation

func workload(_ name: String, size: Int) throws -> Workload? {
  let message = [UInt8](repeating: 0x5a, count: size)
  let messageData = Data(message)
  let key = [UInt8](0..<32)
  switch name {
  case "sha256":
    return Workload(call: { keep(message.sha256()) }, result: { message.sha256() })
  case "hmac-sha256":
    let authenticate: () throws -> [UInt8] = { try HMAC(key: key, variant: .sha2(.sha256)).authenticate(message) }
    return Workload(call: { keep(try authenticate()) }, result: authenticate)
  case "gcm-bytes":
    let nonce = [UInt8](0..<12)
    let seal: () throws -> [UInt8] = {
      try AES(key: key, blockMode: GCM(iv: nonce, mode: .combined), padding: .noPadding).encrypt(message)
    }
    return Workload(call: { keep(try seal()) }, result: seal)
  case "gcm-data":
    let nonce = [UInt8](0..<12)
    let seal: () throws -> Data = {
      try messageData.encrypt(
        cipher: AES(key: key, blockMode: GCM(iv: nonce, mode: .combined), padding: .noPadding))
    }
    return Workload(call: { keep(try seal()) }, result: { Array(try seal()) })
  case "cbc-encrypt", "cbc-decrypt":
    let iv = [UInt8](0..<16)
    if name == "cbc-encrypt" {
      let encrypt: () throws -> [UInt8] = { try AES(key: key, blockMode: CBC(iv: iv)).encrypt(message) }
      return Workload(call: { keep(try encrypt()) }, result: encrypt)
    }
    let ciphertext = try AES(key: key, blockMode: CBC(iv: iv)).encrypt(message)
    let decrypt: () throws -> [UInt8] = { try AES(key: key, blockMode: CBC(iv: iv)).decrypt(ciphertext) }
    return Workload(call: { keep(try decrypt()) }, result: decrypt)
  case "pbkdf2-sha256":
    let (password, salt) = (Array("password".utf8), [UInt8](0..<16))
    let derive: () throws -> [UInt8] = {
      try PKCS5.PBKDF2(password: password, salt: salt, iterations: size, keyLength: 32, variant: .sha2(.sha256))
        .calculate()
    }
    return Workload(call: { keep(try derive()) }, result: derive)
  default:
    return nil
  }
}
