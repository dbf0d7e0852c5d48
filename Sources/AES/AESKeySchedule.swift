import SwiftVaultAESBlocks

/// An expanded key in the layout of its kernel, wiped when the last copy of the value is gone, or at the end of
/// `onStack`.
/// Spec: FIPS 197, section 5.2.
@safe
struct AESKeySchedule: @unchecked Sendable {
  let kernel: AESKernel
  private let rounds: Int
  /// The direction it was made for. Every schedule can encrypt.
  private let direction: AES.Direction
  /// Nil on the stack.
  private let storage: SecretStorage?
  // SAFETY: points to the storage's bytes, which do not move or change while the storage lives, or to those of
  // `onStack`.
  private let schedule: UnsafeRawPointer

  init(_ key: SymmetricKey, kernel: AESKernel, for direction: AES.Direction = .decryption) throws(AESError) {
    let rounds = try Self.rounds(of: key)
    self.kernel = kernel
    self.rounds = rounds
    self.direction = direction
    if let expansion = AESExpansion(of: key, for: kernel) {
      storage = key.storage
      unsafe schedule = expansion.schedule
      return
    }
    let storage = unsafe SecretStorage.make(byteCount: kernel.scheduleByteCount(rounds: rounds)) { schedule in
      // SAFETY: the storage has the size that the kernel asked for, and the key the size that belongs to its rounds.
      unsafe key.withUnsafeBytes { key in
        wipingStack {
          unsafe kernel.expandKey(key.baseAddress!, rounds: rounds, into: schedule.baseAddress!)
        }
      }
    }
    self.storage = storage
    unsafe schedule = storage.bytes.baseAddress!
  }

  /// Without storage: the caller keeps the schedule.
  private init(borrowing schedule: UnsafeRawPointer, rounds: Int, kernel: AESKernel, for direction: AES.Direction) {
    (self.kernel, self.rounds, self.direction, storage) = (kernel, rounds, direction, nil)
    unsafe self.schedule = schedule
  }

  /// Calls `body` with the schedule of one message, without memory on the heap if it is small. The schedule must not
  /// outlive the call. It and the stack that `body` used are wiped.
  static func onStack<Result>(
    _ key: SymmetricKey, kernel: AESKernel, for direction: AES.Direction,
    _ body: (AESKeySchedule) throws(AESError) -> Result
  ) throws(AESError) -> Result {
    let rounds = try rounds(of: key)
    let byteCount = kernel.scheduleByteCount(rounds: rounds, for: direction)
    if let expansion = AESExpansion(of: key, for: kernel) {
      let schedule = unsafe AESKeySchedule(
        borrowing: expansion.schedule, rounds: rounds, kernel: kernel, for: .decryption)
      if kernel.isPortable { return try wipingStack { () throws(AESError) in try body(schedule) } }
      return try wipingStack(byteCount: StackByteCount.registers) { () throws(AESError) in try body(schedule) }
    }
    if byteCount > SecretMemory.maximumStackByteCount {
      let schedule = try AESKeySchedule(key, kernel: kernel, for: direction)
      return try wipingStack { () throws(AESError) in try body(schedule) }
    }
    // The closures capture the address of the key: if they captured the key, each call would retain and release it.
    return try unsafe key.withUnsafeBytes { key throws(AESError) in
      let key = key.baseAddress!
      return try unsafe SecretMemory.onStack(byteCount: byteCount) { start throws(AESError) in
        try wipingStack(byteCount: StackByteCount.registers) { () throws(AESError) in
          // SAFETY: the memory is large enough, and aligned as that on the heap. The key has the size that belongs to
          // its rounds.
          unsafe kernel.expandKey(key, rounds: rounds, into: start, for: direction)
          return try body(unsafe AESKeySchedule(borrowing: start, rounds: rounds, kernel: kernel, for: direction))
        }
      }
    }
  }

  /// The number of rounds for a key of 16, 24 or 32 bytes. Spec: FIPS 197, section 5, table 3.
  @inline(__always)
  static func rounds(of key: SymmetricKey) throws(AESError) -> Int {
    switch key.storage.byteCount {
    case 16: 10
    case 24: 12
    case 32: 14
    default: throw .incorrectKeySize(byteCount: key.storage.byteCount)
    }
  }

  // SAFETY, of all below: the callers guarantee `blockCount` blocks at `input` and `output`, which are equal or do not
  // overlap. The storage lives as long as `self`, and that of `onStack` longer.

  /// See `AESKernel.process`.
  @inline(__always)
  func process(
    _ operation: BlockOperation, iv: inout SIMD16<UInt8>, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, byteCount: Int
  ) {
    precondition(direction == .decryption || !operation.needsInverse, "a key schedule for encryption")
    // On AMD Zen 5, a block in CTR takes less time: a masked load of a larger register waits for a store of its bytes.
    let kernel = byteCount == 16 ? kernel.serialKernel : kernel
    let text = unsafe TextSegments(from: input, to: output, byteCount: byteCount)
    iv = unsafe bytes(of: kernel.process(operation, schedule, rounds: rounds, iv: words(of: iv), text))
    withExtendedLifetime(storage) {}
  }

  @inline(__always)
  func encryptBlocks(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int) {
    unsafe kernel.encryptBlocks(schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
    withExtendedLifetime(storage) {}
  }

  /// Decrypts one block in place.
  func decryptBlock(_ block: UnsafeMutableRawPointer) {
    precondition(direction == .decryption, "a key schedule for encryption")
    let text = unsafe TextSegments(from: block, to: block, count: 1)
    _ = unsafe kernel.process(.decryptECB, schedule, rounds: rounds, text)
    withExtendedLifetime(storage) {}
  }

  /// Wraps or unwraps in place: registers of 8 bytes, at least two, the first of which is the check.
  func wrapKey(_ direction: AES.Direction, _ registers: UnsafeMutableRawBufferPointer) {
    precondition(self.direction == .decryption || direction == .encryption, "a key schedule for encryption")
    unsafe kernel.wrapKey(direction, KeySchedule(schedule, rounds: rounds), registers)
    withExtendedLifetime(storage) {}
  }
}

extension AES {
  /// The direction of a key schedule or of a stream.
  enum Direction {
    case encryption, decryption
  }
}
