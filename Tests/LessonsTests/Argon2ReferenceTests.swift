import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

@Suite("Argon2id reference")
struct Argon2ReferenceTests {
  @Test("RFC 7693, and what OpenSSL and Python give")
  func blake2b() throws {
    let file = try VectorFile("MemoryHard/BLAKE2b.txt", expecting: 184)
    for record in file.records {
      let expected = try record.bytes("HASH")
      let hash = BLAKE2bReference.hash(try record.bytes("MESSAGE"), byteCount: expected.count)
      #expect(hash == expected, "\(record.place)")
    }
    try file.report(file.records.count, kernel: "reference")
  }

  @Test(
    "RFC 9106, the vectors of the reference implementation, and what it gives for random parameters",
    arguments: [("RFC9106", 3, 1), ("reference-Argon2", 15, 1), ("generated-Argon2", 1000, 300)])
  func argon2id(name: String, count: Int, least: Int) throws {
    let file = try VectorFile("MemoryHard/\(name).txt", expecting: count)
    // The reference is slow: large memory is for the library's own tests.
    let records = try file.records.filter { record in
      try record.text("TYPE") == "id" && record.integer("KIBIBYTES") * record.integer("PASSES") <= 4096
    }
    #expect(records.count >= least)
    for record in records {
      let function = Argon2Reference(
        blockCount: try record.integer("KIBIBYTES"), passes: try record.integer("PASSES"),
        lanes: try record.integer("LANES"))
      let expected = try record.bytes("KEY")
      let key = function.key(
        password: try record.bytes("PASSWORD"), salt: try record.bytes("SALT"), secret: try record.bytes("SECRET"),
        associatedData: try record.bytes("DATA"), byteCount: expected.count)
      #expect(key == expected, "\(record.place)")
    }
  }

  @Test("each block is filled once a pass, and reads one that is filled and not the one before", arguments: [1, 2, 3])
  func steps(lanes: Int) {
    let function = Argon2Reference(blockCount: 24 * lanes, passes: 3, lanes: lanes)
    var steps: [Argon2Reference.Step] = []
    _ = function.key(password: [1], salt: [2], byteCount: 32) { steps.append($0) }
    #expect(steps.count == lanes * (3 * 24 - 2))
    var filled = Set((0..<lanes).flatMap { [100 * $0, 100 * $0 + 1] })
    for step in steps {
      let (place, reference) = (step.place, step.reference)
      #expect(step.slice == place.column / 6 && step.dependsOnPassword == (step.pass > 0 || step.slice > 1))
      #expect(filled.contains(100 * reference.lane + reference.column), "\(step)")
      #expect(reference.lane != place.lane || reference.column != (place.column + 23) % 24 && reference != place)
      filled.insert(100 * place.lane + place.column)
    }
  }

  @Test("parameters that Argon2id does not have trap")
  func nothing() async {
    await #expect(processExitsWith: .failure) { _ = Argon2Reference(blockCount: 7, passes: 1) }
    await #expect(processExitsWith: .failure) { _ = Argon2Reference(blockCount: 8, passes: 0) }
    await #expect(processExitsWith: .failure) { _ = Argon2Reference(blockCount: 8, passes: 1, lanes: 0) }
  }
}
