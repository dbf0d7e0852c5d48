import SwiftVaultCryptoBytes
import Testing

/// Big-endian integers in memory.
@Suite struct ByteOrderTests {
  /// Loads and stores at every offset of a buffer, so at every alignment.
  private func check<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type) {
    let size = MemoryLayout<Word>.size
    for offset in 0...17 {
      var bytes = (0..<40).map { UInt8(truncatingIfNeeded: 0x81 + $0 * 29) }
      let before = bytes
      let expected = bytes[offset..<offset + size].reduce(Word(0)) { $0 << 8 | Word(truncatingIfNeeded: $1) }
      let loaded = bytes.withUnsafeBytes { $0.baseAddress!.loadBigEndian(offset, as: type) }
      #expect(loaded == expected)
      #expect(loaded.bigEndianBytes == Array(bytes[offset..<offset + size]))
      bytes.withUnsafeMutableBytes { $0.baseAddress!.storeBigEndian(~loaded, at: offset) }
      for (index, byte) in bytes.enumerated() {
        let isInside = (offset..<offset + size).contains(index)
        #expect(byte == (isInside ? ~before[index] : before[index]), "offset \(offset), byte \(index)")
      }
    }
  }

  @Test func integersOf16BitsAreLoadedAndStored() { check(UInt16.self) }

  @Test func integersOf32BitsAreLoadedAndStored() { check(UInt32.self) }

  @Test func integersOf64BitsAreLoadedAndStored() { check(UInt64.self) }

  @Test func theMostSignificantByteIsFirst() {
    #expect(UInt8(0x12).bigEndianBytes == [0x12])
    #expect(UInt32(0x0102_0304).bigEndianBytes == [1, 2, 3, 4])
    #expect(UInt64(0x8102_0304_0506_0708).bigEndianBytes == [0x81, 2, 3, 4, 5, 6, 7, 8])
    #expect(UInt64(0).bigEndianBytes == [UInt8](repeating: 0, count: 8))
    #expect(UInt64.max.bigEndianBytes == [UInt8](repeating: 255, count: 8))
  }
}
