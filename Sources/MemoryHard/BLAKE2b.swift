import HMAC

/// The hash function BLAKE2b, without a key. Spec: RFC 7693.
///
/// The state and the buffer depend on what was hashed; `finalize` overwrites both.
struct BLAKE2b: BitwiseCopyable, Redacted {
  private var state: SIMD8<UInt64>
  private var buffer = SIMD16<UInt64>()
  private var bufferedByteCount = 0
  private var byteCount: UInt64 = 0
  private let outputByteCount: Int

  static var blockByteCount: Int { 128 }
  static var maximumOutputByteCount: Int { 64 }

  /// The hash of the empty message, of 1 to 64 bytes. Spec: RFC 7693, sections 2.5 and 3.3.
  init(outputByteCount: Int) {
    precondition(1...Self.maximumOutputByteCount ~= outputByteCount, "a hash of \(outputByteCount) bytes")
    self.outputByteCount = outputByteCount
    state = BLAKE2bConstants.initialValue
    state[0] ^= 0x0101_0000 ^ UInt64(outputByteCount)
  }

  /// Appends bytes to the message. The last block is kept back, because it is compressed with another counter and a
  /// flag.
  /// Spec: RFC 7693, section 3.3.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard var start = bytes.baseAddress else { return }
    var rest = bytes.count
    while rest > 0 {
      if bufferedByteCount == Self.blockByteCount {
        compressBuffer(isLast: false)
        bufferedByteCount = 0
      }
      let count = min(rest, Self.blockByteCount - bufferedByteCount)
      unsafe withUnsafeMutableBytes(of: &buffer) {
        // SAFETY: `count` bytes are left of the message, and fit after those in the buffer.
        unsafe ($0.baseAddress! + bufferedByteCount).copyMemory(from: start, byteCount: count)
      }
      bufferedByteCount += count
      byteCount += UInt64(count)
      unsafe start += count
      rest -= count
    }
  }

  /// Appends a number of 32 bits, least significant byte first.
  mutating func update(_ number: Int) {
    var word = UInt32(truncatingIfNeeded: number).littleEndian
    unsafe withUnsafeBytes(of: &word) { unsafe update($0) }
  }

  /// Appends the number of bytes, then the bytes.
  mutating func update(counted bytes: UnsafeRawBufferPointer) {
    update(bytes.count)
    unsafe update(bytes)
  }

  /// Writes the hash of the message, and overwrites this value. Spec: RFC 7693, section 3.3.
  mutating func finalize(to output: UnsafeMutableRawPointer) {
    unsafe withUnsafeMutableBytes(of: &buffer) {
      for unused in bufferedByteCount..<$0.count { unsafe $0[unused] = 0 }
    }
    compressBuffer(isLast: true)
    for word in state.indices { state[word] = state[word].littleEndian }
    unsafe withUnsafeBytes(of: &state) {
      // SAFETY: the caller has room for the hash, which is no longer than the state.
      unsafe output.copyMemory(from: $0.baseAddress!, byteCount: outputByteCount)
    }
    wipe(&state)
    wipe(&buffer)
  }

  /// The compression function F on the buffer. Spec: RFC 7693, section 3.2.
  private mutating func compressBuffer(isLast: Bool) {
    for word in buffer.indices { buffer[word] = buffer[word].littleEndian }
    var (low, high) = (state, BLAKE2bConstants.initialValue)
    high[4] ^= byteCount
    if isLast { high[6] = ~high[6] }
    unsafe withUnsafePointer(to: &buffer) {
      // SAFETY: the buffer has sixteen words.
      unsafe BLAKE2bRounds.mix(&low, &high, UnsafeRawPointer($0).assumingMemoryBound(to: UInt64.self))
    }
    for word in state.indices { state[word] ^= low[word] ^ high[word] }
    wipe(&low)
    wipe(&high)
  }
}

/// The constants of BLAKE2b.
enum BLAKE2bConstants {
  /// The initialization vector. Spec: RFC 7693, section 2.6.
  static var initialValue: SIMD8<UInt64> {
    SIMD8(
      0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
      0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179)
  }

  /// The message schedule: the words' numbers for each round, four bits each, the first in the lowest bits.
  /// Spec: RFC 7693, section 2.7.
  static let schedule: [UInt64] = [
    0xfedc_ba98_7654_3210, 0x357b_20c1_6df9_84ae, 0x4917_63ea_df25_0c8b, 0x8f04_a562_ebcd_1397,
    0xd386_cb1e_fa42_7509, 0x91ef_57d4_38b0_a6c2, 0xb829_3670_a4de_f15c, 0xa268_4f05_931c_e7bd,
    0x5a41_7d2c_803b_9ef6, 0x0dc3_e9bf_5167_482a,
  ]
}

/// The rounds of BLAKE2b.
enum BLAKE2bRounds {
  /// Mixes the sixteen words of the working vector, in two halves, with the message. Spec: RFC 7693, section 3.2.
  static func mix(_ low: inout SIMD8<UInt64>, _ high: inout SIMD8<UInt64>, _ message: UnsafePointer<UInt64>) {
    var (a0, a1, a2, a3) = (low[0], low[1], low[2], low[3])
    var (b0, b1, b2, b3) = (low[4], low[5], low[6], low[7])
    var (c0, c1, c2, c3) = (high[0], high[1], high[2], high[3])
    var (d0, d1, d2, d3) = (high[4], high[5], high[6], high[7])
    for round in 0..<12 {
      let numbers = BLAKE2bConstants.schedule[round % 10]
      func word(_ place: UInt64) -> UInt64 {
        // SAFETY: four bits number one of the sixteen words.
        unsafe message[Int(truncatingIfNeeded: numbers &>> (4 &* place) & 15)]
      }
      (a0, b0, c0, d0) = quarter(a0, b0, c0, d0, word(0), word(1))
      (a1, b1, c1, d1) = quarter(a1, b1, c1, d1, word(2), word(3))
      (a2, b2, c2, d2) = quarter(a2, b2, c2, d2, word(4), word(5))
      (a3, b3, c3, d3) = quarter(a3, b3, c3, d3, word(6), word(7))
      (a0, b1, c2, d3) = quarter(a0, b1, c2, d3, word(8), word(9))
      (a1, b2, c3, d0) = quarter(a1, b2, c3, d0, word(10), word(11))
      (a2, b3, c0, d1) = quarter(a2, b3, c0, d1, word(12), word(13))
      (a3, b0, c1, d2) = quarter(a3, b0, c1, d2, word(14), word(15))
    }
    low = SIMD8(a0, a1, a2, a3, b0, b1, b2, b3)
    high = SIMD8(c0, c1, c2, c3, d0, d1, d2, d3)
  }

  /// The mixing function G. Spec: RFC 7693, section 3.1.
  @inline(__always)
  private static func quarter(
    _ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ x: UInt64, _ y: UInt64
  ) -> (UInt64, UInt64, UInt64, UInt64) {
    let a1 = a &+ b &+ x
    let d1 = rotated(d ^ a1, 32)
    let c1 = c &+ d1
    let b1 = rotated(b ^ c1, 24)
    let a2 = a1 &+ b1 &+ y
    let d2 = rotated(d1 ^ a2, 16)
    let c2 = c1 &+ d2
    return (a2, rotated(b1 ^ c2, 63), c2, d2)
  }

  @inline(__always)
  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word &>> count | word &<< (64 &- count) }
}
