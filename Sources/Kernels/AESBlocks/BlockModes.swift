/// The loops of the modes: eight registers per iteration, then four, two and one, then blocks and a part of one.
///
/// The short steps depend only on their own blocks, so the core overlaps them. The end takes the time of its
/// instructions and one latency, not one latency for each step.
///
/// `iv` becomes what the next call continues from. It is of no use after a part of a block.
extension BlockVector {
  /// Encrypts each block by itself. Spec: NIST SP 800-38A, section 6.1.
  @inlinable @inline(__always)
  public static func encryptECB(_ key: BlockKey, _ text: BlockText) {
    var blocks = SeparateBlocks<Self>()
    forEachGroup(text, RoundKeys(key, inverse: false), inverse: false, &blocks)
  }

  /// Decrypts each block by itself. Spec: NIST SP 800-38A, section 6.1.
  @inlinable @inline(__always)
  public static func decryptECB(_ key: BlockKey, _ text: BlockText) {
    var blocks = SeparateBlocks<Self>()
    forEachGroup(text.withoutPadding, RoundKeys(key, inverse: true), inverse: true, &blocks)
  }

  /// Encrypts each block combined with the ciphertext block before it; `iv` becomes the last block of ciphertext. It works
  /// on one block at a time, in registers of one block, whose rounds combine the key after them.
  ///
  /// The work is serial, so the limit is the latency of a round × the number of rounds. Nothing else is on this path:
  /// the key of the last round is combined with the next block and the first key.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  @inlinable @inline(__always)
  public static func encryptCBC(_ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    let keys = RoundKeys<Self>(key, inverse: false)
    let end = text.end
    guard end > 0 else { return }
    // The IV may have been stored just before, so it is loaded last.
    let first = keys[0] ^ Self(first: text.block(at: 0))
    var state = first ^ Self(loading: iv)
    var offset = 0
    while offset &+ 16 < end {
      // The places may be equal, so the next block is read before this one is written.
      let next = Self(first: text.block(at: offset &+ 16)) ^ keys[0]
      state = keys.encrypt(state, firstKey: keys[0], lastKey: keys.last ^ next)
      (state ^ next).store(to: text.to + offset)
      offset &+= 16
    }
    let ciphertext = keys.encrypt(state, firstKey: keys[0], lastKey: keys.last)
    ciphertext.store(to: text.to + offset)
    ciphertext.store(to: iv)
  }

  /// Decrypts each block and combines it with the ciphertext block before it; `iv` becomes the last one.
  /// Spec: NIST SP 800-38A, section 6.2.
  @inlinable @inline(__always)
  public static func decryptCBC(_ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    decryptChained(RoundKeys(key, inverse: true), inverse: true, iv: iv, text)
  }

  /// Combines each block with the encryption of the ciphertext block before it; `iv` becomes the last one. It works on
  /// one block at a time, in registers of one block.
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inlinable @inline(__always)
  public static func encryptCFB(_ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    let keys = RoundKeys<Self>(key, inverse: false)
    // What preparation adds to a block. The last round adds it together with its key and the text, so that nothing is
    // on the path from block to block but the rounds.
    let added = Self().prepared(keys[0])
    let lastKey = keys.last ^ added
    var state = Self(loading: iv) ^ added
    let text = text.withoutPadding
    var offset = 0
    while offset < text.byteCount {
      let block = Self(first: text.block(at: offset))
      state = keys.encrypt(state, firstKey: keys[0], lastKey: lastKey ^ block)
      text.store((state ^ added).first, at: offset)
      offset &+= 16
    }
    (state ^ added).store(to: iv)
  }

  /// Combines each block with the keystream, whose blocks are each the encryption of the one before; `iv` becomes the
  /// last one. It works on one block at a time, in registers of one block.
  /// Spec: NIST SP 800-38A, section 6.4.
  @inlinable @inline(__always)
  public static func processOFB(_ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    let keys = RoundKeys<Self>(key, inverse: false)
    let added = Self().prepared(keys[0])
    let lastKey = keys.last ^ added
    var state = Self(loading: iv) ^ added
    let text = text.withoutPadding
    var offset = 0
    while offset < text.byteCount {
      let block = Self(first: text.block(at: offset)) ^ added
      state = keys.encrypt(state, firstKey: keys[0], lastKey: lastKey)
      text.store((state ^ block).first, at: offset)
      offset &+= 16
    }
    (state ^ added).store(to: iv)
  }

  /// Encrypts the ciphertext block before each block and combines them; `iv` becomes the last ciphertext block.
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inlinable @inline(__always)
  public static func decryptCFB(_ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    decryptChained(RoundKeys(key, inverse: false), inverse: false, iv: iv, text)
  }

  @inlinable @inline(__always)
  static func decryptChained(
    _ keys: RoundKeys<Self>, inverse: Bool, iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    let before = Self(repeating: iv.loadUnaligned(as: SIMD2<Int64>.self))
    // Input and output may be equal, so the input is read before the output is written.
    if text.byteCount >= 16 {
      let nextIV = (text.from + ((text.byteCount & ~15) &- 16)).loadUnaligned(as: SIMD2<Int64>.self)
      iv.storeBytes(of: nextIV, as: SIMD2<Int64>.self)
    }
    var blocks = ChainedBlocks(inverse: inverse, before: before)
    forEachGroup(text.withoutPadding, keys, inverse: inverse, &blocks)
  }

  /// Combines each block with the encryption of the counter, which becomes its next value.
  ///
  /// The counter is a big-endian number of 128 bits, and carries through all of them.
  /// Spec: NIST SP 800-38A, section 6.5 and appendix B.1.
  @inlinable @inline(__always)
  public static func processCTR(_ key: BlockKey, counter: UnsafeMutableRawPointer, _ text: BlockText) {
    let keys = RoundKeys<Self>(key, inverse: false)
    var text = text.withoutPadding
    var left = text.byteCount
    // One iteration for the blocks up to the carry out of the low half, and one for those after it.
    while left > 0 {
      let high = UInt64(bigEndian: counter.loadUnaligned(as: UInt64.self))
      let low = UInt64(bigEndian: counter.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      let next = Self(repeating: SIMD2(Int64(bitPattern: low), Int64(bitPattern: high)))
      let (sum, carries) = low.addingReportingOverflow(UInt64(truncatingIfNeeded: (left &+ 15) &>> 4))
      text.byteCount = carries ? min(16 &* Int(truncatingIfNeeded: 0 &- low), left) : left
      counter.storeBytes(of: (carries ? high &+ 1 : high).bigEndian, as: UInt64.self)
      counter.storeBytes(of: (carries ? 0 : sum).bigEndian, toByteOffset: 8, as: UInt64.self)
      var blocks = CounterBlocks(next: next)
      forEachGroup(text, keys, inverse: false, &blocks)
      left &-= text.byteCount
      text.from += text.byteCount
      text.to += text.byteCount
    }
  }

  /// A number in the low half of each block.
  @inlinable @inline(__always)
  static func number(_ number: Int) -> Self { Self(repeating: SIMD2(Int64(number), 0)) }

  /// Encrypts or decrypts a text: as many registers at once as there are blocks for, until all is done.
  @inlinable @inline(__always)
  static func forEachGroup<Groups: BlockGroups>(
    _ text: BlockText, _ keys: RoundKeys<Self>, inverse: Bool, _ groups: inout Groups
  ) where Groups.Vector == Self {
    let size = MemoryLayout<Self>.size
    var offset = 0
    while text.byteCount &- offset >= 8 &* size {
      let group = TextGroup<Self>(from: text.from + offset, width: 8)
      let result = keys.apply(inverse: inverse, 8, groups, group)
      groups.advance(behind: group)
      result.store(to: text.to + offset, width: 8)
      offset &+= 8 &* size
    }
    if text.byteCount &- offset >= 4 &* size {
      let group = TextGroup<Self>(from: text.from + offset, width: 4)
      let result = keys.apply(inverse: inverse, 4, groups, group)
      groups.advance(behind: group)
      result.store(to: text.to + offset, width: 4)
      offset &+= 4 &* size
    }
    if text.byteCount &- offset >= 2 &* size {
      let group = TextGroup<Self>(from: text.from + offset, width: 2)
      let result = keys.apply(inverse: inverse, 2, groups, group)
      groups.advance(behind: group)
      result.store(to: text.to + offset, width: 2)
      offset &+= 2 &* size
    }
    let end = text.end
    while offset < end {
      var group = TextGroup<Self>(from: text.from + offset, width: 1)
      // On AMD Zen 5, storing fewer blocks than the register holds takes 6 ns more than storing one from its first place.
      group.isFull = Self.blockCount > 1 && text.byteCount &- offset >= size
      group.only = group.isFull ? Self(loading: text.from + offset) : Self(first: text.block(at: offset))
      let result = keys.apply(inverse: inverse, 1, groups, group)[0]
      groups.advance(behind: group)
      if group.isFull { result.store(to: text.to + offset) } else { text.store(result.first, at: offset) }
      offset &+= 16 &* group.blockCount
    }
  }
}
