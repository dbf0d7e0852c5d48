import Testing

@testable import SHA

/// The one-shot form of every kernel gives what its incremental form gives, for every length around two blocks.
@Suite("SHA: one call for a whole message")
struct SHAOneShotTests {
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
}
