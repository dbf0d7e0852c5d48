import AES
import Curve25519
import PBKDF2
import SwiftVaultCommandSupport

/// A key derived from another by HKDF in one call.
struct Expanding: HashWork {
  let byteCount: Int

  func callAsFunction<H: PBKDF2HashFunction>(_ type: H.Type, _ start: H?) -> Workload {
    let (key, salt) = (SymmetricKey(data: benchKey), [UInt8](repeating: 0x5A, count: 16))
    let info = Array("vault-bench".utf8)
    func derive(_ start: H) -> SymmetricKey {
      HKDF<H>.deriveKey(
        inputKeyMaterial: key, salt: salt, info: info, outputByteCount: byteCount, startingFrom: start)
    }
    func checked() -> [UInt8] { derive(start ?? H()).withUnsafeBytes { Array($0.prefix(16)) } }
    guard let start else {
      return Workload(checked: checked) { count in
        for _ in 0..<count {
          keep(HKDF<H>.deriveKey(inputKeyMaterial: key, salt: salt, info: info, outputByteCount: byteCount))
        }
      }
    }
    return Workload(checked: checked) { count in
      for _ in 0..<count { keep(derive(start)) }
    }
  }
}

extension Workload {
  /// A key agreement with X25519.
  static func x25519() -> Workload {
    let own = try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: benchKey)
    let peer = try! Curve25519.KeyAgreement.PublicKey(rawRepresentation: [UInt8](repeating: 0x5A, count: 32))
    func agree() -> SharedSecret { try! own.sharedSecretFromKeyAgreement(with: peer) }
    return Workload(checked: { agree().withUnsafeBytes { Array($0.prefix(16)) } }) { count in
      for _ in 0..<count { keep(agree()) }
    }
  }

  /// A key of `byteCount` bytes wrapped under one of 128 or 256 bits, or unwrapped.
  static func keyWrap(
    keyBits: Int, isUnwrapping: Bool, byteCount: Int, kernel name: String?
  ) throws(ArgumentError) -> Workload {
    let kernel = try AESKernel.named(name)
    let kek = SymmetricKey(data: benchKey.prefix(keyBits / 8))
    let message = Message(byteCount: byteCount)
    let key = withExtendedLifetime(message) { SymmetricKey(data: message.contents) }
    guard isUnwrapping else {
      func wrap() -> [UInt8] { try! AES.KeyWrap.wrap(key, using: kek, kernel: kernel) }
      return Workload(checked: { Array(wrap().suffix(16)) }) { count in
        for _ in 0..<count { keep(wrap()) }
      }
    }
    let wrapped = try! AES.KeyWrap.wrap(key, using: kek, kernel: kernel)
    func unwrap() -> SymmetricKey { try! AES.KeyWrap.unwrap(wrapped, using: kek, kernel: kernel) }
    return Workload(checked: { unwrap().withUnsafeBytes { Array($0.suffix(16)) } }) { count in
      for _ in 0..<count { keep(unwrap()) }
    }
  }
}
