import SwiftVaultCryptoBytes
import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

@Suite("AES reference: the examples of FIPS 197", .firstDifference)
struct AESReferenceTests {
  @Test("Appendix A: key expansion", arguments: [128, 192, 256])
  func keyExpansion(bitCount: Int) {
    let words = AESExamples.keyExpansion(bitCount: bitCount).split(whereSeparator: \.isWhitespace).compactMap {
      UInt32($0, radix: 16)
    }
    #expect(words.count == bitCount / 8 + 28)
    let key = words.prefix(bitCount / 32).flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
    #expect(AESReference(key: key).expandedKeyWords == words)
  }

  @Test("Appendix B: every state of one encryption")
  func cipherExample() throws {
    let rows = AESExamples.cipherExample.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
    #expect(rows.count == 44)
    var expected: [[UInt8]] = []
    for round in 0..<11 {
      for column in stride(from: 0, to: rows[4 * round].count, by: 4) {
        expected.append((0..<16).map { rows[4 * round + $0 % 4][column + $0 / 4] })
      }
    }

    let key = try Hex.decode("2b7e151628aed2a6abf7158809cf4f3c")
    let input = try Hex.decode("3243f6a8885a308d313198a2e0370734")
    var states: [[UInt8]] = []
    _ = AESReference(key: key).encrypt(input) { step in
      if step.round > 0 { states.append(step.bytes) }
    }
    #expect(states.count == 50)
    #expect(states == expected)
  }

  @Test("Appendix C: every state of an encryption", arguments: [128, 192, 256])
  func exampleRounds(bitCount: Int) {
    let cipher = AESReference(key: (0..<bitCount / 8).map(UInt8.init))
    var lines: [String] = []
    let output = cipher.encrypt((0..<16).map { 0x11 * $0 }) { lines.append($0.description) }
    #expect(lines == AESExamples.rounds(bitCount: bitCount).split(separator: "\n").map(String.init))
    #expect(lines.last?.hasSuffix(Hex.encode(output)) == true)
  }

  /// Decryption passes through the same states in reverse, under the names of appendix C.
  @Test("Appendix C: every state of a decryption", arguments: [128, 192, 256])
  func inverseExampleRounds(bitCount: Int) throws {
    var published: [String: String] = [:]
    for line in AESExamples.rounds(bitCount: bitCount).split(separator: "\n") {
      let parts = line.split(separator: "]")
      let fields = parts[1].split(separator: " ")
      let round = try #require(Int(parts[0].dropFirst(6).drop { $0 == " " }))
      published["\(round)\(fields[0])"] = String(fields[1])
    }
    let rounds = bitCount / 32 + 6
    let input = try #require(published["\(rounds).output"]).bytesOfHex
    let forward: [AESStep.Name: (name: String, offset: Int)] = [
      .inverseInput: (".output", 0), .inverseStart: (".s_row", 1), .inverseShifted: (".s_box", 1),
      .inverseSubstituted: (".start", 1), .inverseRoundKey: (".k_sch", 0), .inverseKeyAdded: (".m_col", 0),
      .inverseOutput: (".input", 0),
    ]

    var steps: [AESStep] = []
    let output = AESReference(key: (0..<bitCount / 8).map(UInt8.init)).decrypt(input) { steps.append($0) }
    #expect(steps.count == 5 * rounds + 2)
    for step in steps {
      let (name, offset) = try #require(forward[step.name])
      #expect(published["\(rounds - step.round + offset)\(name)"] == Hex.encode(step.bytes), "\(step)")
    }
    #expect(output == (0..<16).map { 0x11 * $0 })
  }

  @Test("Products and S-box of sections 4.2 and 5.1.1")
  func fieldAndSubstitution() {
    // Section 4.2: {57} * {13} = {fe}, and {57} times the powers of x.
    #expect(GaloisField.multiply(0x57, 0x13) == 0xfe)
    #expect([0x02, 0x04, 0x08, 0x10].map { GaloisField.multiply(0x57, $0) } == [0xae, 0x47, 0x8e, 0x07])
    for byte in UInt8.min...UInt8.max {
      #expect(GaloisField.multiply(byte, GaloisField.inverse(byte)) == (byte == 0 ? 0 : 1))
    }
    // Section 5.1.1: {53} becomes {ed}; the first row of table 4.
    #expect(SubstitutionBox.forward[0x53] == 0xed)
    let firstRow: [UInt8] = [
      0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76,
    ]
    #expect(Array(SubstitutionBox.forward.prefix(16)) == firstRow)
    #expect(Set(SubstitutionBox.forward).count == 256)
    #expect(SubstitutionBox.inverse[0xed] == 0x53)
  }
}

extension String {
  fileprivate var bytesOfHex: [UInt8] { try! Hex.decode(self) }
}
