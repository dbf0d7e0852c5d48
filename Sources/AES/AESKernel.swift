import SwiftVaultCPU

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AES
import SwiftVaultX86VAES
import SwiftVaultX86VAES512
#elseif arch(arm64)
import SwiftVaultARM64Crypto
#endif

/// The kernels of AES. The only place that selects among them.
package enum AESKernel: Kernel, BitwiseCopyable {
  /// Plain Swift for any CPU, bitsliced, and so constant-time.
  case portable
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// AES-NI.
  case x86AES(HasX86AES)
  /// VAES on 256-bit registers.
  case x86VAES(HasX86VAES)
  /// VAES on 512-bit registers.
  case x86VAES512(HasX86VAES512)
  #elseif arch(arm64)
  /// The instructions of FEAT_AES.
  case arm64Crypto(HasARM64AES)
  #endif

  package static let available: [AESKernel] = {
    var kernels = [AESKernel.portable]
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let has = HasX86AES.detected { kernels.append(.x86AES(has)) }
    if let has = HasX86VAES.detected { kernels.append(.x86VAES(has)) }
    if let has = HasX86VAES512.detected { kernels.append(.x86VAES512(has)) }
    #elseif arch(arm64)
    if let has = HasARM64AES.detected { kernels.append(.arm64Crypto(has)) }
    #endif
    return kernels
  }()

  package static let best = available[available.count - 1]

  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// The witness of a kernel that encrypts short messages with all round keys in registers.
  @inline(__always)
  var keysInRegisters: HasX86VAES512? {
    if case .x86VAES512(let has) = self { has } else { nil }
  }
  #endif

  /// Whether it is the portable kernel, which has a key schedule of its own and larger frames on the stack.
  @inline(__always)
  var isPortable: Bool {
    if case .portable = self { true } else { false }
  }

  /// A number for each layout of an expanded hash key, 0 for that of the portable kernel.
  var hashKeyNumber: UInt8 {
    switch self {
    case .portable: 0
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES: 1
    case .x86VAES(let has): has.vpclmulqdq == nil ? 1 : 2
    case .x86VAES512: 3
    #elseif arch(arm64)
    case .arm64Crypto: 1
    #endif
    }
  }

  package var rawValue: String {
    switch self {
    case .portable: "portable"
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES: "x86aes"
    case .x86VAES: "x86vaes"
    case .x86VAES512: "x86vaes512"
    #elseif arch(arm64)
    case .arm64Crypto: "arm64crypto"
    #endif
    }
  }
}

// What every kernel offers: the key schedule, and the cipher and its inverse on blocks. They are enough for any mode.
extension AESKernel {
  /// The size in bytes of the schedule that `expandKey` writes.
  package func scheduleByteCount(rounds: Int) -> Int {
    switch self {
    case .portable: AESPortable.scheduleByteCount(rounds: rounds)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES, .x86VAES, .x86VAES512: AESX86AES.scheduleByteCount(rounds: rounds)
    #elseif arch(arm64)
    case .arm64Crypto: AESARM64.scheduleByteCount(rounds: rounds)
    #endif
    }
  }

  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
  package func expandKey(_ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer) {
    switch self {
    case .portable: unsafe AESPortable.expandKey(key, rounds: rounds, into: schedule)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has): unsafe AESX86AES.expandKey(has, key, rounds: rounds, into: schedule)
    case .x86VAES(let has): unsafe AESX86AES.expandKey(has.aes, key, rounds: rounds, into: schedule)
    case .x86VAES512(let has): unsafe AESX86AES.expandKey(has.aes, key, rounds: rounds, into: schedule)
    #elseif arch(arm64)
    case .arm64Crypto(let has): unsafe AESARM64.expandKey(has, key, rounds: rounds, into: schedule)
    #endif
    }
  }

  /// The size in bytes of the schedule that `expandEncryptionKey` writes.
  package func encryptionScheduleByteCount(rounds: Int) -> Int {
    switch self {
    case .portable: AESPortable.scheduleByteCount(rounds: rounds)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES, .x86VAES, .x86VAES512: AESX86AES.encryptionScheduleByteCount(rounds: rounds)
    #elseif arch(arm64)
    case .arm64Crypto: AESARM64.encryptionScheduleByteCount(rounds: rounds)
    #endif
    }
  }

  /// Expands a key like `expandKey`. Kernels with AES instructions compute only the part that encryption needs.
  package func expandEncryptionKey(_ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer) {
    switch self {
    case .portable: unsafe AESPortable.expandKey(key, rounds: rounds, into: schedule)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has): unsafe AESX86AES.expandEncryptionKey(has, key, rounds: rounds, into: schedule)
    case .x86VAES(let has): unsafe AESX86AES.expandEncryptionKey(has.aes, key, rounds: rounds, into: schedule)
    case .x86VAES512(let has): unsafe AESX86AES.expandEncryptionKey(has.aes, key, rounds: rounds, into: schedule)
    #elseif arch(arm64)
    case .arm64Crypto(let has): unsafe AESARM64.expandEncryptionKey(has, key, rounds: rounds, into: schedule)
    #endif
    }
  }

  /// Encrypts or decrypts `count` segments: bytes in CFB8, else blocks. `iv` has 16 bytes and becomes what the next
  /// call continues from: the last 16 bytes of ciphertext, the last block of keystream or the next counter, a number of
  /// 128 bits. ECB does not use it.
  ///
  /// Where each block depends on the one before, wide registers are of no use: their kernels leave this work to AES-NI.
  @inline(__always)
  package func process(
    _ operation: BlockOperation, _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer,
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, count: Int
  ) {
    switch self {
    case .portable: unsafe Self.portable(operation, schedule, rounds, iv, from, to, count)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has): unsafe Self.x86AES(has, operation, schedule, rounds, iv, from, to, count)
    case .x86VAES(let has): unsafe Self.x86VAES(has, operation, schedule, rounds, iv, from, to, count)
    case .x86VAES512(let has): unsafe Self.x86VAES512(has, operation, schedule, rounds, iv, from, to, count)
    #elseif arch(arm64)
    case .arm64Crypto(let has): unsafe Self.arm64Crypto(has, operation, schedule, rounds, iv, from, to, count)
    #endif
    }
  }

  /// Encrypts each block by itself.
  @inline(__always)
  package func encryptBlocks(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    unsafe process(.encryptECB, schedule, rounds: rounds, iv: output, from: input, to: output, count: blockCount)
  }

  /// Decrypts each block by itself.
  @inline(__always)
  package func decryptBlocks(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    unsafe process(.decryptECB, schedule, rounds: rounds, iv: output, from: input, to: output, count: blockCount)
  }
}

// One switch over the operations for each kernel. A call with a constant operation has none, because everything is
// inlined.
extension AESKernel {
  @inline(__always)
  private static func portable(
    _ operation: BlockOperation, _ schedule: UnsafeRawPointer, _ rounds: Int, _ iv: UnsafeMutableRawPointer,
    _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    switch operation {
    case .encryptECB: unsafe AESPortable.encryptECB(schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .decryptECB: unsafe AESPortable.decryptECB(schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .encryptCBC:
      unsafe AESPortable.encryptCBC(schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .decryptCBC:
      unsafe AESPortable.decryptCBC(schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .encryptCFB:
      unsafe AESPortable.encryptCFB(schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .decryptCFB:
      unsafe AESPortable.decryptCFB(schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .encryptCFB8:
      unsafe AESPortable.encryptCFB8(schedule, rounds: rounds, iv: iv, from: from, to: to, byteCount: count)
    case .ofb: unsafe AESPortable.processOFB(schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .ctr:
      unsafe AESPortable.processCTR(schedule, rounds: rounds, counter: iv, from: from, to: to, blockCount: count)
    }
  }

  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  @inline(__always)
  private static func x86AES(
    _ has: HasX86AES, _ operation: BlockOperation, _ schedule: UnsafeRawPointer, _ rounds: Int,
    _ iv: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    switch operation {
    case .encryptECB: unsafe AESX86AES.encryptECB(has, schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .decryptECB: unsafe AESX86AES.decryptECB(has, schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .encryptCBC:
      unsafe AESX86AES.encryptCBC(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .decryptCBC:
      unsafe AESX86AES.decryptCBC(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .encryptCFB:
      unsafe AESX86AES.encryptCFB(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .decryptCFB:
      unsafe AESX86AES.decryptCFB(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .encryptCFB8:
      unsafe AESX86AES.encryptCFB8(has, schedule, rounds: rounds, iv: iv, from: from, to: to, byteCount: count)
    case .ofb: unsafe AESX86AES.processOFB(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .ctr:
      unsafe AESX86AES.processCTR(has, schedule, rounds: rounds, counter: iv, from: from, to: to, blockCount: count)
    }
  }

  @inline(__always)
  private static func x86VAES(
    _ has: HasX86VAES, _ operation: BlockOperation, _ schedule: UnsafeRawPointer, _ rounds: Int,
    _ iv: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    switch operation {
    case .encryptECB: unsafe AESX86VAES.encryptECB(has, schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .decryptECB: unsafe AESX86VAES.decryptECB(has, schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .decryptCBC:
      unsafe AESX86VAES.decryptCBC(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .decryptCFB:
      unsafe AESX86VAES.decryptCFB(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .ctr:
      unsafe AESX86VAES.processCTR(has, schedule, rounds: rounds, counter: iv, from: from, to: to, blockCount: count)
    case .encryptCBC, .encryptCFB, .encryptCFB8, .ofb:
      unsafe x86AES(has.aes, operation, schedule, rounds, iv, from, to, count)
    }
  }

  @inline(__always)
  private static func x86VAES512(
    _ has: HasX86VAES512, _ operation: BlockOperation, _ schedule: UnsafeRawPointer, _ rounds: Int,
    _ iv: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    switch operation {
    case .encryptECB:
      unsafe AESX86VAES512.encryptECB(has, schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .decryptECB:
      unsafe AESX86VAES512.decryptECB(has, schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .decryptCBC:
      unsafe AESX86VAES512.decryptCBC(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .decryptCFB:
      unsafe AESX86VAES512.decryptCFB(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .ctr:
      unsafe AESX86VAES512.processCTR(has, schedule, rounds: rounds, counter: iv, from: from, to: to, blockCount: count)
    case .encryptCBC, .encryptCFB, .encryptCFB8, .ofb:
      unsafe x86AES(has.aes, operation, schedule, rounds, iv, from, to, count)
    }
  }
  #elseif arch(arm64)
  @inline(__always)
  private static func arm64Crypto(
    _ has: HasARM64AES, _ operation: BlockOperation, _ schedule: UnsafeRawPointer, _ rounds: Int,
    _ iv: UnsafeMutableRawPointer, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    switch operation {
    case .encryptECB: unsafe AESARM64.encryptECB(has, schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .decryptECB: unsafe AESARM64.decryptECB(has, schedule, rounds: rounds, from: from, to: to, blockCount: count)
    case .encryptCBC:
      unsafe AESARM64.encryptCBC(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .decryptCBC:
      unsafe AESARM64.decryptCBC(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .encryptCFB:
      unsafe AESARM64.encryptCFB(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .decryptCFB:
      unsafe AESARM64.decryptCFB(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .encryptCFB8:
      unsafe AESARM64.encryptCFB8(has, schedule, rounds: rounds, iv: iv, from: from, to: to, byteCount: count)
    case .ofb: unsafe AESARM64.processOFB(has, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: count)
    case .ctr:
      unsafe AESARM64.processCTR(has, schedule, rounds: rounds, counter: iv, from: from, to: to, blockCount: count)
    }
  }
  #endif
}
