import SwiftVaultAESBlocks
import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

@testable import AES

/// The contract between kernels and modes: raw pointers, any alignment, in place or not, any number of blocks.
@Suite("AES kernels: the contract", .firstDifference)
struct AESKernelTests {
  /// 0, 1, and the kernels' widths, half and twice these widths, each also minus one and plus one.
  static let blockCounts = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33]

  static let cases = AESKernel.available.flatMap { kernel in [10, 12, 14].map { (kernel, $0) } }

  @Test("a key schedule for encryption does not decrypt")
  func encryptionSchedule() async {
    await #expect(processExitsWith: .success) {
      try AESKeySchedule.onStack(SymmetricKey(data: 0..<16), kernel: .portable, for: .decryption) { schedule in
        var block = [UInt8](repeating: 0, count: 16)
        block.withUnsafeMutableBytes { schedule.decryptBlock($0.baseAddress!) }
      }
    }
    await #expect(processExitsWith: .failure) {
      try AESKeySchedule.onStack(SymmetricKey(data: 0..<16), kernel: .portable, for: .encryption) { schedule in
        var block = [UInt8](repeating: 0, count: 16)
        block.withUnsafeMutableBytes { schedule.decryptBlock($0.baseAddress!) }
      }
    }
    await #expect(processExitsWith: .failure) {
      try AESKeySchedule.onStack(SymmetricKey(data: 0..<16), kernel: .portable, for: .encryption) { schedule in
        var (iv, block) = (SIMD16<UInt8>(), [UInt8](repeating: 0, count: 16))
        block.withUnsafeMutableBytes {
          schedule.process(.decryptCBC, iv: &iv, from: $0.baseAddress!, to: $0.baseAddress!, byteCount: 16)
        }
      }
    }
  }

  private static let operations: [BlockOperation] = [
    .encryptECB, .decryptECB, .encryptCBC, .decryptCBC, .encryptCFB, .decryptCFB, .encryptCFB8, .ofb, .ctr,
  ]

  @Test("Each operation equals the reference", arguments: cases)
  func operations(kernel: AESKernel, rounds: Int) throws {
    var random = SplitMix64(seed: UInt64(rounds))
    for blockCount in Self.blockCounts {
      let key = random.bytes(4 * (rounds - 6))
      let chaining = random.bytes(16)
      let input = random.bytes(16 * blockCount)
      let schedule = ScheduleMemory(key: key, rounds: rounds, kernel: kernel)
      for operation in Self.operations {
        let expected = reference(operation, key: key, chaining: chaining, input: input)
        // Out of place at odd addresses, and in place at an odd and an even one.
        for (from, to) in [(1, 4096 + 3), (16, 4096), (5, 5), (32, 32)] {
          let result = run(operation, schedule, chaining: chaining, input: input, from: from, to: to)
          #expect(result.output == expected.output, "\(operation) of \(blockCount) blocks from \(from) to \(to)")
          #expect(result.chaining == expected.chaining, "\(operation) of \(blockCount) blocks")
          #expect(result.restUntouched, "\(operation) of \(blockCount) blocks from \(from) to \(to)")
        }
      }
    }
  }

  @Test("The best kernel is the last of those that this processor can run")
  func best() {
    #expect(AESKernel.best == AESKernel.available.last)
    #expect(AESKernel.available.first == .portable)
    #expect(AES.blockByteCount == 16)
  }

  @Test("The counter carries through all 128 bits, at every place in a batch", arguments: AESKernel.available)
  func counterCarry(kernel: AESKernel) {
    let key = [UInt8](repeating: 0x5a, count: 16)
    let schedule = ScheduleMemory(key: key, rounds: 10, kernel: kernel)
    let input = [UInt8](repeating: 0, count: 16 * 34)
    for ones in [1, 3, 4, 7, 8, 9, 12, 15, 16] {
      for distance in [0, 1, 6, 7, 8, 9, 31, 32] {
        var counter = [UInt8](repeating: 0x24, count: 16 - ones) + [UInt8](repeating: 0xff, count: ones)
        counter[15] = UInt8(0xff - distance)
        let expected = reference(.ctr, key: key, chaining: counter, input: input)
        let result = run(.ctr, schedule, chaining: counter, input: input, from: 0, to: 4096)
        #expect(result.output == expected.output, "\(ones) bytes of ones, less \(distance)")
        #expect(result.chaining == expected.chaining, "\(ones) bytes of ones, less \(distance)")
      }
    }
  }

  @Test("Chaining continues over calls of different widths", arguments: cases)
  func continuation(kernel: AESKernel, rounds: Int) {
    var random = SplitMix64(seed: 7)
    let key = random.bytes(4 * (rounds - 6))
    let schedule = ScheduleMemory(key: key, rounds: rounds, kernel: kernel)
    let input = random.bytes(16 * 30)
    for operation in Self.operations {
      var chaining = random.bytes(16)
      let expected = reference(operation, key: key, chaining: chaining, input: input)
      var output: [UInt8] = []
      var start = 0
      for count in [1, 9, 0, 8, 3, 7, 2] {
        let piece = Array(input[start..<start + 16 * count])
        let result = run(operation, schedule, chaining: chaining, input: piece, from: 7, to: 7)
        output += result.output
        chaining = result.chaining
        start += 16 * count
      }
      #expect(output == expected.output, "\(operation)")
      #expect(chaining == expected.chaining, "\(operation)")
    }
  }
}

// MARK: - The bitsliced circuits, byte by byte

extension AESKernelTests {
  @Test("Portable: the S-box circuit for every byte, at every place of a word")
  func substituteWord() {
    for byte in UInt32(0)...255 {
      for shift in [UInt32(0), 8, 16, 24] {
        let others: UInt32 = 0x9c01_ff53
        let word = others & ~(0xff << shift) | byte << shift
        let expected = [UInt32(0), 8, 16, 24].reduce(UInt32(0)) { sum, place in
          sum | UInt32(SubstitutionBox.forward[Int(word >> place & 0xff)]) << place
        }
        #expect(AESPortable.substituteWord(word) == expected)
      }
    }
  }

  @Test("Portable: the S-box and its inverse for every byte, at every place of eight states")
  func substitution() {
    for offset in 0..<256 {
      let bytes = (0..<128).map { UInt8(truncatingIfNeeded: offset + 2 * $0) }
      let substituted = bitsliced(bytes) { $0.substituteWithoutConstant() }
      #expect(substituted == bytes.map { SubstitutionBox.forward[Int($0)] ^ 0x63 })
      #expect(bitsliced(substituted) { $0.unsubstituteWithoutConstant() } == bytes)
    }
  }

  @Test("Portable: MixColumns and its inverse for every bit, at every drift", arguments: [0, 1, 2, 3])
  func mixing(drift: Int) {
    for bit in 0..<128 {
      let blocks = (0..<8).map { block in
        (0..<16).map { UInt8($0 == (bit / 8 + block) % 16 ? 1 << (bit % 8) : 0) }
      }
      let mixed = blocks.map { block in
        var state = AESReferenceState(block)
        state.mixColumns()
        return state.bytes
      }
      let input = blocks.flatMap { drifted($0, by: drift) }
      let output = mixed.flatMap { drifted($0, by: drift) }
      #expect(bitsliced(input) { $0.mixColumns(drift: UInt32(drift)) } == output)
      #expect(bitsliced(output) { $0.unmixColumns(drift: UInt32(drift)) } == input)
    }
  }

  /// Row `j` rotated to the right by `j * drift` columns.
  private func drifted(_ block: [UInt8], by drift: Int) -> [UInt8] {
    (0..<16).map { place in
      let (row, column) = (place % 4, place / 4)
      return block[row + 4 * ((column + 16 - row * drift) % 4)]
    }
  }

  private func bitsliced(_ bytes: [UInt8], _ change: (inout AESPortableState) -> Void) -> [UInt8] {
    var bytes = bytes
    bytes.withUnsafeMutableBytes { memory in
      guard let start = memory.baseAddress else { return }
      var state = AESPortableState(blocksAt: start)
      state.transpose()
      change(&state)
      state.transpose()
      state.storeBlocks(to: start)
    }
    return bytes
  }
}

// MARK: - Running a kernel and the reference

extension AESKernelTests {
  /// An expanded key at an alignment of 64, with guard bytes after it.
  final class ScheduleMemory {
    let memory: UnsafeMutableRawPointer
    let kernel: AESKernel
    let rounds: Int

    init(key: [UInt8], rounds: Int, kernel: AESKernel) {
      let byteCount = kernel.scheduleByteCount(rounds: rounds)
      memory = .allocate(byteCount: byteCount + 64, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 0xa5, count: byteCount + 64)
      self.kernel = kernel
      self.rounds = rounds
      // The key lies at an odd address.
      ([0] + key).withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        kernel.expandKey(start + 1, rounds: rounds, into: memory)
      }
      let guards = UnsafeRawBufferPointer(start: memory + byteCount, count: 64)
      #expect(guards.allSatisfy { $0 == 0xa5 }, "the key expansion of \(rounds) rounds wrote beyond its memory")
    }

    deinit { memory.deallocate() }
  }

  struct Result {
    var output: [UInt8]
    var chaining: [UInt8]
    var restUntouched = true
  }

  /// Runs one operation within a region of 8 KiB, at given offsets.
  private func run(
    _ operation: BlockOperation, _ schedule: ScheduleMemory, chaining: [UInt8], input: [UInt8], from: Int, to: Int
  ) -> Result {
    var chaining = chaining
    var region = [UInt8](repeating: 0xa5, count: 8192)
    region.replaceSubrange(from..<from + input.count, with: input)
    let before = region
    let (kernel, rounds, key) = (schedule.kernel, schedule.rounds, UnsafeRawPointer(schedule.memory))
    region.withUnsafeMutableBytes { memory in
      chaining.withUnsafeMutableBytes { chaining in
        guard let start = memory.baseAddress, let block = chaining.baseAddress else { return }
        let (source, target) = (UnsafeRawPointer(start + from), start + to)
        let text = TextSegments(from: source, to: target, byteCount: input.count)
        let iv = block.loadUnaligned(as: SIMD2<Int64>.self)
        let next = kernel.process(operation, key, rounds: rounds, iv: iv, text)
        block.storeBytes(of: next, as: SIMD2<Int64>.self)
      }
    }
    let written = to..<to + input.count
    var result = Result(output: Array(region[written]), chaining: chaining)
    region.replaceSubrange(written, with: before[written])
    result.restUntouched = region == before
    return result
  }

  private func reference(_ operation: BlockOperation, key: [UInt8], chaining: [UInt8], input: [UInt8]) -> Result {
    let modes = AESReferenceModes(key: key)
    switch operation {
    case .encryptECB: return Result(output: modes.encryptECB(input), chaining: chaining)
    case .decryptECB: return Result(output: modes.decryptECB(input), chaining: chaining)
    case .encryptCBC:
      let output = modes.encryptCBC(input, iv: chaining)
      return Result(output: output, chaining: input.isEmpty ? chaining : Array(output.suffix(16)))
    case .decryptCBC:
      let output = modes.decryptCBC(input, iv: chaining)
      return Result(output: output, chaining: input.isEmpty ? chaining : Array(input.suffix(16)))
    case .encryptCFB:
      let output = modes.encryptCFB(input, iv: chaining, segmentByteCount: 16)
      return Result(output: output, chaining: input.isEmpty ? chaining : Array(output.suffix(16)))
    case .decryptCFB:
      let output = modes.decryptCFB(input, iv: chaining)
      return Result(output: output, chaining: input.isEmpty ? chaining : Array(input.suffix(16)))
    case .encryptCFB8:
      let output = modes.encryptCFB(input, iv: chaining, segmentByteCount: 1)
      return Result(output: output, chaining: Array((chaining + output).suffix(16)))
    case .ofb:
      let output = modes.processOFB(input, iv: chaining)
      let keystream = zip(input, output).map { $0 ^ $1 }
      return Result(output: output, chaining: input.isEmpty ? chaining : Array(keystream.suffix(16)))
    case .ctr:
      var counter = chaining
      for _ in 0..<input.count / 16 { modes.increment(&counter) }
      return Result(output: modes.processCTR(input, counter: chaining), chaining: counter)
    }
  }
}
