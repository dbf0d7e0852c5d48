/// A block of up to 16 bytes, filled up with zeros.
func aesBlock(_ bytes: [UInt8]) -> SIMD16<UInt8> {
  var block = SIMD16<UInt8>()
  for index in bytes.indices { block[index] = bytes[index] }
  return block
}

/// A block as two numbers, as kernels take it.
@inline(__always)
func words(of block: SIMD16<UInt8>) -> SIMD2<Int64> {
  // SAFETY: both types are 16 bytes without padding, and every bit pattern is a value of either.
  unsafe unsafeBitCast(block, to: SIMD2<Int64>.self)
}

/// The bytes of a block of two numbers.
@inline(__always)
func bytes(of words: SIMD2<Int64>) -> SIMD16<UInt8> {
  // SAFETY: both types are 16 bytes without padding, and every bit pattern is a value of either.
  unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
}

/// The bytes of a block.
func aesBytes(_ block: SIMD16<UInt8>) -> [UInt8] {
  // SAFETY: the array has the size of the block.
  unsafe [UInt8](byteCount: 16) { unsafe $0.storeBytes(of: block, as: SIMD16<UInt8>.self) }
}
