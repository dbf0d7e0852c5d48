import SwiftVaultAESBlocks

// Key wrap. `registers` has 8 bytes for the check and 8 for each of `count` registers.
extension AESKernel {
  /// The wrapping process. Spec: RFC 3394, section 2.2.1.
  package func wrapKey(
    _ schedule: UnsafeRawPointer, rounds: Int, registers: UnsafeMutableRawPointer, count: Int
  ) {
    let schedule = unsafe KeySchedule(schedule, rounds: rounds)
    if let witness = serialWitness {
      unsafe SerialAES.wrapKey(witness, schedule, registers: registers, count: count)
    } else {
      unsafe AESPortable.wrapKey((), schedule, registers: registers, count: count)
    }
  }

  /// The unwrapping process. Spec: RFC 3394, section 2.2.2.
  package func unwrapKey(
    _ schedule: UnsafeRawPointer, rounds: Int, registers: UnsafeMutableRawPointer, count: Int
  ) {
    let schedule = unsafe KeySchedule(schedule, rounds: rounds)
    if let witness = serialWitness {
      unsafe SerialAES.unwrapKey(witness, schedule, registers: registers, count: count)
    } else {
      unsafe AESPortable.unwrapKey((), schedule, registers: registers, count: count)
    }
  }
}
