/// GHASH, and GCM's encryption and decryption together with it. Spec: NIST SP 800-38D, sections 6.4 and 6.5.
///
/// AES and GHASH have execution units of their own. They are in one loop, so that the core overlaps them.
extension GaloisVector {
  /// Stores the powers of a hash key that texts of up to `blockCount` blocks need, at the end of `powers`: that memory
  /// has eight registers. The powers for 8 registers serve for texts of any length.
  @inlinable @inline(__always)
  public static func expandHashKey(_ key: UnsafeRawPointer, into powers: UnsafeMutableRawPointer, blockCount: Int) {
    let size = MemoryLayout<Self>.size
    let end = powers + 8 &* size
    // The key divided by x: with the bits in this order it is shifted up, and the highest bit adds the modulus.
    let words = Self(first: key.loadUnaligned(as: SIMD2<Int64>.self)).byteSwapped.first
    let signs = words &>> SIMD2(repeating: 63)  // all ones or zeros
    let carries = SIMD2(signs[1], signs[0]) & SIMD2(repeating: 1)
    let modulus = SIMD2(repeating: signs[1]) & SIMD2(0, -0x3e00_0000_0000_0000)  // 0xc200000000000000
    let key = (words &<< SIMD2(repeating: 1)) ^ carries ^ modulus
    if blockCount > 1 || Self.blockCount == 1 {
      (end - size).storeBytes(of: lastPowers(key), as: Self.self)
    } else {
      (end - 16).storeBytes(of: key, as: SIMD2<Int64>.self)
    }
    // Then twice as many registers at a time.
    var filled = 1
    while filled < 8, 2 &* filled &* Self.blockCount <= blockCount {
      let step = Self(repeating: (end - filled &* size).loadUnaligned(as: SIMD2<Int64>.self))
      var index = 1
      while index <= filled {
        let product = GaloisProduct(Self(loading: end - index &* size), times: step)
        product.reduced.store(to: end - (filled &+ index) &* size)
        index &+= 1
      }
      filled &*= 2
    }
  }

  /// As many powers of a hash key as there are blocks in a register, the highest first.
  @inlinable @inline(__always)
  static func lastPowers(_ key: SIMD2<Int64>) -> Self {
    let key = Self(repeating: key)
    if Self.blockCount == 1 { return key }
    let square = GaloisProduct(key, times: key).reduced
    let two = key.shifted(after: square)
    if Self.blockCount == 2 { return two }
    return two.shifted(after: GaloisProduct(square, times: key).reduced)
      .shifted(after: GaloisProduct(square, times: square).reduced)
  }

  /// Adds blocks to a hash. Spec: NIST SP 800-38D, section 6.4.
  @inlinable @inline(__always)
  public static func hash(
    _ powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, blockCount: Int
  ) {
    let powers = GaloisPowers<Self>(powers)
    var state = Self(first: hash.loadUnaligned(as: SIMD2<Int64>.self)).byteSwapped
    var from = from
    var left = blockCount
    let size = MemoryLayout<Self>.size
    while left >= 8 &* Self.blockCount {
      let source = from
      let text = VectorGroup<Self>(width: 8) { Self(loading: source + size &* $0) }
      state = powers.hash(state, text, width: 8)
      from += 8 &* size
      left &-= 8 &* Self.blockCount
    }
    while left >= Self.blockCount {
      let text = Self(loading: from)
      state = powers.hash(state, VectorGroup<Self>(width: 1) { _ in text }, width: 1)
      from += size
      left &-= Self.blockCount
    }
    if Self.blockCount > 1, left > 0 {
      state = powers.hash(state, Self(loading: from, blockCount: left), blockCount: left)
    }
    hash.storeBytes(of: state.byteSwapped.first, as: SIMD2<Int64>.self)
  }

  /// Encrypts blocks and adds the ciphertext to a hash. The low 32 bits of the counter must not wrap.
  @inlinable @inline(__always)
  public static func encryptGCM(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    var cipher = GaloisCipher<Self>(schedule, rounds: rounds, counter: counter, powers: powers, hash: hash)
    var (from, to, left) = (from, to, blockCount)
    let size = MemoryLayout<Self>.size
    if left >= 8 &* Self.blockCount {
      // Each group is hashed while the next one is encrypted.
      cipher.apply(from, to, width: 8)
      from += 8 &* size
      to += 8 &* size
      left &-= 8 &* Self.blockCount
      while left >= 8 &* Self.blockCount {
        cipher.apply(from, to, hashing: UnsafeRawPointer(to) + (0 &- 8 &* size))
        from += 8 &* size
        to += 8 &* size
        left &-= 8 &* Self.blockCount
      }
      cipher.hash(UnsafeRawPointer(to) + (0 &- 8 &* size), width: 8)
    }
    if left >= 4 &* Self.blockCount {
      cipher.apply(from, to, width: 4)
      cipher.hash(to, width: 4)
      from += 4 &* size
      to += 4 &* size
      left &-= 4 &* Self.blockCount
    }
    if left >= 2 &* Self.blockCount {
      cipher.apply(from, to, width: 2)
      cipher.hash(to, width: 2)
      from += 2 &* size
      to += 2 &* size
      left &-= 2 &* Self.blockCount
    }
    if left >= Self.blockCount {
      cipher.apply(from, to, width: 1)
      cipher.hash(to, width: 1)
      from += size
      to += size
      left &-= Self.blockCount
    }
    if Self.blockCount > 1, left > 0 {
      let ciphertext = cipher.applied(to: Self(loading: from, blockCount: left))
      ciphertext.store(to: to, blockCount: left)
      cipher.state = cipher.powers.hash(cipher.state, ciphertext, blockCount: left)
    }
    hash.storeBytes(of: cipher.state.byteSwapped.first, as: SIMD2<Int64>.self)
  }

  /// Adds ciphertext to a hash and decrypts it. The low 32 bits of the counter must not wrap.
  @inlinable @inline(__always)
  public static func decryptGCM(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    var cipher = GaloisCipher<Self>(schedule, rounds: rounds, counter: counter, powers: powers, hash: hash)
    var (from, to, left) = (from, to, blockCount)
    let size = MemoryLayout<Self>.size
    // Input and output may be equal, so the input is hashed before the output is written.
    while left >= 8 &* Self.blockCount {
      cipher.apply(from, to, hashing: from)
      from += 8 &* size
      to += 8 &* size
      left &-= 8 &* Self.blockCount
    }
    if left >= 4 &* Self.blockCount {
      cipher.hash(from, width: 4)
      cipher.apply(from, to, width: 4)
      from += 4 &* size
      to += 4 &* size
      left &-= 4 &* Self.blockCount
    }
    if left >= 2 &* Self.blockCount {
      cipher.hash(from, width: 2)
      cipher.apply(from, to, width: 2)
      from += 2 &* size
      to += 2 &* size
      left &-= 2 &* Self.blockCount
    }
    if left >= Self.blockCount {
      cipher.hash(from, width: 1)
      cipher.apply(from, to, width: 1)
      from += size
      to += size
      left &-= Self.blockCount
    }
    if Self.blockCount > 1, left > 0 {
      let ciphertext = Self(loading: from, blockCount: left)
      cipher.state = cipher.powers.hash(cipher.state, ciphertext, blockCount: left)
      cipher.applied(to: ciphertext).store(to: to, blockCount: left)
    }
    hash.storeBytes(of: cipher.state.byteSwapped.first, as: SIMD2<Int64>.self)
  }
}

/// Counter mode and GHASH of one text. GHASH needs the registers that could hold the round keys, so those are read.
///
/// Nothing here selects a register or a key by a number: before the compiler has resolved all of it, it would give up
/// inlining. The rounds that only longer keys have are the first ones, so that nothing branches between the others: the
/// compiler would move the products of GHASH behind the branch, away from the rounds that they are to overlap with.
@frozen
@usableFromInline struct GaloisCipher<Vector: GaloisVector>: BitwiseCopyable {
  @usableFromInline let schedule: UnsafeRawPointer
  @usableFromInline let rounds: Int
  @usableFromInline let powers: GaloisPowers<Vector>
  /// The next counter, a little-endian number in each block.
  @usableFromInline var next: Vector
  /// The hash, its bytes in reverse order.
  @usableFromInline var state: Vector

  @inlinable @inline(__always)
  init(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeRawPointer
  ) {
    self.schedule = schedule
    self.rounds = rounds
    self.powers = GaloisPowers<Vector>(powers)
    next = Vector(repeating: counter.loadUnaligned(as: SIMD2<Int64>.self)).byteSwapped &+ Vector.positions
    state = Vector(first: hash.loadUnaligned(as: SIMD2<Int64>.self)).byteSwapped
  }

  /// Counter mode on `width` registers. Spec: NIST SP 800-38D, section 6.5.
  @inlinable @inline(__always)
  mutating func apply(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, width: Int) {
    var blocks = start(width)
    round(1, &blocks, width)
    round(2, &blocks, width)
    round(3, &blocks, width)
    round(4, &blocks, width)
    round(5, &blocks, width)
    round(6, &blocks, width)
    round(7, &blocks, width)
    round(8, &blocks, width)
    round(9, &blocks, width)
    finish(&blocks, from, to, width)
  }

  /// Counter mode on one register.
  @inlinable @inline(__always)
  mutating func applied(to text: Vector) -> Vector {
    var blocks = start(1)
    round(1, &blocks, 1)
    round(2, &blocks, 1)
    round(3, &blocks, 1)
    round(4, &blocks, 1)
    round(5, &blocks, 1)
    round(6, &blocks, 1)
    round(7, &blocks, 1)
    round(8, &blocks, 1)
    round(9, &blocks, 1)
    return blocks.v0.lastRound(before: key(9), after: key(10) ^ text, inverse: false)
  }

  /// Counter mode on eight registers, and GHASH of eight between the rounds.
  @inlinable @inline(__always)
  mutating func apply(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, hashing text: UnsafeRawPointer) {
    let size = MemoryLayout<Vector>.size
    var blocks = start(8)
    var product = GaloisProduct<Vector>()
    round(1, &blocks, 8)
    powers.add(1, of: 8, Vector(loading: text + size), state, to: &product)
    round(2, &blocks, 8)
    powers.add(2, of: 8, Vector(loading: text + 2 &* size), state, to: &product)
    round(3, &blocks, 8)
    powers.add(3, of: 8, Vector(loading: text + 3 &* size), state, to: &product)
    round(4, &blocks, 8)
    powers.add(4, of: 8, Vector(loading: text + 4 &* size), state, to: &product)
    round(5, &blocks, 8)
    powers.add(5, of: 8, Vector(loading: text + 5 &* size), state, to: &product)
    round(6, &blocks, 8)
    powers.add(6, of: 8, Vector(loading: text + 6 &* size), state, to: &product)
    round(7, &blocks, 8)
    powers.add(7, of: 8, Vector(loading: text + 7 &* size), state, to: &product)
    round(8, &blocks, 8)
    // The state is not there before: it is what the last call has computed last.
    powers.add(0, of: 8, Vector(loading: text), state, to: &product)
    round(9, &blocks, 8)
    state = product.reduced.sum
    finish(&blocks, from, to, 8)
  }

  /// GHASH of `width` registers.
  @inlinable @inline(__always)
  mutating func hash(_ text: UnsafeRawPointer, width: Int) {
    let group = VectorGroup<Vector>(width: width) { Vector(loading: text + MemoryLayout<Vector>.size &* $0) }
    state = powers.hash(state, group, width: width)
  }

  /// The next counters after the rounds before the last ten.
  @inlinable @inline(__always)
  mutating func start(_ width: Int) -> VectorGroup<Vector> {
    let first = Vector(repeating: schedule.load(as: SIMD2<Int64>.self))
    let counters = next
    next = counters &+ Vector.number(Vector.blockCount &* width)
    var blocks = VectorGroup<Vector>(width: width) {
      (counters &+ Vector.number(Vector.blockCount &* $0)).byteSwapped.prepared(first)
    }
    if rounds >= 14 {
      round(-3, &blocks, width)
      round(-2, &blocks, width)
    }
    if rounds >= 12 {
      round(-1, &blocks, width)
      round(0, &blocks, width)
    }
    return blocks
  }

  /// One of the last eleven keys, or with a negative number one of those before.
  @inlinable @inline(__always)
  func key(_ number: Int) -> Vector {
    // SAFETY: the caller guarantees the schedule, its alignment, and at least as many rounds (kernel contract).
    Vector(repeating: (schedule + 16 &* (rounds &- 10)).load(fromByteOffset: 16 &* number, as: SIMD2<Int64>.self))
  }

  /// One of the last ten rounds, or with a number below 1 one of those before.
  @inlinable @inline(__always)
  func round(_ number: Int, _ blocks: inout VectorGroup<Vector>, _ width: Int) {
    let (before, after) = (key(number &- 1), key(number))
    blocks.update(width: width) { $1.round(before: before, after: after, inverse: false) }
  }

  /// The last round, combined with the text.
  @inlinable @inline(__always)
  func finish(
    _ blocks: inout VectorGroup<Vector>, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ width: Int
  ) {
    let (before, after) = (key(9), key(10))
    blocks.update(width: width) {
      $1.lastRound(
        before: before, after: after ^ Vector(loading: from + MemoryLayout<Vector>.size &* $0), inverse: false)
    }
    blocks.store(to: to, width: width)
  }
}
