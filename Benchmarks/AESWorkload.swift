import AES
import SwiftVaultCommandSupport

/// AES with a key and a message, in every mode and direction, without padding.
///
/// Nothing throws here: the key has a size of AES, and the message is whole blocks.
final class AESWorkload {
  private let key: SymmetricKey
  private let kernel: AESKernel
  private let message: Message
  private let iv = try! AES.CBC.IV(ivBytes: [UInt8](repeating: 0x1F, count: 16))
  private let nonce = try! AES.CTR.Nonce(nonceBytes: [UInt8](repeating: 0x2E, count: 16))

  private let ecbEncryptor: AES.ECB.Encryptor
  private let ecbDecryptor: AES.ECB.Decryptor
  private let cbcEncryptor: AES.CBC.Encryptor
  private let cbcDecryptor: AES.CBC.Decryptor
  private let ctr: AES.CTR.Cipher

  /// A message of whole blocks and a key of 128, 192 or 256 bits.
  init(keyBits: Int, byteCount: Int, kernel name: String?) throws(ArgumentError) {
    key = SymmetricKey(data: (0..<keyBits / 8).map { UInt8(7 * $0) })
    kernel = try .named(name)
    message = Message(byteCount: byteCount)
    ecbEncryptor = try! AES.ECB.Encryptor(using: key, padding: .none, kernel: kernel)
    ecbDecryptor = try! AES.ECB.Decryptor(using: key, padding: .none, kernel: kernel)
    cbcEncryptor = try! AES.CBC.Encryptor(using: key, iv: iv, padding: .none, kernel: kernel)
    cbcDecryptor = try! AES.CBC.Decryptor(using: key, iv: iv, padding: .none, kernel: kernel)
    ctr = try! AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel)
  }

  /// The next message under a key that has been set up, where it is. The cipher is a local variable, as in an app:
  /// each access to one in an object would be checked for exclusivity.
  func streaming(_ form: BenchOperation.AESForm, _ count: Int) {
    switch form {
    case .ecbEncrypt:
      var cipher = ecbEncryptor
      for _ in 0..<count { try! cipher.update(inPlace: message.bytes) }
    case .ecbDecrypt:
      var cipher = ecbDecryptor
      for _ in 0..<count { try! cipher.update(inPlace: message.bytes) }
    case .cbcEncrypt:
      var cipher = cbcEncryptor
      for _ in 0..<count { try! cipher.update(inPlace: message.bytes) }
    case .cbcDecrypt:
      var cipher = cbcDecryptor
      for _ in 0..<count { try! cipher.update(inPlace: message.bytes) }
    case .ctr:
      var cipher = ctr
      for _ in 0..<count { try! cipher.update(inPlace: message.bytes) }
    }
  }

  /// A message in one call that sets up the key and returns a new array.
  func oneShot(_ form: BenchOperation.AESForm, _ count: Int) {
    let input = message.contents
    for _ in 0..<count {
      switch form {
      case .ecbEncrypt: keep(try! AES.ECB.encrypt(input, using: key, padding: .none, kernel: kernel))
      case .ecbDecrypt: keep(try! AES.ECB.decrypt(input, using: key, padding: .none, kernel: kernel))
      case .cbcEncrypt: keep(try! AES.CBC.encrypt(input, using: key, iv: iv, padding: .none, kernel: kernel))
      case .cbcDecrypt: keep(try! AES.CBC.decrypt(input, using: key, iv: iv, padding: .none, kernel: kernel))
      case .ctr: keep(try! AES.CTR.encrypt(input, using: key, nonce: nonce, kernel: kernel))
      }
    }
  }
}
