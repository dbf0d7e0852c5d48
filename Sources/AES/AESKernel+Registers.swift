import SwiftVaultAESBlocks
import SwiftVaultCPU

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AES
import SwiftVaultX86VAES512
#endif

// A message in one call, with the round keys in registers. Nothing secret is on the stack.
extension AESKernel {
  /// Encrypts or decrypts a message under an expanded key, if the kernel has registers for the round keys; otherwise
  /// does nothing and returns false. `padding` is what follows a message of a mode with padding in its last block.
  @inline(__always)
  func processInRegisters(
    _ operation: BlockOperation, _ schedule: KeySchedule, iv: SIMD2<Int64>, padding: SIMD2<Int64>?, _ text: TextSegments
  ) -> Bool {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    guard let wide = keysInRegisters else { return false }
    let one = wide.aes
    if text.byteCount == 16, padding == nil {
      _ = Self.process(operation.forOneBlock, AESX86AES.self, one, AESX86AES.self, one, schedule, iv, nil, text)
    } else {
      _ = Self.process(operation, AESX86VAES512.self, wide, AESX86AES.self, one, schedule, iv, padding, text)
    }
    return true
    #else
    return false
    #endif
  }

  /// Expands a key and encrypts or decrypts a message, if the plan holds its keys in registers; otherwise does nothing
  /// and returns false.
  @inline(__always)
  func processInRegisters(
    _ operation: BlockOperation, _ key: UnsafeRawPointer, _ rounds: Int, iv: SIMD2<Int64>, padding: SIMD2<Int64>?,
    _ text: TextSegments
  ) -> Bool {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    guard let witness = keysInRegisters, expandsIntoRegisters(operation, iv: iv, byteCount: text.byteCount) else {
      return false
    }
    let isOneBlock = text.byteCount < 16 || text.byteCount == 16 && padding == nil
    switch isOneBlock ? operation.forOneBlock : operation {
    case .encryptECB: unsafe AESX86VAES512.encryptECB(witness, key: key, rounds: rounds, padding: padding, text)
    case .decryptECB: unsafe AESX86VAES512.decryptECB(witness, key: key, rounds: rounds, text)
    case .encryptCBC: unsafe AESX86VAES512.encryptCBC(witness, key: key, rounds: rounds, iv: iv, padding: padding, text)
    case .decryptCBC where text.byteCount == 16:
      unsafe AESX86VAES512.decryptCBC(witness, key: key, rounds: rounds, iv: iv, block: text)
    case .decryptCBC: unsafe AESX86VAES512.decryptCBC(witness, key: key, rounds: rounds, iv: iv, text)
    case .encryptCFB: unsafe AESX86VAES512.encryptCFB(witness, key: key, rounds: rounds, iv: iv, text)
    case .decryptCFB: unsafe AESX86VAES512.decryptCFB(witness, key: key, rounds: rounds, iv: iv, text)
    case .ofb: unsafe AESX86VAES512.processOFB(witness, key: key, rounds: rounds, iv: iv, text)
    case .ctr: unsafe AESX86VAES512.processCTR(witness, key: key, rounds: rounds, counter: iv, text)
    case .encryptCFB8: preconditionFailure("a mode of bytes, not of blocks")
    }
    return true
    #else
    return false
    #endif
  }
}

extension BlockOperation {
  /// An operation with the same result for one block: ECB equals CBC with an IV of zeros.
  fileprivate var forOneBlock: BlockOperation {
    switch self {
    case .encryptECB: .encryptCBC
    case .decryptECB: .decryptCBC
    case .decryptCFB, .ctr: .ofb
    case .encryptCBC, .decryptCBC, .encryptCFB, .encryptCFB8, .ofb: self
    }
  }
}
