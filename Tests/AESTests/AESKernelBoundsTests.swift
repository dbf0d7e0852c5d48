#if canImport(Glibc)
import Foundation
import SwiftVaultAESBlocks
import SwiftVaultTestSupport
import Testing

@testable import AES

/// A page, and behind it one that may be neither read nor written: an access to it ends the process.
private struct GuardedPages {
  private static let byteCount = 4096
  /// The end of the first page.
  let end: UnsafeMutableRawPointer

  init() throws {
    let byteCount = Self.byteCount
    let start = try #require(mmap(nil, 2 * byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    end = start + byteCount
    #expect(mprotect(end, byteCount, PROT_NONE) == 0)
  }

  func unmap() { munmap(end - Self.byteCount, 2 * Self.byteCount) }
}

/// A kernel accesses only the blocks that it is given.
@Suite(.firstDifference) struct AESKernelBoundsTests {
  @Test(arguments: AESKernel.available) func nothingBehindTheBlocksIsTouched(kernel: AESKernel) throws {
    let pages = try GuardedPages()
    defer { pages.unmap() }
    let schedule = AESKernelTests.ScheduleMemory(key: Array(0..<16), rounds: 10, kernel: kernel)
    let key = UnsafeRawPointer(schedule.memory)
    for count in 1...70 {
      let data = pages.end - 16 * count
      let text = TextSegments(from: data, to: data, count: count)
      data.initializeMemory(as: UInt8.self, repeating: 7, count: 16 * count)
      kernel.encryptBlocks(key, rounds: 10, from: data, to: data, blockCount: count)
      _ = kernel.process(.decryptECB, key, rounds: 10, TextSegments(from: data, to: data, count: count))
      #expect(UnsafeRawBufferPointer(start: data, count: 16 * count).allSatisfy { $0 == 7 })
      let iv = SIMD2<Int64>(repeating: 0x0101_0101_0101_0101)
      _ = kernel.process(.encryptCBC, key, rounds: 10, iv: iv, text)
      _ = kernel.process(.decryptCBC, key, rounds: 10, iv: iv, text)
      #expect(UnsafeRawBufferPointer(start: data, count: 16 * count).allSatisfy { $0 == 7 })
      _ = kernel.process(.ofb, key, rounds: 10, iv: iv, text)
      _ = kernel.process(.ofb, key, rounds: 10, iv: iv, text)
      #expect(UnsafeRawBufferPointer(start: data, count: 16 * count).allSatisfy { $0 == 7 })
      let last = kernel.process(.encryptCFB, key, rounds: 10, iv: iv, text)
      // In place, CFB decryption does not give the message here: only the accesses are tested.
      _ = kernel.process(.decryptCFB, key, rounds: 10, iv: last, text)
      data.initializeMemory(as: UInt8.self, repeating: 7, count: 16 * count)
      _ = kernel.process(.ctr, key, rounds: 10, iv: iv, text)
      _ = kernel.process(.ctr, key, rounds: 10, iv: iv, text)
      #expect(UnsafeRawBufferPointer(start: data, count: 16 * count).allSatisfy { $0 == 7 })
    }
  }

  /// A text that ends within a block. Its result is the beginning of that of a text of whole blocks.
  @Test(arguments: AESKernel.available) func nothingBehindTheEndOfATextIsTouched(kernel: AESKernel) throws {
    let pages = try GuardedPages()
    defer { pages.unmap() }
    let schedule = AESKernelTests.ScheduleMemory(key: Array(0..<16), rounds: 10, kernel: kernel)
    let key = UnsafeRawPointer(schedule.memory)
    let plaintext = (0..<560).map { UInt8(truncatingIfNeeded: $0) }
    for operation in [BlockOperation.encryptCFB, .decryptCFB, .ofb, .ctr] {
      var whole = plaintext
      let iv = SIMD2<Int64>(repeating: -1)
      whole.withUnsafeMutableBytes {
        let text = TextSegments(from: $0.baseAddress!, to: $0.baseAddress!, byteCount: $0.count)
        _ = kernel.process(operation, key, rounds: 10, iv: iv, text)
      }
      for count in 0..<whole.count {
        let data = pages.end - count
        data.copyMemory(from: plaintext, byteCount: count)
        _ = kernel.process(operation, key, rounds: 10, iv: iv, TextSegments(from: data, to: data, byteCount: count))
        #expect(Array(UnsafeRawBufferPointer(start: data, count: count)) == Array(whole[..<count]))
      }
    }
  }

  /// A schedule has the size that the kernel states, and fits where a whole message keeps its schedule.
  @Test(arguments: AESKernel.available) func nothingBehindTheScheduleIsTouched(kernel: AESKernel) throws {
    let pages = try GuardedPages()
    defer { pages.unmap() }
    for rounds in [10, 12, 14] {
      let keyByteCount = 4 * (rounds - 6)
      let key = UnsafeRawPointer(pages.end - keyByteCount)
      for index in 0..<keyByteCount {
        (pages.end - keyByteCount + index).storeBytes(of: UInt8(index), as: UInt8.self)
      }
      let copy = [UInt8](UnsafeRawBufferPointer(start: key, count: keyByteCount))
      let (whole, half) = (
        kernel.scheduleByteCount(rounds: rounds), kernel.scheduleByteCount(rounds: rounds, for: .encryption)
      )
      if kernel != .portable { #expect(half <= 16 * 15 && whole <= 32 * 15) }
      // The key is read from the end of the page, then the schedule is written up to it.
      let heap = SecretMemory(byteCount: whole)
      kernel.expandKey(key, rounds: rounds, into: heap.bytes.baseAddress!)
      let expected = [UInt8](UnsafeRawBufferPointer(heap.bytes))
      kernel.expandKey(copy, rounds: rounds, into: pages.end - whole)
      #expect([UInt8](UnsafeRawBufferPointer(start: pages.end - whole, count: whole)) == expected)
      kernel.expandKey(copy, rounds: rounds, into: pages.end - half, for: .encryption)
      #expect([UInt8](UnsafeRawBufferPointer(start: pages.end - half, count: half)) == Array(expected[..<half]))
    }
  }

  /// A whole message of any size, in memory that ends with it.
  @Test(arguments: AESKernel.available) func nothingBehindAMessageIsRead(kernel: AESKernel) throws {
    let pages = try GuardedPages()
    defer { pages.unmap() }
    let key = SymmetricKey(data: 0..<16)
    let iv = try AES.IV(data: 0..<16)
    let nonce = try AES.CTR.Nonce(data: 0..<16)
    let gcmNonce = try AES.GCM.Nonce(data: 0..<12)
    for count in 1...70 {
      let place = pages.end - count
      place.initializeMemory(as: UInt8.self, repeating: 7, count: count)
      let (message, copy) = (UnsafeRawBufferPointer(start: place, count: count), [UInt8](repeating: 7, count: count))
      for padding in AES.Padding.allCases where padding != .none || count % 16 == 0 {
        let ecb = try AES.ECB.encrypt(message, using: key, padding: padding, kernel: kernel)
        #expect(try AES.ECB.decrypt(ecb, using: key, padding: padding) == copy)
        let cbc = try AES.CBC.encrypt(message, using: key, iv: iv, padding: padding, kernel: kernel)
        #expect(try AES.CBC.decrypt(cbc, using: key, iv: iv, padding: padding) == copy)
      }
      let ctr = try AES.CTR.encrypt(message, using: key, nonce: nonce, kernel: kernel)
      #expect(try AES.CTR.decrypt(ctr, using: key, nonce: nonce) == copy)
      for segment in AES.CFB.SegmentSize.allCases {
        let cfb = try AES.CFB.encrypt(message, using: key, iv: iv, segment: segment, kernel: kernel)
        #expect(try AES.CFB.decrypt(cfb, using: key, iv: iv, segment: segment) == copy)
      }
      let ofb = try AES.OFB.encrypt(message, using: key, iv: iv, kernel: kernel)
      #expect(try AES.OFB.decrypt(ofb, using: key, iv: iv) == copy)
      let box = try AES.GCM.seal(message, using: key, nonce: gcmNonce, authenticating: message, kernel: kernel)
      #expect(try AES.GCM.open(box, using: key, authenticating: copy) == copy)
    }
  }
}
#endif
