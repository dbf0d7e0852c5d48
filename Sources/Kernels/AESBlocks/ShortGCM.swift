/// GCM of a message of some registers, with the round keys and the powers of the hash key in registers.
///
/// With a new key, there are powers for the blocks of one register, and one for whole registers. A longer message needs
/// more, so that reductions do not wait for each other. With an expanded key, there are powers in memory for eight
/// registers, so that a message of fewer blocks takes one reduction. Its round keys are read from memory too: with
/// all of them in registers, others would be stored on the stack.
///
/// Spec: NIST SP 800-38D, sections 6.4, 6.5 and 7.1.
@frozen
public struct ShortGCM<Vector: GaloisVector, Keys: CipherKeys<Vector>>: BitwiseCopyable {
  @usableFromInline let keys: Keys
  /// The powers of the hash key for the blocks of a register.
  public let powers: Vector
  /// The encryption of the first counter block, which turns the last hash into the tag.
  @usableFromInline var mask = SIMD2<Int64>()
  /// The next counters, little-endian numbers.
  @usableFromInline var counters: Vector
  /// The hash in the first block, its bytes in reverse order, and zeros.
  @usableFromInline var state = Vector()
  /// What is added to the hash before its next reduction.
  @usableFromInline var product = GaloisProduct<Vector>()

  /// Starts a message with a nonce of 12 bytes.
  ///
  /// `pair` makes a register that begins with the two given blocks, and `second` gives the second block of one.
  @inlinable @inline(__always)
  public init(
    _ keys: Keys, nonce: UnsafeRawPointer, pair: (SIMD2<Int64>, SIMD2<Int64>) -> Vector,
    second: (Vector) -> SIMD2<Int64>
  ) {
    let start = Vector.firstCounter(nonce)
    // The hash key is the encryption of zeros.
    let first = keys.encrypt(pair(SIMD2(), Vector(first: start).byteSwapped.first), adding: Vector())
    self.keys = keys
    powers = Vector.lastPowers(Vector.dividedByX(first.first))
    mask = second(first)
    counters = Vector(repeating: start) &+ Vector.blockIndices &+ Vector.number(1)
  }

  /// Starts a message with a nonce of 12 bytes. `powers` are eight registers, of which the last is for the blocks of
  /// one. The mask is made after the full registers, which need all registers of the processor.
  @inlinable @inline(__always)
  public init(_ keys: Keys, powers: UnsafeRawPointer, nonce: UnsafeRawPointer) {
    let start = Vector.firstCounter(nonce)
    self.keys = keys
    self.powers = Vector(loading: powers + 7 &* MemoryLayout<Vector>.size)
    counters = Vector(repeating: start) &+ Vector.blockIndices &+ Vector.number(1)
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

  /// Encrypts or decrypts full registers under an expanded key, four at a time and then one, and makes the mask. Each
  /// four are hashed after the next four, which do not wait for them. The reduction is left to the end of the message,
  /// except while more blocks follow than `powers` are for.
  ///
  /// - Returns: the number of bytes that are done.
  @inlinable @inline(__always)
  public mutating func processGroups(_ message: GaloisMessage, powers: UnsafeRawPointer) -> Int {
    let powers = GaloisPowers<Vector>(powers)
    var group = TextGroup<Vector>(from: message.from, to: message.to, width: 4)
    var left = message.byteCount &>> 4
    var (pending, pendingLeft) = (VectorGroup<Vector>(), 0)
    // The block of the sizes, and a part of a block, are hashed too.
    let more = (message.byteCount & 15 &+ 15) &>> 4 &+ 1
    while left >= 4 &* Vector.blockCount {
      let ciphertext = process(group, encrypts: message.encrypts)
      if pendingLeft > 0 { add(pending, 4, pendingLeft &+ more, powers) }
      (pending, pendingLeft) = (ciphertext, left)
      group.advance(&left)
    }
    if pendingLeft > 0 { add(pending, 4, pendingLeft &+ more, powers) }
    group.width = 1
    while left >= Vector.blockCount {
      add(process(group, encrypts: message.encrypts), 1, left &+ more, powers)
      group.advance(&left)
    }
    mask = keys.encrypt(Vector(first: Vector.firstCounter(message.nonce)).byteSwapped, adding: Vector()).first
    return group.from - message.from
  }

  /// Encrypts or decrypts a group, and returns the ciphertext.
  @inlinable @inline(__always)
  mutating func process(_ group: TextGroup<Vector>, encrypts: Bool) -> VectorGroup<Vector> {
    let (start, text) = (counters, VectorGroup<Vector>(width: group.width) { group.load($0) })
    counters = start &+ Vector.number(Vector.blockCount &* group.width)
    let result = keys.apply(
      inverse: false, width: group.width,
      to: { (start &+ Vector.number(Vector.blockCount &* $0)).byteSwapped }, adding: { text[$0] })
    group.store(result)
    return encrypts ? result : text
  }

  /// Hashes a group, from which on `blockCount` blocks are left to hash.
  @inlinable @inline(__always)
  mutating func add(
    _ group: VectorGroup<Vector>, _ width: Int, _ blockCount: Int, _ powers: GaloisPowers<Vector>
  ) {
    let (size, isReduced) = (MemoryLayout<Vector>.size, blockCount > 8 &* Vector.blockCount)
    let first = powers.end + (0 &- (isReduced ? size &* width : 16 &* blockCount))
    add(swapped: group[0].byteSwapped, Vector(loading: first))
    if width > 1 {
      add(swapped: group[1].byteSwapped, Vector(loading: first + size))
      add(swapped: group[2].byteSwapped, Vector(loading: first + 2 &* size))
      add(swapped: group[3].byteSwapped, Vector(loading: first + 3 &* size))
    }
    if isReduced { reduce() }
  }

  /// Hashes blocks, their bytes in reverse order, with one power for each of them.
  @inlinable @inline(__always)
  public mutating func hash(swapped blocks: Vector, _ powers: Vector) {
    add(swapped: blocks, powers)
    reduce()
  }

  /// Hashes blocks, without the reduction. The powers are those for all blocks until the reduction.
  @inlinable @inline(__always)
  public mutating func add(swapped blocks: Vector, _ powers: Vector) {
    product.add(blocks ^ state, times: powers)
    state = Vector()
  }

  @inlinable @inline(__always)
  mutating func reduce() {
    state = product.reduced.sum
    product = GaloisProduct()
  }

  /// The tag, when everything has been hashed.
  @inlinable @inline(__always)
  public var tag: SIMD2<Int64> { (state.byteSwapped ^ Vector(first: mask)).first }
}

extension GaloisVector {
  /// The first counter, a little-endian number.
  @inlinable @inline(__always)
  static func firstCounter(_ nonce: UnsafeRawPointer) -> SIMD2<Int64> {
    let high = UInt64(bigEndian: nonce.loadUnaligned(as: UInt64.self))
    let low = UInt64(UInt32(bigEndian: nonce.loadUnaligned(fromByteOffset: 8, as: UInt32.self))) &<< 32
    return SIMD2(Int64(bitPattern: low | 1), Int64(bitPattern: high))
  }
}
