import SwiftVaultAESBlocks

/// GCM with one key on one kernel.
struct Galois {
  let cipher: Cipher
  let hashKey: UnsafeMutableRawPointer
  /// The maximum number of blocks in one call, for which the hash key is expanded. 32 allows any number.
  let blockLimit: Int
  /// 16 bytes each.
  private let state = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
  private let counter = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)

  init(_ cipher: Cipher, blockLimit: Int) {
    self.cipher = cipher
    self.blockLimit = blockLimit
    hashKey = .allocate(byteCount: 8 * 16, alignment: 64)
    encrypted([UInt8](repeating: 0, count: 16)).withUnsafeBytes {
      if cipher.isPortable {
        GHASHPortable.expandHashKey($0.baseAddress!, into: hashKey)
      } else {
        aesExpandHashKey($0.baseAddress!, hashKey, blockLimit)
      }
    }
    set(state, [UInt8](repeating: 0, count: 16))
  }

  func deallocate() {
    cipher.schedule.deallocate()
    for memory in [hashKey, state, counter] { memory.deallocate() }
  }

  private func set(_ target: UnsafeMutableRawPointer, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { target.copyMemory(from: $0.baseAddress!, byteCount: 16) }
  }

  private func bytes(_ source: UnsafeRawPointer) -> [UInt8] {
    (0..<16).map { source.load(fromByteOffset: $0, as: UInt8.self) }
  }

  private func encrypted(_ block: [UInt8]) -> [UInt8] {
    var (block, iv) = (block, block)
    block.withUnsafeMutableBytes { block in
      iv.withUnsafeMutableBytes { cipher.process($0.baseAddress!, block.baseAddress!, block.baseAddress!, 1) }
    }
    return block
  }

  /// Hashes bytes, padded with zeros to a whole block.
  private func hash(_ input: [UInt8]) {
    let padded = input + [UInt8](repeating: 0, count: (16 - input.count % 16) % 16)
    padded.withUnsafeBytes {
      var done = 0
      while done < padded.count / 16 {
        let (from, count) = (
          $0.baseAddress! + 16 * done,
          blockLimit < 32 ? min(blockLimit, padded.count / 16 - done) : padded.count / 16 - done
        )
        if cipher.isPortable {
          GHASHPortable.hash(hashKey, hash: state, from: from, blockCount: count)
        } else {
          aesHash(hashKey, state, from, count)
        }
        done += count
      }
    }
  }

  private func hashLengths(_ first: Int, _ second: Int) {
    hash(
      [8 * first, 8 * second].flatMap { count in (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) } })
  }

  /// Adds to the last 32 bits of the counter.
  private func advance(by count: Int) {
    counter.storeBigEndian(UnsafeRawPointer(counter).loadBigEndian(12, as: UInt32.self) &+ UInt32(count), at: 12)
  }

  /// Encrypts or decrypts whole blocks.
  private func process(
    _ isEncryption: Bool, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ blockCount: Int
  ) {
    var done = 0
    while done < blockCount {
      let wrap = 1 << 32 - Int(UnsafeRawPointer(counter).loadBigEndian(12, as: UInt32.self))
      let count = min(blockCount - done, wrap, blockLimit < 32 ? blockLimit : .max)
      let (source, target) = (from + 16 * done, to + 16 * done)
      if cipher.isPortable {
        if !isEncryption { GHASHPortable.hash(hashKey, hash: state, from: source, blockCount: count) }
        _ = AESPortable.processCTR(
          (), KeySchedule(cipher.schedule, rounds: cipher.rounds), counter: counter.load(as: SIMD2<Int64>.self),
          TextSegments(from: source, to: target, count: count))
        if isEncryption { GHASHPortable.hash(hashKey, hash: state, from: target, blockCount: count) }
      } else {
        aesProcessGCM(
          isEncryption, cipher.schedule, cipher.rounds, counter, hashKey, state, source, target, count)
      }
      advance(by: count)
      done += count
    }
  }

  /// The same in one call of the kernel, with a nonce of 12 bytes and the powers for any number of blocks.
  func runWhole(
    _ isEncryption: Bool, nonce: [UInt8], data: [UInt8], from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    byteCount: Int
  ) -> [UInt8] {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 32, alignment: 16)
    defer { memory.deallocate() }
    var tag = [UInt8](repeating: 0, count: 16)
    tag.withUnsafeMutableBytes { tag in
      nonce.withUnsafeBytes { nonce in
        data.withUnsafeBytes { data in
          aesProcessWholeGCM(
            isEncryption, cipher.schedule, cipher.rounds, hashKey, memory, nonce.baseAddress!,
            data.baseAddress ?? UnsafeRawPointer(memory), data.count, from, to, byteCount, tag.baseAddress!)
        }
      }
    }
    return tag
  }

  /// Writes the text to `to`, and returns the tag. Spec: NIST SP 800-38D, section 7.
  func run(
    _ isEncryption: Bool, nonce: [UInt8], data: [UInt8], from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    byteCount: Int
  ) -> [UInt8] {
    if nonce.count == 12 {
      set(counter, nonce + [0, 0, 0, 1])
    } else {
      hash(nonce)
      hashLengths(0, nonce.count)
      set(counter, bytes(state))
      set(state, [UInt8](repeating: 0, count: 16))
    }
    let mask = encrypted(bytes(counter))
    advance(by: 1)
    hash(data)
    process(isEncryption, from, to, byteCount / 16)
    if byteCount % 16 > 0 {
      let keystream = encrypted(bytes(counter))
      var last: [UInt8] = []
      for offset in byteCount / 16 * 16..<byteCount {
        let byte = from.load(fromByteOffset: offset, as: UInt8.self)
        let result = byte ^ keystream[offset % 16]
        last.append(isEncryption ? result : byte)
        to.storeBytes(of: result, toByteOffset: offset, as: UInt8.self)
      }
      hash(last)
    }
    hashLengths(data.count, byteCount)
    return (0..<16).map { bytes(state)[$0] ^ mask[$0] }
  }
}

/// The tag and the output of GCM.
func galois(_ request: inout Request) -> [UInt8] {
  let cipher = Cipher(&request)
  let galois = Galois(cipher, blockLimit: request.number())
  let isEncryption = request.number() == 1
  let area = Area(&request)
  let nonce = request.take(request.number())
  let data = request.take(request.number())
  var tag: [UInt8] = []
  // Other limits and nonces are tested in pieces.
  let isWhole = nonce.count == 12 && !cipher.isPortable && galois.blockLimit >= 32
  let output = area.output(of: request.rest()) {
    tag = (isWhole ? galois.runWhole : galois.run)(isEncryption, nonce, data, $0, $1, $2)
  }
  galois.deallocate()
  return tag + output
}
