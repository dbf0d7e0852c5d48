/// GCM of a message of some registers, with the round keys and the powers of the hash key in registers.
///
/// There are powers for the blocks of one register, and one for whole registers. A longer message needs more, so that
/// reductions do not wait for each other.
///
/// Spec: NIST SP 800-38D, sections 6.4, 6.5 and 7.1.
@frozen
public struct ShortGCM<Vector: GaloisVector>: BitwiseCopyable {
  @usableFromInline let keys: RegisterKeys<Vector>
  /// The powers of the hash key for the blocks of a register.
  public let powers: Vector
  /// The encryption of the first counter block, which turns the last hash into the tag.
  @usableFromInline let mask: SIMD2<Int64>
  /// The next counters, little-endian numbers.
  @usableFromInline var counters: Vector
  /// The hash in the first block, its bytes in reverse order, and zeros.
  @usableFromInline var state = Vector()

  /// Starts a message with a nonce of 12 bytes.
  ///
  /// `pair` makes a register that begins with the two given blocks, and `second` gives the second block of one.
  @inlinable @inline(__always)
  public init(
    _ keys: RegisterKeys<Vector>, nonce: UnsafeRawPointer, pair: (SIMD2<Int64>, SIMD2<Int64>) -> Vector,
    second: (Vector) -> SIMD2<Int64>
  ) {
    let start = Self.start(nonce)
    // The hash key is the encryption of zeros.
    let first = keys.encrypt(pair(SIMD2(), Vector(first: start).byteSwapped.first), adding: Vector())
    self.keys = keys
    powers = Vector.lastPowers(Vector.dividedByX(first.first))
    mask = second(first)
    counters = Vector(repeating: start) &+ Vector.blockIndices &+ Vector.number(1)
  }

  /// Starts a message with a nonce of 12 bytes. `powers` are eight registers, of which the last is for the blocks of
  /// one.
  @inlinable @inline(__always)
  public init(_ keys: RegisterKeys<Vector>, powers: UnsafeRawPointer, nonce: UnsafeRawPointer) {
    let start = Self.start(nonce)
    self.keys = keys
    self.powers = Vector(loading: powers + 7 &* MemoryLayout<Vector>.size)
    mask = keys.encrypt(Vector(first: start).byteSwapped, adding: Vector()).first
    counters = Vector(repeating: start) &+ Vector.blockIndices &+ Vector.number(1)
  }

  /// The first counter, a little-endian number.
  @inlinable @inline(__always)
  static func start(_ nonce: UnsafeRawPointer) -> SIMD2<Int64> {
    let high = UInt64(bigEndian: nonce.loadUnaligned(as: UInt64.self))
    let low = UInt64(UInt32(bigEndian: nonce.loadUnaligned(fromByteOffset: 8, as: UInt32.self))) &<< 32
    return SIMD2(Int64(bitPattern: low | 1), Int64(bitPattern: high))
  }

  /// Encrypts or decrypts the next register.
  @inlinable @inline(__always)
  public mutating func apply(to text: Vector) -> Vector {
    let result = keys.encrypt(counters.byteSwapped, adding: text)
    counters = counters &+ Vector.number(Vector.blockCount)
    return result
  }

  /// Hashes a register of ciphertext or associated data that is full.
  ///
  /// If the next one is full too, the sum over the places is omitted: each place is a hash of its own, with the same
  /// power of the key in all places.
  @inlinable @inline(__always)
  public mutating func hash(_ blocks: Vector, beforeFull: Bool) {
    if beforeFull {
      state = GaloisProduct(blocks.byteSwapped ^ state, times: Vector(repeating: powers.first)).reduced
    } else {
      hash(swapped: blocks.byteSwapped, powers)
    }
  }

  /// Encrypts or decrypts full registers and hashes the ciphertext, two at a time with one reduction, as long as
  /// another full one follows. Each place is a hash of its own, as in `hash(_:beforeFull:)`.
  ///
  /// - Returns: the number of bytes that are done.
  @inlinable @inline(__always)
  public mutating func processPairs(
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, byteCount: Int, hashesResult: Bool
  ) -> Int {
    var offset = 0
    let size = MemoryLayout<Vector>.size
    let power = Vector(repeating: powers.first)
    let square = GaloisProduct(power, times: power).reduced
    while byteCount &- offset >= 3 &* size {
      let text = Vector(loading: from + offset)
      let result = apply(to: text)
      result.store(to: to + offset)
      var product = GaloisProduct((hashesResult ? result : text).byteSwapped ^ state, times: square)
      let next = Vector(loading: from + (offset &+ size))
      let nextResult = apply(to: next)
      nextResult.store(to: to + (offset &+ size))
      product.add((hashesResult ? nextResult : next).byteSwapped, times: power)
      state = product.reduced
      offset &+= 2 &* size
    }
    return offset
  }

  /// Hashes blocks, their bytes in reverse order, with one power for each of them.
  @inlinable @inline(__always)
  public mutating func hash(swapped blocks: Vector, _ powers: Vector) {
    state = GaloisProduct(blocks ^ state, times: powers).reduced.sum
  }

  /// The tag, when everything has been hashed.
  @inlinable @inline(__always)
  public var tag: Vector { Vector(first: state.byteSwapped.first) ^ Vector(first: mask) }
}
