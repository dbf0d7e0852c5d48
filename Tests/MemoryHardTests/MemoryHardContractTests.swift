import SwiftVaultTestSupport
import Testing

@testable import MemoryHard

/// Parameters, limits, memory that the system refuses, and parameters that do not change the key.
@Suite(.firstDifference) struct MemoryHardContractTests {
  private static let salt = PasswordSalt(unchecked: 0..<16)

  @Test func recommendations() {
    func numbers(_ parameters: Argon2id) -> [Int] {
      [parameters.memoryByteCount, parameters.passes, parameters.lanes]
    }
    #expect(numbers(.forLogins) == [19 * 1_048_576, 2, 1])
    #expect(numbers(.forFiles) == [64 * 1_048_576, 3, 4])
    #expect(numbers(.highMemory) == [2048 * 1_048_576, 1, 4])
    #expect(Argon2id.highMemory.memoryByteCount == Argon2id.defaultMemoryLimit)
    #expect(
      [Scrypt.recommended.cost, Scrypt.recommended.blockSize, Scrypt.recommended.parallelization] == [131_072, 8, 1])
    #expect(Scrypt.recommended.memoryByteCount == 128 * 1_048_576 + 3 * 1024)
    #expect(Argon2id.defaultMemoryLimit == 2_147_483_648)
  }

  @Test(arguments: [
    (8191, 1, 1), (8192 - 1024, 1, 1), (8193, 1, 1), (0, 1, 1), (-8192, 1, 1), (.min, 1, 1), (.max, 1, 1),
    (2 * 8192 - 1024, 1, 2), (1 << 42, 1, 1),
  ])
  func argon2Memory(memory: Int, passes: Int, lanes: Int) {
    #expect(throws: MemoryHardError.memoryByteCount(memory, lanes: lanes)) {
      try Argon2id(memoryByteCount: memory, passes: passes, lanes: lanes)
    }
  }

  @Test func argon2Parameters() throws {
    for passes in [0, -1, 1 << 32, .max, .min] {
      #expect(throws: MemoryHardError.passes(passes)) { try Argon2id(memoryByteCount: 8192, passes: passes, lanes: 1) }
    }
    for lanes in [0, -1, 1 << 24, .max, .min] {
      #expect(throws: MemoryHardError.lanes(lanes)) {
        try Argon2id(memoryByteCount: 1 << 30, passes: 1, lanes: lanes)
      }
    }
    let most = try Argon2id(memoryByteCount: 1 << 42 - 1024, passes: 1 << 32 - 1, lanes: 1 << 24 - 1)
    #expect(most.memoryByteCount == 1 << 42 - 1024)
    let least = try Argon2id(memoryByteCount: 8192, passes: 1, lanes: 1)
    for count in [3, 0, -1, 1 << 32] {
      #expect(throws: MemoryHardError.outputByteCount(count, allowed: 4...(1 << 32 - 1))) {
        try least.deriveKey(password: [], salt: Self.salt, outputByteCount: count)
      }
    }
    for count in 0...7 {
      #expect(throws: MemoryHardError.inputByteCount(.salt, count, allowed: 8...(1 << 32 - 1))) {
        try least.deriveKey(password: [], salt: .init(unchecked: 0..<UInt8(count)), outputByteCount: 4)
      }
    }
    #expect(try least.deriveKey(password: [], salt: .init(unchecked: 0..<8), outputByteCount: 4).bitCount == 32)
  }

  @Test func scryptParameters() throws {
    for cost in [0, 1, 3, -2, .min, .max, 6, 65_536] {
      #expect(throws: MemoryHardError.cost(cost, blockSize: 1)) {
        try Scrypt(cost: cost, blockSize: 1, parallelization: 1)
      }
    }
    #expect(try Scrypt(cost: 32_768, blockSize: 1, parallelization: 1).cost == 32_768)
    #expect(try Scrypt(cost: 65_536, blockSize: 2, parallelization: 1).cost == 65_536)
    for size in [0, -1, 1 << 30, .max] {
      #expect(throws: MemoryHardError.blockSize(size)) { try Scrypt(cost: 2, blockSize: size, parallelization: 1) }
    }
    for (number, size, most) in [
      (0, 1, 1 << 30 - 1), (-1, 8, 134_217_727), (134_217_728, 8, 134_217_727), (2, 1 << 30 - 1, 1),
      (.max, 2, 536_870_911),
    ] {
      #expect(throws: MemoryHardError.parallelization(number, maximum: most)) {
        try Scrypt(cost: 2, blockSize: size, parallelization: number)
      }
    }
    let least = try Scrypt(cost: 2, blockSize: 1, parallelization: 1)
    for count in [0, -1, 32 * (1 << 32 - 1) + 1, .max] {
      #expect(throws: MemoryHardError.outputByteCount(count, allowed: 1...(32 * (1 << 32 - 1)))) {
        try least.deriveKey(password: [], salt: Self.salt, outputByteCount: count)
      }
    }
  }

  /// Nothing is allocated before the limit is compared, so 4 TiB and 2^62 bytes cost nothing.
  @Test func limits() throws {
    let large = try Argon2id(memoryByteCount: 1 << 42 - 1024, passes: 1, lanes: 1)
    #expect(throws: MemoryHardError.overMemoryLimit(byteCount: 1 << 42 - 1024, limit: 1 << 31)) {
      try large.deriveKey(password: [], salt: Self.salt, outputByteCount: 32)
    }
    let small = try Argon2id(memoryByteCount: 65_536, passes: 1, lanes: 2)
    #expect(throws: MemoryHardError.overMemoryLimit(byteCount: 65_536, limit: 65_535)) {
      try small.deriveKey(password: [], salt: Self.salt, outputByteCount: 32, memoryLimit: 65_535)
    }
    #expect(
      try small.deriveKey(password: [], salt: Self.salt, outputByteCount: 32, memoryLimit: 65_536).bitCount == 256)
    for (cost, size, parallelization, count) in [
      (1 << 62, 8, 1, Int.max), (1 << 55, 8, 1, .max), (1 << 32, 1 << 29, 1, .max), (2, 1 << 29, 1, 5 << 36),
      (1 << 52, 8, 1, (1 << 52 + 3) << 10), (2, 1, 1 << 30 - 1, 128 * (1 << 30 + 3)),
    ] {
      let scrypt = try Scrypt(cost: cost, blockSize: size, parallelization: parallelization)
      #expect(scrypt.memoryByteCount == count)
      #expect(throws: MemoryHardError.overMemoryLimit(byteCount: count, limit: 1 << 31)) {
        try scrypt.deriveKey(password: [], salt: Self.salt, outputByteCount: 32)
      }
    }
    // Each thread has a memory of its own.
    let scrypt = try Scrypt(cost: 16, blockSize: 1, parallelization: 5)
    #expect(scrypt.memoryByteCount == 128 * 23)
    for (cores, count) in [(1, 23), (2, 41), (5, 95), (6, 95), (0, 23), (-1, 23)] {
      #expect(throws: MemoryHardError.overMemoryLimit(byteCount: 128 * count, limit: 128 * count - 1)) {
        try scrypt.deriveKey(
          password: [], salt: Self.salt, outputByteCount: 1, memoryLimit: 128 * count - 1, cores: cores)
      }
      _ = try scrypt.deriveKey(
        password: [], salt: Self.salt, outputByteCount: 1, memoryLimit: 128 * count, cores: cores)
    }
  }

  @Test func memoryThatTheSystemRefuses() throws {
    let scrypt = try Scrypt(cost: 1 << 52, blockSize: 8, parallelization: 1)
    #expect(throws: MemoryHardError.memoryUnavailable(byteCount: scrypt.memoryByteCount)) {
      try scrypt.deriveKey(password: [], salt: Self.salt, outputByteCount: 32, memoryLimit: .max)
    }
    if BlockMemory(byteCount: .max) != nil { Issue.record("more memory than there is") }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8], Argon2Kernel.available)
  func lanesOnAnyNumberOfCores(lanes: Int, kernel: Argon2Kernel) throws {
    let parameters = try Argon2id(memoryByteCount: 1 << 20, passes: 2, lanes: lanes)
    let keys = try [1, 2, 3, 7, 64].map {
      try parameters.deriveKey(
        password: [1], salt: Self.salt, outputByteCount: 40, cores: $0, type: .id, kernel: kernel)
    }
    #expect(keys.allSatisfy { $0 == keys[0] })
    #expect(try parameters.deriveKey(password: [1], salt: Self.salt, outputByteCount: 40, cores: 0) == keys[0])
  }

  /// An absent secret is the same as an empty one, as in the standard.
  @Test func whatChangesTheKey() throws {
    let parameters = try Argon2id(memoryByteCount: 32_768, passes: 1, lanes: 1)
    func key(_ secret: SymmetricKey?, _ data: [UInt8], _ count: Int = 32) throws -> SymmetricKey {
      try parameters.deriveKey(
        password: [1], salt: Self.salt, secret: secret, associatedData: data, outputByteCount: count)
    }
    let keys = try [
      key(nil, []), key(.init(data: [0]), []), key(nil, [0]), key(.init(data: [0]), [0]), key(nil, [], 33),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(try key(.init(data: []), []) == keys[0])
    let copied = try parameters.deriveKey(
      password: AnySequence([UInt8(1)]), salt: Self.salt, outputByteCount: 32)
    #expect(copied == keys[0])
  }

  @Test func descriptions() {
    let descriptions: [(MemoryHardError, String)] = [
      (
        .memoryByteCount(1, lanes: 1),
        "1 byte of memory; Argon2id with 1 lane needs a multiple of 1024, at least 8192, below 4398046511104"
      ),
      (.passes(0), "0 passes; Argon2id has 1 to 4294967295"),
      (.lanes(-1), "-1 lanes; Argon2id has 1 to 16777215"),
      (.cost(3, blockSize: 8), "a cost of 3; scrypt needs a power of two above 1 and below 2^(16 * 8)"),
      (.blockSize(0), "a block size of 0; scrypt has 1 to 1073741823"),
      (.parallelization(0, maximum: 9), "a parallelization of 0; scrypt with this block size has 1 to 9"),
      (.inputByteCount(.salt, 7, allowed: 8...9), "7 bytes of salt; 8 to 9 are allowed"),
      (.inputByteCount(.associatedData, 1, allowed: 0...0), "1 byte of associated data; 0 to 0 are allowed"),
      (.outputByteCount(3, allowed: 4...5), "3 bytes of output; 4 to 5 are possible"),
      (.overMemoryLimit(byteCount: 1, limit: 0), "the derivation needs 1 byte of memory; the limit is 0"),
    ]
    let ofMemory = [(2, "2 bytes"), (1024, "1 KiB"), ((1 << 20) - 1, "1023 KiB"), (512 << 20, "512 MiB")].map {
      (
        MemoryHardError.memoryUnavailable(byteCount: $0),
        "the system has not given \($1) of memory; see ulimit -v, or the limit of the container"
      )
    }
    for (error, description) in descriptions + ofMemory { #expect(error.description == description) }
  }
}
