import SwiftVaultCryptoBytes

/// A compression function, which folds message blocks into a chaining value.
@usableFromInline
package protocol CompressionFunction: Kernel, BitwiseCopyable {
  /// The chaining value: eight words, of which SHA-1 uses five and MD5 four.
  associatedtype State: SIMD, Sendable, BitwiseCopyable where State.Scalar: FixedWidthInteger
  /// Storage for one block: sixteen words.
  associatedtype Block: SIMD, Sendable, BitwiseCopyable where Block.Scalar == State.Scalar

  /// The last 8 bytes of the padding, as an integer with its most significant byte first.
  static func lengthField(bitCount: UInt64) -> UInt64

  /// Folds `count` blocks into the state.
  func compress(_ state: inout State, _ blocks: UnsafeRawPointer, count: Int)

  /// Folds `count` blocks into the state, then the `tailCount` blocks at `tail`.
  func compress(
    _ state: inout State, _ blocks: UnsafeRawPointer, count: Int, then tail: UnsafeRawPointer, count tailCount: Int)

  /// Folds one block into each of two adjacent states; the blocks are adjacent too.
  func compressPair(_ states: UnsafeMutablePointer<State>, _ blocks: UnsafeRawPointer)

  /// The number of lanes of the next kernel call, if `laneCount` messages are left. Some of the lanes may be unused.
  func width(for laneCount: Int, isPBKDF2: Bool) -> Int

  /// Folds `count` blocks of each of `width` messages into the state of that message.
  func compress(
    width: Int, _ states: UnsafeMutablePointer<State>, _ blocks: UnsafePointer<UnsafeRawPointer>, count: Int)

  /// Runs rounds of PBKDF2 in `width` lanes; see `runPBKDF2Rounds(inner:outer:u:t:laneCount:digestByteCount:rounds:)`.
  func runPBKDF2Rounds(
    width: Int, inner: UnsafePointer<State>, outer: UnsafePointer<State>, u: UnsafeMutablePointer<State>,
    t: UnsafeMutablePointer<State>, digestByteCount: Int, rounds: Int)
}

extension CompressionFunction {
  /// The number of bits itself. Spec: FIPS 180-4, section 5.1.
  @inlinable @inline(__always)
  package static func lengthField(bitCount: UInt64) -> UInt64 { bitCount }

  @inlinable @inline(__always)
  package func compress(
    _ state: inout State, _ blocks: UnsafeRawPointer, count: Int, then tail: UnsafeRawPointer, count tailCount: Int
  ) {
    if count > 0 { unsafe compress(&state, blocks, count: count) }
    unsafe compress(&state, tail, count: tailCount)
  }

  @inlinable @inline(__always)
  package func compressPair(_ states: UnsafeMutablePointer<State>, _ blocks: UnsafeRawPointer) {
    // SAFETY: there are two states and two blocks.
    unsafe compress(&states[0], blocks, count: 1)
    unsafe compress(&states[1], blocks + MemoryLayout<Block>.size, count: 1)
  }
}

// SAFETY, of all below: every kernel stays within the `laneCapacity` elements of each pointer.
extension CompressionFunction {
  /// One message after another.
  @inlinable @inline(__always)
  package func width(for laneCount: Int, isPBKDF2: Bool) -> Int { 1 }

  @inlinable @inline(__always)
  package func compress(
    width: Int, _ states: UnsafeMutablePointer<State>, _ blocks: UnsafePointer<UnsafeRawPointer>, count: Int
  ) {
    unsafe compress(&states[0], blocks[0], count: count)
  }

  /// Folds `count` blocks of each of several messages into the state of that message.
  ///
  /// Both pointers have `MerkleDamgard.laneCapacity` elements. Only the results of the first `laneCount` are used. A
  /// kernel may read and write the others too; their pointers are valid.
  @inlinable @inline(never)
  package func compress(
    lanes states: UnsafeMutablePointer<State>, _ blocks: UnsafePointer<UnsafeRawPointer>, laneCount: Int, count: Int
  ) {
    var lane = 0
    while lane < laneCount {
      let width = width(for: laneCount &- lane, isPBKDF2: false)
      unsafe compress(width: width, states + lane, blocks + lane, count: count)
      lane &+= width
    }
  }

  /// Runs rounds of PBKDF2 in several lanes: u = H(outer ‖ H(inner ‖ u)), t = t ⊕ u.
  ///
  /// `inner` and `outer` are the chaining values after the block of HMAC's inner key and that of its outer key. A
  /// digest is the first `digestByteCount` bytes of a chaining value. All four pointers have
  /// `MerkleDamgard.laneCapacity` states, of words in the machine's byte order. Only the first `laneCount` are used; a
  /// kernel may read and write the others too. Bytes of `u` and `t` beyond the digest are unspecified.
  @inlinable @inline(never)
  package func runPBKDF2Rounds(
    inner: UnsafePointer<State>, outer: UnsafePointer<State>, u: UnsafeMutablePointer<State>,
    t: UnsafeMutablePointer<State>, laneCount: Int, digestByteCount: Int, rounds: Int
  ) {
    var lane = 0
    while lane < laneCount {
      let width = width(for: laneCount &- lane, isPBKDF2: true)
      unsafe runPBKDF2Rounds(
        width: width, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane,
        digestByteCount: digestByteCount, rounds: rounds)
      lane &+= width
    }
  }
}

/// What MD5 and all SHA functions share: the division into blocks, the padding, the length.
/// Spec: FIPS 180-4, sections 5.1 and 5.2.
@usableFromInline
package struct MerkleDamgard<Kernel: CompressionFunction>: Sendable, BitwiseCopyable {
  @usableFromInline package var state: Kernel.State
  @usableFromInline package let kernel: Kernel
  /// The start of a block that is not complete yet, followed by zeros.
  @usableFromInline var block: Kernel.Block
  @usableFromInline var byteCount: UInt64

  @inlinable @inline(__always)
  package static var blockByteCount: Int { MemoryLayout<Kernel.Block>.size }

  /// Starts from the chaining value of `byteCount` bytes, a multiple of the block size.
  @inlinable @inline(__always)
  package init(_ state: Kernel.State, kernel: Kernel, byteCount: UInt64 = 0) {
    self.state = state
    self.kernel = kernel
    block = Kernel.Block()
    self.byteCount = byteCount
  }

  /// The longest message in bytes. With words of 32 bits the length field counts 2^64 bits, so it is 2^61 - 1 bytes.
  /// With words of 64 bits the field has 128 bits, but the counter here only 64, so it is 2^64 - 1 bytes.
  @inlinable @inline(__always)
  static var maximumByteCount: UInt64 {
    Kernel.State.Scalar.bitWidth == 32 ? (1 << 61) - 1 : .max
  }

  @inlinable @inline(__always)
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard var source = bytes.baseAddress, bytes.count > 0 else { return }
    var remaining = bytes.count
    precondition(
      UInt64(remaining) <= Self.maximumByteCount - byteCount, "the message is longer than the hash function allows")
    let filled = Int(truncatingIfNeeded: byteCount) & (Self.blockByteCount - 1)
    byteCount &+= UInt64(remaining)

    if filled > 0 {
      let taken = min(remaining, Self.blockByteCount - filled)
      // SAFETY: `filled + taken` is at most the block's size, `taken` at most what is left of the input.
      unsafe withUnsafeMutableBytes(of: &block) {
        unsafe ($0.baseAddress! + filled).copyMemory(from: source, byteCount: taken)
      }
      guard filled + taken == Self.blockByteCount else { return }
      compressBlock()
      unsafe source += taken
      remaining &-= taken
    }
    let whole = remaining / Self.blockByteCount
    if whole > 0 {
      // SAFETY: `whole` blocks lie inside the input.
      unsafe kernel.compress(&state, source, count: whole)
      unsafe source += whole &* Self.blockByteCount
      remaining &-= whole &* Self.blockByteCount
    }
    if remaining > 0 {
      // SAFETY: less than a block is left.
      unsafe withUnsafeMutableBytes(of: &block) {
        unsafe $0.baseAddress!.copyMemory(from: source, byteCount: remaining)
      }
    }
  }

  /// The chaining value after the padding: a one bit, zeros, the length in bits. Spec: FIPS 180-4, section 5.1.
  @inlinable @inline(__always)
  package func finalChainingValue() -> Kernel.State {
    var copy = self
    let filled = Int(truncatingIfNeeded: byteCount) & (Self.blockByteCount - 1)
    let lengthOffset = Self.blockByteCount - 2 * MemoryLayout<Kernel.State.Scalar>.size
    // SAFETY: `filled` is below the block's size.
    unsafe withUnsafeMutableBytes(of: &copy.block) {
      unsafe $0.storeBytes(of: 0x80, toByteOffset: filled, as: UInt8.self)
    }
    if filled >= lengthOffset { copy.compressBlock() }
    // SAFETY: the length field is the last 8 or 16 bytes of the block.
    unsafe withUnsafeMutableBytes(of: &copy.block) {
      if Kernel.State.Scalar.bitWidth == 64 {
        unsafe $0.baseAddress!.storeBigEndian(byteCount &>> 61, at: Self.blockByteCount - 16)
      }
      unsafe $0.baseAddress!.storeBigEndian(Kernel.lengthField(bitCount: byteCount &<< 3), at: Self.blockByteCount - 8)
    }
    copy.compressBlock()
    return copy.state
  }

  @inlinable @inline(__always)
  mutating func compressBlock() {
    let kernel = kernel
    // SAFETY: `block` has the size of one block.
    unsafe withUnsafeBytes(of: &block) { unsafe kernel.compress(&state, $0.baseAddress!, count: 1) }
    block = Kernel.Block()
  }

  /// The chaining value after the rest of the message and the padding. The message so far is whole blocks, or none.
  @inlinable @inline(__always)
  package consuming func chainingValue(of message: UnsafeRawBufferPointer) -> Kernel.State {
    guard let start = message.baseAddress else { return finalChainingValue() }
    precondition(
      UInt64(message.count) <= Self.maximumByteCount - byteCount, "the message is longer than the hash function allows")
    let whole = message.count / Self.blockByteCount
    let rest = message.count & (Self.blockByteCount - 1)
    let lengthByteCount = 2 * MemoryLayout<Kernel.State.Scalar>.size
    let tailCount = rest < Self.blockByteCount - lengthByteCount ? 1 : 2
    var tail = (Kernel.Block(), Kernel.Block())
    // SAFETY: the rest of the message, the one bit and the length fit in `tailCount` blocks.
    unsafe withUnsafeMutableBytes(of: &tail) { tail in
      let bytes = tail.baseAddress!
      if rest > 0 { unsafe bytes.copyMemory(from: start + whole &* Self.blockByteCount, byteCount: rest) }
      unsafe bytes.storeBytes(of: 0x80, toByteOffset: rest, as: UInt8.self)
      let end = tailCount &* Self.blockByteCount
      let byteCount = byteCount &+ UInt64(message.count)
      if Kernel.State.Scalar.bitWidth == 64 { unsafe bytes.storeBigEndian(byteCount &>> 61, at: end - 16) }
      unsafe bytes.storeBigEndian(Kernel.lengthField(bitCount: byteCount &<< 3), at: end - 8)
      unsafe kernel.compress(&state, start, count: whole, then: bytes, count: tailCount)
    }
    return state
  }

  /// Appends the first of two adjacent blocks to one message and the second to another, side by side where the kernel
  /// can. Both messages so far are whole blocks, or none.
  @inlinable @inline(__always)
  package static func append(_ blocks: UnsafeRawPointer, to first: inout Self, and second: inout Self) {
    var states = (first.state, second.state)
    // SAFETY: the tuple is two states, one after the other.
    unsafe withUnsafeMutablePointer(to: &states) {
      unsafe first.kernel.compressPair(
        UnsafeMutableRawPointer($0).assumingMemoryBound(to: Kernel.State.self), blocks)
    }
    (first.state, second.state) = states
    first.byteCount &+= UInt64(blockByteCount)
    second.byteCount &+= UInt64(blockByteCount)
  }
}

extension MerkleDamgard {
  /// The maximum number of lanes in one call.
  @inlinable
  package static var laneCapacity: Int { 32 }

  /// Appends `byteCount` bytes to each of several messages, in parallel lanes. Traps unless `byteCount` and the length
  /// of each message so far are multiples of the block size.
  ///
  /// - Parameters:
  ///   - functions: one state for each message, all with the same kernel.
  ///   - messages: the address of the bytes for each message.
  ///   - laneCount: 1 to `laneCapacity`.
  @inlinable
  package static func update(
    _ functions: UnsafeMutablePointer<Self>, _ messages: UnsafePointer<UnsafeRawPointer>, laneCount: Int, byteCount: Int
  ) {
    precondition(1...laneCapacity ~= laneCount, "\(laneCount) lanes; there are 1 to \(laneCapacity)")
    precondition(byteCount % blockByteCount == 0, "\(byteCount) bytes; lanes take whole blocks")
    unsafe withUnsafeTemporaryAllocation(of: Kernel.State.self, capacity: laneCapacity) { states in
      unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: laneCapacity) { blocks in
        for lane in 0..<laneCapacity {
          // SAFETY: there are `laneCount` messages; the lanes beyond them repeat the first.
          let source = lane < laneCount ? lane : 0
          unsafe states.initializeElement(at: lane, to: functions[source].state)
          unsafe blocks.initializeElement(at: lane, to: messages[source])
        }
        unsafe functions[0].kernel.compress(
          lanes: states.baseAddress!, UnsafePointer(blocks.baseAddress!), laneCount: laneCount,
          count: byteCount / blockByteCount)
        for lane in 0..<laneCount {
          let before = unsafe functions[lane].byteCount
          precondition(
            Int(truncatingIfNeeded: before) & (blockByteCount - 1) == 0, "a message that is not of whole blocks")
          precondition(
            UInt64(byteCount) <= maximumByteCount - before, "the message is longer than the hash function allows")
          unsafe functions[lane].byteCount = before + UInt64(byteCount)
          unsafe functions[lane].state = states[lane]
        }
        unsafe SwiftVaultCryptoBytes.wipe(
          UnsafeMutableRawPointer(states.baseAddress!), byteCount: laneCapacity * MemoryLayout<Kernel.State>.stride)
      }
    }
  }
}
