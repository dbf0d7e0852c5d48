import PBKDF2
import Synchronization
import SwiftVaultTestSupport
import Testing

/// PBKDF2 against its definition, written out plainly, for every hash function on every kernel.
@Suite(.firstDifference) struct PBKDF2ContractTests {
  /// The hash of the empty message, of one function on one kernel.
  struct Empty: Sendable, CustomTestStringConvertible {
    let function: any PBKDF2HashFunction
    let kernel: String
    let recommendedRounds: Int
    var testDescription: String { "\(type(of: function)), \(kernel)" }

    init(_ function: any PBKDF2HashFunction, _ kernel: String, _ recommendedRounds: Int) {
      self.function = function
      self.kernel = kernel
      self.recommendedRounds = recommendedRounds
    }

    static let all: [Empty] =
      MD5Kernel.available.map { Empty(Insecure.MD5(kernel: $0), $0.rawValue, 1_400_000) }
      + SHA1Kernel.available.map { Empty(Insecure.SHA1(kernel: $0), $0.rawValue, 1_400_000) }
      + SHA256Kernel.available.map { Empty(SHA224(kernel: $0), $0.rawValue, 600_000) }
      + SHA256Kernel.available.map { Empty(SHA256(kernel: $0), $0.rawValue, 600_000) }
      + SHA512Kernel.available.map { Empty(SHA384(kernel: $0), $0.rawValue, 220_000) }
      + SHA512Kernel.available.map { Empty(SHA512(kernel: $0), $0.rawValue, 220_000) }
      + SHA512Kernel.available.map { Empty(SHA512_224(kernel: $0), $0.rawValue, 220_000) }
      + SHA512Kernel.available.map { Empty(SHA512_256(kernel: $0), $0.rawValue, 220_000) }
  }

  private func bytes(_ count: Int, _ seed: Int = 3) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + seed) }
  }

  private func bytes(_ key: SymmetricKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }

  /// Spec: RFC 8018, section 5.2.
  private func plain<H: HashFunction>(
    _ type: H.Type, _ password: [UInt8], _ salt: [UInt8], _ rounds: Int, _ count: Int
  ) -> [UInt8] {
    let key = SymmetricKey(data: password)
    var output: [UInt8] = []
    var index: UInt32 = 1
    while output.count < count {
      var u = Array(HMAC<H>.authenticationCode(for: salt + index.bigEndianBytes, using: key))
      var sum = u
      for _ in 1..<rounds {
        u = Array(HMAC<H>.authenticationCode(for: u, using: key))
        for place in sum.indices { sum[place] ^= u[place] }
      }
      output += sum
      index += 1
    }
    return Array(output.prefix(count))
  }

  @Test(arguments: Empty.all) func keysOfEveryLengthFollowTheDefinition(empty: Empty) throws {
    func check<H: PBKDF2HashFunction>(_ empty: H) throws {
      let digest = H.Digest.byteCount
      let expected = plain(H.self, bytes(9), bytes(16, 8), 5, 3 * digest + 1)
      let counts = [1, 2, digest - 1, digest, digest + 1, 2 * digest - 1, 2 * digest, 2 * digest + 1, 3 * digest + 1]
      for count in counts {
        let key = try PBKDF2<H>.deriveKey(
          password: bytes(9), salt: .init(unchecked: bytes(16, 8)), rounds: .exactly(5),
          outputByteCount: count,
          startingFrom: empty)
        #expect(bytes(key) == Array(expected.prefix(count)), "\(count) bytes")
      }
    }
    try check(empty.function)
  }

  /// At blocks 256 and 65,536, an index of one byte or of two bytes would overflow.
  @Test func everyByteOfTheBlockIndexCounts() throws {
    let key = bytes(
      try PBKDF2<SHA256>.deriveKey(
        password: bytes(9), salt: .init(unchecked: bytes(16)), rounds: .exactly(2),
        outputByteCount: 65_538 * 32))
    for index in [1, 2, 255, 256, 257, 258, 511, 512, 513, 65_535, 65_536, 65_537, 65_538] as [UInt32] {
      let secret = SymmetricKey(data: bytes(9))
      let first = Array(HMAC<SHA256>.authenticationCode(for: bytes(16) + index.bigEndianBytes, using: secret))
      let second = Array(HMAC<SHA256>.authenticationCode(for: first, using: secret))
      let place = 32 * Int(index - 1)
      #expect(Array(key[place..<place + 32]) == zip(first, second).map { $0 ^ $1 }, "block \(index)")
    }
  }

  /// The cost of an output: all rounds for each block, and nothing for a block that would begin at its end.
  @Test(arguments: [(1, 1), (11, 1), (12, 1), (13, 2), (24, 2), (25, 3), (192, 16), (193, 17), (204, 17), (384, 32)])
  func noBlockIsComputedForNothing(byteCount: Int, blocks: Int) throws {
    try Counted.$digests.withValue(Counter()) {
      _ = try PBKDF2<Counted>.deriveKey(
        password: bytes(9), salt: .init(unchecked: bytes(16)), rounds: .exactly(5),
        outputByteCount: byteCount)
      #expect(Counted.digests.count == 2 * 5 * blocks, "an inner digest and an outer one for each round")
    }
  }

  @Test(arguments: Empty.all) func everyNumberOfRoundsFollowsTheDefinition(empty: Empty) throws {
    func check<H: PBKDF2HashFunction>(_ empty: H) throws {
      for rounds in [1, 2, 3, 4, 7, 8, 9, 100] {
        let key = try PBKDF2<H>.deriveKey(
          password: bytes(9), salt: .init(unchecked: bytes(16, 8)), rounds: .exactly(rounds),
          outputByteCount: 70,
          startingFrom: empty)
        #expect(bytes(key) == plain(H.self, bytes(9), bytes(16, 8), rounds, 70), "\(rounds) rounds")
      }
    }
    try check(empty.function)
  }

  @Test(arguments: Empty.all) func passwordsAndSaltsOfEveryLengthFollowTheDefinition(empty: Empty) throws {
    func check<H: PBKDF2HashFunction>(_ empty: H) throws {
      let block = H.blockByteCount
      for passwordCount in [0, 1, block - 1, block, block + 1, 3 * block] {
        for saltCount in [0, 1, block - 5, block - 4, block - 3, block, 2 * block] {
          let (password, salt) = (bytes(passwordCount, 1), bytes(saltCount, 2))
          let key = try PBKDF2<H>.deriveKey(
            password: AnySequence(password), salt: .init(unchecked: salt), rounds: .exactly(3),
            outputByteCount: 20,
            startingFrom: empty)
          #expect(
            bytes(key) == plain(H.self, password, salt, 3, 20), "password \(passwordCount), salt \(saltCount) bytes")
        }
      }
    }
    try check(empty.function)
  }

  @Test(arguments: Empty.all) func recommendedRoundsAreOWASPs(empty: Empty) {
    func check<H: PBKDF2HashFunction>(_ empty: H, _ rounds: Int) {
      #expect(H.recommendedPBKDF2Rounds == rounds)
      #expect(H.recommendedPBKDF2Rounds == rounds)
    }
    check(empty.function, empty.recommendedRounds)
  }

  @Test func theSafeFormGivesTheSameKey() throws {
    let key = try PBKDF2<SHA512>.deriveKey(
      password: bytes(9), salt: .init(data: AnySequence(bytes(16))), rounds: 220_000, outputByteCount: 20)
    let unchecked = try PBKDF2<SHA512>.deriveKey(
      password: bytes(9), salt: .init(unchecked: bytes(16)), rounds: .exactly(220_000), outputByteCount: 20)
    #expect(key == unchecked)
  }

  @Test func theRecommendedRoundsAreTheDefault() throws {
    let key = try PBKDF2<SHA512>.deriveKey(
      password: bytes(9), salt: .init(data: bytes(16)), outputByteCount: 20)
    let stated = try PBKDF2<SHA512>.deriveKey(
      password: bytes(9), salt: .init(unchecked: bytes(16)), rounds: .exactly(220_000), outputByteCount: 20)
    #expect(key == stated)
    let request = try PBKDF2<SHA256>.Request(
      password: bytes(9), salt: .init(data: bytes(16)), outputByteCounts: [20])
    let unchecked = try PBKDF2<SHA256>.deriveKey(
      password: bytes(9), salt: .init(data: bytes(16)), rounds: .exactly(600_000), outputByteCount: 20)
    #expect(PBKDF2<SHA256>.deriveKeys([request]) == [unchecked])
  }

  @Test(arguments: Empty.all) func fewerRoundsThanRecommendedAreRefused(empty: Empty) {
    func check<H: PBKDF2HashFunction>(_ empty: H, _ least: Int) {
      for rounds in [Int.min, -1, 0, 1, least - 1] {
        #expect(throws: PBKDF2Error.tooFewRounds(rounds, minimum: least)) {
          try PBKDF2<H>.deriveKey(
            password: [1], salt: .init(), rounds: .atLeastRecommended(rounds), outputByteCount: 32)
        }
      }
    }
    check(empty.function, empty.recommendedRounds)
  }

  @Test(arguments: Empty.all) func severalKeysAreConsecutiveSlicesOfOneOutput(empty: Empty) throws {
    func check<H: PBKDF2HashFunction>(_ empty: H) throws {
      let digest = H.Digest.byteCount
      for counts in [[1], [1, 1], [digest], [3, digest - 3], [5, digest, 1, 2 * digest], [digest - 1, 2]] {
        let whole = plain(H.self, bytes(9), bytes(16, 8), 3, counts.reduce(0, +))
        let keys = try PBKDF2<H>.deriveKeys(
          [.init(password: bytes(9), salt: .init(data: bytes(16, 8)), rounds: .exactly(3), outputByteCounts: counts)])
        #expect(keys.map { $0.bitCount / 8 } == counts)
        #expect(keys.flatMap { bytes($0) } == whole, "\(counts) bytes")
        let request = try PBKDF2<H>.Request(
          password: bytes(9), salt: .init(data: bytes(16, 8)), rounds: .exactly(3), outputByteCounts: counts)
        let one = try PBKDF2<H>.Request(
          password: bytes(9), salt: .init(data: bytes(16, 8)), rounds: .exactly(3), outputByteCounts: [5])
        let batch = PBKDF2<H>.deriveKeys([one, request, one], startingFrom: empty)
        let first = whole.prefix(5)
        #expect(batch.flatMap { bytes($0) } == [first, whole[...], first].flatMap { $0 } || whole.count < 5)
        #expect(batch.count == counts.count + 2 && Array(batch[1...counts.count]) == keys)
      }
    }
    try check(empty.function)
  }

  @Test func severalKeysHaveTheSameFloorAndDefault() throws {
    let keys = try PBKDF2<SHA512>.deriveKeys([
      .init(password: bytes(9), salt: .init(data: bytes(16)), outputByteCounts: [32, 32])
    ])
    let whole = try PBKDF2<SHA512>.deriveKey(password: bytes(9), salt: .init(data: bytes(16)), outputByteCount: 64)
    #expect(keys.flatMap { bytes($0) } == bytes(whole))
    #expect(throws: PBKDF2Error.tooFewRounds(219_999, minimum: 220_000)) {
      try PBKDF2<SHA512>.deriveKeys([.init(password: [1], salt: .init(), rounds: 219_999, outputByteCounts: [1])])
    }
    let maximum = 64 * Int(UInt32.max)
    let refused: [([Int], Int)] = [
      ([], 0), ([0], 0), ([1, 0], 0), ([-1, 2], -1), ([maximum, 1], maximum + 1), ([1, Int.max], Int.max),
    ]
    for (counts, named) in refused {
      #expect(throws: PBKDF2Error.outputByteCount(named, maximum: maximum)) {
        try PBKDF2<SHA512>.deriveKeys(
          [.init(password: [1], salt: .init(), rounds: .exactly(1), outputByteCounts: counts)])
      }
    }
  }

  @Test func aSaltHasSixteenBytesUnlessSpelledUnsafe() throws {
    let (first, second) = (PasswordSalt(), PasswordSalt())
    #expect(first.bytes.count == 16 && second.bytes.count == 16 && first != second)
    for count in [16, 17, 32, 100] {
      #expect(try PasswordSalt(data: AnySequence(bytes(count))).bytes == bytes(count))
      #expect(try PasswordSalt(data: bytes(count)) == PasswordSalt(unchecked: bytes(count)))
    }
    for count in [0, 1, 8, 15] {
      #expect(throws: PBKDF2Error.saltByteCount(count)) { try PasswordSalt(data: bytes(count)) }
      #expect(PasswordSalt(unchecked: bytes(count)).bytes == bytes(count))
    }
    #expect(PBKDF2Error.saltByteCount(8).description == "a salt of 8 bytes; it needs at least 16")
  }

  @Test(arguments: [Int.min, -1, 0]) func noRoundsAreRefused(rounds: Int) {
    #expect(throws: PBKDF2Error.tooFewRounds(rounds, minimum: 1)) {
      try PBKDF2<SHA512>.deriveKey(password: [1], salt: .init(), rounds: .exactly(rounds), outputByteCount: 32)
    }
  }

  @Test(arguments: [Int.min, -1, 0, Int(UInt32.max) * 32 + 1, Int.max])
  func impossibleOutputsAreRefusedAtOnce(count: Int) {
    #expect(throws: PBKDF2Error.outputByteCount(count, maximum: Int(UInt32.max) * 32)) {
      try PBKDF2<SHA256>.deriveKey(password: [1], salt: .init(), rounds: .exactly(1), outputByteCount: count)
    }
    #expect(throws: PBKDF2Error.outputByteCount(count, maximum: Int(UInt32.max) * 32)) {
      try PBKDF2<SHA256>.deriveKey(password: [1], salt: .init(), rounds: 600_000, outputByteCount: count)
    }
  }

  @Test func errorsStateTheirNumbers() {
    #expect(
      PBKDF2Error.tooFewRounds(5, minimum: 220_000).description == "5 rounds; PBKDF2 needs at least 220000 here")
    #expect(
      PBKDF2Error.outputByteCount(0, maximum: 77).description == "0 bytes of output; PBKDF2 gives 1 to 77")
  }

  /// A caller's type states only its recommended rounds, and runs on the general loop.
  @Test func aHashFunctionOfOnesOwnWorks() throws {
    for (rounds, count) in [(1, 1), (1, 40), (2, 12), (50, 25), (3, 100)] {
      let key = try PBKDF2<Twice>.deriveKey(
        password: bytes(70), salt: .init(unchecked: bytes(16)), rounds: .exactly(rounds),
        outputByteCount: count)
      #expect(bytes(key) == plain(Twice.self, bytes(70), bytes(16), rounds, count))
    }
    #expect(Twice.recommendedPBKDF2Rounds == 300_000)
    #expect(throws: PBKDF2Error.tooFewRounds(299_999, minimum: 300_000)) {
      try PBKDF2<Twice>.deriveKey(password: [1], salt: .init(), rounds: 299_999, outputByteCount: 5)
    }
  }

  @Test func aDigestTooLongTraps() async {
    await #expect(processExitsWith: .failure) {
      func derive() throws {
        _ = try PBKDF2<Wide>.deriveKey(password: [1], salt: .init(), rounds: .exactly(1), outputByteCount: 1)
      }
      try derive()
    }
    await #expect(processExitsWith: .failure) { _ = Wide().finalize().makeIterator() }
  }
}

/// SHA-256 of SHA-256, cut to 12 bytes.
private struct Twice: PBKDF2HashFunction {
  struct Digest: SHA.Digest {
    static let byteCount = 12
    var bytes = SIMD16<UInt8>()

    func withUnsafeBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try Swift.withUnsafeBytes(of: bytes) { bytes throws(Failure) in
        try body(UnsafeRawBufferPointer(rebasing: bytes[..<12]))
      }
    }

    var description: String { "Twice digest: \(Hex.encode(self))" }
  }

  static let recommendedPBKDF2Rounds = 300_000
  static let blockByteCount = 64
  private var inner = SHA256()

  mutating func update(bufferPointer: UnsafeRawBufferPointer) { inner.update(bufferPointer: bufferPointer) }

  func finalize() -> Digest {
    var digest = Digest()
    for (index, byte) in SHA256.hash(data: inner.finalize()).prefix(12).enumerated() { digest.bytes[index] = byte }
    return digest
  }
}

/// A digest of more bytes than the buffer has.
private struct Wide: PBKDF2HashFunction {
  struct Digest: SHA.Digest {
    static let byteCount = 65

    func withUnsafeBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try Swift.withUnsafeBytes(of: (SIMD64<UInt8>(), UInt8())) { bytes throws(Failure) in
        try body(UnsafeRawBufferPointer(rebasing: bytes[..<65]))
      }
    }

    var description: String { "Wide digest" }
  }

  static let recommendedPBKDF2Rounds = 300_000
  static let blockByteCount = 128
  mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  func finalize() -> Digest { Digest() }
}

/// A number that only grows.
private final class Counter: Sendable {
  private let value = Atomic(0)
  var count: Int { value.load(ordering: .relaxed) }
  func increase() { value.add(1, ordering: .relaxed) }
}

/// The same function, and how many digests of it were taken.
private struct Counted: PBKDF2HashFunction {
  @TaskLocal static var digests = Counter()
  static let recommendedPBKDF2Rounds = 300_000
  static let blockByteCount = Twice.blockByteCount
  private var function = Twice()

  mutating func update(bufferPointer: UnsafeRawBufferPointer) { function.update(bufferPointer: bufferPointer) }

  func finalize() -> Twice.Digest {
    Self.digests.increase()
    return function.finalize()
  }
}
