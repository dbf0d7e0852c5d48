import SwiftVaultCommandSupport
import Vault

/// AES-128 with HMAC-SHA256 over a message, in one call that sets up the keys: sealed with a random IV, or opened.
///
/// Nothing throws here: the key has the right size, and what is opened was sealed with it.
final class EncryptThenMACWorkload {
  private let cipher: EncryptThenMAC<SHA256>
  private let message: Message
  private let sealed: [UInt8]

  init(_ mode: EncryptThenMAC<SHA256>.Mode, byteCount: Int, kernel name: String?) throws(ArgumentError) {
    let keys = (0..<2).map { half in SymmetricKey(data: (0..<16).map { UInt8(16 * half + $0) }) }
    cipher = try! EncryptThenMAC(
      mode, authenticationKey: keys[0], encryptionKey: keys[1], tagByteCount: 32, kernel: try .named(name),
      startingFrom: SHA256())
    message = Message(byteCount: byteCount)
    sealed = cipher.seal(message.contents)
  }

  func seal(_ count: Int) {
    for _ in 0..<count { keep(cipher.seal(message.contents)) }
  }

  func open(_ count: Int) {
    for _ in 0..<count { keep(try! cipher.open(sealed)) }
  }
}
