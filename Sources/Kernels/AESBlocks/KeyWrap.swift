/// The loops of key wrap: one block after the other. The halves of a block stay in a register from block to block.
///
/// `registers` has 8 bytes for the check and 8 for each of `count` registers, with any alignment.
extension GaloisVector {
  /// Wraps: the check is encrypted with each register in turn, six times. Spec: RFC 3394, section 2.2.1.
  @inlinable @inline(__always)
  public static func wrapKey(_ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int) {
    let keys = RoundKeys<Self>(encryptingWith: schedule)
    var block = SIMD2(registers.loadUnaligned(as: Int64.self), 0)
    var step: Int64 = 0
    for _ in 0..<6 {
      for index in 1...count {
        let register = registers + 8 &* index
        block[1] = register.loadUnaligned(as: Int64.self)
        let (text, number) = (Self(first: block), Self(first: SIMD2((step &+ 1).bigEndian, 0)))
        // The number of the step is added together with the last key.
        block = keys.apply(inverse: false, width: 1, to: { _ in text }, adding: { _ in number })[0].first
        register.storeBytes(of: block[1], as: Int64.self)
        step &+= 1
      }
    }
    registers.storeBytes(of: block[0], as: Int64.self)
  }

  /// Unwraps: the steps in reverse order. Spec: RFC 3394, section 2.2.2.
  @inlinable @inline(__always)
  public static func unwrapKey(_ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int) {
    let keys = RoundKeys<Self>(decryptingWith: schedule)
    var step = Int64(6 &* count)
    var block = SIMD2(registers.loadUnaligned(as: Int64.self) ^ step.bigEndian, 0)
    while step > 0 {
      var index = count
      while index > 0 {
        let register = registers + 8 &* index
        block[1] = register.loadUnaligned(as: Int64.self)
        // The number of the next step, and 0 after the last.
        step &-= 1
        let (text, number) = (Self(first: block), Self(first: SIMD2(step.bigEndian, 0)))
        block = keys.apply(inverse: true, width: 1, to: { _ in text }, adding: { _ in number })[0].first
        register.storeBytes(of: block[1], as: Int64.self)
        index &-= 1
      }
    }
    registers.storeBytes(of: block[0], as: Int64.self)
  }
}
