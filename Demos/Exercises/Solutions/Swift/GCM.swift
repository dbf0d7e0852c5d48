/// GCM with a nonce used twice: the sum of the tags is (C1 + C2) · H². Source: A. Joux, "Authentication failures in
/// NIST version of GCM", comment to NIST, 2006.
@Sendable func gcmNonce(_ ask: Ask) -> String {
  let (c1, c2) = (Element(givenBytes("ciphertext1", ask)), Element(givenBytes("ciphertext2", ask)))
  let (t1, t2) = (Element(givenBytes("tag1", ask)), Element(givenBytes("tag2", ask)))
  let square = (t1 + t2) * (c1 + c2).inverse
  let key = (0..<127).reduce(square) { root, _ in root * root }
  let ending = Element(zeros(15) + [128]) * key  // the block of the lengths: no associated data, 128 bits
  let mask = t1 + c1 * square + ending
  let keystream = xor(given("known", ask).utf8, c1.bytes)
  let ciphertext = xor(given("demanded", ask).utf8, keystream)
  return "\(hex(ciphertext)) \(hex((Element(ciphertext) * square + ending + mask).bytes))"
}

/// An element of GF(2^128): the first bit of the first byte is the coefficient of 1.
///
/// Spec: NIST SP 800-38D, section 6.3.
private struct Element {
  var high: UInt64 = 0
  var low: UInt64 = 0

  init(_ bytes: [UInt8]) {
    for byte in bytes { (high, low) = (high << 8 | low >> 56, low << 8 | UInt64(byte)) }
  }

  var bytes: [UInt8] { bigEndian(high) + bigEndian(low) }

  static func + (left: Element, right: Element) -> Element {
    var sum = left
    (sum.high, sum.low) = (left.high ^ right.high, left.low ^ right.low)
    return sum
  }

  static func * (left: Element, right: Element) -> Element {
    var (product, power) = (Element([]), right)
    for half in [left.high, left.low] {
      for bit in (UInt64(0)..<64).reversed() {
        if half >> bit & 1 == 1 { product = product + power }
        let carry: UInt64 = power.low & 1 == 1 ? 0xe1 << 56 : 0
        (power.high, power.low) = (power.high >> 1 ^ carry, power.low >> 1 | power.high << 63)
      }
    }
    return product
  }

  /// The power 2^128 - 2: the product of all repeated squares except the element itself.
  var inverse: Element {
    var (product, power) = (Element([0x80] + zeros(15)), self)
    for _ in 0..<127 {
      power = power * power
      product = product * power
    }
    return product
  }
}
