import AES
import ChaCha20Poly1305
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

  /// A message sealed in place with ChaCha20-Poly1305. The key is given anew each time.
  static func chaChaPoly(byteCount: Int, kernel name: String?) throws(ArgumentError) -> Workload {
    let kernel = try ChaCha20Kernel.named(name)
    let (key, message) = (SymmetricKey(data: benchKey), Message(byteCount: byteCount))
    let tag = Message(byteCount: ChaChaPoly.tagByteCount)
    let nonce = try! ChaChaPoly.Nonce(data: [UInt8](repeating: 0x1F, count: 12))
    func seal(_ count: Int) {
      var span = message.bytes.mutableBytes
      for _ in 0..<count {
        var output = OutputRawSpan(buffer: tag.bytes, initializedCount: 0)
        try! ChaChaPoly.seal(
          inPlace: &span, using: key, nonce: nonce, authenticating: RawSpan(), tag: &output, kernel: kernel)
      }
    }
    return Workload(
      checked: {
        seal(1)
        return Array(tag.contents)
      }, run: seal)
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
