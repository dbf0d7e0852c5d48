/// A loop of one instruction: a chain, in which each waits for the one before, or independent copies.
///
/// The code is always inlined, into functions of the targets for which the instruction is enabled. It is public because
/// the compiler serialises no `package` function for other modules to inline; no library has this module.
@frozen
public struct InstructionLoop {
  /// The memory: two operands of 64 bytes, from byte 128 the initial values of the registers, from byte 1024 their
  /// final values, then words to load.
  @usableFromInline let memory: UnsafeMutableRawPointer
  @usableFromInline let isChain: Bool
  @usableFromInline let turns: Int

  /// The size in bytes of the memory that a loop reads and writes, which is aligned to 64 bytes.
  public static var byteCount: Int { 8192 }
  /// The steps of a turn.
  public static var stepsPerTurn: Int { 192 }

  /// A loop. Its memory is filled with its own address up to byte 1024, which the loop does not change.
  public init(_ memory: UnsafeMutableRawPointer, isChain: Bool, turns: Int) {
    (self.memory, self.isChain, self.turns) = (memory, isChain, turns)
  }

  /// One of two operands. The compiler does not know that they are equal.
  @inlinable @inline(__always)
  public func operand<Register: BitwiseCopyable>(_ number: Int) -> Register {
    // SAFETY: no register is larger than 64 bytes, and each is valid with any bits.
    memory.load(fromByteOffset: 64 &* number, as: Register.self)
  }

  /// Runs the loop. A step is the instruction, on a register that it changes and one that stays the same. A step may
  /// have a second instruction, `next`, which in independent copies follows after all of them have done the first.
  @inlinable @inline(__always)
  public func run<Register: BitwiseCopyable>(
    _ step: (Register, Register) -> Register, then next: (Register, Register) -> Register = { register, _ in register }
  ) {
    let operand: Register = operand(0)
    var registers = RegisterCopies<Register>(memory + 128)
    var left = turns
    if isChain {
      while left > 0 {
        registers.advanceFirst(operand) { next(step($0, $1), $1) }
        registers.advanceFirst(operand) { next(step($0, $1), $1) }
        registers.advanceFirst(operand) { next(step($0, $1), $1) }
        registers.advanceFirst(operand) { next(step($0, $1), $1) }
        left &-= 1
      }
    } else {
      while left > 0 {
        registers.advance4(operand, step, next)
        registers.advance4(operand, step, next)
        registers.advance4(operand, step, next)
        registers.advance4(operand, step, next)
        left &-= 1
      }
    }
    registers.store(to: memory + 1024)
  }

  /// Runs independent loads, each added to a register by `add`. There is no chain.
  @inlinable @inline(__always)
  public func runLoads<Register: BitwiseCopyable>(_ add: (Register, Register) -> Register) {
    var registers = RegisterCopies<Register>(memory + 128)
    let byteCount = MemoryLayout<RegisterCopies<Register>>.size
    var left = 4 &* turns
    var offset = 0
    while left > 0 {
      // SAFETY: the last load ends at byte 2048 + 960 + 4 × 12 × 64 or before.
      let source = UnsafeRawPointer(memory) + 2048 + offset
      registers.load(source, add)
      registers.load(source + byteCount, add)
      registers.load(source + 2 &* byteCount, add)
      registers.load(source + 3 &* byteCount, add)
      // The addresses change, so that the compiler cannot load once and for all. They stay within 4 KiB.
      offset = (offset &+ 64) & 1023
      left &-= 1
    }
    registers.store(to: memory + 1024)
  }
}

/// Twelve registers: enough for a latency of 4 cycles at 3 a cycle, and few enough for 16 registers.
@frozen
@usableFromInline
struct RegisterCopies<Register: BitwiseCopyable>: BitwiseCopyable {
  @usableFromInline var (x0, x1, x2, x3): (Register, Register, Register, Register)
  @usableFromInline var (x4, x5, x6, x7): (Register, Register, Register, Register)
  @usableFromInline var (x8, x9, x10, x11): (Register, Register, Register, Register)

  @inlinable @inline(__always)
  init(_ source: UnsafeMutableRawPointer) {
    self = source.load(as: Self.self)
  }

  /// A step of each register.
  @inlinable @inline(__always)
  mutating func advance(_ operand: Register, _ step: (Register, Register) -> Register) {
    x0 = step(x0, operand)
    x1 = step(x1, operand)
    x2 = step(x2, operand)
    x3 = step(x3, operand)
    x4 = step(x4, operand)
    x5 = step(x5, operand)
    x6 = step(x6, operand)
    x7 = step(x7, operand)
    x8 = step(x8, operand)
    x9 = step(x9, operand)
    x10 = step(x10, operand)
    x11 = step(x11, operand)
  }

  /// Four steps of each register, of two instructions.
  @inlinable @inline(__always)
  mutating func advance4(
    _ operand: Register, _ step: (Register, Register) -> Register, _ next: (Register, Register) -> Register
  ) {
    advance(operand, step)
    advance(operand, next)
    advance(operand, step)
    advance(operand, next)
    advance(operand, step)
    advance(operand, next)
    advance(operand, step)
    advance(operand, next)
  }

  /// As many steps of the first register.
  @inlinable @inline(__always)
  mutating func advanceFirst(_ operand: Register, _ step: (Register, Register) -> Register) {
    x0 = step12(x0, operand, step)
    x0 = step12(x0, operand, step)
    x0 = step12(x0, operand, step)
    x0 = step12(x0, operand, step)
  }

  @inlinable @inline(__always)
  func step12(_ x: Register, _ operand: Register, _ step: (Register, Register) -> Register) -> Register {
    let y = step(step(step(step(x, operand), operand), operand), operand)
    let z = step(step(step(step(y, operand), operand), operand), operand)
    return step(step(step(step(z, operand), operand), operand), operand)
  }

  /// Loads a value for each register.
  @inlinable @inline(__always)
  mutating func load(_ source: UnsafeRawPointer, _ add: (Register, Register) -> Register) {
    let size = MemoryLayout<Register>.size
    // SAFETY: the caller guarantees twelve values, at a multiple of their size.
    x0 = add(x0, source.load(as: Register.self))
    x1 = add(x1, source.load(fromByteOffset: size, as: Register.self))
    x2 = add(x2, source.load(fromByteOffset: 2 &* size, as: Register.self))
    x3 = add(x3, source.load(fromByteOffset: 3 &* size, as: Register.self))
    x4 = add(x4, source.load(fromByteOffset: 4 &* size, as: Register.self))
    x5 = add(x5, source.load(fromByteOffset: 5 &* size, as: Register.self))
    x6 = add(x6, source.load(fromByteOffset: 6 &* size, as: Register.self))
    x7 = add(x7, source.load(fromByteOffset: 7 &* size, as: Register.self))
    x8 = add(x8, source.load(fromByteOffset: 8 &* size, as: Register.self))
    x9 = add(x9, source.load(fromByteOffset: 9 &* size, as: Register.self))
    x10 = add(x10, source.load(fromByteOffset: 10 &* size, as: Register.self))
    x11 = add(x11, source.load(fromByteOffset: 11 &* size, as: Register.self))
  }

  /// Stores the registers, so that the compiler cannot remove the work.
  @inlinable @inline(__always)
  func store(to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: self, as: Self.self)
  }
}
