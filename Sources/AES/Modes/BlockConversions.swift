/// A block of up to 16 bytes, filled up with zeros.
func aesBlock(_ bytes: [UInt8]) -> SIMD16<UInt8> {
  var block = SIMD16<UInt8>()
  for index in bytes.indices { block[index] = bytes[index] }
  return block
}

/// The bytes of a block.
func aesBytes(_ block: SIMD16<UInt8>) -> [UInt8] {
  // SAFETY: the array has the size of the block.
  unsafe [UInt8](byteCount: 16) { unsafe $0.storeBytes(of: block, as: SIMD16<UInt8>.self) }
}
