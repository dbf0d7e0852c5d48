import SwiftVaultAESBlocks
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
  /// The witness of a kernel with all round keys in registers.
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

  /// Expands a key as `expandKey` does, but with instructions only the part that encryption needs.
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

  /// Encrypts or decrypts a text. Only CFB, OFB and CTR take one that ends within a block, and ECB and CBC one with padding.
  /// `iv` has 16 bytes and becomes what the next call continues from: the last 16 bytes of ciphertext, the last block of
  /// keystream or the next counter, a number of 128 bits. ECB does not use it.
  ///
  /// Where one block depends on the one before, wide registers are of no use: their kernels leave that to AES-NI's.
  @inline(__always)
  package func process(_ operation: BlockOperation, _ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    switch self {
    case .portable: unsafe Self.portable(operation, key, iv, text)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has): unsafe Self.x86AES(has, operation, key, iv, text)
    // On AMD Zen 4, one block takes 2 to 6 ns less so.
    case .x86VAES(let has) where text.byteCount <= 16: unsafe Self.x86AES(has.aes, operation, key, iv, text)
    case .x86VAES(let has): unsafe Self.x86VAES(has, operation, key, iv, text)
    case .x86VAES512(let has) where key.isSchedule && text.byteCount <= 16:
      unsafe Self.x86AES(has.aes, operation, key, iv, text)
    case .x86VAES512(let has): unsafe Self.x86VAES512(has, operation, key, iv, text)
    #elseif arch(arm64)
    case .arm64Crypto(let has): unsafe Self.arm64Crypto(has, operation, key, iv, text)
    #endif
    }
  }

  /// Encrypts each block by itself.
  @inline(__always)
  package func encryptBlocks(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    let text = unsafe BlockText(from: input, to: output, byteCount: 16 &* blockCount)
    unsafe process(.encryptECB, BlockKey(schedule: schedule, rounds: rounds), iv: output, text)
  }

  /// Decrypts each block by itself.
  @inline(__always)
  package func decryptBlocks(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    let text = unsafe BlockText(from: input, to: output, byteCount: 16 &* blockCount)
    unsafe process(.decryptECB, BlockKey(schedule: schedule, rounds: rounds), iv: output, text)
  }
}

// One switch over the operations for each kernel. A call with one operation has none: all is inlined.
extension AESKernel {
  /// The portable kernel takes whole blocks. The last part of one is processed in a block of its own.
  @inline(__always)
  private static func portable(
    _ operation: BlockOperation, _ key: BlockKey, _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    let whole = text.byteCount & ~15
    let count = operation == .encryptCFB8 ? text.byteCount : whole / 16
    unsafe portable(operation, key.start, key.rounds, iv, text.from, text.to, count)
    guard operation != .encryptCFB8, whole < text.end else { return }
    var last = text.block(at: whole)
    unsafe withUnsafeMutableBytes(of: &last) {
      let start = $0.baseAddress!
      unsafe portable(operation, key.start, key.rounds, iv, start, start, 1)
    }
    text.store(last, at: whole)
  }

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
    _ has: HasX86AES, _ operation: BlockOperation, _ key: BlockKey, _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    switch operation {
    case .encryptECB: AESX86AES.encryptECB(has, key, text)
    case .decryptECB: AESX86AES.decryptECB(has, key, text)
    case .encryptCBC: unsafe AESX86AES.encryptCBC(has, key, iv: iv, text)
    case .decryptCBC: unsafe AESX86AES.decryptCBC(has, key, iv: iv, text)
    case .encryptCFB: unsafe AESX86AES.encryptCFB(has, key, iv: iv, text)
    case .decryptCFB: unsafe AESX86AES.decryptCFB(has, key, iv: iv, text)
    case .encryptCFB8: unsafe AESX86AES.encryptCFB8(has, key, iv: iv, text)
    case .ofb: unsafe AESX86AES.processOFB(has, key, iv: iv, text)
    case .ctr: unsafe AESX86AES.processCTR(has, key, counter: iv, text)
    }
  }

  @inline(__always)
  private static func x86VAES(
    _ has: HasX86VAES, _ operation: BlockOperation, _ key: BlockKey, _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    switch operation {
    case .encryptECB: AESX86VAES.encryptECB(has, key, text)
    case .decryptECB: AESX86VAES.decryptECB(has, key, text)
    case .decryptCBC: unsafe AESX86VAES.decryptCBC(has, key, iv: iv, text)
    case .decryptCFB: unsafe AESX86VAES.decryptCFB(has, key, iv: iv, text)
    case .ctr: unsafe AESX86VAES.processCTR(has, key, counter: iv, text)
    case .encryptCBC, .encryptCFB, .encryptCFB8, .ofb: unsafe x86AES(has.aes, operation, key, iv, text)
    }
  }

  /// The only kernel that takes keys, too.
  @inline(__always)
  static func x86VAES512(
    _ has: HasX86VAES512, _ operation: BlockOperation, _ key: BlockKey, _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    switch operation {
    case .encryptECB: AESX86VAES512.encryptECB(has, key, text)
    case .decryptECB: AESX86VAES512.decryptECB(has, key, text)
    case .encryptCBC: unsafe AESX86VAES512.encryptCBC(has, key, iv: iv, text)
    case .decryptCBC: unsafe AESX86VAES512.decryptCBC(has, key, iv: iv, text)
    case .encryptCFB: unsafe AESX86VAES512.encryptCFB(has, key, iv: iv, text)
    case .decryptCFB: unsafe AESX86VAES512.decryptCFB(has, key, iv: iv, text)
    case .ofb: unsafe AESX86VAES512.processOFB(has, key, iv: iv, text)
    case .ctr: unsafe AESX86VAES512.processCTR(has, key, counter: iv, text)
    case .encryptCFB8: unsafe x86AES(has.aes, operation, key, iv, text)
    }
  }
  #elseif arch(arm64)
  @inline(__always)
  private static func arm64Crypto(
    _ has: HasARM64AES, _ operation: BlockOperation, _ key: BlockKey, _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    switch operation {
    case .encryptECB: AESARM64.encryptECB(has, key, text)
    case .decryptECB: AESARM64.decryptECB(has, key, text)
    case .encryptCBC: unsafe AESARM64.encryptCBC(has, key, iv: iv, text)
    case .decryptCBC: unsafe AESARM64.decryptCBC(has, key, iv: iv, text)
    case .encryptCFB: unsafe AESARM64.encryptCFB(has, key, iv: iv, text)
    case .decryptCFB: unsafe AESARM64.decryptCFB(has, key, iv: iv, text)
    case .encryptCFB8: unsafe AESARM64.encryptCFB8(has, key, iv: iv, text)
    case .ofb: unsafe AESARM64.processOFB(has, key, iv: iv, text)
    case .ctr: unsafe AESARM64.processCTR(has, key, counter: iv, text)
    }
  }
  #endif
}
