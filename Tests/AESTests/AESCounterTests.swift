import AES
import Foundation
import SwiftVaultCryptoBytes
import SwiftVaultTestSupport
import Testing

/// CTR: carry, seeking, and the end of the keystream.
@Suite("AES-CTR: the counter", .firstDifference)
struct AESCounterTests {
  static let zeroKey = SymmetricKey(data: [UInt8](repeating: 0, count: 16))

  /// AES-128 of a block of zeros under a key of zeros.
  ///
  /// Source: McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B, test case 1, value H.
  static let encryptedZero = "66e94bd4ef8a2c3b884cfa59ca342b2e"

  @Test("A nonce of all ones is followed by zero", arguments: AESKernel.available)
  func carryIntoNothing(kernel: AESKernel) throws {
    let nonce = try AES.CTR.Nonce(data: [UInt8](repeating: 0xff, count: 16))
    let zeros = [UInt8](repeating: 0, count: 32)
    let keystream = try AES.CTR.encrypt(zeros, using: Self.zeroKey, nonce: nonce, kernel: kernel)
    #expect(Hex.encode(keystream.prefix(4)) == "3f5b8cc9")
    #expect(Hex.encode(keystream.suffix(16)) == Self.encryptedZero)
  }

  @Test("The low half carries into the high half", arguments: AESKernel.available)
  func carryIntoHighHalf(kernel: AESKernel) throws {
    let modes = AESReferenceModes(key: [UInt8](repeating: 0, count: 16))
    for high in [
      [UInt8](repeating: 0, count: 8), [1, 2, 3, 4, 5, 6, 0xff, 0xff], [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ] {
      let block = high + [UInt8](repeating: 0xff, count: 8)
      let zeros = [UInt8](repeating: 0, count: 200)
      let nonce = try AES.CTR.Nonce(data: block)
      #expect(
        try AES.CTR.encrypt(zeros, using: Self.zeroKey, nonce: nonce, kernel: kernel)
          == modes.processCTR(zeros, counter: block))
    }
  }

  @Test("Seeking to any byte gives the rest of the one-shot", arguments: AESKernel.available)
  func seeking(kernel: AESKernel) throws {
    var random = SplitMix64(seed: 8)
    // The low half overflows after three blocks.
    let nonce = try AES.CTR.Nonce(data: random.bytes(8) + [UInt8](repeating: 0xff, count: 7) + [0xfd])
    let key = SymmetricKey(data: random.bytes(32))
    let data = random.bytes(333)
    let whole = try AES.CTR.encrypt(data, using: key, nonce: nonce, kernel: kernel)
    var cipher = try AES.CTR.Cipher(using: key, nonce: nonce, kernel: kernel)
    // 37 and 201 have no common divisor, so the steps reach every byte, forwards and backwards.
    for step in 0...200 {
      let start = step * 37 % 201
      cipher.seek(to: UInt64(start))
      #expect(try cipher.update(data[start..<start + 5]) == Array(whole[start..<start + 5]))
      #expect(try cipher.update(data[(start + 5)...]) == Array(whole[(start + 5)...]))
    }
  }

  @Test("Decryption is the same operation as encryption, in one call and in place")
  func oneCall() throws {
    let nonce = try AES.CTR.Nonce(data: [UInt8](repeating: 0, count: 16))
    let zeros = [UInt8](repeating: 0, count: AES.blockByteCount)
    let keystream = try AES.CTR.decrypt(zeros, using: Self.zeroKey, nonce: nonce)
    #expect(Hex.encode(keystream) == Self.encryptedZero)
    var message: [UInt8] = keystream + [7]
    try AES.CTR.decrypt(inPlace: &message, using: Self.zeroKey, nonce: nonce)
    #expect(message.dropLast() == zeros[...])
    let ciphertext = message
    let shortKey = SymmetricKey(data: [1, 2, 3])
    #expect(throws: AESError.incorrectKeySize(byteCount: 3)) {
      try AES.CTR.decrypt(inPlace: &message, using: shortKey, nonce: nonce)
    }
    #expect(message == ciphertext)
    #expect(throws: AESError.incorrectKeySize(byteCount: 3)) {
      try AES.CTR.decrypt(ciphertext, using: shortKey, nonce: nonce)
    }
  }

  @Test("Far offsets count blocks in 64 bits and add them to the nonce in 128", arguments: AESKernel.available)
  func farSeeking(kernel: AESKernel) throws {
    let modes = AESReferenceModes(key: [UInt8](repeating: 0, count: 16))
    // The nonce plus 2^60 - 1 blocks: the low half overflows.
    let nonce = [UInt8](repeating: 0x11, count: 8) + [0xf0] + [UInt8](repeating: 0, count: 6) + [5]
    let counter = [UInt8](repeating: 0x11, count: 7) + [0x12] + [UInt8](repeating: 0, count: 7) + [4]
    var cipher = try AES.CTR.Cipher(using: Self.zeroKey, nonce: AES.CTR.Nonce(data: nonce), kernel: kernel)
    cipher.seek(to: UInt64.max - 15)
    let zeros = [UInt8](repeating: 0, count: 15)
    #expect(try cipher.update(zeros) == modes.processCTR(zeros, counter: counter))
  }

  @Test("The keystream ends before the counter is back at its start; a refused piece changes nothing")
  func exhaustion() throws {
    let nonce = try AES.CTR.Nonce(data: [UInt8](repeating: 0, count: 16))
    var cipher = try AES.CTR.Cipher(using: Self.zeroKey, nonce: nonce)
    cipher.seek(to: UInt64.max - 3)
    #expect(throws: AESError.keystreamExhausted) { try cipher.update([1, 2, 3, 4]) }
    var piece: [UInt8] = [1, 2, 3, 4]
    #expect(throws: AESError.keystreamExhausted) { try cipher.update(inPlace: &piece) }
    #expect(piece == [1, 2, 3, 4])
    #expect(cipher.offset == UInt64.max - 3)
    #expect(try cipher.update([1, 2, 3]).count == 3)
    #expect(throws: AESError.keystreamExhausted) { try cipher.update([0]) }
    #expect(try cipher.update([]).isEmpty)
  }

  @Test("After a nonce of 12 bytes the counter has 4, and does not run on into the next nonce")
  func shortNonce() throws {
    let nonce = [UInt8](repeating: 9, count: 12)
    let short = try AES.CTR.Nonce(data: nonce)
    var cipher = try AES.CTR.Cipher(using: Self.zeroKey, nonce: short)
    let long = try AES.CTR.Nonce(data: nonce + [0, 0, 0, 0])
    var unlimited = try AES.CTR.Cipher(using: Self.zeroKey, nonce: long)
    for cipherEnd in [1 << 36 - 16, 1 << 36] as [UInt64] {
      cipher.seek(to: cipherEnd)
      unlimited.seek(to: cipherEnd)
      #expect(throws: AESError.keystreamExhausted) { try cipher.update([UInt8](repeating: 0, count: 17)) }
      #expect(try unlimited.update([UInt8](repeating: 0, count: 17)).count == 17)
    }
    cipher.seek(to: 1 << 36 - 16)
    #expect(try cipher.update([UInt8](repeating: 0, count: 16)).count == 16)
    #expect(try cipher.update([]).isEmpty)
    cipher.seek(to: 1 << 36 + 1)
    #expect(throws: AESError.keystreamExhausted) { try cipher.update([]) }

    // A message that must be refused before any of it is read.
    let byteCount = 1 << 36 + 1
    let memory = mmap(nil, byteCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    let message = UnsafeRawBufferPointer(start: try #require(memory != MAP_FAILED ? memory : nil), count: byteCount)
    defer { munmap(memory, byteCount) }
    #expect(throws: AESError.keystreamExhausted) { try AES.CTR.encrypt(message, using: Self.zeroKey, nonce: short) }
    #expect(throws: AESError.keystreamExhausted) { try AES.CTR.decrypt(message, using: Self.zeroKey, nonce: short) }
  }
}
