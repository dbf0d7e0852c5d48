import SwiftVaultSHABlocks
import SwiftVaultTestSupport
import Testing

@testable import SHA

/// The one-shot form of every kernel gives the result of the incremental form, for every length around two blocks.
@Suite("SHA: one call for a whole message", .firstDifference)
struct SHAOneShotTests {
  @Test(arguments: MD5Kernel.available)
  func md5(kernel: MD5Kernel) { check { Insecure.MD5(kernel: kernel).core } }

  @Test(arguments: SHA1Kernel.available)
  func sha1(kernel: SHA1Kernel) { check { Insecure.SHA1(kernel: kernel).core } }

  @Test(arguments: SHA256Kernel.available)
  func sha256(kernel: SHA256Kernel) { check { SHA256(kernel: kernel).core } }

  @Test(arguments: SHA512Kernel.available)
  func sha512(kernel: SHA512Kernel) { check { SHA512(kernel: kernel).core } }

  private func check<K: CompressionFunction>(_ start: () -> MerkleDamgard<K>) where K.State: Equatable {
    let message = (0..<5 * 128 + 3).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ 1) }
    for count in 0...message.count - 3 {
      for offset in [0, 3] {
        message.withUnsafeBytes { bytes in
          let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
          var incremental = start()
          for byte in part.indices { incremental.update(UnsafeRawBufferPointer(rebasing: part[byte..<byte + 1])) }
          #expect(start().chainingValue(of: part) == incremental.finalChainingValue(), "\(count) bytes")
        }
      }
    }
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(start().chainingValue(of: empty) == start().finalChainingValue())
  }

  /// A hash function outside the package defines only the incremental form. The one-shot calls follow from it.
  @Test func aFunctionOfOnesOwn() {
    for count in [0, 1, 63, 64, 65, 3000] {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ 1) }
      let expected = SHA256.hash(data: [0x55] + message)
      #expect(Prefixed.hash(data: message) == expected, "\(count) bytes")
      #expect(Prefixed.hash(data: AnySequence(message)) == expected, "\(count) bytes")
      #expect(Prefixed.hash(bytes: message.span.bytes) == expected, "\(count) bytes")
      #expect(message.withUnsafeBytes { Prefixed.hash(bufferPointer: $0) } == expected, "\(count) bytes")
    }
  }
}

/// SHA-256 of a byte 0x55 and the message.
private struct Prefixed: HashFunction {
  static let blockByteCount = 64
  private var inner = SHA256()

  init() { inner.update(data: [0x55]) }
  mutating func update(bufferPointer: UnsafeRawBufferPointer) { inner.update(bufferPointer: bufferPointer) }
  func finalize() -> SHA256Digest { inner.finalize() }
}
