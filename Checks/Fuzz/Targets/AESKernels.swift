import AES
import SwiftVaultOperations
import SwiftVaultReference

/// ECB, CBC and CTR on each kernel, in one call and in pieces, and CTR in place from an offset on, give the result of
/// the portable kernel. For a short message this is also the result of FIPS 197 and SP 800-38A, block by block. ECB and
/// CBC decryption restore the message. A wrapped key is the same on each kernel and unwraps; no other bytes unwrap.
enum AESKernels: Target {
  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let kind = input.number(below: 4)
    let key = input.bytes(input.choice([16, 24, 32]))
    switch kind {
    case 0: checkECB(key, &input)
    case 1: checkCBC(key, &input)
    case 2: checkCTR(key, &input)
    default: checkKeyWrap(KeyWrapping.all[0], key, &input)
    }
  }

  private static func checkECB(_ key: [UInt8], _ input: inout FuzzInput) {
    let message = blocks(&input)
    let secret = SymmetricKey(data: key)
    let expected = try! AES.ECB.encrypt(message, using: secret, padding: .none, kernel: .portable)
    checkReference(message, expected) { reference in
      message.chunks(of: 16).flatMap { reference(key).encrypt($0) }
    }
    let pieces = input.pieces(of: message)
    for kernel in AESKernel.available {
      let name = kernel.rawValue
      let ciphertext = try! AES.ECB.encrypt(message, using: secret, padding: .none, kernel: kernel)
      expect(ciphertext == expected, "ECB on \(name)")
      let plaintext = try! AES.ECB.decrypt(ciphertext, using: secret, padding: .none, kernel: kernel)
      expect(plaintext == message, "ECB back on \(name)")
      var encryptor = try! AES.ECB.Encryptor(using: secret, padding: .none, kernel: kernel)
      var streamed = pieces.flatMap { encryptor.update(Array($0)) }
      streamed += try! encryptor.finalize()
      expect(streamed == expected, "ECB in pieces on \(name)")
    }
  }

  private static func checkCBC(_ key: [UInt8], _ input: inout FuzzInput) {
    let (ivBytes, message) = (input.bytes(16), blocks(&input))
    let (secret, iv) = (SymmetricKey(data: key), try! AES.IV(data: ivBytes))
    let expected = try! AES.CBC.encrypt(message, using: secret, iv: iv, padding: .none, kernel: .portable)
    checkReference(message, expected) { reference in
      var chained = ivBytes
      return message.chunks(of: 16).flatMap { block in
        chained = reference(key).encrypt(zip(block, chained).map { $0 ^ $1 })
        return chained
      }
    }
    let pieces = input.pieces(of: message)
    for kernel in AESKernel.available {
      let name = kernel.rawValue
      let ciphertext = try! AES.CBC.encrypt(message, using: secret, iv: iv, padding: .none, kernel: kernel)
      expect(ciphertext == expected, "CBC on \(name)")
      let plaintext = try! AES.CBC.decrypt(ciphertext, using: secret, iv: iv, padding: .none, kernel: kernel)
      expect(plaintext == message, "CBC back on \(name)")
      var decryptor = try! AES.CBC.Decryptor(using: secret, iv: iv, padding: .none, kernel: kernel)
      var start = 0
      var streamed: [UInt8] = []
      for piece in pieces {
        streamed += decryptor.update(Array(expected[start..<start + piece.count]))
        start += piece.count
      }
      streamed += try! decryptor.finalize()
      expect(streamed == message, "CBC back in pieces on \(name)")
    }
  }

  private static func checkCTR(_ key: [UInt8], _ input: inout FuzzInput) {
    // Counters that overflow in the low half, as a whole, or in another byte.
    let ones = [UInt8](repeating: 0xff, count: input.choice([0, 4, 7, 8, 15]))
    let nonceBytes = input.bytes(15 - ones.count) + ones + [input.byte()]
    let message = input.sample(below: 1200)
    let (secret, nonce) = (SymmetricKey(data: key), try! AES.CTR.Nonce(data: nonceBytes))
    let expected = try! AES.CTR.encrypt(message, using: secret, nonce: nonce, kernel: .portable)
    checkReference(message, expected) { reference in
      var counter = nonceBytes
      return message.chunks(of: 16).flatMap { block in
        defer {
          for index in counter.indices.reversed() {
            counter[index] &+= 1
            if counter[index] != 0 { break }
          }
        }
        return zip(block, reference(key).encrypt(counter)).map { $0 ^ $1 }
      }
    }
    let pieces = input.pieces(of: message)
    let places = [0, UInt64(input.number(below: 1200)), 1 << 36, .max - 1200].map { $0 &+ UInt64(input.byte()) }
    for kernel in AESKernel.available {
      let name = kernel.rawValue
      expect(try! AES.CTR.encrypt(message, using: secret, nonce: nonce, kernel: kernel) == expected, "CTR on \(name)")
      var cipher = try! AES.CTR.Cipher(using: secret, nonce: nonce, kernel: kernel)
      expect(pieces.flatMap { try! cipher.update(Array($0)) } == expected, "CTR in pieces on \(name)")
      for place in places {
        let (found, right) = (at(place, message, secret, nonce, kernel), at(place, message, secret, nonce, .portable))
        expect(found == right, "CTR from \(place) on \(name)")
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

  /// Only for short messages, because the reference is slow.
  private static func checkReference(
    _ message: [UInt8], _ expected: [UInt8], _ compute: (([UInt8]) -> AESReference) -> [UInt8]
  ) {
    guard message.count <= 80 else { return }
    expect(compute { AESReference(key: $0) } == expected, "the standard's steps on \(message.count) bytes")
  }
}

extension [UInt8] {
  /// Pieces of one size, of which the last may be shorter.
  func chunks(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
