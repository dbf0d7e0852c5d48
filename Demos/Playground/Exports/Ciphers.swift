import AES
import SwiftVaultCryptoBytes

/// A mode, as the page numbers them.
private enum Mode: Int32 {
  case ecb, cbc, cfb, ofb, ctr, gcm
}

/// The padding of ECB and CBC, as the page numbers them.
private func padding(_ number: Int32) -> AES.Padding? {
  switch number {
  case 0: AES.Padding.none
  case 1: .pkcs7
  case 2: .ansiX923
  case 3: .iso7816_4
  case 4: .zero
  default: nil
  }
}

/// Encrypts or decrypts. With GCM the tag of 16 bytes is at the end of the ciphertext.
@c(aes)
public func aes(
  _ mode: Int32, _ decrypts: Int32, _ paddingNumber: Int32, _ key: UnsafeRawPointer?, _ keyCount: Int32,
  _ iv: UnsafeRawPointer?, _ ivCount: Int32, _ data: UnsafeRawPointer?, _ dataCount: Int32
) -> Int32 {
  guard let mode = Mode(rawValue: mode) else { return Answer.failure("no mode has the number \(mode)") }
  guard let padding = padding(paddingNumber) else {
    return Answer.failure("no padding has the number \(paddingNumber)")
  }
  let key = SymmetricKey(data: Bytes(key, keyCount).buffer)
  let (iv, data) = (Bytes(iv, ivCount).buffer, Bytes(data, dataCount).buffer)
  do throws(AESError) {
    switch (mode, decrypts != 0) {
    case (.ecb, false): return Answer.success(try AES.ECB.encrypt(data, using: key, padding: padding))
    case (.ecb, true): return Answer.success(try AES.ECB.decrypt(data, using: key, padding: padding))
    case (.cbc, false):
      return Answer.success(try AES.CBC.encrypt(data, using: key, iv: AES.IV(data: iv), padding: padding))
    case (.cbc, true):
      return Answer.success(try AES.CBC.decrypt(data, using: key, iv: AES.IV(data: iv), padding: padding))
    case (.cfb, false): return Answer.success(try AES.CFB.encrypt(data, using: key, iv: AES.IV(data: iv)))
    case (.cfb, true): return Answer.success(try AES.CFB.decrypt(data, using: key, iv: AES.IV(data: iv)))
    case (.ofb, _): return Answer.success(try AES.OFB.encrypt(data, using: key, iv: AES.IV(data: iv)))
    case (.ctr, _): return Answer.success(try AES.CTR.encrypt(data, using: key, nonce: AES.CTR.Nonce(data: iv)))
    case (.gcm, false):
      let box = try AES.GCM.seal(data, using: key, nonce: AES.GCM.Nonce(data: iv))
      return Answer.success(box.ciphertext + box.tag)
    case (.gcm, true):
      guard data.count >= AES.GCM.tagByteCount else {
        return Answer.failure("\(data.count.units("byte")); the tag alone has 16")
      }
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: iv), ciphertext: data.dropLast(16), tag: data.suffix(16))
      return Answer.success(try AES.GCM.open(box, using: key))
    }
  } catch {
    return Answer.failure(error.description)
  }
}
