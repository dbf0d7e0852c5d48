#if os(Linux)
import SwiftVault
import SwiftVaultTestSupport
import Testing

/// A test suite built with a sanitizer detects that sanitizer's faults, also in the kernels.
///
/// The faults are planted in separate processes. `Checks/Sanitizers/run` counts their reports.
@Suite struct SanitizerTests {
  /// A block whose last byte is missing: each kernel reads past the end of the memory.
  @Test(
    .enabled(if: Sanitizer.current == .address, "AddressSanitizer is off"), arguments: SHA512Kernel.available.indices)
  func aReadBehindTheEndIsSeen(kernel: Int) async {
    await #expect(processExitsWith: .exitCode(1)) { [kernel = kernel as Int] in
      let planted = UnsafeMutableRawPointer.allocate(byteCount: 127, alignment: 64)
      planted.initializeMemory(as: UInt8.self, repeating: 0, count: 127)
      var state = SIMD8<UInt64>()
      SHA512Kernel.available[kernel].compress(&state, planted, count: 1)
    }
  }

  /// Two threads compress blocks into the same states.
  @Test(.enabled(if: Sanitizer.current == .thread, "ThreadSanitizer is off"), arguments: SHA512Kernel.available.indices)
  func aRaceIsSeen(kernel: Int) async {
    await #expect(processExitsWith: .exitCode(66)) { [kernel = kernel as Int] in
      let block = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 64)
      block.initializeMemory(as: UInt8.self, repeating: 0, count: 128)
      let planted = UnsafeMutablePointer<SIMD8<UInt64>>.allocate(capacity: 16)
      planted.initialize(repeating: SIMD8(), count: 16)
      nonisolated(unsafe) let (states, blocks) = (planted, Array(repeating: UnsafeRawPointer(block), count: 16))
      Threads.perform(2) { _ in
        SHA512Kernel.available[kernel].compress(lanes: states, blocks, laneCount: 16, count: 1)
      }
    }
  }
}
#endif
