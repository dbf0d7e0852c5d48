import AES
import SwiftVaultOperations
import SwiftVaultReference

/// ECB, CBC and CTR in each form on each kernel, and CTR in place from an offset on, give the result of the portable
/// kernel. For a short message this is also the result of FIPS 197 and SP 800-38A, block by block. Decryption restores
/// the message. A wrapped key is the same on each kernel and unwraps; no other bytes unwrap.
enum AESKernels: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let kind = input.number(below: 4)
    let key = input.bytes(input.choice([16, 24, 32]))
    switch kind {
    case 0:
      let message = blocks(&input)
      checkForms(of: "ECB", message, key, &input) { reference in
        message.chunks(of: 16).flatMap { reference.encrypt($0) }
      }
    case 1:
      let (iv, message) = (input.bytes(16), blocks(&input))
      checkForms(of: "CBC", message, key, iv: iv, &input) { reference in
        var chained = iv
        return message.chunks(of: 16).flatMap { block in
          chained = reference.encrypt(xor(block, chained))
          return chained
        }
      }
    case 2: checkCTR(key, &input)
    default: checkKeyWrap(KeyWrapping.all[0], key, &input)
    }
  }

  private static func checkCTR(_ key: [UInt8], _ input: inout FuzzInput) {
    // Counters that overflow in the low half, as a whole, or in another byte.
    let ones = [UInt8](repeating: 0xff, count: input.choice([0, 4, 7, 8, 15]))
    let iv = input.bytes(15 - ones.count) + ones + [input.byte()]
    let message = input.sample(below: 1200)
    checkForms(of: "CTR", message, key, iv: iv, &input) { reference in
      var counter = iv
      return message.chunks(of: 16).flatMap { block in
        defer {
          for index in counter.indices.reversed() {
            counter[index] &+= 1
            if counter[index] != 0 { break }
          }
        }
        return xor(block, reference.encrypt(counter))
      }
    }
    let (secret, nonce) = (SymmetricKey(data: key), try! AES.CTR.Nonce(data: iv))
    let places = [0, UInt64(input.number(below: 1200)), 1 << 36, .max - 1200].map { $0 &+ UInt64(input.byte()) }
    for kernel in AESKernel.available {
      for place in places {
        let (found, right) = (at(place, message, secret, nonce, kernel), at(place, message, secret, nonce, .portable))
        expect(found == right, "CTR from \(place) on \(kernel.rawValue)")
        expect((found == nil) == (UInt64(message.count) > .max - place), "the end of the keystream")
      }
    }
  }

  /// The message, encrypted in place with the keystream from an offset on; nil if the keystream ends before.
  private static func at(
    _ place: UInt64, _ message: [UInt8], _ key: SymmetricKey, _ nonce: AES.CTR.Nonce, _ kernel: AESKernel
  ) -> [UInt8]? {
    var cipher = try! AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel)
    cipher.seek(to: place)
    var message = message
    return attempt(AESError.self) { try cipher.update(inPlace: &message) }.map { message }
  }

  /// With padding, other bytes may unwrap: the check has 32 bits, and the padding is checked too, so of ciphertexts
  /// that an attacker cannot control, one in billions does.
  static func checkKeyWrap(_ wrapping: KeyWrapping, _ key: [UInt8], _ input: inout FuzzInput) {
    let (kek, isPadded) = (SymmetricKey(data: key), !wrapping.name.isEmpty)
    let secret = input.sample(below: 200)
    let wrapped = attempt(AESError.self) { try wrapping.wrap(SymmetricKey(data: secret), kek, .best) }
    let isWhole = secret.count >= 16 && secret.count % 8 == 0
    expect((wrapped != nil) == (isPadded ? !secret.isEmpty : isWhole), "a key of \(secret.count) bytes")
    guard var wrapped else { return }
    for kernel in AESKernel.available {
      expect(try! wrapping.wrap(SymmetricKey(data: secret), kek, kernel) == wrapped, "wrapped: \(kernel.rawValue)")
      expect(try! wrapping.unwrap(wrapped, kek, kernel).bytes == secret, "unwrapped: \(kernel.rawValue)")
    }
    wrapped[input.number(below: wrapped.count)] ^= 1 << UInt8(input.number(below: 8))
    expect(attempt(AESError.self) { try wrapping.unwrap(wrapped, kek, .best) } == nil, "a changed key unwraps")
    let other = input.bytes(input.number(below: 64))
    expect(attempt(AESError.self) { try wrapping.unwrap(other, kek, .best) } == nil || isPadded, "any bytes unwrap")
  }

  private static func blocks(_ input: inout FuzzInput) -> [UInt8] {
    let message = input.flag() ? input.sample(below: 1200) : input.bytes(input.number(below: 80))
    return Array(message.prefix(message.count / 16 * 16))
  }
}
