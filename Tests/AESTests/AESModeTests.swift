import SwiftVaultTestSupport
import Testing

@testable import AES

/// Modes that the library lacks, built on the operations of every kernel: a mode needs only its own file.
@Suite("AES modes: a new one", .firstDifference)
struct AESModeTests {
  /// Spec: NIST SP 800-38A, appendices F.3.13 and F.4.1.
  static let key = SymmetricKey(data: bytes("2b7e151628aed2a6abf7158809cf4f3c"))
  static let iv = aesBlock(Array(0...15))
  static let plaintext = bytes(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
      + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710")

  @Test("CFB, encrypted block by block, decrypted in one piece", arguments: AESKernel.available)
  func cfb(kernel: AESKernel) throws {
    let cipher = try AESKeySchedule(Self.key, kernel: kernel)
    let ciphertext = Self.bytes(
      "3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b"
        + "26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6")
    #expect(cipher.encryptCFB(Self.plaintext, iv: Self.iv) == ciphertext)
    #expect(cipher.decryptCFB(ciphertext, iv: Self.iv) == Self.plaintext)
  }

  @Test("OFB", arguments: AESKernel.available)
  func ofb(kernel: AESKernel) throws {
    let cipher = try AESKeySchedule(Self.key, kernel: kernel)
    let ciphertext = Self.bytes(
      "3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed825"
        + "9740051e9c5fecf64344f7a82260edcc304c6528f659c77866a510d9c1d6ae5e")
    #expect(cipher.processOFB(Self.plaintext, iv: Self.iv) == ciphertext)
    #expect(cipher.processOFB(ciphertext, iv: Self.iv) == Self.plaintext)
  }

  /// GCM's counter is the last 32 bits of its block. Here it overflows after three blocks of 40.
  @Test("CTR with a counter of 32 bits, on the kernels' loop for 128", arguments: AESKernel.available)
  func counterOf32Bits(kernel: AESKernel) throws {
    let first = [UInt8](repeating: 0xa7, count: 12) + [0xff, 0xff, 0xff, 0xfd]
    let counters = (0..<40).flatMap { number in
      first[..<12] + (0xffff_fffd &+ UInt32(number)).bigEndianBytes
    }
    let keystream = try AES.ECB.encrypt(counters, using: Self.key, padding: .none, kernel: kernel)
    let cipher = try AESKeySchedule(Self.key, kernel: kernel)
    #expect(cipher.processGCTR([UInt8](repeating: 0, count: 640), counter: aesBlock(first)) == keystream)
  }

  private static func bytes(_ hex: String) -> [UInt8] { try! Hex.decode(hex) }
}

extension AESKeySchedule {
  /// Spec: NIST SP 800-38A, section 6.3.
  fileprivate func encryptCFB(_ message: [UInt8], iv: SIMD16<UInt8>) -> [UInt8] {
    var register = iv
    return message.mapBlocks { block in
      register = encrypted(register) ^ block
      return register
    }
  }

  /// The blocks to encrypt are known in advance: the ciphertext, shifted by one block.
  fileprivate func decryptCFB(_ message: [UInt8], iv: SIMD16<UInt8>) -> [UInt8] {
    var keystream = iv.indices.map { iv[$0] } + message.dropLast(16)
    keystream.withUnsafeMutableBytes {
      encryptBlocks(from: $0.baseAddress!, to: $0.baseAddress!, blockCount: $0.count / 16)
    }
    return zip(keystream, message).map { $0 ^ $1 }
  }

  /// Spec: NIST SP 800-38A, section 6.4.
  fileprivate func processOFB(_ message: [UInt8], iv: SIMD16<UInt8>) -> [UInt8] {
    var register = iv
    return message.mapBlocks { block in
      register = encrypted(register)
      return register ^ block
    }
  }

  /// Makes one call up to the overflow of the 32-bit counter, and one call for the blocks after it.
  /// Spec: NIST SP 800-38D, sections 6.2 and 6.5.
  fileprivate func processGCTR(_ message: [UInt8], counter: SIMD16<UInt8>) -> [UInt8] {
    var (message, counter) = (message, counter)
    message.withUnsafeMutableBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let low = (12..<16).reduce(0) { $0 << 8 | Int(counter[$1]) }
        let run = min(rest.count / 16, 1 << 32 - low)
        let start = UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress!
        var next = counter
        process(.ctr, iv: &next, from: start, to: start, byteCount: 16 * run)
        for index in 12..<16 { counter[index] = next[index] }
        rest = rest.dropFirst(16 * run)
      }
    }
    return message
  }

  private func encrypted(_ block: SIMD16<UInt8>) -> SIMD16<UInt8> {
    var block = block
    withUnsafeMutableBytes(of: &block) { encryptBlocks(from: $0.baseAddress!, to: $0.baseAddress!, blockCount: 1) }
    return block
  }
}

extension [UInt8] {
  fileprivate func mapBlocks(_ body: (SIMD16<UInt8>) -> SIMD16<UInt8>) -> [UInt8] {
    stride(from: 0, to: count, by: 16).flatMap { start in
      let block = body(aesBlock(Array(self[start..<start + 16])))
      return block.indices.map { block[$0] }
    }
  }
}
