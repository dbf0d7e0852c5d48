import SHA
import SwiftVaultTestSupport
import Testing

/// The contract of every hash function on every kernel. The vectors test the digests themselves.
@Suite(.firstDifference) struct SHAContractTests {
  /// The hash of the empty message, of one function on one kernel.
  struct Empty: Sendable, CustomTestStringConvertible {
    let function: any HashFunction
    let kernel: String
    var testDescription: String { "\(type(of: function)), \(kernel)" }

    static let all: [Empty] =
      MD5Kernel.available.map { Empty(function: Insecure.MD5(kernel: $0), kernel: $0.rawValue) }
      + SHA1Kernel.available.map { Empty(function: Insecure.SHA1(kernel: $0), kernel: $0.rawValue) }
      + SHA256Kernel.available.flatMap {
        [
          Empty(function: SHA224(kernel: $0), kernel: $0.rawValue),
          Empty(function: SHA256(kernel: $0), kernel: $0.rawValue),
        ]
      }
      + SHA512Kernel.available.flatMap {
        [
          Empty(function: SHA384(kernel: $0), kernel: $0.rawValue),
          Empty(function: SHA512(kernel: $0), kernel: $0.rawValue),
          Empty(function: SHA512_224(kernel: $0), kernel: $0.rawValue),
          Empty(function: SHA512_256(kernel: $0), kernel: $0.rawValue),
        ]
      }
  }

  private func message(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * 101 + $0 >> 8 + 17) }
  }

  private func digest<H: HashFunction>(_ bytes: UnsafeRawBufferPointer, from empty: H) -> H.Digest {
    var function = empty
    function.update(bufferPointer: bytes)
    return function.finalize()
  }

  @Test func everyKernelIsKnownAndPortableIsAlwaysThere() {
    #expect(MD5Kernel.available == [.portable] && MD5Kernel.best == .portable)
    #expect(SHA1Kernel.available.first == .portable && SHA1Kernel.available.last == .best)
    #expect(SHA256Kernel.available.first == .portable && SHA256Kernel.available.last == .best)
    #expect(SHA512Kernel.available.first == .portable && SHA512Kernel.available.last == .best)
    #expect(Set(SHA1Kernel.available).count == SHA1Kernel.available.count)
    #expect(Set(SHA256Kernel.available).count == SHA256Kernel.available.count)
    #expect(Set(SHA512Kernel.available).count == SHA512Kernel.available.count)
  }

  @Test(arguments: Empty.all) func everyKernelAgreesWithTheDefault(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      message(1300).withUnsafeBytes { bytes in
        for count in 0...bytes.count {
          let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
          if digest(part, from: empty) != H.hash(bufferPointer: part) { Issue.record("\(count) bytes") }
        }
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func everySplitInTwoGivesTheSameDigest(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      message(300).withUnsafeBytes { bytes in
        for count in 0...300 {
          let whole = digest(UnsafeRawBufferPointer(rebasing: bytes[..<count]), from: empty)
          for split in 0...count {
            var function = empty
            function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[..<split]))
            function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[split..<count]))
            if function.finalize() != whole { Issue.record("\(count) bytes, split at \(split)") }
          }
        }
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func everySplitInThreeGivesTheSameDigest(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let count = 2 * H.blockByteCount + 1
      message(count).withUnsafeBytes { bytes in
        let whole = digest(bytes, from: empty)
        for first in stride(from: 0, through: count, by: 3) {
          for second in first...count {
            var function = empty
            function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[..<first]))
            function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[first..<second]))
            function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[second...]))
            if function.finalize() != whole { Issue.record("split at \(first) and \(second)") }
          }
        }
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func theAlignmentOfTheInputDoesNotMatter(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let message = message(5 * H.blockByteCount + 7)
      let expected = message.withUnsafeBytes { digest($0, from: empty) }
      for offset in 0...64 {
        let shifted = [UInt8](repeating: 0xee, count: offset) + message + [0xee]
        shifted.withUnsafeBytes { bytes in
          let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + message.count])
          #expect(digest(part, from: empty) == expected, "offset \(offset)")
        }
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func copiesGoTheirOwnWays(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      for count in [0, 1, H.blockByteCount - 1, H.blockByteCount, H.blockByteCount + 1] {
        let start = message(count)
        var left = empty
        left.update(data: start)
        var right = left
        left.update(data: [1, 2, 3])
        right.update(data: [4])
        let untouched = left
        right.update(data: [5, 6])
        #expect(left.finalize() == (start + [1, 2, 3]).withUnsafeBytes { digest($0, from: empty) })
        #expect(right.finalize() == (start + [4, 5, 6]).withUnsafeBytes { digest($0, from: empty) })
        #expect(untouched.finalize() == left.finalize())
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func finalizingDoesNotChangeTheState(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let message = message(3 * H.blockByteCount)
      var function = empty
      for (index, byte) in message.enumerated() {
        let expected = message[..<index].withUnsafeBytes { digest($0, from: empty) }
        #expect(function.finalize() == expected)
        #expect(function.finalize() == expected)
        function.update(data: CollectionOfOne(byte))
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func emptyPiecesAddNothing(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      var function = empty
      function.update(data: [])
      function.update(bufferPointer: UnsafeRawBufferPointer(start: nil, count: 0))
      function.update(data: AnySequence<UInt8>([]))
      #expect(function.finalize() == empty.finalize())
      #expect(empty.finalize() == H.hash(data: []))
    }
    check(empty.function)
  }

  /// Sequences without contiguous storage are hashed in pieces of 1024 bytes.
  @Test(arguments: Empty.all) func everyFormOfInputGivesTheSameDigest(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      for count in [0, 1, 64, 1023, 1024, 1025, 2048, 5000] {
        let message = message(count)
        let expected = message.withUnsafeBytes { digest($0, from: empty) }
        var functions = [empty, empty, empty, empty, empty]
        functions[0].update(data: message)
        functions[1].update(data: ([0] + message)[1...])
        functions[2].update(data: AnySequence(message))
        functions[3].update(data: message.lazy.map { $0 ^ 0xff }.map { $0 ^ 0xff })
        functions[4].update(bytes: message.span.bytes)
        #expect(functions.allSatisfy { $0.finalize() == expected }, "\(count) bytes")
        #expect(H.hash(data: message) == expected)
        #expect(H.hash(data: AnySequence(message)) == expected)
        #expect(H.hash(bytes: message.span.bytes) == expected)
        #expect(message.withUnsafeBytes { H.hash(bufferPointer: $0) } == expected)
      }
    }
    check(empty.function)
  }
}
