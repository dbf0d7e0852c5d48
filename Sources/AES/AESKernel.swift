import SwiftVaultAESBlocks
import SwiftVaultCPU

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AES
import SwiftVaultX86VAES
import SwiftVaultX86VAES512
#elseif arch(arm64)
import SwiftVaultARM64Crypto
#endif

/// The kernels of AES. `AESPlan.swift` says which of them serves a message.
package enum AESKernel: Kernel, BitwiseCopyable {
  /// Plain Swift for any CPU, bitsliced, and so constant-time.
  case portable
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// AES-NI.
  case x86AES(HasX86AES)
  /// VAES on 256-bit registers.
  case x86VAES(HasX86VAES)
  /// VAES on 512-bit registers.
  case x86VAES512(HasX86VAES512)
  #elseif arch(arm64)
  /// The instructions of FEAT_AES.
  case arm64Crypto(HasARM64AES)
  #endif

  package static let available: [AESKernel] = {
    var kernels = [AESKernel.portable]
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let witness = HasX86AES.detected { kernels.append(.x86AES(witness)) }
    if let witness = HasX86VAES.detected { kernels.append(.x86VAES(witness)) }
    if let witness = HasX86VAES512.detected { kernels.append(.x86VAES512(witness)) }
    #elseif arch(arm64)
    if let witness = HasARM64AES.detected { kernels.append(.arm64Crypto(witness)) }
    #endif
    return kernels
  }()

  package static let best = available[available.count - 1]

  /// Whether it is the portable kernel, which has a key schedule of its own and larger frames on the stack.
  @inline(__always)
  var isPortable: Bool {
    if case .portable = self { true } else { false }
  }

  /// The layouts of an expanded hash key: that of the portable kernel, and one for each width of registers.
  enum HashKeyLayout: UInt8 {
    case portable, bits128, bits256, bits512

    /// The size of the place for it: eight registers. The portable kernel uses 16 bytes.
    var byteCount: Int { 64 &<< Int(rawValue) }
  }

  var hashKeyLayout: HashKeyLayout {
    switch self {
    case .portable: .portable
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES: .bits128
    case .x86VAES(let witness): witness.vpclmulqdq == nil ? .bits128 : .bits256
    case .x86VAES512: .bits512
    #elseif arch(arm64)
    case .arm64Crypto: .bits128
    #endif
    }
  }

  package var rawValue: String {
    switch self {
    case .portable: "portable"
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES: "x86aes"
    case .x86VAES: "x86vaes"
    case .x86VAES512: "x86vaes512"
    #elseif arch(arm64)
    case .arm64Crypto: "arm64crypto"
    #endif
    }
  }
}

// What every kernel offers: the key schedule, and the cipher and its inverse on blocks. They are enough for any mode.
extension AESKernel {
  /// The witness for the serial operations of every kernel except the portable one.
  @inline(__always)
  var serialWitness: SerialAES.Witness? {
    switch self {
    case .portable: nil
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let witness): witness
    case .x86VAES(let witness): witness.aes
    case .x86VAES512(let witness): witness.aes
    #elseif arch(arm64)
    case .arm64Crypto(let witness): witness
    #endif
    }
  }

  /// The size in bytes of the schedule that `expandKey` writes.
  func scheduleByteCount(rounds: Int, for direction: AES.Direction = .decryption) -> Int {
    if isPortable { return AESPortable.scheduleByteCount(rounds: rounds) }
    return KeySchedule.encryptionByteCount(rounds: rounds) * (direction == .encryption ? 1 : 2)
  }

  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds. For encryption, kernels with AES instructions
  /// compute only the first half of the schedule.
  func expandKey(
    _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer,
    for direction: AES.Direction = .decryption
  ) {
    if let witness = serialWitness {
      unsafe SerialAES.expandKey(witness, key, rounds: rounds, into: schedule, bothHalves: direction == .decryption)
    } else {
      unsafe AESPortable.expandKey((), key, rounds: rounds, into: schedule)
    }
  }

  /// Key wrap, or its inverse, in place: the check and at least one register, of 8 bytes each.
  /// Spec: RFC 3394, sections 2.2.1 and 2.2.2.
  func wrapKey(_ direction: AES.Direction, _ schedule: KeySchedule, _ registers: UnsafeMutableRawBufferPointer) {
    let (start, count) = (registers.baseAddress!, registers.count / 8 - 1)
    switch (direction, serialWitness) {
    case (.encryption, let has?): unsafe SerialAES.wrapKey(has, schedule, registers: start, count: count)
    case (.encryption, nil): unsafe AESPortable.wrapKey((), schedule, registers: start, count: count)
    case (.decryption, let has?): unsafe SerialAES.unwrapKey(has, schedule, registers: start, count: count)
    case (.decryption, nil): unsafe AESPortable.unwrapKey((), schedule, registers: start, count: count)
    }
  }

  /// Encrypts or decrypts a text. In ECB and CBC the text is whole blocks. With `padding`, encryption also takes up to
  /// 15 bytes after them, combines these with `padding`, and writes a whole block.
  ///
  /// Returns what the next call continues from, if the text is whole blocks: the last 16 bytes of ciphertext, the last
  /// block of keystream or the next counter, a number of 128 bits. ECB returns `iv`.
  ///
  /// Where each block depends on the one before, wide registers are of no use: their kernels leave this work to AES-NI.
  @inline(__always)
  package func process(
    _ operation: BlockOperation, _ schedule: UnsafeRawPointer, rounds: Int, iv: SIMD2<Int64> = SIMD2(),
    padding: SIMD2<Int64>? = nil, _ text: TextSegments
  ) -> SIMD2<Int64> {
    let schedule = unsafe KeySchedule(schedule, rounds: rounds)
    return switch self {
    case .portable:
      Self.process(operation, AESPortable.self, (), AESPortable.self, (), schedule, iv, padding, text)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AES(let witness):
      Self.process(operation, AESX86AES.self, witness, AESX86AES.self, witness, schedule, iv, padding, text)
    case .x86VAES(let witness):
      Self.process(operation, AESX86VAES.self, witness, AESX86AES.self, witness.aes, schedule, iv, padding, text)
    case .x86VAES512(let witness):
      Self.process(
        operation, AESX86VAES512.self, witness, AESX86AES.self, witness.aes, schedule, iv, padding, text)
    #elseif arch(arm64)
    case .arm64Crypto(let witness):
      Self.process(operation, AESARM64.self, witness, AESARM64.self, witness, schedule, iv, padding, text)
    #endif
    }
  }

  /// Encrypts each block by itself.
  @inline(__always)
  package func encryptBlocks(
    _ schedule: UnsafeRawPointer, rounds: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    let text = unsafe TextSegments(from: input, to: output, count: blockCount)
    _ = unsafe process(.encryptECB, schedule, rounds: rounds, text)
  }
}

// The operations of a kernel, as static requirements: a call of one with a constant operation is a direct call, because
// everything here is inlined. The conformances are in this module, so that they need not be public.
//
// The kernel contract, which the caller keeps:
// - The schedule was filled for as many rounds, and for decryption if the operation is `decryptECB`,
//   `decryptCBC` or `unwrapKey`. The x86-64 kernels have the schedule of `AESX86AES`. `KeySchedule` says its layout.
// - A text and the place for its result have `byteCount` bytes each, and are equal or do not overlap. In ECB and CBC,
//   the text is whole blocks; with `padding`, up to 15 bytes may follow, and the result has one block more. The other
//   operations take any number of bytes.
// - In key wrap, `registers` has 8 bytes for the check, and 8 for each of `count` registers, at least one.
// - A key has 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
// Nothing throws, traps or allocates on the heap.

/// The operations that process many blocks at once.
protocol AESParallelOperations {
  /// The proof that the processor has the instructions.
  associatedtype Witness
  static func encryptECB(_: Witness, _ schedule: KeySchedule, padding: SIMD2<Int64>?, _ text: TextSegments)
  static func decryptECB(_: Witness, _ schedule: KeySchedule, _ text: TextSegments)
  static func decryptCBC(_: Witness, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments) -> SIMD2<Int64>
  static func decryptCFB(_: Witness, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments) -> SIMD2<Int64>
  static func processCTR(
    _: Witness, _ schedule: KeySchedule, counter: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64>
}

/// The key schedule, and the operations in which each block depends on the one before.
protocol AESSerialOperations {
  associatedtype Witness
  static func expandKey(
    _: Witness, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer, bothHalves: Bool)
  static func encryptCBC(
    _: Witness, _ schedule: KeySchedule, iv: SIMD2<Int64>, padding: SIMD2<Int64>?, _ text: TextSegments
  ) -> SIMD2<Int64>
  static func encryptCFB(_: Witness, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments) -> SIMD2<Int64>
  static func encryptCFB8(_: Witness, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments) -> SIMD2<Int64>
  static func processOFB(_: Witness, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments) -> SIMD2<Int64>
  static func wrapKey(_: Witness, _ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int)
  static func unwrapKey(_: Witness, _ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int)
}

extension AESPortable: AESParallelOperations, AESSerialOperations {}
#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
extension AESX86AES: AESParallelOperations, AESSerialOperations {}
extension AESX86VAES: AESParallelOperations {}
extension AESX86VAES512: AESParallelOperations {}
typealias SerialAES = AESX86AES
#elseif arch(arm64)
extension AESARM64: AESParallelOperations, AESSerialOperations {}
typealias SerialAES = AESARM64
#else
typealias SerialAES = AESPortable
#endif

extension AESKernel {
  @inline(__always)
  static func process<Parallel: AESParallelOperations, Serial: AESSerialOperations>(
    _ operation: BlockOperation, _: Parallel.Type, _ parallel: Parallel.Witness, _: Serial.Type,
    _ serial: Serial.Witness, _ schedule: KeySchedule, _ iv: SIMD2<Int64>, _ padding: SIMD2<Int64>?,
    _ text: TextSegments
  ) -> SIMD2<Int64> {
    switch operation {
    case .encryptECB:
      Parallel.encryptECB(parallel, schedule, padding: padding, text)
      return iv
    case .decryptECB:
      Parallel.decryptECB(parallel, schedule, text)
      return iv
    case .encryptCBC: return Serial.encryptCBC(serial, schedule, iv: iv, padding: padding, text)
    case .decryptCBC: return Parallel.decryptCBC(parallel, schedule, iv: iv, text)
    case .encryptCFB: return Serial.encryptCFB(serial, schedule, iv: iv, text)
    case .decryptCFB: return Parallel.decryptCFB(parallel, schedule, iv: iv, text)
    case .encryptCFB8: return Serial.encryptCFB8(serial, schedule, iv: iv, text)
    case .ofb: return Serial.processOFB(serial, schedule, iv: iv, text)
    case .ctr: return Parallel.processCTR(parallel, schedule, counter: iv, text)
    }
  }
}
