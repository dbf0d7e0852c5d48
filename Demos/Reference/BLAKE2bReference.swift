/// BLAKE2b without a key, for reading: each function is a function of RFC 7693.
///
/// For lessons, and as a second opinion in tests. It is slow, and nothing is wiped.
package enum BLAKE2bReference {
  package static let blockByteCount = 128

  /// The words of the message for each of ten rounds: sixteen hexadecimal digits, the first in front.
  ///
  /// Spec: RFC 7693, section 2.7.
  private static let schedule: [UInt64] = [
    0x0123_4567_89ab_cdef, 0xea48_9fd6_1c02_b753, 0xb8c0_52fd_ae36_7194, 0x7931_dcbe_265a_40f8,
    0x9057_24af_e1bc_683d, 0x2c6a_0b83_4d75_fe19, 0xc51f_ed4a_0763_928b, 0xdb7e_c139_50f4_862a,
    0x6fe9_b308_c2d7_14a5, 0xa284_7615_fb9e_3cd0,
  ]

  /// The hash of a message, of 1 to 64 bytes.
  ///
  /// Spec: RFC 7693, section 3.3. The initialization vector is that of SHA-512 (section 2.6).
  package static func hash(_ message: [UInt8], byteCount: Int) -> [UInt8] {
    var h = UInt64.initialHash
    h[0] ^= 0x0101_0000 ^ UInt64(byteCount)
    let blockCount = max(1, (message.count + blockByteCount - 1) / blockByteCount)
    for number in 1...blockCount {
      let end = min(number * blockByteCount, message.count)
      var block = Array(message[(number - 1) * blockByteCount..<end])
      block += [UInt8](repeating: 0, count: blockByteCount - block.count)
      h = compress(h, words(block), byteCount: UInt64(end), isLast: number == blockCount)
    }
    return Array(h.flatMap(bytes).prefix(byteCount))
  }

  /// F: the state after a block of 16 words. `byteCount` bytes have been hashed then.
  ///
  /// Spec: RFC 7693, section 3.2.
  private static func compress(_ h: [UInt64], _ m: [UInt64], byteCount: UInt64, isLast: Bool) -> [UInt64] {
    var v = h + UInt64.initialHash
    v[12] ^= byteCount
    if isLast { v[14] = ~v[14] }
    for round in 0..<12 {
      let s = schedule[round % 10]
      let word = { (place: UInt64) in m[Int(s >> (60 - 4 * place) & 15)] }
      mix(&v, 0, 4, 8, 12, word(0), word(1))
      mix(&v, 1, 5, 9, 13, word(2), word(3))
      mix(&v, 2, 6, 10, 14, word(4), word(5))
      mix(&v, 3, 7, 11, 15, word(6), word(7))
      mix(&v, 0, 5, 10, 15, word(8), word(9))
      mix(&v, 1, 6, 11, 12, word(10), word(11))
      mix(&v, 2, 7, 8, 13, word(12), word(13))
      mix(&v, 3, 4, 9, 14, word(14), word(15))
    }
    return (0..<8).map { h[$0] ^ v[$0] ^ v[$0 + 8] }
  }

  /// G: mixes four words of the working vector with two of the message.
  ///
  /// Not inlined: the compiler would take 15 seconds to optimise eight copies with their checks of indices.
  ///
  /// Spec: RFC 7693, section 3.1.
  @inline(never)
  private static func mix(
    _ v: inout [UInt64], _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ x: UInt64, _ y: UInt64
  ) {
    v[a] = v[a] &+ v[b] &+ x
    v[d] = (v[d] ^ v[a]).rotatedRight(32)
    v[c] = v[c] &+ v[d]
    v[b] = (v[b] ^ v[c]).rotatedRight(24)
    v[a] = v[a] &+ v[b] &+ y
    v[d] = (v[d] ^ v[a]).rotatedRight(16)
    v[c] = v[c] &+ v[d]
    v[b] = (v[b] ^ v[c]).rotatedRight(63)
  }

  /// The bytes of a word, the lowest first.
  static func bytes(_ word: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }

  /// The words of bytes, the lowest byte first.
  static func words(_ bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
