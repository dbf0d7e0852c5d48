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
      let text = Self(loading: from, blockCount: left)
      state = powers.hash(state, VectorGroup<Self>(width: 1) { _ in text }, width: 1, rest: left)
    }
    hash.storeBytes(of: state.byteSwapped.first, as: SIMD2<Int64>.self)
  }

  /// Encrypts or decrypts blocks and adds the ciphertext to a hash. The low 32 bits of the counter must not wrap.
  @inlinable @inline(__always)
  public static func processGCM(
    encrypts: Bool, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    var cipher = GaloisCipher<Self>(schedule, counter: counter, powers: powers, hash: hash)
    var group = TextGroup<Self>(from: text.from, to: text.to, width: 8)
    var left = text.count
    let (size, blockCount) = (8 &* MemoryLayout<Self>.size, 8 &* Self.blockCount)
    if left >= blockCount {
      // Each group is hashed while the next one is encrypted, or while it is decrypted itself. The last one is hashed
      // alone.
      if encrypts {
        group.store(cipher.apply(to: group))
        group.advance(&left)
      }
      let minimum = encrypts ? blockCount : 2 &* blockCount
      if left >= minimum {
        var counters = cipher.groups((left &- minimum) / blockCount &+ 1)
        while left >= minimum {
          let ciphertext = encrypts ? UnsafeRawPointer(group.to) + (0 &- size) : group.from
          group.store(cipher.apply(to: group, hashing: ciphertext, &counters))
          group.advance(&left)
        }
      }
      if encrypts {
        cipher.hash(TextGroup<Self>(from: UnsafeRawPointer(group.to) + (0 &- size), to: group.to, width: 8))
      } else {
        cipher.process(group, encrypts: encrypts)
        group.advance(&left)
      }
    }
    group.width = 4
    if left >= 4 &* Self.blockCount {
      cipher.process(group, encrypts: encrypts)
      group.advance(&left)
    }
    group.width = 2
    if left >= 2 &* Self.blockCount {
      cipher.process(group, encrypts: encrypts)
      group.advance(&left)
    }
    group.width = 1
    if left >= Self.blockCount {
      cipher.process(group, encrypts: encrypts)
      group.advance(&left)
    }
    if Self.blockCount > 1, left > 0 {
      group.rest = left
      cipher.process(group, encrypts: encrypts)
    }
    hash.storeBytes(of: cipher.state.byteSwapped.first, as: SIMD2<Int64>.self)
  }
}
