import SwiftVaultCryptoBytes

/// GHASH in constant time on any machine: carryless products from integer multiplications, without tables.
///
/// Of each factor, every fourth bit is kept. In the product of two such numbers, the bits that belong to a sum without
/// carries are four places apart, and the sums of up to 16 bits between them do not reach the next one that counts.
/// This gives the low half of a product. The high half is the low half of the product of the reversed factors,
/// reversed. T. Pornin, "BearSSL: constant-time crypto", describes the idea.
///
/// Constant-time if the processor's multiplication is. On some 32-bit processors, such as Cortex-M3, it is not.
/// Not protected: registers and the stack keep copies of secrets.
package enum GHASHPortable {
  /// Stores the hash key, 16 bytes, divided by x; see `GaloisVector`.
  @inline(never)
  package static func expandHashKey(_ key: UnsafeRawPointer, into hashKey: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 16 bytes at both pointers (kernel contract).
    let (high, low) = unsafe (key.loadBigEndian(0, as: UInt64.self), key.loadBigEndian(8, as: UInt64.self))
    let carry = 0 &- high &>> 63  // highest bit set ? all ones : 0
    unsafe hashKey.storeBigEndian((high &<< 1 | low &>> 63) ^ carry & 0xc200_0000_0000_0000, at: 0)
    unsafe hashKey.storeBigEndian(low &<< 1 | carry & 1, at: 8)
  }

  /// Adds blocks to a hash. Spec: NIST SP 800-38D, section 6.4.
  @inline(never)
  package static func hash(
    _ hashKey: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees the hash key, 16 bytes at `hash`, and the blocks at `from` (kernel contract).
    let key = unsafe Factor(at: hashKey)
    let state = UnsafeRawPointer(hash)
    var (high, low) = unsafe (state.loadBigEndian(0, as: UInt64.self), state.loadBigEndian(8, as: UInt64.self))
    var offset = 0
    while offset < 16 &* blockCount {
      unsafe high ^= from.loadBigEndian(offset, as: UInt64.self)
      unsafe low ^= from.loadBigEndian(offset &+ 8, as: UInt64.self)
      (high, low) = Factor(high: high, low: low).product(key)
      offset &+= 16
    }
    unsafe hash.storeBigEndian(high, at: 0)
    unsafe hash.storeBigEndian(low, at: 8)
  }
}

/// A number of 128 bits, and the reversed bits of its halves.
private struct Factor {
  var high, low, reversedHigh, reversedLow: UInt64

  @inline(__always)
  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
    reversedHigh = bitReversed(high)
    reversedLow = bitReversed(low)
  }

  @inline(__always)
  init(at source: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 16 bytes.
    unsafe self.init(
      high: source.loadBigEndian(0, as: UInt64.self), low: source.loadBigEndian(8, as: UInt64.self))
  }

  /// The product modulo x^128 + x^7 + x^2 + x + 1, as in `GaloisProduct`. Spec: NIST SP 800-38D, section 6.3.
  @inline(__always)
  func product(_ other: Factor) -> (high: UInt64, low: UInt64) {
    // Karatsuba's three products instead of four.
    let (p1, p0) = carrylessProduct(low, other.low, reversedLow, other.reversedLow)
    let (p3, p2) = carrylessProduct(high, other.high, reversedHigh, other.reversedHigh)
    let (m1, m0) = carrylessProduct(
      high ^ low, other.high ^ other.low, reversedHigh ^ reversedLow, other.reversedHigh ^ other.reversedLow)
    // The words of the product, from the lowest: the two lowest are added to the others with their multiples.
    let w1 = p1 ^ m0 ^ p0 ^ p2 ^ multipleLow(p0)
    let w2 = p2 ^ m1 ^ p1 ^ p3 ^ p0 ^ multipleHigh(p0)
    return (p3 ^ w1 ^ multipleHigh(w1), w2 ^ multipleLow(w1))
  }
}

/// The halves of the carryless product of a word and 0xc200000000000000.
@inline(__always)
private func multipleLow(_ word: UInt64) -> UInt64 { word &<< 63 ^ word &<< 62 ^ word &<< 57 }

@inline(__always)
private func multipleHigh(_ word: UInt64) -> UInt64 { word &>> 1 ^ word &>> 2 ^ word &>> 7 }

/// The carryless product of two words, 127 bits, from the words and from their reversed bits.
@inline(__always)
private func carrylessProduct(
  _ x: UInt64, _ y: UInt64, _ reversedX: UInt64, _ reversedY: UInt64
) -> (high: UInt64, low: UInt64) {
  (bitReversed(lowCarrylessProduct(reversedX, reversedY)) &>> 1, lowCarrylessProduct(x, y))
}

/// The low 64 bits of the carryless product of two words.
@inline(__always)
private func lowCarrylessProduct(_ x: UInt64, _ y: UInt64) -> UInt64 {
  let (m0, m1, m2, m3): (UInt64, UInt64, UInt64, UInt64) = (
    0x1111_1111_1111_1111, 0x2222_2222_2222_2222, 0x4444_4444_4444_4444, 0x8888_8888_8888_8888
  )
  let (x0, x1, x2, x3) = (x & m0, x & m1, x & m2, x & m3)
  let (y0, y1, y2, y3) = (y & m0, y & m1, y & m2, y & m3)
  let z0 = x0 &* y0 ^ x1 &* y3 ^ x2 &* y2 ^ x3 &* y1
  let z1 = x0 &* y1 ^ x1 &* y0 ^ x2 &* y3 ^ x3 &* y2
  let z2 = x0 &* y2 ^ x1 &* y1 ^ x2 &* y0 ^ x3 &* y3
  let z3 = x0 &* y3 ^ x1 &* y2 ^ x2 &* y1 ^ x3 &* y0
  return z0 & m0 | z1 & m1 | z2 & m2 | z3 & m3
}

/// The bits of a word in reverse order.
@inline(__always)
private func bitReversed(_ word: UInt64) -> UInt64 {
  var bits = word.byteSwapped
  bits = (bits & 0x0f0f_0f0f_0f0f_0f0f) &<< 4 | bits &>> 4 & 0x0f0f_0f0f_0f0f_0f0f
  bits = (bits & 0x3333_3333_3333_3333) &<< 2 | bits &>> 2 & 0x3333_3333_3333_3333
  return (bits & 0x5555_5555_5555_5555) &<< 1 | bits &>> 1 & 0x5555_5555_5555_5555
}
