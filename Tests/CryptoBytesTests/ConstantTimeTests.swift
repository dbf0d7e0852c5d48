import Foundation
import SwiftVaultCryptoBytes
import Testing

/// Comparisons without branches.
@Suite struct ConstantTimeTests {
  /// The result of the comparison, which all forms must agree on.
  private func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let isEqual = left.withUnsafeBytes { left in right.withUnsafeBytes { constantTimeEqual(left, $0) } }
    #expect(ConstantTime.areEqual(left, right) == isEqual)
    #expect(ConstantTime.areEqual(AnySequence(left), ([1] + right)[1...]) == isEqual)
    #expect(ConstantTime.areEqual(Data(left), AnySequence(right)) == isEqual)
    #expect(ConstantTime.areEqual(left.span.bytes, right.span.bytes) == isEqual)
    return isEqual
  }

  @Test func masksAreRightForEveryPairOfBytes() {
    var wrong = 0
    for left in UInt8.min...UInt8.max {
      for right in UInt8.min...UInt8.max {
        if equalMask(left, right) != (left == right ? 0xff : 0) { wrong += 1 }
        if lessMask(left, right) != (left < right ? 0xff : 0) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func opaqueIsTheIdentity() {
    #expect((UInt8.min...UInt8.max).allSatisfy { opaque($0) == $0 })
  }

  @Test func equalBytesAreEqual() {
    for count in 0...130 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151) }
      #expect(equal(bytes, Array(bytes.map { $0 })))
    }
  }

  @Test func everySingleBitMakesADifference() {
    for count in [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 83 + 5) }
      for bit in 0..<8 * count {
        var changed = bytes
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(!equal(bytes, changed), "\(count) bytes, bit \(bit)")
      }
    }
  }

  /// Two equal differences must not cancel each other.
  @Test func twoDifferencesStayADifference() {
    let bytes = [UInt8](repeating: 0x5a, count: 32)
    for first in 0..<32 {
      for second in 0..<first {
        var changed = bytes
        changed[first] ^= 0x80
        changed[second] ^= 0x80
        #expect(!equal(bytes, changed))
      }
    }
  }

  #if canImport(Glibc)
  /// Two pages of memory that differ only in their first byte.
  private static func pagesThatDiffer() -> (UnsafeMutableRawPointer, UnsafeMutableRawPointer) {
    let pages = (0..<2).map { _ in mmap(nil, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)! }
    pages[1].storeBytes(of: 1, as: UInt8.self)
    return (pages[0], pages[1])
  }

  /// The bytes after a difference are read too: if the last byte is in memory that must not be read, the process ends
  /// with a signal. With a comparison that stops at a difference, it would survive.
  @Test(arguments: [0, 1]) func nothingEndsTheComparisonEarly(side: Int) async {
    await #expect(processExitsWith: .success) {
      let (left, right) = Self.pagesThatDiffer()
      let isEqual = constantTimeEqual(
        UnsafeRawBufferPointer(start: left, count: 4097), UnsafeRawBufferPointer(start: right, count: 4097))
      precondition(!isEqual)
    }
    await #expect(processExitsWith: .signal(SIGSEGV)) { [side] in
      let (left, right) = Self.pagesThatDiffer()
      precondition(mprotect((side == 0 ? left : right) + 4096, 4096, PROT_NONE) == 0)
      _ = constantTimeEqual(
        UnsafeRawBufferPointer(start: left, count: 4097), UnsafeRawBufferPointer(start: right, count: 4097))
    }
  }
  #endif

  @Test func differentLengthsAreDifferent() {
    for left in 0...9 {
      for right in 0...9 {
        let zeros = [UInt8](repeating: 0, count: 9)
        #expect(equal(Array(zeros.prefix(left)), Array(zeros.prefix(right))) == (left == right))
      }
    }
  }
}
