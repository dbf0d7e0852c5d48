/// Instructions that every processor of an architecture has.
public enum CommonInstructions {
  /// ADD and XOR of 64 bits in turns, two a step. Neither has an immediate operand: on AMD Zen 5, immediates of 32 bits
  /// reduce the instructions started per cycle, and so does an instruction that waits for the one just before.
  @inline(never)
  public static func addXor(_ loop: InstructionLoop) {
    loop.run({ (x: UInt, y) in x &+ y }, then: ^)
  }

  /// Loads of 64 bits, each from the address that the one before has loaded. There are no copies.
  @inline(never)
  public static func loadAddress(_ loop: InstructionLoop) {
    // SAFETY: the word at the beginning of the memory is its own address.
    loop.run { (x: UnsafeRawPointer, _) in x.load(as: UnsafeRawPointer.self) }
  }

  /// Additions of words of 32 and of 64 bits in turns, in registers of 128 bits, two a step.
  @inline(never)
  public static func add128(_ loop: InstructionLoop) {
    loop.run { (x: SIMD2<UInt64>, y) in
      let sums = unsafeBitCast(x, to: SIMD4<UInt32>.self) &+ unsafeBitCast(y, to: SIMD4<UInt32>.self)
      return unsafeBitCast(sums, to: SIMD2<UInt64>.self) &+ y
    }
  }

  /// Loads of 128 bits, as operands of additions.
  @inline(never)
  public static func load128(_ loop: InstructionLoop) {
    loop.runLoads { (x: SIMD2<UInt64>, y) in x &+ y }
  }
}
