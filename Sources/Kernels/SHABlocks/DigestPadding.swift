/// The padding of a digest that is itself the message of one block, after a block of key, as HMAC's inner digest and in
/// each round of PBKDF2.
///
/// The block's words are `(digest & mask) | bits`, then `word8`, six zeros and `length`.
/// Spec: FIPS 180-4, section 5.1.
@usableFromInline
package struct DigestPadding<State: SIMD> where State.Scalar: FixedWidthInteger {
  @usableFromInline package let mask: State
  @usableFromInline package let bits: State
  @usableFromInline package let word8: State.Scalar
  @usableFromInline package let length: State.Scalar

  /// The padding of a digest of `digestByteCount` bytes, at most eight words.
  @inlinable
  package init(digestByteCount: Int) {
    let wordByteCount = MemoryLayout<State.Scalar>.size
    let wordBitCount = State.Scalar.bitWidth
    var mask = State()
    var bits = State()
    var word8: State.Scalar = 0
    for byte in 0..<digestByteCount {
      mask[byte / wordByteCount] |= 0xff << (wordBitCount - 8 - 8 * (byte % wordByteCount))
    }
    let one: State.Scalar = 0x80 << (wordBitCount - 8 - 8 * (digestByteCount % wordByteCount))
    if digestByteCount < 8 * wordByteCount { bits[digestByteCount / wordByteCount] = one } else { word8 = one }
    self.mask = mask
    self.bits = bits
    self.word8 = word8
    self.length = State.Scalar(8 * (16 * wordByteCount + digestByteCount))
  }
}
