import SwiftVaultTestSupport
import Testing

@testable import MemoryHard

/// The vectors of the standards and of the reference implementations, on every kernel.
@Suite(.firstDifference) struct MemoryHardVectorTests {
  /// The message in one piece, and in pieces around the block size.
  @Test(arguments: [[4096], [1], [127, 1, 128], [129], [64]])
  func blake2b(sizes: [Int]) throws {
    let file = try VectorFile("MemoryHard/BLAKE2b.txt", expecting: 184)
    for record in file.records {
      let (message, expected) = (try record.bytes("MESSAGE"), try record.bytes("HASH"))
      #expect(hash(message.pieces(of: sizes), byteCount: expected.count) == expected, "\(record.place)")
    }
  }

  private func hash(_ pieces: [ArraySlice<UInt8>], byteCount: Int) -> [UInt8] {
    var function = BLAKE2b(outputByteCount: byteCount)
    for piece in pieces { piece.withUnsafeBytes { function.update($0) } }
    var hash = [UInt8](repeating: 0, count: byteCount)
    hash.withUnsafeMutableBytes { function.finalize(to: $0.baseAddress!) }
    return hash
  }

  @Test(arguments: Argon2Kernel.available)
  func argon2(kernel: Argon2Kernel) throws {
    try check("RFC9106", 3, kernel, cores: [1])
    try check("reference-Argon2", 15, kernel, cores: [1])
    try check("generated-Argon2", 1000, kernel, cores: [1, 3])
  }

  private func check(_ name: String, _ records: Int, _ kernel: Argon2Kernel, cores: [Int]) throws {
    let file = try VectorFile("MemoryHard/\(name).txt", expecting: records)
    let types: [String: Argon2Type] = ["d": .d, "i": .i, "id": .id]
    for record in file.records {
      let parameters = try Argon2id(
        memoryByteCount: 1024 * record.integer("KIBIBYTES"), passes: record.integer("PASSES"),
        lanes: record.integer("LANES"))
      let type = types[try record.text("TYPE")]!
      let (password, salt) = (try record.bytes("PASSWORD"), PasswordSalt(unchecked: try record.bytes("SALT")))
      let (secret, data) = (SymmetricKey(data: try record.bytes("SECRET")), try record.bytes("DATA"))
      let expected = SymmetricKey(data: try record.bytes("KEY"))
      for cores in Set(cores.map { min($0, parameters.lanes) }) {
        let work = try parameters.work(
          password: password, salt: salt, secret: secret, associatedData: data,
          outputByteCount: expected.bitCount / 8, memoryLimit: .max, cores: cores, type: type, kernel: kernel)
        #expect(try work.key() == expected, "\(record.place), \(kernel.rawValue), \(cores)")
      }
      if type == .id && kernel == .best {
        let key = try parameters.deriveKey(
          password: password, salt: salt, secret: secret, associatedData: data,
          outputByteCount: expected.bitCount / 8)
        #expect(key == expected, "\(record.place)")
      }
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  /// The last vector of the RFC takes 1 GiB and several seconds, and runs where SWIFT_VAULT_LONG is set.
  @Test func scrypt() throws {
    for (name, count, largeCount) in [("RFC7914", 4, 1), ("generated-scrypt", 1000, 0)] {
      let file = try VectorFile("MemoryHard/\(name).txt", expecting: count)
      let records = try file.records.filter { try isLong || $0.integer("N") < 1 << 20 }
      for record in records {
        let parameters = try Scrypt(
          cost: record.integer("N"), blockSize: record.integer("R"), parallelization: record.integer("P"))
        let (password, salt) = (try record.bytes("PASSWORD"), PasswordSalt(unchecked: try record.bytes("SALT")))
        let expected = SymmetricKey(data: try record.bytes("KEY"))
        for cores in Set([1, min(3, parameters.parallelization)]) {
          let key = try parameters.deriveKey(
            password: password, salt: salt, outputByteCount: expected.bitCount / 8, cores: cores)
          #expect(key == expected, "\(record.place), \(cores)")
        }
      }
      try file.report(records.count, left: isLong ? 0 : largeCount, kernel: "portable")
    }
  }

  @Test func scryptSteps() throws {
    let file = try VectorFile("MemoryHard/scrypt-steps.txt", expecting: 15)
    for record in file.records {
      let (input, output) = (try record.bytes("INPUT"), try record.bytes("OUTPUT"))
      let result = try steps(record.text("STEP"), input, cost: record.integer("COST"))
      #expect(result == output, "\(record.place)")
    }
    try file.report(file.records.count, kernel: "portable")
  }

  private func steps(_ step: String, _ input: [UInt8], cost: Int) throws -> [UInt8] {
    // With a second block of zeros, scryptBlockMix begins with Salsa20/8 of the first.
    let padded = step == "salsa" ? input + [UInt8](repeating: 0, count: 64) : input
    let size = padded.count
    let parameters = try Scrypt(cost: max(2, cost), blockSize: size / 128, parallelization: 1)
    let work = try ScryptWork(parameters, outputByteCount: 1, memoryLimit: .max, cores: 1)
    let memory = BlockMemory(byteCount: work.memoryByteCount)!
    memory.start.copyMemory(from: padded, byteCount: size)
    let mixing = ScryptMixing(
      work: work, blocks: memory.start, scratch: memory.start + size, tables: memory.start + 3 * size)
    if step == "ROMix" {
      _ = mixing.mix(thread: 0, nil)
    } else {
      mixing.copy(memory.start, to: memory.start + size)
      ScryptPortable.mixBlock(memory.start + size, to: memory.start + 2 * size, blockSize: size / 128)
      mixing.copy(memory.start + 2 * size, to: memory.start)
    }
    return Array(UnsafeRawBufferPointer(start: memory.start, count: input.count))
  }
}
