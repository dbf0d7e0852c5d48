import SwiftVaultAESBlocks

// SAFETY, of both: the caller guarantees the schedule, and 8 bytes at `registers` for the check and for each of `count`
// registers (kernel contract).
extension AESPortable {
  /// Wraps: the check is encrypted with each register in turn, six times. Spec: RFC 3394, section 2.2.1.
  package static func wrapKey(
    _: Void, _ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int
  ) {
    var check = unsafe registers.loadUnaligned(as: UInt64.self)
    for step in 0..<6 * count {
      let register = unsafe registers + 8 * (1 + step % count)
      var block = unsafe SIMD2(check, register.loadUnaligned(as: UInt64.self))
      unsafe withUnsafeMutableBytes(of: &block) {
        let start = $0.baseAddress!
        unsafe encryptECB((), schedule, padding: nil, TextSegments(from: start, to: start, count: 1))
      }
      check = block[0] ^ UInt64(step + 1).bigEndian
      unsafe register.storeBytes(of: block[1], as: UInt64.self)
    }
    unsafe registers.storeBytes(of: check, as: UInt64.self)
  }

  /// Unwraps: the steps in reverse order. Spec: RFC 3394, section 2.2.2.
  package static func unwrapKey(
    _: Void, _ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int
  ) {
    var check = unsafe registers.loadUnaligned(as: UInt64.self)
    for step in (0..<6 * count).reversed() {
      let register = unsafe registers + 8 * (1 + step % count)
      var block = unsafe SIMD2(check ^ UInt64(step + 1).bigEndian, register.loadUnaligned(as: UInt64.self))
      unsafe withUnsafeMutableBytes(of: &block) {
        let start = $0.baseAddress!
        unsafe decryptECB((), schedule, TextSegments(from: start, to: start, count: 1))
      }
      check = block[0]
      unsafe register.storeBytes(of: block[1], as: UInt64.self)
    }
    unsafe registers.storeBytes(of: check, as: UInt64.self)
  }
}
