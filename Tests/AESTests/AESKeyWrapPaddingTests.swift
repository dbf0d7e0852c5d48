import Foundation
import AES
import SwiftVaultTestSupport
import Testing

/// Vectors of RFC 5649 and of NIST's CAVP, on every kernel, including those that must be refused.
@Suite(.firstDifference) struct AESKeyWrapPaddingTests {
  /// The two examples of RFC 5649, section 6, both ways.
  @Test(arguments: AESKernel.available)
  func rfc5649(kernel: AESKernel) throws {
    let file = try VectorFile("KeyWrap/RFC5649.txt", expecting: 2)
    for record in file.records {
      try checkWrap(record, kernel)
      try checkUnwrap(record, kernel)
    }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available, [128, 192, 256])
  func wrap(kernel: AESKernel, bits: Int) throws {
    let file = try VectorFile("KeyWrap/KWP_AE_\(bits).txt", expecting: 84)
    for record in file.records { try checkWrap(record, kernel) }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  @Test(arguments: AESKernel.available, [128, 192, 256])
  func unwrap(kernel: AESKernel, bits: Int) throws {
    let file = try VectorFile("KeyWrap/KWP_AD_\(bits).txt", expecting: 84)
    #expect(file.records.filter { $0.has("FAIL") }.count == 17)
    for record in file.records { try checkUnwrap(record, kernel) }
    try file.report(file.records.count, kernel: kernel.rawValue)
  }

  /// Each size of padding, in keys of one block and of several.
  @Test(arguments: AESKernel.available, 1...40)
  func comesBack(kernel: AESKernel, count: Int) throws {
    let (kek, key) = (SymmetricKey(data: 0..<32), SymmetricKey(data: [UInt8](repeating: 7, count: count)))
    var wrapped = try AES.KeyWrap.wrapPadded(key, using: kek, kernel: kernel)
    #expect(wrapped.count == 8 + (count + 7) / 8 * 8)
    #expect(try AES.KeyWrap.unwrapPadded(wrapped, using: kek, kernel: kernel) == key)
    #expect(try AES.KeyWrap.unwrapPadded(Data(wrapped), using: kek) == key)
    for index in wrapped.indices {
      wrapped[index] ^= 0x10
      #expect(throws: AESError.unwrapFailure) {
        try AES.KeyWrap.unwrapPadded(wrapped, using: kek, kernel: kernel)
      }
      wrapped[index] ^= 0x10
    }
  }

  /// Values that a sender could have encrypted: every wrong size and padding is refused.
  ///
  /// Spec: RFC 5649, section 3.
  @Test(arguments: [1, 3])
  func checksSizeAndPadding(registerCount: Int) throws {
    let kek = SymmetricKey(data: 0..<16)
    let start: [UInt8] = [0xa6, 0x59, 0x59, 0xa6]
    for size in 0...8 * registerCount + 9 {
      let isRight = size > 8 * (registerCount - 1) && size <= 8 * registerCount
      let zeros = [UInt8](repeating: 0, count: 8 * registerCount)
      #expect(try opens(start + [0, 0, 0, UInt8(size)] + zeros, kek) == isRight, "\(size) bytes")
      #expect(try !opens(start + [0, 0, 1, UInt8(size)] + zeros, kek), "\(256 + size) bytes")
      #expect(try !opens(start + [1, 0, 0, UInt8(size)] + zeros, kek), "\(1 << 24 + size) bytes")
      guard isRight else { continue }
      for index in 0..<8 * registerCount {
        var padded = zeros
        padded[index] = 1
        #expect(try opens(start + [0, 0, 0, UInt8(size)] + padded, kek) == (index < size), "\(size) bytes, \(index)")
      }
      for index in 0..<4 {
        var other = start
        other[index] ^= 1
        #expect(try !opens(other + [0, 0, 0, UInt8(size)] + zeros, kek))
      }
    }
  }

  /// Wraps an initial value and a padded key as RFC 5649 does, with AES on blocks, and tries to unwrap it.
  private func opens(_ text: [UInt8], _ kek: SymmetricKey) throws -> Bool {
    var text = text
    let count = text.count / 8 - 1
    if count == 1 {
      text = try AES.ECB.encrypt(text, using: kek, padding: .none)
    } else {
      for step in 0..<6 * count {
        let register = 8 * (1 + step % count)
        var block = try AES.ECB.encrypt(text[..<8] + text[register..<register + 8], using: kek, padding: .none)
        block[7] ^= UInt8(step + 1)
        text.replaceSubrange(..<8, with: block[..<8])
        text.replaceSubrange(register..<register + 8, with: block[8...])
      }
    }
    do {
      _ = try AES.KeyWrap.unwrapPadded(text, using: kek)
      return true
    } catch AESError.unwrapFailure {
      return false
    }
  }

  @Test func refusesNoKey() {
    #expect(throws: AESError.incorrectParameterSize(.wrappedKey, byteCount: 0)) {
      try AES.KeyWrap.wrapPadded(SymmetricKey(data: []), using: SymmetricKey(data: 0..<16))
    }
    #expect(throws: AESError.incorrectKeySize(byteCount: 15)) {
      try AES.KeyWrap.wrapPadded(SymmetricKey(data: [1]), using: SymmetricKey(data: 0..<15))
    }
  }

  @Test(arguments: 0...48) func unwrapTakesWholeRegisters(count: Int) {
    let error =
      count >= 16 && count % 8 == 0 ? AESError.unwrapFailure : .incorrectParameterSize(.wrappedKey, byteCount: count)
    #expect(throws: error) {
      try AES.KeyWrap.unwrapPadded([UInt8](repeating: 7, count: count), using: SymmetricKey(data: 0..<16))
    }
  }

  private func checkWrap(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let (kek, key) = (SymmetricKey(data: try record.bytes("K")), SymmetricKey(data: try record.bytes("P")))
    #expect(try AES.KeyWrap.wrapPadded(key, using: kek, kernel: kernel) == record.bytes("C"), "\(record.place)")
  }

  private func checkUnwrap(_ record: VectorRecord, _ kernel: AESKernel) throws {
    let (kek, wrapped) = (SymmetricKey(data: try record.bytes("K")), try record.bytes("C"))
    if record.has("FAIL") {
      #expect(throws: AESError.unwrapFailure, "\(record.place)") {
        try AES.KeyWrap.unwrapPadded(wrapped, using: kek, kernel: kernel)
      }
    } else {
      let key = SymmetricKey(data: try record.bytes("P"))
      #expect(try AES.KeyWrap.unwrapPadded(wrapped, using: kek, kernel: kernel) == key, "\(record.place)")
    }
  }
}
