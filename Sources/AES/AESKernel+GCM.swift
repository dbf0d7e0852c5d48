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
    case .x86AES(let witness):
      unsafe AESX86AES.expandHashKey(witness, key, into: hashKey, blockCount: blockCount)
    case .x86VAES(let vaes):
      if let witness = vaes.vpclmulqdq {
        unsafe AESX86VAES.expandHashKey(witness, key, into: hashKey, blockCount: blockCount)
      } else {
        unsafe AESX86AES.expandHashKey(vaes.aes, key, into: hashKey, blockCount: blockCount)
      }
    case .x86VAES512(let witness):
      unsafe AESX86VAES512.expandHashKey(witness, key, into: hashKey, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let witness):
      unsafe AESARM64.expandHashKey(witness, key, into: hashKey, blockCount: blockCount)
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
    case .x86AES(let witness):
      unsafe AESX86AES.hash(witness, hashKey, hash: hash, from: input, blockCount: blockCount)
    case .x86VAES(let vaes):
      if let witness = vaes.vpclmulqdq {
        unsafe AESX86VAES.hash(witness, hashKey, hash: hash, from: input, blockCount: blockCount)
      } else {
        unsafe AESX86AES.hash(vaes.aes, hashKey, hash: hash, from: input, blockCount: blockCount)
      }
    case .x86VAES512(let witness):
      unsafe AESX86VAES512.hash(witness, hashKey, hash: hash, from: input, blockCount: blockCount)
    #elseif arch(arm64)
    case .arm64Crypto(let witness):
      unsafe AESARM64.hash(witness, hashKey, hash: hash, from: input, blockCount: blockCount)
    #endif
    }
  }

  /// Encrypts blocks and adds the ciphertext to a hash. The low 32 bits of the counter must not wrap.
  @inline(__always)
  package func encryptGCM(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, hashKey: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let schedule = unsafe KeySchedule(schedule, rounds: rounds)
    let text = unsafe TextSegments(from: input, to: output, count: blockCount)
    unsafe processGCM(.encryption, schedule, counter, hashKey, hash, text)
  }

  /// Adds ciphertext to a hash and decrypts it. The low 32 bits of the counter must not wrap.
  @inline(__always)
  package func decryptGCM(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, hashKey: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let schedule = unsafe KeySchedule(schedule, rounds: rounds)
    let text = unsafe TextSegments(from: input, to: output, count: blockCount)
    unsafe processGCM(.decryption, schedule, counter, hashKey, hash, text)
  }

  @inline(__always)
  private func processGCM(
    _ direction: AES.Direction, _ schedule: KeySchedule, _ counter: UnsafeRawPointer, _ hashKey: UnsafeRawPointer,
    _ hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    switch self {
    case .portable: unsafe Self.process(AESPortable.self, (), direction, schedule, counter, hashKey, hash, text)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let witness):
      unsafe Self.process(AESX86AES.self, witness, direction, schedule, counter, hashKey, hash, text)
    case .x86VAES(let vaes):
      if let witness = vaes.vpclmulqdq {
        unsafe Self.process(AESX86VAES.self, witness, direction, schedule, counter, hashKey, hash, text)
      } else {
        unsafe Self.process(AESX86AES.self, vaes.aes, direction, schedule, counter, hashKey, hash, text)
      }
    case .x86VAES512(let witness):
      unsafe Self.process(AESX86VAES512.self, witness, direction, schedule, counter, hashKey, hash, text)
      wipeStack()
    #elseif arch(arm64)
    case .arm64Crypto(let witness):
      unsafe Self.process(AESARM64.self, witness, direction, schedule, counter, hashKey, hash, text)
    #endif
    }
  }

  @inline(__always)
  private static func process<Kernel: GaloisOperations>(
    _: Kernel.Type, _ witness: Kernel.GaloisWitness, _ direction: AES.Direction, _ schedule: KeySchedule,
    _ counter: UnsafeRawPointer, _ hashKey: UnsafeRawPointer, _ hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    switch direction {
    case .encryption: unsafe Kernel.encryptGCM(witness, schedule, counter: counter, powers: hashKey, hash: hash, text)
    case .decryption: unsafe Kernel.decryptGCM(witness, schedule, counter: counter, powers: hashKey, hash: hash, text)
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
    case .x86AES(let witness):
      unsafe AESX86AES.processGCM(witness, KeySchedule(schedule, rounds: rounds), powers: powers, state: state, message)
    #elseif arch(arm64)
    case .arm64Crypto(let witness):
      unsafe AESARM64.processGCM(witness, KeySchedule(schedule, rounds: rounds), powers: powers, state: state, message)
    #endif
    default: preconditionFailure("a kernel without whole messages in GCM")
    }
  }
}

/// GCM's operations of a kernel, as `AESParallelOperations` are those of other modes.
protocol GaloisOperations {
  associatedtype GaloisWitness
  static func encryptGCM(
    _: GaloisWitness, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments)
  static func decryptGCM(
    _: GaloisWitness, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments)
}

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
extension AESX86AES: GaloisOperations {}
extension AESX86VAES: GaloisOperations {}
extension AESX86VAES512: GaloisOperations {}
#elseif arch(arm64)
extension AESARM64: GaloisOperations {}
#endif

extension AESPortable: GaloisOperations {
  static func encryptGCM(
    _: Void, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    var next = unsafe counter.loadUnaligned(as: SIMD16<UInt8>.self)
    unsafe processCTR((), schedule, counter: &next, text)
    unsafe GHASHPortable.hash(powers, hash: hash, from: text.to, blockCount: text.count)
  }

  static func decryptGCM(
    _: Void, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    unsafe GHASHPortable.hash(powers, hash: hash, from: text.from, blockCount: text.count)
    var next = unsafe counter.loadUnaligned(as: SIMD16<UInt8>.self)
    unsafe processCTR((), schedule, counter: &next, text)
  }
}
