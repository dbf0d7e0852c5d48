import SwiftVaultCryptoBytes
import SwiftVaultLessonLogic
import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

@Suite("SHA-2 reference")
struct SHA2ReferenceTests {
  private func check<Word>(_ name: String, _ count: Int, _ reference: SHA2Reference<Word>.Type) throws {
    let file = try VectorFile("SHA/\(name).rsp", expecting: count)
    var run = 0
    for record in file.records {
      let message = Array(try record.bytes("Msg").prefix(try record.integer("Len") / 8))
      #expect(reference.hash(message) == (try record.bytes("MD")), "\(record.place)")
      run += 1
    }
    try file.report(run, kernel: "reference")
  }

  @Test("NIST's short and long messages for SHA-256")
  func sha256() throws {
    try check("SHA256ShortMsg", 65, SHA256Reference.self)
    try check("SHA256LongMsg", 64, SHA256Reference.self)
  }

  @Test("NIST's short and long messages for SHA-512")
  func sha512() throws {
    try check("SHA512ShortMsg", 129, SHA512Reference.self)
    try check("SHA512LongMsg", 128, SHA512Reference.self)
  }

  @Test("the constants that FIPS 180-4 prints, first and last")
  func constants() {
    #expect(FractionalRoot.primes(10) == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29])
    #expect(FractionalRoot.primes(80).last == 409)
    // Section 4.2.2 and 5.3.3.
    #expect(UInt32.roundConstants.count == 64)
    #expect(UInt32.roundConstants.first == 0x428a_2f98 && UInt32.roundConstants.last == 0xc671_78f2)
    #expect(UInt32.initialHash.first == 0x6a09_e667 && UInt32.initialHash.last == 0x5be0_cd19)
    // Section 4.2.3 and 5.3.5.
    #expect(UInt64.roundConstants.count == 80)
    #expect(UInt64.roundConstants.first == 0x428a_2f98_d728_ae22 && UInt64.roundConstants.last == 0x6c44_198c_4a47_5817)
    #expect(UInt64.initialHash.first == 0x6a09_e667_f3bc_c908 && UInt64.initialHash.last == 0x5be0_cd19_137e_2179)
  }

  /// NIST's examples of SHA-256 and SHA-512 for the message "abc": the first and the last round.
  @Test("the working variables of NIST's examples")
  func workingVariables() throws {
    var small: [SHA256Reference.Step] = []
    _ = SHA256Reference.hash(Array("abc".utf8)) { small.append($0) }
    #expect(small.count == 64)
    #expect(small[0].scheduleWord == 0x6162_6380)
    #expect(
      small[0].variables == [
        0x5d6a_ebcd, 0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xfa2a_4622, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      ])
    #expect(
      small[63].variables == [
        0x506e_3058, 0xd39a_2165, 0x04d2_4d6c, 0xb85e_2ce9, 0x5ef5_0f24, 0xfb12_1210, 0x948d_25b6, 0x961f_4894,
      ])
    var large: [SHA512Reference.Step] = []
    _ = SHA512Reference.hash(Array("abc".utf8)) { large.append($0) }
    #expect(large.count == 80)
    #expect(large[0].variables[0] == 0xf6af_ceb8_bcfc_ddf5 && large[0].variables[4] == 0x58cb_0234_7ab5_1f91)
    #expect(large[79].variables[0] == 0x73a5_4f39_9fa4_b1b2 && large[79].variables[4] == 0xd084_46aa_7969_3ed7)
  }

  @Test("the lesson's first round is the one of the reference")
  func firstRound() {
    check(SHA256Reference.self)
    check(SHA512Reference.self)
  }

  private func check<Word>(_ reference: SHA2Reference<Word>.Type) {
    let w0: Word = 0x6162_6380
    let round = SHA2FirstRound(w0: w0)
    let state = reference.round(Word.initialHash, constant: Word.roundConstants[0], word: w0)
    #expect(round.a == state[0] && round.e == state[4])
    #expect(round.t1 == round.e &- Word.initialHash[3] && round.t2 == round.a &- round.t1)
  }
}
