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
// The contract is that of the other operations. A hash key that was expanded for `blockCount` blocks serves for calls
// of up to `hashKeyLimit(blockCount:)`. `hash` and `counter` have 16 bytes.
extension AESKernel {
  /// Expands the hash key, 16 bytes, for calls of up to `blockCount` blocks. Spec: NIST SP 800-38D, section 6.3.
  package func expandHashKey(_ key: UnsafeRawPointer, into hashKey: UnsafeMutableRawPointer, blockCount: Int) {
    perform(unsafe .expandHashKey(key, into: hashKey, blockCount: blockCount))
  }

  /// Adds blocks to a hash. Spec: NIST SP 800-38D, section 6.4.
  @inline(__always)
  package func hash(
    _ hashKey: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from input: UnsafeRawPointer, blockCount: Int
  ) {
    perform(unsafe .hash(hashKey, hash: hash, from: input, blockCount: blockCount))
  }

  /// Encrypts or decrypts blocks and adds the ciphertext to a hash. The low 32 bits of the counter must not wrap.
  @inline(__always)
  func processGCM(
    _ direction: AES.Direction, _ schedule: KeySchedule, counter: UnsafeRawPointer, hashKey: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    perform(unsafe .cipher(direction, schedule, counter: counter, hashKey: hashKey, hash: hash, text))
  }

  /// Without VPCLMULQDQ, the kernel of VAES uses the GHASH of PCLMULQDQ. In `cipher`, the kernel of 512 bits stores
  /// round keys on the stack, deeper than its callers wipe.
  @inline(__always)
  private func perform(_ operation: GaloisOperation) {
    switch self {
    case .portable: Self.perform(operation, AESPortable.self, ())
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let witness): Self.perform(operation, AESX86AES.self, witness)
    case .x86VAES(let vaes):
      if let witness = vaes.vpclmulqdq {
        Self.perform(operation, AESX86VAES.self, witness)
      } else {
        Self.perform(operation, AESX86AES.self, vaes.aes)
      }
    case .x86VAES512(let witness):
      Self.perform(operation, AESX86VAES512.self, witness)
      if case .cipher = operation { wipeStack() }
    #elseif arch(arm64)
    case .arm64Crypto(let witness): Self.perform(operation, AESARM64.self, witness)
    #endif
    }
  }

  @inline(__always)
  private static func perform<Kernel: GaloisOperations>(
    _ operation: GaloisOperation, _: Kernel.Type, _ witness: Kernel.GaloisWitness
  ) {
    switch operation {
    case .expandHashKey(let key, let hashKey, let blockCount):
      unsafe Kernel.expandHashKey(witness, key, into: hashKey, blockCount: blockCount)
    case .hash(let hashKey, let hash, let input, let blockCount):
      unsafe Kernel.hash(witness, hashKey, hash: hash, from: input, blockCount: blockCount)
    case .cipher(.encryption, let schedule, let counter, let hashKey, let hash, let text):
      unsafe Kernel.encryptGCM(witness, schedule, counter: counter, powers: hashKey, hash: hash, text)
    case .cipher(.decryption, let schedule, let counter, let hashKey, let hash, let text):
      unsafe Kernel.decryptGCM(witness, schedule, counter: counter, powers: hashKey, hash: hash, text)
    }
  }

  /// Encrypts or decrypts a message with a nonce of 12 bytes, and returns its tag. `state` has 32 bytes, and `powers`
  /// are eight blocks.
  ///
  /// Only the kernels of `forWholeMessage` have it.
  func processGCM(
    _ schedule: KeySchedule, powers: UnsafeRawPointer, state: UnsafeMutableRawPointer, _ message: GaloisMessage
  ) -> SIMD2<Int64> {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let witness):
      return unsafe AESX86AES.processGCM(witness, schedule, powers: powers, state: state, message)
    #elseif arch(arm64)
    case .arm64Crypto(let witness):
      return unsafe AESARM64.processGCM(witness, schedule, powers: powers, state: state, message)
    #endif
    default: preconditionFailure("a kernel without whole messages in GCM")
    }
  }

  /// Encrypts or decrypts a message with a nonce of 12 bytes, with the round keys in registers, and returns its tag.
  /// Nil without doing anything, unless the plan holds the keys in registers.
  @inline(__always)
  func processGCMInRegisters(_ key: borrowing SymmetricKey, rounds: Int, _ message: GaloisMessage) -> SIMD2<Int64>? {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    guard let witness = keysInRegisters,
      servesGCMInRegisters(byteCount: message.byteCount, dataByteCount: message.dataByteCount)
    else { return nil }
    if let expansion = AESExpansion(of: key, forGCM: self) {
      let schedule = unsafe KeySchedule(expansion.schedule, rounds: rounds)
      return unsafe AESX86VAES512.processGCM(witness, schedule, powers: expansion.hashKey, message)
    }
    return unsafe key.withUnsafeBytes {
      unsafe AESX86VAES512.processGCM(witness, key: $0.baseAddress!, rounds: rounds, message)
    }
    #else
    return nil
    #endif
  }
}

/// A call of one of the `GaloisOperations`.
@safe
private enum GaloisOperation {
  case expandHashKey(UnsafeRawPointer, into: UnsafeMutableRawPointer, blockCount: Int)
  case hash(UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, blockCount: Int)
  case cipher(
    AES.Direction, KeySchedule, counter: UnsafeRawPointer, hashKey: UnsafeRawPointer, hash: UnsafeMutableRawPointer,
    TextSegments)
}

/// GCM's operations of a kernel, as `AESParallelOperations` are those of other modes.
protocol GaloisOperations {
  associatedtype GaloisWitness
  static func expandHashKey(
    _: GaloisWitness, _ key: UnsafeRawPointer, into powers: UnsafeMutableRawPointer, blockCount: Int)
  static func hash(
    _: GaloisWitness, _ powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    blockCount: Int)
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
  static func expandHashKey(
    _: Void, _ key: UnsafeRawPointer, into powers: UnsafeMutableRawPointer, blockCount: Int
  ) {
    unsafe GHASHPortable.expandHashKey(key, into: powers)
  }

  static func hash(
    _: Void, _ powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, blockCount: Int
  ) {
    unsafe GHASHPortable.hash(powers, hash: hash, from: from, blockCount: blockCount)
  }

  static func encryptGCM(
    _: Void, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    _ = unsafe processCTR((), schedule, counter: counter.loadUnaligned(as: SIMD2<Int64>.self), text)
    unsafe GHASHPortable.hash(powers, hash: hash, from: text.to, blockCount: text.count)
  }

  static func decryptGCM(
    _: Void, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    unsafe GHASHPortable.hash(powers, hash: hash, from: text.from, blockCount: text.count)
    _ = unsafe processCTR((), schedule, counter: counter.loadUnaligned(as: SIMD2<Int64>.self), text)
  }
}
