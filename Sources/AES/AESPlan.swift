import SwiftVaultCPU

// Which kernel serves a message, and from which size on. Calls for one block have their own rules.
extension AESKernel {
  /// The kernel for a message of `blockCount` blocks. Narrow registers are faster for a short one, because they need
  /// fewer powers of the hash key. The numbers were measured on Zen 4 and Zen 5. On an Intel Xeon of family 6, model
  /// 207, 64 blocks are 2 to 7 % faster on 256 bits.
  func forMessage(blockCount: Int) -> AESKernel {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86VAES(let witness) where blockCount < 4: .x86AES(witness.aes)
    case .x86VAES512(let witness) where blockCount < 4: .x86AES(witness.aes)
    case .x86VAES512(let witness) where blockCount < (witness.isZen5 ? 64 : 256): .x86VAES(witness.vaes)
    #endif
    default: self
    }
  }

  /// The number of blocks that a call may have with a hash key that was expanded for `blockCount`. Its powers for 32
  /// blocks, which are eight of the widest registers, serve for any number.
  static func hashKeyLimit(blockCount: Int) -> Int { blockCount < 32 ? blockCount : .max }

  /// The kernel whose call for a whole message is the fastest for `blockCount` blocks. On AMD Zen 5 with AES-NI,
  /// `GCMMessage` takes 1.4 times as long for 16 bytes, under an expanded key 2.2 times, and 1.1 times for 1 KiB.
  func forWholeMessage(blockCount: Int) -> AESKernel? {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES: self
    case .x86VAES(let witness) where blockCount < 16: .x86AES(witness.aes)
    #elseif arch(arm64)
    case .arm64Crypto: self
    #endif
    default: nil
    }
  }

  /// The kernel for serial work, in which wide registers are of no use.
  var serialKernel: AESKernel { forMessage(blockCount: 1) }

  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// The witness of a kernel that encrypts short messages with all round keys in registers.
  @inline(__always)
  var keysInRegisters: HasX86VAES512? {
    if case .x86VAES512(let witness) = self { witness } else { nil }
  }

  /// The largest message in bytes that is encrypted or decrypted without a key schedule in memory. On AMD Zen 5, longer
  /// ones in modes with many blocks at once are as fast with the loops for any length.
  private static var longestInRegisters: Int { 4096 }

  /// Whether a kernel with `keysInRegisters` expands the key of this message into them. In CTR, the low half of its
  /// counter must not overflow.
  @inline(__always)
  func expandsIntoRegisters(_ operation: BlockOperation, iv: SIMD2<Int64>, byteCount: Int) -> Bool {
    guard byteCount <= Self.longestInRegisters else { return false }
    guard operation == .ctr else { return true }
    let low = UInt64(bigEndian: UInt64(bitPattern: iv[1]))
    return low <= .max - UInt64(truncatingIfNeeded: byteCount / 16)
  }

  /// Whether a kernel with `keysInRegisters` serves a message in GCM with them. On AMD Zen 5, a message of 3 KiB takes
  /// as long with keys in memory.
  @inline(__always)
  func servesGCMInRegisters(byteCount: Int, dataByteCount: Int) -> Bool { byteCount <= 2048 && dataByteCount <= 1024 }
  #endif
}
