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

  /// Encrypts each block by itself.
  @inline(__always)
  package func encryptBlocks(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.encryptECB(schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.encryptECB(has, schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    case .x86VAES(let has):
      unsafe AESX86VAES.encryptECB(has, schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    case .x86VAES512(let has):
      unsafe AESX86VAES512.encryptECB(has, schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.encryptECB(
        has, schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    #endif
    }
  }

  /// Decrypts each block by itself.
  @inline(__always)
  package func decryptBlocks(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.decryptECB(schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.decryptECB(has, schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    case .x86VAES(let has):
      unsafe AESX86VAES.decryptECB(has, schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    case .x86VAES512(let has):
      unsafe AESX86VAES512.decryptECB(has, schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.decryptECB(
        has, schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    #endif
    }
  }
}

// The modes for which kernels have loops of their own, which keep the chaining value in registers.
extension AESKernel {
  /// Encrypts blocks in CBC; `iv` becomes the last block of ciphertext.
  @inline(__always)
  package func encryptCBC(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.encryptCBC(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.encryptCBC(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES(let has):
      unsafe AESX86AES.encryptCBC(
        has.aes, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES512(let has):
      unsafe AESX86AES.encryptCBC(
        has.aes, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.encryptCBC(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #endif
    }
  }

  /// Decrypts blocks in CBC; `iv` becomes the last block of ciphertext.
  @inline(__always)
  package func decryptCBC(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.decryptCBC(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.decryptCBC(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES(let has):
      unsafe AESX86VAES.decryptCBC(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES512(let has):
      unsafe AESX86VAES512.decryptCBC(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.decryptCBC(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #endif
    }
  }

  /// Encrypts blocks in CFB with segments of a block; `iv` becomes the last block of ciphertext.
  @inline(__always)
  package func encryptCFB(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.encryptCFB(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.encryptCFB(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES(let has):
      unsafe AESX86AES.encryptCFB(
        has.aes, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES512(let has):
      unsafe AESX86AES.encryptCFB(
        has.aes, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.encryptCFB(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #endif
    }
  }

  /// Encrypts bytes in CFB with segments of a byte; `iv` becomes the last 16 bytes of it and the ciphertext.
  @inline(__always)
  package func encryptCFB8(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, byteCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.encryptCFB8(schedule, rounds: rounds, iv: iv, from: input, to: output, byteCount: byteCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.encryptCFB8(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, byteCount: byteCount)
    case .x86VAES(let has):
      unsafe AESX86AES.encryptCFB8(
        has.aes, schedule, rounds: rounds, iv: iv, from: input, to: output, byteCount: byteCount)
    case .x86VAES512(let has):
      unsafe AESX86AES.encryptCFB8(
        has.aes, schedule, rounds: rounds, iv: iv, from: input, to: output, byteCount: byteCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.encryptCFB8(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, byteCount: byteCount)
    #endif
    }
  }

  /// Decrypts blocks in CFB with segments of a block; `iv` becomes the last block of ciphertext.
  @inline(__always)
  package func decryptCFB(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.decryptCFB(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.decryptCFB(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES(let has):
      unsafe AESX86VAES.decryptCFB(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES512(let has):
      unsafe AESX86VAES512.decryptCFB(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.decryptCFB(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #endif
    }
  }

  /// Encrypts or decrypts blocks in OFB; `iv` becomes the last block of keystream.
  @inline(__always)
  package func processOFB(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.processOFB(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.processOFB(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES(let has):
      unsafe AESX86AES.processOFB(
        has.aes, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    case .x86VAES512(let has):
      unsafe AESX86AES.processOFB(
        has.aes, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.processOFB(
        has, schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
    #endif
    }
  }

  /// Encrypts or decrypts blocks in CTR; `counter`, a number of 128 bits, becomes its next value.
  @inline(__always)
  package func processCTR(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeMutableRawPointer, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe AESPortable.processCTR(
        schedule, rounds: rounds, counter: counter, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.processCTR(
        has, schedule, rounds: rounds, counter: counter, from: input, to: output, blockCount: blockCount)
    case .x86VAES(let has):
      unsafe AESX86VAES.processCTR(
        has, schedule, rounds: rounds, counter: counter, from: input, to: output, blockCount: blockCount)
    case .x86VAES512(let has):
      unsafe AESX86VAES512.processCTR(
        has, schedule, rounds: rounds, counter: counter, from: input, to: output, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.processCTR(
        has, schedule, rounds: rounds, counter: counter, from: input, to: output, blockCount: blockCount)
    #endif
    }
  }
}
