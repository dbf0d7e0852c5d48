import SwiftVaultAESBlocks
import SwiftVaultCPU

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AES
#elseif arch(arm64)
import SwiftVaultARM64Crypto
#endif

// Key wrap. Dedicated kernels keep the check in a register: through memory, key wrap would take 50 % longer.
//
// `registers` has 8 bytes for the check and 8 for each of `count` registers.
extension AESKernel {
  /// The wrapping process. Spec: RFC 3394, section 2.2.1.
  package func wrapKey(
    _ schedule: UnsafeRawPointer, rounds: Int, registers: UnsafeMutableRawPointer, count: Int
  ) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let witness):
      unsafe AESX86AES.wrapKey(witness, KeySchedule(schedule, rounds: rounds), registers: registers, count: count)
    #elseif arch(arm64)
    case .arm64Crypto(let witness):
      unsafe AESARM64.wrapKey(witness, KeySchedule(schedule, rounds: rounds), registers: registers, count: count)
    #endif
    default:
      var check = unsafe registers.loadUnaligned(as: UInt64.self)
      for step in 0..<6 * count {
        let register = unsafe registers + 8 * (1 + step % count)
        var block = unsafe SIMD2(check, register.loadUnaligned(as: UInt64.self))
        unsafe withUnsafeMutableBytes(of: &block) {
          unsafe encryptBlocks(schedule, rounds: rounds, from: $0.baseAddress!, to: $0.baseAddress!, blockCount: 1)
        }
        check = block[0] ^ UInt64(step + 1).bigEndian
        unsafe register.storeBytes(of: block[1], as: UInt64.self)
      }
      unsafe registers.storeBytes(of: check, as: UInt64.self)
    }
  }

  /// The unwrapping process. Spec: RFC 3394, section 2.2.2.
  package func unwrapKey(
    _ schedule: UnsafeRawPointer, rounds: Int, registers: UnsafeMutableRawPointer, count: Int
  ) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let witness):
      unsafe AESX86AES.unwrapKey(witness, KeySchedule(schedule, rounds: rounds), registers: registers, count: count)
    #elseif arch(arm64)
    case .arm64Crypto(let witness):
      unsafe AESARM64.unwrapKey(witness, KeySchedule(schedule, rounds: rounds), registers: registers, count: count)
    #endif
    default:
      var check = unsafe registers.loadUnaligned(as: UInt64.self)
      for step in (0..<6 * count).reversed() {
        let register = unsafe registers + 8 * (1 + step % count)
        var block = unsafe SIMD2(check ^ UInt64(step + 1).bigEndian, register.loadUnaligned(as: UInt64.self))
        unsafe withUnsafeMutableBytes(of: &block) {
          unsafe decryptBlocks(schedule, rounds: rounds, from: $0.baseAddress!, to: $0.baseAddress!, blockCount: 1)
        }
        check = block[0]
        unsafe register.storeBytes(of: block[1], as: UInt64.self)
      }
      unsafe registers.storeBytes(of: check, as: UInt64.self)
    }
  }
}
