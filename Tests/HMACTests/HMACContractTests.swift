import HMAC
import SwiftVaultTestSupport
import Testing

/// Compares HMAC and HKDF with plain implementations of their definitions, for every hash function on every kernel.
@Suite(.firstDifference) struct HMACContractTests {
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
      + [Empty(function: Own(), kernel: "of its own")]
  }

  /// A hash function from outside the library, which has no kernel for it.
  private struct Own: HashFunction {
    static var blockByteCount: Int { 64 }
    private var hash = SHA256()

    mutating func update(bufferPointer: UnsafeRawBufferPointer) { hash.update(bufferPointer: bufferPointer) }
    func finalize() -> SHA256Digest { hash.finalize() }
  }

  private func bytes(_ count: Int, _ seed: Int = 3) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + seed) }
  }

  /// Spec: RFC 2104, section 2.
  private func plainHMAC<H: HashFunction>(_ type: H.Type, _ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    let short = key.count > H.blockByteCount ? Array(H.hash(data: key)) : key
    let block = short + [UInt8](repeating: 0, count: H.blockByteCount - short.count)
    let inner = H.hash(data: block.map { $0 ^ 0x36 } + message)
    return Array(H.hash(data: block.map { $0 ^ 0x5c } + Array(inner)))
  }

  /// Spec: RFC 5869, section 2.
  private func plainHKDF<H: HashFunction>(
    _ type: H.Type, _ secret: [UInt8], _ salt: [UInt8], _ info: [UInt8], _ count: Int
  ) -> [UInt8] {
    let key = plainHMAC(type, salt, secret)
    var output: [UInt8] = []
    var block: [UInt8] = []
    var counter: UInt8 = 1
    while output.count < count {
      block = plainHMAC(type, key, block + info + [counter])
      output += block
      counter &+= 1
    }
    return Array(output.prefix(count))
  }

  @Test(arguments: Empty.all) func tagsFollowTheDefinition(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let block = H.blockByteCount
      let digest = H.Digest.byteCount
      for keyCount in [0, 1, digest - 1, digest, digest + 1, block - 1, block, block + 1, 2 * block, 3 * block] {
        let key = bytes(keyCount, 40)
        for count in [0, 1, block - 17, block - 16, block - 9, block - 8, block - 1, block, block + 1, 5 * block + 3] {
          let message = bytes(count)
          var function = HMAC<H>(key: SymmetricKey(data: key), startingFrom: empty)
          function.update(data: message)
          let expected = plainHMAC(H.self, key, message)
          #expect(function.finalize() == expected, "key of \(keyCount) bytes, message of \(count)")
          let tag = HMAC<H>.authenticationCode(for: message, using: SymmetricKey(data: key))
          #expect(tag == expected)
          let same = HMAC<H>.authenticationCode(for: message, using: SymmetricKey(data: key), startingFrom: empty)
          #expect(same == expected, "one call, key of \(keyCount) bytes, message of \(count)")
        }
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func everySplitGivesTheSameTag(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let message = bytes(2 * H.blockByteCount + 1)
      let start = HMAC<H>(key: SymmetricKey(data: bytes(20)), startingFrom: empty)
      var whole = start
      whole.update(data: message)
      let expected = whole.finalize()
      #expect(whole.finalize() == expected)
      for split in 0...message.count {
        var function = start
        function.update(data: message[..<split])
        #expect(function.finalize() == plainHMAC(H.self, bytes(20), Array(message[..<split])))
        function.update(data: AnySequence(message[split...]))
        #expect(function.finalize() == expected, "split at \(split)")
      }
      var span = start
      span.update(bytes: message.span.bytes)
      #expect(span.finalize() == expected)
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func onlyTheWholeTagIsValid(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let key = SymmetricKey(data: bytes(32))
      let message = bytes(100)
      let tag = Array(HMAC<H>.authenticationCode(for: message, using: key))
      func isValid(_ tag: some Sequence<UInt8>) -> Bool {
        HMAC<H>.isValidAuthenticationCode(tag, authenticating: message, using: key)
      }
      #expect(isValid(tag))
      #expect(isValid(AnySequence(tag)))
      for bit in 0..<8 * tag.count {
        var changed = tag
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(!isValid(changed), "bit \(bit)")
      }
      for count in 0..<tag.count { #expect(!isValid(tag.prefix(count)), "\(count) bytes") }
      #expect(!isValid(tag + [0]))
      #expect(!isValid(tag + tag))
      #expect(!isValid(tag.reversed()))
      #expect(!HMAC<H>.isValidAuthenticationCode(tag, authenticating: message + [0], using: key))
      #expect(!HMAC<H>.isValidAuthenticationCode(tag, authenticating: message.dropLast(), using: key))
      #expect(!HMAC<H>.isValidAuthenticationCode(tag, authenticating: message, using: SymmetricKey(data: bytes(31))))
    }
    check(empty.function)
  }

  /// A pseudorandom key gives the same result as bytes and as a key, and two steps give the same result as one.
  @Test func expansionOfAKey() {
    let secret = SymmetricKey(data: bytes(50))
    let key = HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: bytes(9))
    for count in [0, 1, 32, 33, HKDF<SHA256>.maximumOutputByteCount] {
      let whole = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: secret, salt: bytes(9), info: bytes(5), outputByteCount: count)
      #expect(HKDF<SHA256>.expand(pseudoRandomKey: key, info: bytes(5), outputByteCount: count) == whole)
      #expect(
        HKDF<SHA256>.expand(pseudoRandomKey: SymmetricKey(data: key), info: bytes(5), outputByteCount: count) == whole)
    }
  }

  @Test(arguments: Empty.all) func tagsAreValues(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let key = SymmetricKey(data: bytes(32))
      let tag = HMAC<H>.authenticationCode(for: bytes(5), using: key)
      let same = HMAC<H>.authenticationCode(for: AnySequence(bytes(5)), using: key)
      let other = HMAC<H>.authenticationCode(for: bytes(6), using: key)
      #expect(tag == same && tag != other && !(tag != Array(same)))
      #expect(Set([tag, same, other]).count == 2)
      #expect(tag.byteCount == H.Digest.byteCount && Array(tag).count == H.Digest.byteCount)
      #expect(tag.underestimatedCount == H.Digest.byteCount)
      #expect(tag.withUnsafeBytes { Array($0) } == Array(tag))
      #expect(tag.withContiguousStorageIfAvailable { Array($0) } == Array(tag))
      #expect(tag.description == "HMAC with \(H.self): \(Hex.encode(tag))")
    }
    check(empty.function)
  }

  /// Equal tags that follow from FIPS 198-1's treatment of the key. Callers with passwords must know them.
  @Test func aKeyEqualsItselfWithZerosBehindIt() {
    let tag = HMAC<SHA256>.authenticationCode(for: [1], using: SymmetricKey(data: bytes(10)))
    #expect(tag == HMAC<SHA256>.authenticationCode(for: [1], using: SymmetricKey(data: bytes(10) + [0, 0])))
    let long = HMAC<SHA256>.authenticationCode(for: [1], using: SymmetricKey(data: bytes(65)))
    #expect(long == HMAC<SHA256>.authenticationCode(for: [1], using: SymmetricKey(data: SHA256.hash(data: bytes(65)))))
  }
}

extension HMACContractTests {
  @Test(arguments: Empty.all) func derivedKeysFollowTheDefinition(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let digest = H.Digest.byteCount
      #expect(HKDF<H>.maximumOutputByteCount == 255 * digest)
      let (secret, salt, info) = (bytes(22), bytes(13, 9), bytes(10, 7))
      let longest = plainHKDF(H.self, secret, salt, info, 255 * digest)
      for count in [0, 1, digest - 1, digest, digest + 1, 2 * digest, 5 * digest + 1, 254 * digest, 255 * digest] {
        let key = HKDF<H>.deriveKey(
          inputKeyMaterial: SymmetricKey(data: secret), salt: salt, info: AnySequence(info), outputByteCount: count,
          startingFrom: empty)
        #expect(key.withUnsafeBytes { Array($0) } == Array(longest.prefix(count)), "\(count) bytes")
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func saltAndInfoOfAnyLengthFollowTheDefinition(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let secret = bytes(50)
      for count in [0, 1, H.blockByteCount, H.blockByteCount + 1, 300] {
        let key = HKDF<H>.deriveKey(
          inputKeyMaterial: SymmetricKey(data: secret), salt: bytes(count, 1), info: bytes(count, 2),
          outputByteCount: 100)
        let expected = plainHKDF(H.self, secret, bytes(count, 1), bytes(count, 2), 100)
        #expect(key.withUnsafeBytes { Array($0) } == expected, "\(count) bytes")
      }
      // An output of at most one digest with a short info takes a separate path.
      for count in [0, 1, 62, 63, 64, 65, 126, 127, 128, 200] {
        for byteCount in [1, H.Digest.byteCount] {
          let key = HKDF<H>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), salt: bytes(9, 1), info: bytes(count, 2),
            outputByteCount: byteCount)
          let expected = plainHKDF(H.self, secret, bytes(9, 1), bytes(count, 2), byteCount)
          #expect(key.withUnsafeBytes { Array($0) } == expected, "info of \(count) bytes, \(byteCount) bytes")
        }
      }
    }
    check(empty.function)
  }

  @Test(arguments: Empty.all) func theShortFormsLeaveOutWhatTheySay(empty: Empty) {
    func check<H: HashFunction>(_ empty: H) {
      let secret = SymmetricKey(data: bytes(40))
      let (salt, info, none) = (bytes(13, 9), bytes(10, 7), [UInt8]())
      func full(_ salt: [UInt8], _ info: [UInt8]) -> SymmetricKey {
        HKDF<H>.deriveKey(inputKeyMaterial: secret, salt: salt, info: info, outputByteCount: 77)
      }
      #expect(HKDF<H>.deriveKey(inputKeyMaterial: secret, info: info, outputByteCount: 77) == full(none, info))
      #expect(HKDF<H>.deriveKey(inputKeyMaterial: secret, salt: salt, outputByteCount: 77) == full(salt, none))
      #expect(HKDF<H>.deriveKey(inputKeyMaterial: secret, outputByteCount: 77) == full(none, none))
      #expect(full(none, info) == full([UInt8](repeating: 0, count: H.Digest.byteCount), info))
      let extracted = HKDF<H>.extract(inputKeyMaterial: secret, salt: salt)
      #expect(extracted == plainHMAC(H.self, salt, bytes(40)))
      #expect(HKDF<H>.expand(pseudoRandomKey: extracted, info: info, outputByteCount: 77) == full(salt, info))
    }
    check(empty.function)
  }

  @Test func tooMuchOutputTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(size: .bits256), outputByteCount: 255 * 32 + 1)
    }
  }

  @Test func negativeOutputTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = HKDF<SHA512>.expand(pseudoRandomKey: [1, 2, 3], info: [], outputByteCount: -1)
    }
  }
}
