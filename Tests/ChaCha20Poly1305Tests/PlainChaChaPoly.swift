import SwiftVaultCryptoBytes

/// ChaCha20-Poly1305 as the standard writes it, with bytes for the large integers. Spec: RFC 8439.
enum PlainChaChaPoly {
  /// The ciphertext of a message and its tag.
  static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8], data: [UInt8]) -> (text: [UInt8], tag: [UInt8]) {
    let ciphertext = crypt(text, key: key, nonce: nonce, counter: 1)
    let padding = { (count: Int) in [UInt8](repeating: 0, count: (16 - count % 16) % 16) }
    var hashed: [UInt8] = data + padding(data.count)
    hashed += ciphertext + padding(text.count)
    for count in [data.count, text.count] { hashed += UInt64(count).bigEndianBytes.reversed() }
    return (ciphertext, tag(hashed, key: Array(block(key, nonce, 0).prefix(32))))
  }

  /// Spec: RFC 8439, section 2.4.
  static func crypt(_ text: [UInt8], key: [UInt8], nonce: [UInt8], counter: Int) -> [UInt8] {
    var result: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 64) {
      let keystream = block(key, nonce, UInt32(counter + start / 64))
      result += zip(text[start...], keystream).map { $0 ^ $1 }
    }
    return result
  }

  /// Spec: RFC 8439, section 2.3.
  private static func block(_ key: [UInt8], _ nonce: [UInt8], _ counter: UInt32) -> [UInt8] {
    func words(_ bytes: [UInt8]) -> [UInt32] {
      stride(from: 0, to: bytes.count, by: 4).map { bytes[$0..<$0 + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
    let start = words(Array("expand 32-byte k".utf8)) + words(key) + [counter] + words(nonce)
    var state = start
    func rotate(_ word: inout UInt32, _ other: UInt32, _ count: UInt32) {
      word ^= other
      word = word << count | word >> (32 - count)
    }
    func quarterRound(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
      for (first, second) in [(16, 12), (8, 7)] as [(UInt32, UInt32)] {
        state[a] &+= state[b]
        rotate(&state[d], state[a], first)
        state[c] &+= state[d]
        rotate(&state[b], state[c], second)
      }
    }
    for _ in 0..<10 {
      for i in 0..<4 { quarterRound(i, 4 + i, 8 + i, 12 + i) }
      for i in 0..<4 { quarterRound(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) }
    }
    return zip(state, start).flatMap { ($0 &+ $1).bigEndianBytes.reversed() }
  }

  /// Spec: RFC 8439, section 2.5.1.
  private static func tag(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let mask: [Int] = [255, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15, 252, 255, 255, 15]
    let r = zip(key, mask).map { Int($0) & $1 } + [0]
    var sum = [Int](repeating: 0, count: 17)
    for start in stride(from: 0, to: message.count, by: 16) {
      let block = message[start..<min(start + 16, message.count)] + [1]
      for (i, byte) in block.enumerated() { sum[i] += Int(byte) }
      var product = [Int](repeating: 0, count: 17)
      // 2^136 is 320 modulo 2^130 - 5.
      for i in 0..<17 { for j in 0..<17 { product[(i + j) % 17] += sum[i] * r[j] * (i + j < 17 ? 1 : 320) } }
      sum = reduced(reduced(product))
    }
    // x + 5 - 2^130 is below 0 unless x is at least the modulus.
    var less = sum
    less[0] += 5
    less[16] -= 4
    for i in 0..<16 {
      less[i + 1] += less[i] >> 8
      less[i] &= 255
    }
    let least = less[16] < 0 ? sum : less
    var carry = 0
    return (0..<16).map { i in
      carry += least[i] + Int(key[16 + i])
      defer { carry >>= 8 }
      return UInt8(carry & 255)
    }
  }

  /// The limbs below 256, and the last below 4.
  private static func reduced(_ limbs: [Int]) -> [Int] {
    var x = limbs
    for i in 0..<16 {
      x[i + 1] += x[i] >> 8
      x[i] &= 255
    }
    x[0] += 5 * (x[16] >> 2)
    x[16] &= 3
    for i in 0..<16 {
      x[i + 1] += x[i] >> 8
      x[i] &= 255
    }
    return x
  }
}
