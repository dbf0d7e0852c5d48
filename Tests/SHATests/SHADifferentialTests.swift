import SwiftVaultSHABlocks
import SwiftVaultTestSupport
import Testing

@testable import SHA

/// Compares every kernel with the portable one: random lengths, offsets and splits, and several messages in lanes.
@Suite("SHA kernels against portable", .firstDifference)
struct SHADifferentialTests {
  @Test(arguments: MD5Kernel.available)
  func md5(kernel: MD5Kernel) { check(kernel) { Insecure.MD5(kernel: $0).core } }

  @Test(arguments: SHA1Kernel.available)
  func sha1(kernel: SHA1Kernel) { check(kernel) { Insecure.SHA1(kernel: $0).core } }

  @Test(arguments: SHA256Kernel.available)
  func sha256(kernel: SHA256Kernel) { check(kernel) { SHA256(kernel: $0).core } }

  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
  /// For two messages with SHA-NI, AMD Zen 5 uses another order of instructions. Any processor can run both orders.
  @Test(arguments: SHA256Kernel.available)
  func sha256InTheOtherOrder(kernel: SHA256Kernel) {
    let other: SHA256Kernel? =
      switch kernel {
      case .x86SHA(let has): .x86SHA(has.withOppositeZen5)
      case .x86SHAAVX512(let has, let hasAVX512): .x86SHAAVX512(has.withOppositeZen5, hasAVX512)
      default: nil
      }
    guard let other else { return }
    check(other) { SHA256(kernel: $0).core }
  }
  #endif

  @Test(arguments: SHA512Kernel.available)
  func sha512(kernel: SHA512Kernel) { check(kernel) { SHA512(kernel: $0).core } }

  private func check<K: CompressionFunction>(_ kernel: K, _ start: (K) -> MerkleDamgard<K>) {
    var generator = SplitMix64(seed: 0x5eed)
    let bytes = generator.bytes(70_000)
    bytes.withUnsafeBytes { bytes in
      messages(kernel, start, bytes, &generator)
      lanes(kernel, start, bytes, &generator)
    }
  }

  private func messages<K: CompressionFunction>(
    _ kernel: K, _ start: (K) -> MerkleDamgard<K>, _ bytes: UnsafeRawBufferPointer, _ generator: inout SplitMix64
  ) {
    for round in 0..<400 {
      let count = Int.random(in: 0...(round % 10 == 0 ? 20_000 : 700), using: &generator)
      let offset = Int.random(in: 0...64, using: &generator)
      let message = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
      let expected = start(K.available[0]).chainingValue(of: message)
      var function = start(kernel)
      var position = 0
      while position < count {
        let end = position + Int.random(in: 0...min(300, count - position), using: &generator)
        function.update(UnsafeRawBufferPointer(rebasing: message[position..<end]))
        position = end
      }
      #expect(function.finalChainingValue() == expected, "\(count) bytes at offset \(offset)")
      #expect(start(kernel).chainingValue(of: message) == expected, "\(count) bytes at offset \(offset)")
    }
  }

  /// Compares lanes with different messages, numbers of blocks and ends.
  private func lanes<K: CompressionFunction>(
    _ kernel: K, _ start: (K) -> MerkleDamgard<K>, _ bytes: UnsafeRawBufferPointer, _ generator: inout SplitMix64
  ) {
    let blockByteCount = MerkleDamgard<K>.blockByteCount
    for laneCount in 1...MerkleDamgard<K>.laneCapacity {
      for blockCount in [0, 1, 2, 7] {
        let offsets = (0..<laneCount).map { _ in Int.random(in: 0...60_000, using: &generator) }
        let before = (0..<laneCount).map { UnsafeRawBufferPointer(rebasing: bytes[..<($0 % 3 * blockByteCount)]) }
        let end = UnsafeRawBufferPointer(rebasing: bytes[..<5])
        var functions = before.map {
          var function = start(kernel)
          function.update($0)
          return function
        }
        let starts = offsets.map { bytes.baseAddress! + $0 }
        MerkleDamgard.update(&functions, starts, laneCount: laneCount, byteCount: blockCount * blockByteCount)
        for lane in 0..<laneCount {
          var expected = start(K.available[0])
          expected.update(before[lane])
          expected.update(UnsafeRawBufferPointer(start: starts[lane], count: blockCount * blockByteCount))
          expected.update(end)
          functions[lane].update(end)
          #expect(
            functions[lane].finalChainingValue() == expected.finalChainingValue(),
            "lane \(lane) of \(laneCount), \(blockCount) blocks")
        }
      }
    }
  }
}
