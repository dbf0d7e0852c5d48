#if canImport(Glibc) && arch(x86_64)
import Glibc
import HMAC
import SwiftVaultTestSupport
import Testing

/// Hashing and authentication allocate no heap memory.
///
/// Each check runs in its own process. It first takes all free small blocks from the allocator. Any further small
/// allocation then comes from fresh memory and raises the allocator's count, even if it is freed at once: glibc keeps
/// a freed small block for its thread and counts it as used.
@Suite(
  .firstDifference,
  .enabled(if: Sanitizer.current == nil, "a sanitizer has its own allocator, and memory of its own"))
struct HMACAllocationTests {
  /// The bytes in use, as glibc's `mallinfo2` counts them over all threads.
  ///
  /// Swift does not import malloc.h. On x86-64 a C function that returns a large structure takes the address of the
  /// result as its first argument, so it can be called with a pointer. The count is the eighth of ten words.
  private static func usedByteCount() -> Int {
    typealias Function = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
    guard let address = dlsym(dlopen(nil, RTLD_NOW), "mallinfo2") else {
      preconditionFailure("no mallinfo2; it needs glibc 2.33")
    }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 10) { words in
      _ = unsafeBitCast(address, to: Function.self)(UnsafeMutableRawPointer(words.baseAddress!))
      return words[7]
    }
  }

  /// How much the allocator's count of used bytes grows while `body` runs.
  private static func growth(_ body: () -> Void) -> Int {
    body()  // The first run may make type metadata.
    for byteCount in stride(from: 8, through: 1032, by: 8) {
      for _ in 0..<64 { _ = malloc(byteCount) }
    }
    let before = usedByteCount()
    body()
    return usedByteCount() - before
  }

  @Test func theMeasureSeesWhatIsFreedAtOnce() async {
    for byteCount in [16, 100, 512, 1000] {
      await #expect(processExitsWith: .success) { [byteCount = byteCount as Int] in
        precondition(HMACAllocationTests.growth { free(malloc(byteCount)) } > 0)
        precondition(HMACAllocationTests.growth {} == 0)
      }
    }
  }

  @Test func theMeasureSeesAnArrayAndAKey() async {
    await #expect(processExitsWith: .success) {
      precondition(HMACAllocationTests.growth { _ = [UInt8](repeating: 1, count: 100) } > 0)
      precondition(HMACAllocationTests.growth { _ = SymmetricKey(data: CollectionOfOne(1)) } > 0)
    }
  }

  private static func checkHashing<H: HashFunction>(_ type: H.Type) {
    let message = [UInt8](repeating: 7, count: 1000)
    message.withUnsafeBytes { bytes in
      let growth = growth {
        for _ in 0..<1000 {
          var function = H()
          function.update(bufferPointer: bytes)
          precondition(function.finalize() == H.hash(bufferPointer: bytes))
          function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[..<3]))
          precondition(function.finalize() == function.finalize())
        }
      }
      precondition(growth == 0, "\(type): \(growth) bytes")
    }
  }

  private static func checkAuthentication<H: HashFunction>(_ type: H.Type) {
    let message = [UInt8](repeating: 7, count: 1000)
    message.withUnsafeBytes { bytes in
      for keyByteCount in [0, 32, 300] {
        let key = SymmetricKey(data: [UInt8](repeating: 9, count: keyByteCount))
        let growth = growth {
          for _ in 0..<1000 {
            var function = HMAC<H>(key: key)
            function.update(bufferPointer: bytes)
            precondition(function.finalize() == function.finalize())
          }
        }
        precondition(growth == 0, "\(type): \(growth) bytes")
      }
    }
  }

  @Test func hashingAllocatesNothing() async {
    await #expect(processExitsWith: .success) {
      HMACAllocationTests.checkHashing(Insecure.MD5.self)
      HMACAllocationTests.checkHashing(Insecure.SHA1.self)
      HMACAllocationTests.checkHashing(SHA224.self)
      HMACAllocationTests.checkHashing(SHA256.self)
      HMACAllocationTests.checkHashing(SHA384.self)
      HMACAllocationTests.checkHashing(SHA512.self)
      HMACAllocationTests.checkHashing(SHA512_224.self)
      HMACAllocationTests.checkHashing(SHA512_256.self)
    }
  }

  @Test func authenticationAllocatesNothing() async {
    await #expect(processExitsWith: .success) {
      HMACAllocationTests.checkAuthentication(Insecure.MD5.self)
      HMACAllocationTests.checkAuthentication(Insecure.SHA1.self)
      HMACAllocationTests.checkAuthentication(SHA224.self)
      HMACAllocationTests.checkAuthentication(SHA256.self)
      HMACAllocationTests.checkAuthentication(SHA384.self)
      HMACAllocationTests.checkAuthentication(SHA512.self)
      HMACAllocationTests.checkAuthentication(SHA512_224.self)
      HMACAllocationTests.checkAuthentication(SHA512_256.self)
    }
  }
}
#endif
