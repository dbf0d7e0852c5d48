import SwiftVaultAESBlocks
import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

@testable import AES

/// Proofs about GHASH and GCM's tag on bases, against the multiplication of SP 800-38D, section 6.3.
///
/// A product of GF(2^128) is linear in each factor: the kernels add carryless products and shifted words without carry,
/// and the reduction is of the same kind. A function that is linear in both factors is known everywhere when it is
/// known for the 128 × 128 pairs of single bits. For a given key, a hash is linear in all blocks together, and the tags
/// of two messages of the same sizes differ by the hash of their difference.
@Suite(.firstDifference) struct GHASHProofTests {
  private static func bit(_ index: Int) -> [UInt8] { (0..<16).map { $0 == index / 8 ? 0x80 >> (index % 8) : 0 } }
  private static let zero = [UInt8](repeating: 0, count: 16)

  private static func expanded(_ key: [UInt8], _ kernel: AESKernel, blockCount: Int) -> SecretMemory {
    let memory = SecretMemory(byteCount: kernel.hashKeyLayout.byteCount)
    key.withUnsafeBytes {
      kernel.expandHashKey($0.baseAddress!, into: memory.bytes.baseAddress!, blockCount: blockCount)
    }
    return memory
  }

  private static func hash(
    _ blocks: [UInt8], from start: [UInt8] = zero, _ kernel: AESKernel, _ key: borrowing SecretMemory
  ) -> GHASHElement {
    var state = start
    state.withUnsafeMutableBytes { state in
      blocks.withUnsafeBytes {
        kernel.hash(
          key.bytes.baseAddress!, hash: state.baseAddress!, from: $0.baseAddress!, blockCount: blocks.count / 16)
      }
    }
    return GHASHElement(state)
  }

  /// The product of each single bit of a key and each single bit of a block, of the hash so far too.
  @Test(arguments: AESKernel.available) func product(kernel: AESKernel) {
    for keyBit in 0..<128 {
      let key = Self.expanded(Self.bit(keyBit), kernel, blockCount: 1)
      var expected = GHASHElement(Self.bit(keyBit))
      for blockBit in 0..<128 {
        let block = Self.bit(blockBit)
        if Self.hash(block, kernel, key) != expected { Issue.record("key bit \(keyBit), block bit \(blockBit)") }
        if Self.hash(Self.zero, from: block, kernel, key) != expected {
          Issue.record("key bit \(keyBit), hash bit \(blockBit)")
        }
        expected = expected.timesX
      }
    }
  }

  /// The premise: products of sums are sums of products, for random factors.
  @Test(arguments: AESKernel.available) func productIsLinear(kernel: AESKernel) {
    var random = SplitMix64(seed: 60)
    for _ in 0..<500 {
      let (a, b, c) = (random.bytes(16), random.bytes(16), random.bytes(16))
      func product(_ key: [UInt8], _ block: [UInt8]) -> GHASHElement {
        Self.hash(block, kernel, Self.expanded(key, kernel, blockCount: 1))
      }
      let sum = zip(a, b).map { $0 ^ $1 }
      #expect(product(sum, c) == product(a, c) + product(b, c))
      #expect(product(c, sum) == product(c, a) + product(c, b))
    }
  }

  /// Each single bit of each block of a text, in calls of one block to more than the widest kernel takes at once.
  @Test(arguments: AESKernel.available) func everyPlace(kernel: AESKernel) {
    let hashKey = (0..<16).map { UInt8(truncatingIfNeeded: 183 + 31 * $0) }
    for blockCount in [1, 2, 3, 4, 7, 8, 9, 16, 17, 32, 33, 67] {
      let key = Self.expanded(hashKey, kernel, blockCount: blockCount)
      var (blocks, power) = ([UInt8](repeating: 0, count: 16 * blockCount), GHASHElement(hashKey))
      for block in (0..<blockCount).reversed() {
        var expected = power
        for bit in 0..<128 {
          blocks[16 * block + bit / 8] = 0x80 >> (bit % 8)
          if Self.hash(blocks, kernel, key) != expected { Issue.record("block \(block) of \(blockCount), bit \(bit)") }
          blocks[16 * block + bit / 8] = 0
          expected = expected.timesX
        }
        power = power * GHASHElement(hashKey)
      }
    }
  }

  /// Each single bit of the text and of the associated data changes the tag as the definition says.
  @Test(
    arguments: AESKernel.available,
    [(0, 1), (1, 0), (5, 15), (16, 16), (20, 33), (13, 100), (0, 260), (300, 70), (40, 1050)])
  func everyBitOfAMessage(kernel: AESKernel, sizes: (data: Int, text: Int)) throws {
    let key = SymmetricKey(data: 0..<16)
    let hashKey = GHASHElement(AESReference(key: Array(0..<16)).encrypt(Self.zero))
    let nonce = try AES.GCM.Nonce(data: 0..<12)
    var (data, text) = ([UInt8](repeating: 0x5a, count: sizes.data), [UInt8](repeating: 0xc3, count: sizes.text))
    let base = try AES.GCM.seal(text, using: key, nonce: nonce, authenticating: data, kernel: kernel)
    func check(_ place: String, _ expected: GHASHElement) throws {
      let box = try AES.GCM.seal(text, using: key, nonce: nonce, authenticating: data, kernel: kernel)
      if GHASHElement(box.tag) + GHASHElement(base.tag) != expected { Issue.record("\(place)") }
    }
    // The last block is that of the sizes, so the last byte of the text is in a block times the key's square.
    let counts = (data: (sizes.data + 15) / 16, text: (sizes.text + 15) / 16)
    var powers = [hashKey]
    for _ in 0..<counts.data + counts.text { powers.append(powers[powers.count - 1] * hashKey) }
    for index in 0..<8 * sizes.data {
      data[index / 8] ^= 0x80 >> (index % 8)
      let power = powers[counts.data + counts.text - index / 128]
      try check("data, bit \(index)", power * GHASHElement(Self.bit(index % 128)))
      data[index / 8] ^= 0x80 >> (index % 8)
    }
    for index in 0..<8 * sizes.text {
      text[index / 8] ^= 0x80 >> (index % 8)
      try check("text, bit \(index)", powers[counts.text - index / 128] * GHASHElement(Self.bit(index % 128)))
      text[index / 8] ^= 0x80 >> (index % 8)
    }
  }
}
