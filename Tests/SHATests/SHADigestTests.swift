import SwiftVaultSHABlocks
import SHA
import SwiftVaultTestSupport
import Testing

/// Digests as values: equality, hashing, printing, and the bytes as a sequence.
@Suite(.firstDifference) struct SHADigestTests {
  struct Function: Sendable, CustomTestStringConvertible {
    let type: any HashFunction.Type
    let name: String
    let blockByteCount: Int
    let digestByteCount: Int
    /// The beginning of the digest of the empty message; the vectors test the whole digest.
    let start: String
    var testDescription: String { name }

    static let all = [
      Function(type: Insecure.MD5.self, name: "MD5", blockByteCount: 64, digestByteCount: 16, start: "d41d8cd9"),
      Function(type: Insecure.SHA1.self, name: "SHA1", blockByteCount: 64, digestByteCount: 20, start: "da39a3ee"),
      Function(type: SHA224.self, name: "SHA224", blockByteCount: 64, digestByteCount: 28, start: "d14a028c"),
      Function(type: SHA256.self, name: "SHA256", blockByteCount: 64, digestByteCount: 32, start: "e3b0c442"),
      Function(type: SHA384.self, name: "SHA384", blockByteCount: 128, digestByteCount: 48, start: "38b060a7"),
      Function(type: SHA512.self, name: "SHA512", blockByteCount: 128, digestByteCount: 64, start: "cf83e135"),
      Function(type: SHA512_224.self, name: "SHA512_224", blockByteCount: 128, digestByteCount: 28, start: "6ed0dd02"),
      Function(type: SHA512_256.self, name: "SHA512_256", blockByteCount: 128, digestByteCount: 32, start: "c672b8d1"),
    ]
  }

  @Test(arguments: Function.all) func sizesAreTheStandards(function: Function) {
    func check<H: HashFunction>(_ type: H.Type) {
      let digest = H().finalize()
      #expect(H.blockByteCount == function.blockByteCount)
      #expect(H.Digest.byteCount == function.digestByteCount)
      #expect(Array(digest).count == function.digestByteCount)
      #expect(digest.underestimatedCount == function.digestByteCount)
      #expect(digest.withUnsafeBytes { $0.count } == function.digestByteCount)
      #expect(digest.withContiguousStorageIfAvailable { Array($0) } == Array(digest))
      #expect(digest.withUnsafeBytes { Array($0) } == Array(digest))
      var iterator = digest.makeIterator()
      for _ in 0..<function.digestByteCount { #expect(iterator.next() != nil) }
      #expect(iterator.next() == nil)
      #expect(iterator.next() == nil)
    }
    check(function.type)
  }

  @Test(arguments: Function.all) func digestsPrintAsCryptoKitsDo(function: Function) {
    func check<H: HashFunction>(_ type: H.Type) {
      let digest = H.hash(data: [])
      #expect(digest.description == "\(function.name) digest: \(Hex.encode(digest))")
      #expect(digest.description.hasPrefix("\(function.name) digest: \(function.start)"))
      #expect("\(digest)" == digest.description)
      #expect(Hex.encode(digest) == Hex.encode(Array(digest)))
    }
    check(function.type)
  }

  /// Digests of two types, including digests of equal bytes, which no hash makes.
  @Test func digestsOfTwoFunctionsDiffer() {
    let (short, long) = (SHA256.hash(data: [1]), SHA512.hash(data: [1]))
    #expect(!(short == long) && !(long == short))
    let other = SHA512_256.hash(data: [1])
    #expect(!(other == short) && !(short == other))
    let sameBytes = other.withUnsafeBytes {
      SHA256Digest(chainingValue: bigEndian($0.loadUnaligned(as: SIMD8<UInt32>.self)))
    }
    #expect(sameBytes == other && other == sameBytes)
  }

  @Test(arguments: Function.all) func digestsEqualTheirBytesAndNoOthers(function: Function) {
    func check<H: HashFunction>(_ type: H.Type) {
      let digest = H.hash(data: [1, 2, 3])
      let bytes = Array(digest)
      #expect(digest == bytes)
      #expect(digest == AnySequence(bytes))
      #expect(digest == H.hash(data: AnySequence<UInt8>([1, 2, 3])))
      #expect(digest != H.hash(data: [1, 2, 4]))
      #expect(!(digest == bytes.dropLast()))
      #expect(!(digest == bytes.dropFirst()))
      #expect(!(digest == bytes + [0]))
      #expect(!(digest == []))
      for bit in 0..<8 * bytes.count {
        var changed = bytes
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(!(digest == changed), "bit \(bit)")
      }
    }
    check(function.type)
  }

  @Test(arguments: Function.all) func equalDigestsHashEqually(function: Function) {
    func check<H: HashFunction>(_ type: H.Type) {
      let digests = (0..<100).map { H.hash(data: [UInt8($0 % 50)]) }
      #expect(Set(digests).count == 50)
      #expect(digests[3].hashValue == digests[53].hashValue)
    }
    check(function.type)
  }
}
