/// GHASH, and GCM's encryption and decryption together with it. Spec: NIST SP 800-38D, sections 6.4 and 6.5.
///
/// AES and GHASH use different execution units. They are in one loop, so that the core overlaps them.
extension GaloisVector {
  /// Stores the powers of a hash key that texts of up to `blockCount` blocks need, at the end of `powers`: that memory
  /// has eight registers. The powers for 8 registers serve for texts of any length.
  @inlinable @inline(__always)
  public static func expandHashKey(_ key: UnsafeRawPointer, into powers: UnsafeMutableRawPointer, blockCount: Int) {
    let size = MemoryLayout<Self>.size
    let end = powers + 8 &* size
    let key = dividedByX(key.loadUnaligned(as: SIMD2<Int64>.self))
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

  /// A hash key, the encryption of zeros, divided by x. With the bits in this order it is shifted up, and the highest
  /// bit adds the modulus.
  @inlinable @inline(__always)
  static func dividedByX(_ key: SIMD2<Int64>) -> SIMD2<Int64> {
    let words = Self(first: key).byteSwapped.first
    let signs = words &>> SIMD2(repeating: 63)  // all ones or zeros
    let carries = SIMD2(signs[1], signs[0]) & SIMD2(repeating: 1)
    let modulus = SIMD2(repeating: signs[1]) & SIMD2(0, -0x3e00_0000_0000_0000)  // 0xc200000000000000
    return (words &<< SIMD2(repeating: 1)) ^ carries ^ modulus
  }

  /// As many powers of a hash key as there are blocks in a register, the highest first.
  @inlinable @inline(__always)
  public static func lastPowers(_ key: SIMD2<Int64>) -> Self {
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
    _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer,
    _ text: TextSegments
  ) {
    var cipher = GaloisCipher<Self>(schedule, counter: counter, powers: powers, hash: hash)
    var (from, to, left) = (text.from, text.to, text.count)
    let size = MemoryLayout<Self>.size
    if left >= 8 &* Self.blockCount {
      // Each group is hashed while the next one is encrypted.
      cipher.apply(from, to, width: 8)
      from += 8 &* size
      to += 8 &* size
      left &-= 8 &* Self.blockCount
      if left >= 8 &* Self.blockCount {
        var counters = cipher.groups(left / (8 &* Self.blockCount))
        while left >= 8 &* Self.blockCount {
          cipher.apply(from, to, hashing: UnsafeRawPointer(to) + (0 &- 8 &* size), &counters)
          from += 8 &* size
          to += 8 &* size
          left &-= 8 &* Self.blockCount
        }
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
    _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer,
    _ text: TextSegments
  ) {
    var cipher = GaloisCipher<Self>(schedule, counter: counter, powers: powers, hash: hash)
    var (from, to, left) = (text.from, text.to, text.count)
    let size = MemoryLayout<Self>.size
    // Input and output may be equal, so the input is hashed before the output is written.
    if left >= 16 &* Self.blockCount {
      var counters = cipher.groups(left / (8 &* Self.blockCount) &- 1)
      while left >= 16 &* Self.blockCount {
        cipher.apply(from, to, hashing: from, &counters)
        from += 8 &* size
        to += 8 &* size
        left &-= 8 &* Self.blockCount
      }
    }
    if left >= 8 &* Self.blockCount {
      cipher.hash(from, width: 8)
      cipher.apply(from, to, width: 8)
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
