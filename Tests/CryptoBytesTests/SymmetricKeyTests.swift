import SwiftVaultCryptoBytes
import SwiftVaultTestSupport
import Testing

/// Keys: sizes, contents, equality.
@Suite struct SymmetricKeyTests {
  private func bytes(_ key: SymmetricKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }

  @Test func sizesAreCountedInBits() {
    #expect(SymmetricKeySize.bits128.bitCount == 128)
    #expect(SymmetricKeySize.bits192.bitCount == 192)
    #expect(SymmetricKeySize.bits256.bitCount == 256)
    #expect(SymmetricKeySize(bitCount: 8).bitCount == 8)
    #expect(SymmetricKeySize(bitCount: 256) == .bits256)
    #expect(SymmetricKeySize.bits128 != .bits256)
    for size in [SymmetricKeySize.bits128, .bits192, .bits256, SymmetricKeySize(bitCount: 1048)] {
      let key = SymmetricKey(size: size)
      #expect(key.bitCount == size.bitCount)
      #expect(bytes(key).count == size.bitCount / 8)
    }
  }

  @Test func aSizeOfNoBitsTraps() async {
    await #expect(processExitsWith: .failure) { _ = SymmetricKeySize(bitCount: 0) }
  }

  @Test func aNegativeSizeTraps() async {
    await #expect(processExitsWith: .failure) { _ = SymmetricKeySize(bitCount: -8) }
  }

  @Test func aSizeOfPartsOfBytesTraps() async {
    await #expect(processExitsWith: .failure) { _ = SymmetricKeySize(bitCount: 127) }
  }

  @Test func aKeyHoldsTheBytesItWasMadeFrom() {
    for count in [0, 1, 16, 31, 32, 33, 64, 200, 5000] {
      let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
      let key = SymmetricKey(data: data)
      #expect(key.bitCount == 8 * count)
      #expect(bytes(key) == data)
      #expect(bytes(SymmetricKey(data: AnySequence(data))) == data)
      #expect(bytes(SymmetricKey(copying: data.span.bytes)) == data)
      #expect(bytes(SymmetricKey(data: ([9] + data)[1...])) == data)
    }
  }

  @Test func aKeyShowsItsBytesAsASpan() {
    for count in [0, 1, 16, 33, 5000] {
      let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 5 + 1) }
      let key = SymmetricKey(data: data)
      #expect(key.bytes.byteCount == count)
      #expect(key.bytes.withUnsafeBytes { Array($0) } == data)
    }
  }

  @Test func aKeyThatIsCopiedWithZeroingLeavesNothing() {
    var data = [UInt8](1...40)
    let key = data.withRawSpan(4..<36) { SymmetricKey(copyingWithZeroing: &$0) }
    #expect(bytes(key) == [UInt8](5...36))
    #expect(data == [1, 2, 3, 4] + [UInt8](repeating: 0, count: 32) + [37, 38, 39, 40])
    var nothing: [UInt8] = []
    #expect(nothing.withRawSpan { SymmetricKey(copyingWithZeroing: &$0) }.bitCount == 0)
  }

  @Test func aKeyIsWrittenInItsPlace() async {
    let key = SymmetricKey(size: .bits128) { output in
      for byte in 0..<16 as Range<UInt8> { output.append(byte) }
    }
    #expect(bytes(key) == [UInt8](0..<16))
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      _ = try SymmetricKey(size: .bits128) { (output) throws(Refusal) in
        output.append(1)
        throw Refusal()
      }
    }
    await #expect(processExitsWith: .failure) { _ = SymmetricKey(size: .bits128) { $0.append(1 as UInt8) } }
  }

  @Test func aKeyKeepsItsBytesWhenTheirSourceChanges() {
    var data: [UInt8] = [1, 2, 3]
    let key = SymmetricKey(data: data)
    data[0] = 9
    #expect(bytes(key) == [1, 2, 3])
  }

  @Test func randomKeysDiffer() {
    let keys = (0..<50).map { _ in bytes(SymmetricKey(size: .bits256)) }
    #expect(Set(keys).count == 50)
  }

  @Test func keysAreEqualWhenTheirBytesAre() {
    let data = [UInt8](0..<32)
    let key = SymmetricKey(data: data)
    #expect(key == SymmetricKey(data: data))
    #expect(SymmetricKey(data: []) == SymmetricKey(data: []))
    for bit in 0..<256 {
      var changed = data
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(key != SymmetricKey(data: changed))
    }
    #expect(key != SymmetricKey(data: data.dropLast()))
    #expect(key != SymmetricKey(data: data + [0]))
    #expect(key != SymmetricKey(data: []))
  }

  @Test func equalKeysHashEqually() {
    let keys = (0..<100).map { SymmetricKey(data: [UInt8($0 % 50), 7]) }
    #expect(Set(keys).count == 50)
    #expect(keys[3].hashValue == keys[53].hashValue)
  }

  @Test func aKeyWrittenInPlaceStartsAsZeros() {
    let key = SymmetricKey(byteCount: 4) { $0[1] = 5 }
    #expect(bytes(key) == [0, 5, 0, 0])
  }

  @Test func anErrorInsideComesOut() {
    struct Refused: Error {}
    #expect(throws: Refused.self) { try SymmetricKey(data: [1]).withUnsafeBytes { _ in throw Refused() } }
  }
}
