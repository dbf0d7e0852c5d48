// Prints the time of typical calls of an app, one line each: a name and nanoseconds. Checks/Consumers/run compares the
// lines of a debug build with those of a release build.

import SwiftVault

/// The fastest of many runs of `body`, in nanoseconds for one call.
@inline(never)
func time(_ name: String, _ body: () -> Void) {
  let clock = ContinuousClock()
  var calls = 1
  while clock.measure({ for _ in 0..<calls { body() } }) < .milliseconds(2) { calls *= 2 }
  var best = Duration.seconds(1000)
  for _ in 0..<25 { best = min(best, clock.measure { for _ in 0..<calls { body() } }) }
  let nanoseconds = Double(best.components.attoseconds) / 1e9 + Double(best.components.seconds) * 1e9
  print("\(name)\t\((nanoseconds / Double(calls) * 10).rounded() / 10)")
}

@main
struct Speed {
  static func main() throws {
    let key = SymmetricKey(data: Array(0..<32))
    let iv = try AES.IV(data: [UInt8](repeating: 1, count: 16))
    let counter = try AES.CTR.Nonce(data: [UInt8](repeating: 1, count: 16))
    let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 1, count: 12))

    for size in [16, 64, 1024, 16384] {
      let message = [UInt8](repeating: 7, count: size)
      time("SHA-256 \(size)") { _ = SHA256.hash(data: message) }
      time("SHA-512 \(size)") { _ = SHA512.hash(data: message) }
      time("SHA-1 \(size)") { _ = Insecure.SHA1.hash(data: message) }
      time("MD5 \(size)") { _ = Insecure.MD5.hash(data: message) }
      time("HMAC-SHA256 \(size)") { _ = HMAC<SHA256>.authenticationCode(for: message, using: key) }
      time("AES-256-CBC \(size)") { _ = try! AES.CBC.encrypt(message, using: key, iv: iv) }
      time("AES-256-CTR \(size)") { _ = try! AES.CTR.encrypt(message, using: key, nonce: counter) }
      time("AES-256-GCM \(size)") { _ = try! AES.GCM.seal(message, using: key, nonce: nonce) }
    }
    time("HKDF-SHA256 32") {
      _ = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: [1], info: [2], outputByteCount: 32)
    }
    let salt = try PasswordSalt(data: Array(0..<16))
    time("PBKDF2-SHA256 10000 rounds") {
      _ = try! PBKDF2<SHA256>.deriveKey(
        password: [1, 2, 3], salt: salt, rounds: .exactly(10_000), outputByteCount: 32)
    }
    let content = [UInt8](repeating: 7, count: 1 << 20)
    time("Vault.seal 1 MiB under a key") { _ = try! Vault.seal(content, under: .key(key)) }
  }
}
