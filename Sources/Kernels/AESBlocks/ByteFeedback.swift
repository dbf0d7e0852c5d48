/// The loop of CFB with segments of a byte: one block after the other, in registers of one block.
extension GaloisVector {
  /// Combines each byte with the first byte of the encryption of the 16 bytes of ciphertext before it. Returns the
  /// last 16. Spec: NIST SP 800-38A, section 6.3 (segments of 8 bits).
  ///
  /// Only the rounds and the shuffle that appends the byte are on the path from byte to byte. The key of the last round
  /// adds the text, and what preparation adds to the last byte of a block. Each of the other bytes comes from another
  /// place, to which preparation has added something else. The difference is added before the rounds end.
  @inlinable @inline(__always)
  public static func encryptCFB8(
    _ schedule: KeySchedule, iv: SIMD2<Int64>, _ bytes: TextSegments
  ) -> SIMD2<Int64> {
    let keys = RoundKeys<Self>(encryptingWith: schedule)
    let added = Self().prepared(keys[0])
    let reversed = added.byteSwapped
    let difference = added ^ reversed.appending(reversed).byteSwapped
    let lastKey = keys.last ^ reversed
    var state = Self(first: iv) ^ added
    for index in 0..<bytes.byteCount {
      let text = Self(first: SIMD2(Int64((bytes.from + index).load(as: UInt8.self)), 0))
      let end = keys.encrypt(state, firstKey: keys[0], lastKey: lastKey ^ text)
      state = (state ^ difference).appending(end)
      (bytes.to + index).storeBytes(of: (state ^ added).byte(15), as: UInt8.self)
    }
    return (state ^ added).first
  }

  /// The bytes of the block after the first, then the first byte of `next`.
  @inlinable @inline(__always)
  func appending(_ next: Self) -> Self {
    let (x, y) = (first.bytes, next.first.bytes)
    let bytes = SIMD16(
      x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15], y[0])
    return Self(first: unsafeBitCast(bytes, to: SIMD2<Int64>.self))
  }

  /// A byte of the block.
  @inlinable @inline(__always)
  func byte(_ index: Int) -> UInt8 { first.bytes[index] }
}

extension SIMD2<Int64> {
  @inlinable @inline(__always)
  var bytes: SIMD16<UInt8> { unsafeBitCast(self, to: SIMD16<UInt8>.self) }
}
