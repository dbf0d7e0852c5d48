/// The modes that work on whole blocks, which share padding and streams.
///
/// Any other mode is a type in its own file. `AESKeySchedule` offers it the cipher and its inverse on blocks.
enum BlockMode: Sendable {
  case ecb, cbc
}

/// The state of ECB or CBC within a message. Spec: NIST SP 800-38A, sections 6.1 and 6.2.
struct BlockModeState: Sendable {
  private let schedule: AESKeySchedule
  private let mode: BlockMode
  /// In CBC, the IV at first, then the last ciphertext block.
  private var chaining: SIMD16<UInt8>

  init(_ key: SymmetricKey, _ mode: BlockMode, iv: SIMD16<UInt8> = SIMD16(), kernel: AESKernel) throws(AESError) {
    schedule = try AESKeySchedule(key, kernel: kernel)
    self.mode = mode
    chaining = iv
  }

  // SAFETY, of both: the callers guarantee `blockCount` blocks at `input` and `output`, which are equal or do not
  // overlap.

  mutating func encrypt(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int) {
    switch mode {
    case .ecb: unsafe schedule.encryptBlocks(from: input, to: output, blockCount: blockCount)
    case .cbc: unsafe schedule.encryptCBC(iv: &chaining, from: input, to: output, blockCount: blockCount)
    }
  }

  mutating func decrypt(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int) {
    switch mode {
    case .ecb: unsafe schedule.decryptBlocks(from: input, to: output, blockCount: blockCount)
    case .cbc: unsafe schedule.decryptCBC(iv: &chaining, from: input, to: output, blockCount: blockCount)
    }
  }
}

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
