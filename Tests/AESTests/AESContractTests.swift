import AES
import SwiftVaultTestSupport
import Testing

/// Compares the modes on every kernel with the plain reference: lengths, kinds of input, pieces.
@Suite("AES modes: the contract", .firstDifference)
struct AESContractTests {
  /// 0, 1, a block and the widths of the kernels, each also minus one and plus one.
  static let byteCounts = [
    0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 111, 112, 113, 127, 128, 129, 143, 144, 145, 255, 256, 257, 528,
  ]

  static let cases = AESKernel.available.flatMap { kernel in [16, 24, 32].map { (kernel, $0) } }

  @Test("One-shot, in both directions, equals the reference", arguments: cases)
  func oneShot(kernel: AESKernel, keyByteCount: Int) throws {
    var random = SplitMix64(seed: UInt64(keyByteCount))
    for byteCount in Self.byteCounts {
      let t = try Trial(keyByteCount: keyByteCount, byteCount: byteCount, random: &random)
      let ecb = t.modes.encryptECB(padded(t.data, .pkcs7))
      let cbc = t.modes.encryptCBC(padded(t.data, .pkcs7), iv: t.block)
      let ctr = t.modes.processCTR(t.data, counter: t.block)

      #expect(try AES.ECB.encrypt(t.data, using: t.key, padding: .pkcs7, kernel: kernel) == ecb)
      #expect(try AES.ECB.decrypt(ecb, using: t.key, padding: .pkcs7, kernel: kernel) == t.data)
      #expect(try AES.CBC.encrypt(t.data, using: t.key, iv: t.iv, padding: .pkcs7, kernel: kernel) == cbc)
      #expect(try AES.CBC.decrypt(cbc, using: t.key, iv: t.iv, padding: .pkcs7, kernel: kernel) == t.data)
      #expect(try AES.CTR.encrypt(t.data, using: t.key, nonce: t.nonce, kernel: kernel) == ctr)
      #expect(try AES.CTR.decrypt(ctr, using: t.key, nonce: t.nonce, kernel: kernel) == t.data)
    }
  }

  @Test("Slices at any offset, sequences without storage, and in place give the same", arguments: [0, 1, 16, 61, 160])
  func inputs(byteCount: Int) throws {
    var random = SplitMix64(seed: 3)
    let t = try Trial(keyByteCount: 16, byteCount: byteCount, random: &random)
    let ecb = try AES.ECB.encrypt(t.data, using: t.key)
    let cbc = try AES.CBC.encrypt(t.data, using: t.key, iv: t.iv)
    let ctr = try AES.CTR.encrypt(t.data, using: t.key, nonce: t.nonce)

    for offset in 0...17 {
      let slice = (random.bytes(offset) + t.data + random.bytes(3))[offset..<offset + byteCount]
      #expect(try AES.ECB.encrypt(slice, using: t.key) == ecb)
      #expect(try AES.CBC.encrypt(slice, using: t.key, iv: t.iv) == cbc)
      #expect(try AES.CTR.encrypt(slice, using: t.key, nonce: t.nonce) == ctr)
      #expect(
        try AES.CBC.decrypt(([UInt8](repeating: 0, count: offset) + cbc)[offset...], using: t.key, iv: t.iv) == t.data)
    }
    #expect(try AES.ECB.encrypt(AnySequence(t.data), using: t.key) == ecb)
    #expect(try AES.CBC.encrypt(AnySequence(t.data), using: t.key, iv: t.iv) == cbc)
    #expect(try AES.CTR.encrypt(AnySequence(t.data), using: t.key, nonce: t.nonce) == ctr)

    var message = t.data
    try AES.ECB.encrypt(inPlace: &message, using: t.key)
    #expect(message == ecb)
    try AES.ECB.decrypt(inPlace: &message, using: t.key)
    #expect(message == t.data)
    try AES.CBC.encrypt(inPlace: &message, using: t.key, iv: t.iv)
    #expect(message == cbc)
    try AES.CBC.decrypt(inPlace: &message, using: t.key, iv: t.iv)
    #expect(message == t.data)
    try AES.CTR.encrypt(inPlace: &message, using: t.key, nonce: t.nonce)
    #expect(message == ctr)
    var cipher = try AES.CTR.Cipher(using: t.key, nonce: t.nonce)
    try message.withRawSpan { try cipher.update(inPlace: &$0) }
    #expect(message == t.data)
  }

  @Test("Every split of every length gives the same bytes", arguments: AESKernel.available)
  func everySplit(kernel: AESKernel) throws {
    var random = SplitMix64(seed: 4)
    for byteCount in 0...66 {
      let t = try Trial(keyByteCount: 16, byteCount: byteCount, random: &random)
      let ecb = try AES.ECB.encrypt(t.data, using: t.key)
      let cbc = try AES.CBC.encrypt(t.data, using: t.key, iv: t.iv)
      let ctr = try AES.CTR.encrypt(t.data, using: t.key, nonce: t.nonce)
      for split in 0...byteCount {
        try expectPieces(t, [split], ecb: ecb, cbc: cbc, ctr: ctr, kernel: kernel)
      }
      for split in byteCount + 1..<max(ecb.count, byteCount + 1) {
        try expectPieces(t, [split], ecb: ecb, cbc: cbc, ctr: ctr, kernel: kernel)
      }
    }
  }

  @Test("Many pieces, some of them empty, give the same bytes", arguments: AESKernel.available)
  func manyPieces(kernel: AESKernel) throws {
    var random = SplitMix64(seed: 5)
    for byteCount in [0, 16, 100, 128, 333, 512] {
      let t = try Trial(keyByteCount: 32, byteCount: byteCount, random: &random)
      let ecb = t.modes.encryptECB(padded(t.data, .pkcs7))
      let cbc = t.modes.encryptCBC(padded(t.data, .pkcs7), iv: t.block)
      let ctr = t.modes.processCTR(t.data, counter: t.block)
      for size in [1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 33, 127, 129] {
        let regular = Array(repeating: size, count: byteCount / size + 17)
        try expectPieces(t, regular, ecb: ecb, cbc: cbc, ctr: ctr, kernel: kernel)
      }
      for _ in 0..<20 {
        let irregular = (0..<60).map { _ in Int.random(in: 0...40, using: &random) }
        try expectPieces(t, irregular, ecb: ecb, cbc: cbc, ctr: ctr, kernel: kernel)
      }
    }
  }

  @Test("A copy of a stream continues on its own")
  func copies() throws {
    var random = SplitMix64(seed: 6)
    let t = try Trial(keyByteCount: 24, byteCount: 40, random: &random)
    let other = random.bytes(29)
    var first = try AES.CBC.Encryptor(using: t.key, iv: t.iv)
    let start = first.update(t.data)
    var second = first
    let firstEnd = first.update(t.data) + (try first.finalize())
    let secondEnd = second.update(other) + (try second.finalize())
    #expect(try start + firstEnd == AES.CBC.encrypt(t.data + t.data, using: t.key, iv: t.iv))
    #expect(try start + secondEnd == AES.CBC.encrypt(t.data + other, using: t.key, iv: t.iv))
  }
}

// MARK: - Streams

extension AESContractTests {
  /// Runs all streams with pieces of the given lengths, the rest last, and compares with the expected ciphertexts.
  private func expectPieces(
    _ t: Trial, _ lengths: [Int], ecb: [UInt8], cbc: [UInt8], ctr: [UInt8], kernel: AESKernel
  ) throws {
    var ecbEncryptor = try AES.ECB.Encryptor(using: t.key, kernel: kernel)
    var ecbDecryptor = try AES.ECB.Decryptor(using: t.key, kernel: kernel)
    var cbcEncryptor = try AES.CBC.Encryptor(using: t.key, iv: t.iv, kernel: kernel)
    var cbcDecryptor = try AES.CBC.Decryptor(using: t.key, iv: t.iv, kernel: kernel)
    var ctrCipher = try AES.CTR.Cipher(using: t.key, nonce: t.nonce, kernel: kernel)
    var outputs = [[UInt8]](repeating: [], count: 5)
    for piece in cut(t.data, lengths) {
      outputs[0] += ecbEncryptor.update(piece)
      outputs[1] += cbcEncryptor.update(piece)
      outputs[2] += try ctrCipher.update(piece)
    }
    for piece in cut(ecb, lengths) { outputs[3] += ecbDecryptor.update(piece) }
    for piece in cut(cbc, lengths) { outputs[4] += cbcDecryptor.update(piece) }
    outputs[0] += try ecbEncryptor.finalize()
    outputs[1] += try cbcEncryptor.finalize()
    outputs[3] += try ecbDecryptor.finalize()
    outputs[4] += try cbcDecryptor.finalize()
    #expect(outputs == [ecb, cbc, ctr, t.data, t.data], "\(t.data.count) bytes in pieces of \(lengths)")
  }

  private func cut(_ bytes: [UInt8], _ lengths: [Int]) -> [ArraySlice<UInt8>] {
    var rest = bytes[...]
    var pieces: [ArraySlice<UInt8>] = []
    for length in lengths {
      pieces.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return pieces + [rest]
  }
}

/// A random key, IV or nonce, and message.
struct Trial {
  let modes: AESReferenceModes
  let key: SymmetricKey
  let block: [UInt8]
  let iv: AES.IV
  let nonce: AES.CTR.Nonce
  let data: [UInt8]

  init(keyByteCount: Int, byteCount: Int, random: inout SplitMix64) throws {
    let keyBytes = random.bytes(keyByteCount)
    modes = AESReferenceModes(key: keyBytes)
    key = SymmetricKey(data: keyBytes)
    block = random.bytes(16)
    iv = try AES.IV(data: block)
    nonce = try AES.CTR.Nonce(data: block)
    data = random.bytes(byteCount)
  }
}

/// A message with its padding, by a plain implementation.
func padded(_ data: [UInt8], _ padding: AES.Padding) -> [UInt8] {
  let added = 16 - data.count % 16
  let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
  return switch padding {
  case .none: data
  case .pkcs7: data + [UInt8](repeating: UInt8(added), count: added)
  case .ansiX923: data + zeros(added - 1) + [UInt8(added)]
  case .iso7816_4: data + [0x80] + zeros(added - 1)
  case .zero: data + zeros(added % 16)
  }
}
