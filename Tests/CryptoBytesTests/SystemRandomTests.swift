import SwiftVaultCryptoBytes
import Testing

/// Random bytes: their number and their place. The system is responsible for their quality.
@Suite struct SystemRandomTests {
  @Test func thereAreAsManyAsAskedFor() {
    for count in 0...70 { #expect(SystemRandom.bytes(count: count).count == count) }
    #expect(SystemRandom.bytes(count: 100_000).count == 100_000)
  }

  @Test func aNegativeNumberTraps() async {
    await #expect(processExitsWith: .failure) { _ = SystemRandom.bytes(count: -1) }
  }

  /// Each place takes several values. A correct source fails this once in 2^500 runs.
  @Test func everyPlaceVaries() {
    for count in [1, 7, 8, 9, 16, 31, 32] {
      let draws = (0..<64).map { _ in SystemRandom.bytes(count: count) }
      for place in 0..<count { #expect(Set(draws.map { $0[place] }).count > 1, "byte \(place) of \(count)") }
    }
  }

  @Test func manyBytesTakeEveryValue() {
    #expect(Set(SystemRandom.bytes(count: 65_536)).count == 256)
  }

  @Test func bytesAroundTheBufferStayAsTheyAre() {
    for count in 0...20 {
      var bytes = [UInt8](repeating: 0xa5, count: count + 16)
      bytes.withUnsafeMutableBytes { SystemRandom.fill(UnsafeMutableRawBufferPointer(rebasing: $0[8..<8 + count])) }
      #expect(bytes.prefix(8).allSatisfy { $0 == 0xa5 })
      #expect(bytes.suffix(8).allSatisfy { $0 == 0xa5 })
    }
  }
}
