import SwiftVaultAESBlocks
import SwiftVaultCPU
import SwiftVaultCryptoBytes

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AES
import SwiftVaultX86VAES
import SwiftVaultX86VAES512
#elseif arch(arm64)
import SwiftVaultARM64Crypto
#endif

// GHASH, and GCM's encryption and decryption together with it.
//
// Without VPCLMULQDQ, the kernel of VAES uses the GHASH of PCLMULQDQ. The kernel of 512 bits stores round keys on the
// stack, beyond the reach of its callers' wipes.
//
// The contract is that of the other operations. A hash key that was expanded for fewer than 32 blocks serves for calls
// of up to that number; one for 32 or more serves for any call. `hash` and `counter` have 16 bytes.
extension AESKernel {
  /// The kernel for a message of `blockCount` blocks. Narrow registers are faster for a short one, because they need
  /// fewer powers of the hash key. The numbers were measured on Zen 4 and Zen 5. On an Intel Xeon of family 6, model
  /// 207, 64 blocks are 2 to 7 % faster on 256 bits.
  func forMessage(blockCount: Int) -> AESKernel {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86VAES(let has) where blockCount < 4: .x86AES(has.aes)
    case .x86VAES512(let has) where blockCount < 4: .x86AES(has.aes)
    case .x86VAES512(let has) where blockCount < (has.isZen5 ? 64 : 256): .x86VAES(has.vaes)
    #endif
    default: self
    }
  }

  /// The kernel that has `processGCM`, if it is the fastest for a message of `blockCount` blocks.
  func forWholeMessage(blockCount: Int) -> AESKernel? {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES: self
    case .x86VAES(let has) where blockCount < 16: .x86AES(has.aes)
    #elseif arch(arm64)
    case .arm64Crypto: self
    #endif
    default: nil
    }
  }

  /// The kernel for serial work, in which wide registers are of no use.
  var forSingleBlocks: AESKernel { forMessage(blockCount: 1) }

  /// The size in bytes of what `expandHashKey` writes.
  package var hashKeyByteCount: Int {
    switch self {
    case .portable:
      GHASHPortable.hashKeyByteCount
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES: AESX86AES.hashKeyByteCount
    case .x86VAES(let vaes): vaes.vpclmulqdq == nil ? AESX86AES.hashKeyByteCount : AESX86VAES.hashKeyByteCount
    case .x86VAES512: AESX86VAES512.hashKeyByteCount
    #elseif arch(arm64)
    case .arm64Crypto: AESARM64.hashKeyByteCount
    #endif
    }
  }

  /// Expands the hash key, 16 bytes, for calls of up to `blockCount` blocks. Spec: NIST SP 800-38D, section 6.3.
  package func expandHashKey(_ key: UnsafeRawPointer, into hashKey: UnsafeMutableRawPointer, blockCount: Int) {
    switch self {
    case .portable:
      unsafe GHASHPortable.expandHashKey(key, into: hashKey)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.expandHashKey(has, key, into: hashKey, blockCount: blockCount)
    case .x86VAES(let vaes):
      if let has = vaes.vpclmulqdq {
        unsafe AESX86VAES.expandHashKey(has, key, into: hashKey, blockCount: blockCount)
      } else {
        unsafe AESX86AES.expandHashKey(vaes.aes, key, into: hashKey, blockCount: blockCount)
      }
    case .x86VAES512(let has):
      unsafe AESX86VAES512.expandHashKey(has, key, into: hashKey, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.expandHashKey(has, key, into: hashKey, blockCount: blockCount)
    #endif
    }
  }

  /// Adds blocks to a hash. Spec: NIST SP 800-38D, section 6.4.
  @inline(__always)
  package func hash(
    _ hashKey: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from input: UnsafeRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe GHASHPortable.hash(hashKey, hash: hash, from: input, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.hash(has, hashKey, hash: hash, from: input, blockCount: blockCount)
    case .x86VAES(let vaes):
      if let has = vaes.vpclmulqdq {
        unsafe AESX86VAES.hash(has, hashKey, hash: hash, from: input, blockCount: blockCount)
      } else {
        unsafe AESX86AES.hash(vaes.aes, hashKey, hash: hash, from: input, blockCount: blockCount)
      }
    case .x86VAES512(let has):
      unsafe AESX86VAES512.hash(has, hashKey, hash: hash, from: input, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.hash(has, hashKey, hash: hash, from: input, blockCount: blockCount)
    #endif
    }
  }

  /// Encrypts blocks and adds the ciphertext to a hash. The low 32 bits of the counter must not wrap.
  @inline(__always)
  package func encryptGCM(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, hashKey: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      var next = unsafe counter.loadUnaligned(as: SIMD16<UInt8>.self)
      unsafe AESPortable.processCTR(
        schedule, rounds: rounds, counter: &next, from: input, to: output, blockCount: blockCount)
      unsafe GHASHPortable.hash(hashKey, hash: hash, from: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.encryptGCM(
        has, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
        blockCount: blockCount)
    case .x86VAES(let vaes):
      if let has = vaes.vpclmulqdq {
        unsafe AESX86VAES.encryptGCM(
          has, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
          blockCount: blockCount)
      } else {
        unsafe AESX86AES.encryptGCM(
          vaes.aes, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
          blockCount: blockCount)
      }
    case .x86VAES512(let has):
      unsafe AESX86VAES512.encryptGCM(
        has, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
        blockCount: blockCount)
      wipeStack()
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.encryptGCM(
        has, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
        blockCount: blockCount)
    #endif
    }
  }

  /// Adds ciphertext to a hash and decrypts it. The low 32 bits of the counter must not wrap.
  @inline(__always)
  package func decryptGCM(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, hashKey: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    switch self {
    case .portable:
      unsafe GHASHPortable.hash(hashKey, hash: hash, from: input, blockCount: blockCount)
      var next = unsafe counter.loadUnaligned(as: SIMD16<UInt8>.self)
      unsafe AESPortable.processCTR(
        schedule, rounds: rounds, counter: &next, from: input, to: output, blockCount: blockCount)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.decryptGCM(
        has, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
        blockCount: blockCount)
    case .x86VAES(let vaes):
      if let has = vaes.vpclmulqdq {
        unsafe AESX86VAES.decryptGCM(
          has, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
          blockCount: blockCount)
      } else {
        unsafe AESX86AES.decryptGCM(
          vaes.aes, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
          blockCount: blockCount)
      }
    case .x86VAES512(let has):
      unsafe AESX86VAES512.decryptGCM(
        has, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
        blockCount: blockCount)
      wipeStack()
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.decryptGCM(
        has, schedule, rounds: rounds, counter: counter, powers: hashKey, hash: hash, from: input, to: output,
        blockCount: blockCount)
    #endif
    }
  }

  /// Encrypts or decrypts a whole message with a nonce of 12 bytes. `state` has 32 bytes, and `powers` are eight
  /// blocks.
  ///
  /// Only the kernels of `forWholeMessage` have it.
  func processGCM(
    _ schedule: UnsafeRawPointer, rounds: Int, powers: UnsafeRawPointer, state: UnsafeMutableRawPointer,
    _ message: GaloisMessage
  ) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let has):
      unsafe AESX86AES.processGCM(has, schedule, rounds: rounds, powers: powers, state: state, message)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe AESARM64.processGCM(has, schedule, rounds: rounds, powers: powers, state: state, message)
    #endif
    default: preconditionFailure("a kernel without whole messages in GCM")
    }
  }
}
