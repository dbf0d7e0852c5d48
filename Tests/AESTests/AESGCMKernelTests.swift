import SwiftVaultAESBlocks
import SwiftVaultReference
import SwiftVaultTestSupport
import Testing

@testable import AES

/// GCM's kernels against counter mode and the definition of GHASH: every length, the counter's carry and its wrap.
@Suite("AES-GCM, kernels", .firstDifference) struct AESGCMKernelTests {
  /// GHASH by its definition. Spec: NIST SP 800-38D, section 6.4.
  static func hash(_ key: [UInt8], _ blocks: [UInt8], from start: [UInt8]) -> [UInt8] {
    stride(from: 0, to: blocks.count, by: 16).reduce(GHASHElement(start)) { hash, offset in
      (hash + GHASHElement(blocks[offset..<offset + 16])) * GHASHElement(key)
    }.block
  }

  private static func expanded(_ key: [UInt8], _ kernel: AESKernel, blockCount: Int) -> SecretMemory {
    let memory = SecretMemory(byteCount: kernel.hashKeyLayout.byteCount)
    key.withUnsafeBytes {
      kernel.expandHashKey($0.baseAddress!, into: memory.bytes.baseAddress!, blockCount: blockCount)
    }
    return memory
  }

  /// Each kernel's GHASH of up to 67 blocks, under keys whose highest and lowest bits are set and clear.
  @Test(arguments: AESKernel.available) func hashEqualsTheDefinition(kernel: AESKernel) {
    var random = SplitMix64(seed: 31)
    let special = [[UInt8](repeating: 0xff, count: 16), [0x80] + [UInt8](repeating: 0, count: 15)]
    for (key, counts) in [(random.bytes(16), Array(0...67))] + special.map({ ($0, [1, 5, 33]) }) {
      for blockCount in counts {
        let (text, start) = (random.bytes(16 * blockCount + 1), random.bytes(16))
        let expected = Self.hash(key, Array(text.dropFirst()), from: start)
        for powers in [blockCount, 32, 1000] where powers >= blockCount || powers >= 32 {
          let memory = Self.expanded(key, kernel, blockCount: powers)
          var state = start
          text.withUnsafeBytes { text in
            state.withUnsafeMutableBytes {
              // At an odd address.
              kernel.hash(
                memory.bytes.baseAddress!, hash: $0.baseAddress!, from: text.baseAddress! + 1, blockCount: blockCount)
            }
          }
          #expect(state == expected, "\(blockCount) blocks, powers for \(powers)")
        }
      }
    }
  }

  /// A kernel's output for a text, in place or not, and its hash.
  private static func processed(
    _ text: [UInt8], isEncryption: Bool, inPlace: Bool, kernel: AESKernel, key: [UInt8], counter: [UInt8],
    hashKey: [UInt8], from start: [UInt8]
  ) -> (text: [UInt8], hash: [UInt8]) {
    let rounds = key.count / 4 + 6
    let schedule = SecretMemory(byteCount: kernel.scheduleByteCount(rounds: rounds, for: .encryption))
    key.withUnsafeBytes {
      kernel.expandKey($0.baseAddress!, rounds: rounds, into: schedule.bytes.baseAddress!, for: .encryption)
    }
    let powers = expanded(hashKey, kernel, blockCount: text.count / 16)
    var (hash, output) = (start, inPlace ? text : [UInt8](repeating: 0, count: text.count))
    text.withUnsafeBytes { text in
      output.withUnsafeMutableBytes { output in
        hash.withUnsafeMutableBytes { hash in
          counter.withUnsafeBytes { counter in
            guard let target = output.baseAddress, let text = text.baseAddress else { return }
            kernel.processGCM(
              isEncryption ? .encryption : .decryption, KeySchedule(schedule.bytes.baseAddress!, rounds: rounds),
              counter: counter.baseAddress!, hashKey: powers.bytes.baseAddress!, hash: hash.baseAddress!,
              TextSegments(from: inPlace ? UnsafeRawPointer(target) : text, to: target, count: output.count / 16))
          }
        }
      }
    }
    return (output, hash)
  }

  /// Each kernel, in place or not, gives the ciphertext of counter mode and the hash of the definition.
  @Test(arguments: AESKernel.available, [16, 24, 32])
  func kernelsEqualCounterModeAndHash(kernel: AESKernel, keyByteCount: Int) {
    var random = SplitMix64(seed: UInt64(keyByteCount))
    for blockCount in AESKernelTests.blockCounts + [63, 64, 65, 67] {
      let (key, hashKey, start) = (random.bytes(keyByteCount), random.bytes(16), random.bytes(16))
      let (counter, text) = (random.bytes(12) + [0, 0, 0, 7], random.bytes(16 * blockCount))
      let other = AESReferenceModes(key: key).processCTR(text, counter: counter)
      for (isEncryption, inPlace) in [(true, true), (true, false), (false, true), (false, false)] {
        let result = Self.processed(
          text, isEncryption: isEncryption, inPlace: inPlace, kernel: kernel, key: key, counter: counter,
          hashKey: hashKey, from: start)
        let hash = Self.hash(hashKey, isEncryption ? other : text, from: start)
        #expect(result == (other, hash), "\(blockCount) blocks, in place: \(inPlace)")
      }
    }
  }

  /// The carry out of the low bits of the counter at different places of a group of registers, and through the bytes
  /// above.
  @Test(arguments: AESKernel.available) func countersCarry(kernel: AESKernel) {
    var random = SplitMix64(seed: 32)
    let (key, hashKey, text) = (random.bytes(16), random.bytes(16), random.bytes(16 * 120))
    for low in stride(from: 0, to: 32, by: 5) {
      for counter in [[0, 0, 0, UInt8(low)], [1, 0xff, 0xff, 0x80 | UInt8(low)]].map({ random.bytes(12) + $0 }) {
        let expected = AESReferenceModes(key: key).processCTR(text, counter: counter)
        for isEncryption in [true, false] {
          let result = Self.processed(
            text, isEncryption: isEncryption, inPlace: true, kernel: kernel, key: key, counter: counter,
            hashKey: hashKey, from: random.bytes(16))
          #expect(result.text == expected, "counter ends in \(counter.suffix(4)), encryption: \(isEncryption)")
        }
      }
    }
  }

  /// The hash of a nonce that makes the counter begin so that its 32 bits wrap after `blocks` blocks, at every kernel's
  /// places: the counter block of a nonce of 16 bytes is chosen backwards, as GHASH is linear.
  @Test(arguments: AESKernel.available) func counterWraps(kernel: AESKernel) throws {
    // In Wycheproof the counter wraps at the first blocks. Here, a search finds nonces whose counter begins in the last
    // 2^12.
    var found = 0
    let text = [UInt8](repeating: 0, count: 16 * 5000)
    let zero = [UInt8](repeating: 0, count: 16)
    let modes = AESReferenceModes(key: Array(0..<16))
    let hashKey = modes.encryptECB(zero)
    for distance in [1, 2, 31, 32, 33, 40, 4000] {
      let nonce = try Self.nonce(ending: UInt32.max - UInt32(distance) + 1, hashKey: hashKey)
      let lengths = [UInt8](repeating: 0, count: 15) + [128]
      let counter = Self.hash(hashKey, nonce.bytes + lengths, from: zero)
      #expect(counter.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } == UInt32.max - UInt32(distance) + 1)
      let box = try AES.GCM.seal(
        text, using: SymmetricKey(data: 0..<16), nonce: nonce, authenticating: [], kernel: kernel)
      // Block i of the text has the counter plus i + 1, in the last 32 bits alone.
      for index in [0, 1, distance - 2, distance - 1, distance, distance + 1, 4999] where index >= 0 {
        let low = UInt32.max - UInt32(distance) &+ 2 &+ UInt32(index)
        let block = counter[..<12] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: low >> $0) }
        let start = 16 * index
        #expect(
          box.ciphertext[start..<start + 16].elementsEqual(modes.encryptECB(Array(block))), "\(distance), \(index)")
        found += 1
      }
      #expect(try AES.GCM.open(box, using: SymmetricKey(data: 0..<16), authenticating: [], kernel: kernel) == text)
    }
    #expect(found >= 40)
  }

  /// A nonce of 16 bytes whose first counter block ends in `low`. The block is (nonce · H ⊕ lengths) · H, so the nonce
  /// is (block · H⁻¹ ⊕ lengths) · H⁻¹.
  private static func nonce(ending low: UInt32, hashKey: [UInt8]) throws -> AES.GCM.Nonce {
    let inverse = GHASHElement(hashKey).inverse
    let block = [UInt8](0..<12) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: low >> $0) }
    let lengths = GHASHElement([UInt8](repeating: 0, count: 15) + [128])
    return try AES.GCM.Nonce(data: ((GHASHElement(block) * inverse + lengths) * inverse).block)
  }

  /// The widest registers are for long messages, the narrowest for short ones.
  @Test(arguments: AESKernel.available) func kernelsForSizes(kernel: AESKernel) {
    let widths = ["x86aes", "x86vaes", "x86vaes512"]
    let width = widths.firstIndex(of: kernel.rawValue)
    for (kernel, many) in Self.ofEachFamily(kernel) {
      for (blockCounts, widest) in [([0, 1, 3], 0), ([4, 5, many - 1], 1), ([many, many + 1, 1000], 2)] {
        for blockCount in blockCounts {
          let expected = width.map { widths[min($0, widest)] } ?? kernel.rawValue
          #expect(kernel.forMessage(blockCount: blockCount).rawValue == expected, "\(blockCount) blocks")
        }
      }
    }
  }

  /// Which kernels have their own call for a whole message.
  @Test(arguments: AESKernel.available) func kernelsForWholeMessages(kernel: AESKernel) {
    for blockCount in [0, 1, 15, 16, 1000] {
      let expected: String? =
        switch kernel.rawValue {
        case "x86vaes": blockCount < 16 ? "x86aes" : nil
        case "x86vaes512", "portable": nil
        default: kernel.rawValue
        }
      #expect(kernel.forWholeMessage(blockCount: blockCount)?.rawValue == expected, "\(blockCount) blocks")
    }
  }

  /// The kernel on this processor and on one of another family, and the number of blocks from which the widest
  /// registers are used.
  private static func ofEachFamily(_ kernel: AESKernel) -> [(kernel: AESKernel, many: Int)] {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    if case .x86VAES512(let has) = kernel {
      return [has, has.withOppositeZen5].map { (.x86VAES512($0), $0.isZen5 ? 64 : 256) }
    }
    #endif
    return [(kernel, 256)]
  }

  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
  /// The kernel of VAES on a processor without VPCLMULQDQ.
  @Test func withoutVPCLMULQDQ() throws {
    guard case .x86VAES(let has) = AESKernel.available.first(where: { $0.rawValue == "x86vaes" }) else { return }
    #expect(has.withoutVPCLMULQDQ.vpclmulqdq == nil)
    hashEqualsTheDefinition(kernel: .x86VAES(has.withoutVPCLMULQDQ))
    kernelsEqualCounterModeAndHash(kernel: .x86VAES(has.withoutVPCLMULQDQ), keyByteCount: 24)
    for isExpanded in [false, true] {
      try AESGCMTests().everyForm(kernel: .x86VAES(has.withoutVPCLMULQDQ), isExpanded: isExpanded)
    }
    let expand = AESExpandTests()
    try expand.everyPairOfKernels(expansion: .x86VAES(has), kernel: .x86VAES(has.withoutVPCLMULQDQ))
    try expand.everyPairOfKernels(expansion: .x86VAES(has.withoutVPCLMULQDQ), kernel: .x86VAES(has))
  }
  #endif
}
