/// A message in GCM for one call, with a nonce of 12 bytes.
///
/// Input and output are equal or do not overlap. If a size is 0, its address is not used.
@frozen
public struct GaloisMessage: BitwiseCopyable {
  /// The nonce of 12 bytes, and the associated data.
  public let (nonce, data, dataByteCount): (UnsafeRawPointer, UnsafeRawPointer, Int)
  /// The message, and the place for the result.
  public let (from, to, byteCount): (UnsafeRawPointer, UnsafeMutableRawPointer, Int)
  /// Whether the message is encrypted.
  public let encrypts: Bool

  /// The parts of a message. `data` is an address and a size.
  @inlinable @inline(__always)
  public init(
    nonce: UnsafeRawPointer, data: (UnsafeRawPointer, Int), from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    byteCount: Int, encrypts: Bool
  ) {
    (self.nonce, self.data, dataByteCount) = (nonce, data.0, data.1)
    (self.from, self.to, self.byteCount) = (from, to, byteCount)
    self.encrypts = encrypts
  }
}

extension GaloisVector {
  /// Encrypts a message and returns its tag, or decrypts it and returns the tag that it should have, in registers of
  /// one block.
  ///
  /// The work on a short message stays in registers: the cipher for its tag, its text and its hash overlap. Longer
  /// parts go to the functions for whole blocks: `hash` gets their address and number, `process` gets them
  /// and the place for the result. `state` has the hash, 16 bytes, which they update, and the next counter block.
  ///
  /// `powers` were expanded for two blocks at least, and for the numbers that the functions are called with.
  ///
  /// Spec: NIST SP 800-38D, sections 7.1 and 7.2.
  @inlinable @inline(__always)
  public static func processWholeGCM(
    _ message: GaloisMessage, _ schedule: KeySchedule, powers: UnsafeRawPointer, state memory: UnsafeMutableRawPointer,
    hash: (UnsafeRawPointer, Int) -> Void, process: (TextSegments) -> Void
  ) -> SIMD2<Int64> {
    let keys = RoundKeys<Self>(encryptingWith: schedule)
    let powers = GaloisPowers<Self>(powers)
    let first = Self(first: firstCounter(message.nonce))
    let mask = keys.apply(inverse: false, width: 1, to: { _ in first.byteSwapped }, adding: { _ in Self() })[0]
    var counter = first &+ number(1)
    var state = Self()
    let dataBlocks = message.dataByteCount / 16
    if dataBlocks > 0 {
      Self().store(to: memory)
      hash(message.data, dataBlocks)
      state = Self(loading: memory).byteSwapped
    }
    if message.dataByteCount & 15 > 0 {
      let last = Self(loading: message.data + 16 &* dataBlocks, byteCount: message.dataByteCount & 15)
      state = powers.hash(state, VectorGroup(width: 1) { _ in last }, width: 1)
    }
    let whole = message.byteCount > 16 ? message.byteCount / 16 : 0
    if whole > 0 {
      state.byteSwapped.store(to: memory)
      counter.byteSwapped.store(to: memory + 16)
      process(TextSegments(from: message.from, to: message.to, count: whole))
      state = Self(loading: memory).byteSwapped
      counter = counter &+ number(whole)
    }
    // The sizes in bits.
    let sizes = Self(first: SIMD2(Int64(8 &* message.byteCount), Int64(8 &* message.dataByteCount))).byteSwapped
    let left = message.byteCount &- 16 &* whole
    if left > 0 {
      let text = Self(loading: message.from + 16 &* whole, byteCount: left)
      let result = keys.apply(inverse: false, width: 1, to: { _ in counter.byteSwapped }, adding: { _ in text })[0]
      result.store(to: message.to + 16 &* whole, byteCount: left)
      let ciphertext = message.encrypts ? result.part(byteCount: left) : text
      state = powers.hash(state, VectorGroup(width: 2) { $0 == 0 ? ciphertext : sizes }, width: 2)
    } else {
      state = powers.hash(state, VectorGroup(width: 1) { _ in sizes }, width: 1)
    }
    return (state.byteSwapped ^ mask).first
  }

  /// The first bytes of the block, 1 to 16, and zeros.
  @inlinable @inline(__always)
  func part(byteCount: Int) -> Self {
    let low = byteCount >= 8 ? UInt64.max : (1 &<< UInt64(8 &* byteCount)) &- 1
    let high = byteCount > 8 ? UInt64.max &>> UInt64(8 &* (16 &- byteCount)) : 0
    return self & Self(first: SIMD2(Int64(bitPattern: low), Int64(bitPattern: high)))
  }
}
