import SwiftVaultCryptoBytes
import Testing

/// Overwriting with zeros. `SecretStorage` and `wipe` are compiled with -O in their own module, even when the tests are
/// built for debugging, so these tests also show that the stores survive optimisation.
@Suite struct WipeTests {
  @Test func memoryIsZeroAndItsNeighboursAreUntouched() {
    for count in 0...70 {
      var bytes = [UInt8](repeating: 0xa5, count: count + 16)
      bytes.withUnsafeMutableBytes { wipe($0.baseAddress! + 8, byteCount: count) }
      #expect(bytes.prefix(8).allSatisfy { $0 == 0xa5 })
      #expect(bytes.dropFirst(8).prefix(count).allSatisfy { $0 == 0 })
      #expect(bytes.suffix(8).allSatisfy { $0 == 0xa5 })
    }
  }

  @Test func plainValuesAreZero() {
    var word = UInt64.max
    wipe(&word)
    #expect(word == 0)
    var vector = SIMD64<UInt8>(repeating: 7)
    wipe(&vector)
    #expect(vector == SIMD64<UInt8>())
  }

  @Test func anArrayIsWipedWhereItIs() {
    var bytes = [UInt8](repeating: 0xa5, count: 1000)
    let before = bytes.withUnsafeBytes { $0.baseAddress }
    wipe(&bytes)
    #expect(bytes == [UInt8](repeating: 0, count: 1000))
    #expect(bytes.withUnsafeBytes { $0.baseAddress } == before)
    var none: [UInt8] = []
    wipe(&none)
    #expect(none.isEmpty)
  }

  @Test func anotherOwnersArrayIsUntouched() {
    let kept = [UInt8](repeating: 0xa5, count: 100)
    var bytes = kept
    wipe(&bytes)
    #expect(bytes == [UInt8](repeating: 0, count: 100))
    #expect(kept == [UInt8](repeating: 0xa5, count: 100))
  }

  @Test func secretStorageBeginsWithZerosAndIsAligned() {
    for count in [0, 1, 63, 64, 65, 1000] {
      var wasZero = false
      let storage = SecretStorage.make(byteCount: count) { memory in
        wasZero = memory.allSatisfy { $0 == 0 }
        for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index + 1) }
      }
      #expect(wasZero)
      #expect(storage.byteCount == count)
      #expect(storage.bytes.elementsEqual((0..<count).map { UInt8(truncatingIfNeeded: $0 + 1) }))
      if count > 0 { #expect(Int(bitPattern: storage.bytes.baseAddress) % 64 == 0) }
    }
  }

  @Test func secretStoragePassesItsInitialisersErrorOn() {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try SecretStorage.make(byteCount: 32) { (_: UnsafeMutableRawBufferPointer) throws(Refused) in throw Refused() }
    }
  }
}
