import AES
import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

/// The carry of a counter out of each of its bytes, at each of the first 40 blocks of a message, on every kernel: the
/// widest takes 32 blocks at once. Messages end at the carry, or go on for 80 blocks.
@Suite(.firstDifference) struct AESCounterProofTests {
  private static let key = [UInt8](100..<116)
  private static let prefix = (0..<16).map { UInt8(0x31 &+ 7 &* $0) }

  /// Counters around one whose lowest `byteCount` bytes have just become zero: 40 before it, and 81 from it on. The
  /// carry reaches the `counterByteCount` last bytes at most.
  private static func counters(byteCount: Int, counterByteCount: Int) -> [[UInt8]] {
    var counter = prefix
    for place in 16 - byteCount..<16 { counter[place] = 0xff }
    // The lowest byte is the only one that differs among the 40 before the carry.
    counter[15] = 0xff - 39
    return (0..<121).map { _ in
      defer {
        for place in (16 - counterByteCount..<16).reversed() {
          counter[place] &+= 1
          if counter[place] != 0 { break }
        }
      }
      return counter
    }
  }

  /// Spec: NIST SP 800-38A, appendix B.1. All 128 bits count.
  @Test(arguments: AESKernel.available, 1...16)
  func ctr(kernel: AESKernel, byteCount: Int) throws {
    let counters = Self.counters(byteCount: byteCount, counterByteCount: 16)
    let reference = AESReference(key: Self.key)
    let keystream = counters.map { reference.encrypt($0) }
    for start in 0..<40 {
      for blockCount in [41 - start, 80] {
        let stream = try AES.CTR.encrypt(
          [UInt8](repeating: 0, count: 16 * blockCount), using: SymmetricKey(data: Self.key),
          nonce: AES.CTR.Nonce(data: counters[start]), kernel: kernel)
        #expect(stream == Array(keystream[start..<start + blockCount].joined()), "\(40 - start) before the carry")
      }
    }
  }

  /// The last 32 bits count alone. A nonce of 16 bytes is chosen so that GHASH makes the first counter of it, whose
  /// successor is that of the text. Spec: NIST SP 800-38D, sections 6.2 and 7.1.
  @Test(arguments: AESKernel.available, 1...4)
  func gcm(kernel: AESKernel, byteCount: Int) throws {
    let counters = Self.counters(byteCount: byteCount, counterByteCount: 4)
    let reference = AESReference(key: Self.key)
    let keystream = counters.map { reference.encrypt($0) }
    let inverse = GHASHElement(reference.encrypt([UInt8](repeating: 0, count: 16))).inverse
    let lengths = GHASHElement([UInt8](repeating: 0, count: 15) + [128])
    for start in 0..<40 {
      let nonce = try AES.GCM.Nonce(data: ((GHASHElement(counters[start]) * inverse + lengths) * inverse).block)
      for blockCount in [40 - start, 80] {
        let text = [UInt8](repeating: 0, count: 16 * blockCount)
        let box = try AES.GCM.seal(
          text, using: SymmetricKey(data: Self.key), nonce: nonce, authenticating: [], kernel: kernel)
        let expected = Array(keystream[start + 1..<start + 1 + blockCount].joined())
        #expect(box.ciphertext == expected, "\(39 - start) before the carry")
        let opened = try AES.GCM.open(box, using: SymmetricKey(data: Self.key), authenticating: [], kernel: kernel)
        #expect(opened == text, "\(39 - start) before the carry")
      }
    }
  }
}
