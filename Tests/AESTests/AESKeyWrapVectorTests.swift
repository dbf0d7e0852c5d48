import AES
import SwiftVaultTestSupport
import Testing

/// Key wrap vectors of RFC 3394 and of NIST's CAVP, on every kernel, including those that must be refused.
@Suite(.firstDifference) struct AESKeyWrapVectorTests {
  /// The six examples of RFC 3394, section 4, both ways.
  @Test(arguments: AESKernel.available)
  func rfc3394(kernel: AESKernel) throws {
    let file = try VectorFile("KeyWrap/RFC3394.txt", expecting: 6)
    for record in file.records {
      try checkWrap(record, kernel)
      try checkUnwrap(record, kernel)
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available, [128, 192, 256])
  func wrap(kernel: AESKernel, bits: Int) throws {
    let file = try VectorFile("KeyWrap/KW_AE_\(bits).txt", expecting: 84)
    for record in file.records { try checkWrap(record, kernel) }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available, [(bits: 128, refusals: 16), (192, 17), (256, 17)])
  func unwrap(kernel: AESKernel, source: (bits: Int, refusals: Int)) throws {
    let file = try VectorFile("KeyWrap/KW_AD_\(source.bits).txt", expecting: 84)
    #expect(file.records.filter { $0.has("FAIL") }.count == source.refusals)
    for record in file.records { try checkUnwrap(record, kernel) }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  /// The error states the size that was given and the sizes that are allowed.
  @Test(arguments: [0, 8, 15, 17, 23])
  func refusesOtherSizes(count: Int) {
    let kek = SymmetricKey(data: [UInt8](repeating: 1, count: 16))
    let bytes = [UInt8](repeating: 2, count: count)
    let refusal = AESError.incorrectParameterSize(.wrappedKey, byteCount: count)
    #expect(throws: refusal) { try AES.KeyWrap.wrap(SymmetricKey(data: bytes), using: kek) }
    #expect(throws: refusal) { try AES.KeyWrap.unwrap(bytes, using: kek) }
    #expect(
      refusal.description == "\(count) bytes; key wrap takes a multiple of 8, at least 16 of key or 24 wrapped; "
        + "with padding, 1 of key or 16 wrapped")
  }

  /// A wrapped key has three 64-bit registers or more. Any other size is refused unread.
  @Test(arguments: 0...64) func unwrapTakesWholeRegisters(count: Int) {
    let error =
      count >= 24 && count % 8 == 0 ? AESError.unwrapFailure : .incorrectParameterSize(.wrappedKey, byteCount: count)
    #expect(throws: error) {
      try AES.KeyWrap.unwrap([UInt8](repeating: 7, count: count), using: SymmetricKey(data: 0..<16))
    }
  }

  private func checkWrap(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let (kek, key) = (SymmetricKey(data: try record.bytes("K")), SymmetricKey(data: try record.bytes("P")))
    #expect(try AES.KeyWrap.wrap(key, using: kek, kernel: kernel) == record.bytes("C"), "\(record.place)")
  }

  private func checkUnwrap(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let (kek, wrapped) = (SymmetricKey(data: try record.bytes("K")), try record.bytes("C"))
    if record.has("FAIL") {
      #expect(throws: AESError.unwrapFailure, "\(record.place)") {
        try AES.KeyWrap.unwrap(wrapped, using: kek, kernel: kernel)
      }
    } else {
      let key = SymmetricKey(data: try record.bytes("P"))
      #expect(try AES.KeyWrap.unwrap(wrapped, using: kek, kernel: kernel) == key, "\(record.place)")
    }
  }
}
